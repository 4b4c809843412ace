"""TexasSolver's JSON files of strategies.

A file is a tree. A decision (`action_node`) has `actions`, `childrens` by action and `strategy`,
whose `strategy` has for each hand the probabilities of its `actions`. A card (`chance_node`) has
`dealcards` by card. `CHECK`, `FOLD` and `CALL` have no amount; the amount of `BET 50.000000` and
`RAISE 120.000000` is the chips that the player adds, not the player's total on the street.
`dump_rounds` says how many streets the file has; 2 is usual, so the strategy of a flop lacks the
river.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal.cards import card_name, card_set
from astragal.errors import BadInputError, quoted
from astragal.postflop.certificate import DECK, Game, player_name
from astragal.postflop.lines import line_name
from astragal.postflop.tree import CHANCE
from astragal.store.files import read_path, require_regular


def is_texas_solver(strategy: Any) -> bool:
    """Return whether a mapping is the content of TexasSolver's JSON."""
    return isinstance(strategy, Mapping) and {"node_type", "strategy"} <= strategy.keys()


def read_strategy(path: str | PathLike[str]) -> Mapping[str, Any]:
    """Return the content of a JSON file: of TexasSolver, or probabilities by line."""
    path = read_path(path)
    name = quoted(str(path))
    try:
        require_regular(path)
        with path.open("rb") as file:
            content = json.load(file)
    except OSError as error:
        raise BadInputError(f"{name} can't be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInputError(f"{name} is no JSON: {error}") from None
    if not isinstance(content, Mapping):
        raise BadInputError(
            f"{name} is no strategy: it needs TexasSolver's JSON, or probabilities by line"
        )
    found: Mapping[str, Any] = content
    return found


def texas_solver_rows(
    game: Game, dump: Mapping[str, Any]
) -> Iterator[tuple[int, int, str, NDArray[np.float64]]]:
    """Yield the node, the deal, the line and the probabilities of each decision of the spot.

    The probabilities are in rows by action; hands that the file lacks are NaN. A line that the file
    lacks is an error.
    """
    yield from _decisions(game, 0, 0, 0, dump, ())


def _decisions(  # noqa: PLR0917
    game: Game, node: int, deal: int, dealt: int, dump: Any, line: tuple[str, ...]
) -> Iterator[tuple[int, int, str, NDArray[np.float64]]]:
    tree = game.tree
    kind = int(tree.kind[node])
    if kind > CHANCE:
        return
    where = line_name(", ".join(line))
    if not isinstance(dump, Mapping):
        streets = " (set_dump_rounds 3 writes all streets)" if len(line) else ""
        raise BadInputError(f"TexasSolver's file lacks {where}{streets}")
    if kind == CHANCE:
        cards = dump.get("dealcards")
        for card in range(DECK):
            if (game.board | dealt) >> card & 1:
                continue
            name = card_name(card)
            child = cards.get(name) if isinstance(cards, Mapping) else None
            number = DECK * deal + card if dealt else card
            yield from _decisions(
                game, int(tree.first_child[node]), number, dealt | 1 << card, child, (*line, name)
            )
        return
    rows = _rows(game, node, dump, where)
    yield node, deal, ", ".join(line), rows
    children = dump.get("childrens")
    for child, name in zip(tree.children_of(node), _names(game, node, dump, where), strict=True):
        below = children.get(name) if isinstance(children, Mapping) else None
        yield from _decisions(game, child, deal, dealt, below, (*line, str(tree.action[child])))


def _names(game: Game, node: int, dump: Mapping[str, Any], where: str) -> list[str]:
    """Return TexasSolver's name of each action of the spot."""
    tree, player = game.tree, int(game.tree.kind[node])
    given = dump.get("actions")
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise BadInputError(f"TexasSolver's file has no actions at {where}")
    # TexasSolver numbers the player in position 0.
    if dump.get("player") != 1 - player:
        raise BadInputError(f"at {where} another player decides in TexasSolver's file")
    by_chips: dict[tuple[str, int], str] = {}
    before = int(tree.put_in[node, player])
    for name in given:
        word, _, amount = name.partition(" ")
        try:
            chips = round(float(amount) / game.chip) if amount else 0
        except ValueError:
            chips = -1
        by_chips["bet" if amount else word.lower(), chips and before + chips] = name
    names = []
    for child in tree.children_of(node):
        action = tree.action[child]
        kind = action.kind if action else ""
        key = (kind, 0)
        if kind not in {"fold", "check", "call"}:
            key = ("bet", int(tree.put_in[child, player]))
        if key not in by_chips:
            raise BadInputError(
                f"at {where} TexasSolver's file has {', '.join(given)}, but not {action}"
            )
        names.append(by_chips.pop(key))
    if by_chips:
        raise BadInputError(
            f"at {where} the spot lacks {next(iter(by_chips.values()))} of TexasSolver's "
            "file: give the spot the same bet sizes"
        )
    return names


def _rows(game: Game, node: int, dump: Mapping[str, Any], where: str) -> NDArray[np.float64]:
    names = _names(game, node, dump, where)
    hands = game.hands[int(game.tree.kind[node])]
    strategy = dump.get("strategy")
    if not isinstance(strategy, Mapping) or not isinstance(strategy.get("strategy"), Mapping):
        raise BadInputError(f"TexasSolver's file has no strategy at {where}")
    stated = strategy.get("actions", dump["actions"])
    if sorted(stated) != sorted(names):
        raise BadInputError(f"TexasSolver's file contradicts itself at {where}")
    order = [stated.index(name) for name in names]
    number_of = {int(hand): number for number, hand in enumerate(hands)}
    rows = np.full((len(names), len(hands)), np.nan)
    for text, probabilities in strategy["strategy"].items():
        hand = card_set(text)
        if hand not in number_of:
            player = player_name(int(game.tree.kind[node]))
            raise BadInputError(f"{quoted(text)} at {where} is not in the range of {player}")
        if not isinstance(probabilities, list) or len(probabilities) != len(names):
            raise BadInputError(f"{quoted(text)} at {where} needs {len(names)} probabilities")
        rows[:, number_of[hand]] = [probabilities[place] for place in order]
    return rows
