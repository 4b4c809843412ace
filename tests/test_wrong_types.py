"""What can't be meant: every public function says so, in an error of ours that is not too long."""

from collections.abc import Callable, Iterator
from functools import cache
from inspect import Parameter, isfunction, isgeneratorfunction, signature, unwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal import asia, cards, equity, keys, layout, paigow, plots, poker, ur
from astragal.errors import LONGEST_MESSAGE, AstragalError, quoted

HUGE = 10**5000  # Python refuses to write it


def deeply_nested(levels: int) -> list[Any]:
    """Return a list of a list of a list ..., of which `repr` raises RecursionError."""
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


class Lazy:
    """An iterable whose end nobody may wait for; batch functions read as much as this."""

    def __iter__(self) -> Iterator[int]:
        """Yield a million and one numbers, then fail the test."""
        yield from range(1_000_001)
        pytest.fail("read to its end")


WRONG: tuple[Any, ...] = (
    None,
    object(),
    HUGE,
    -HUGE,
    b"xx",
    {},
    1.5,
    "x" * 5000,
    "a\0b",
    {HUGE},
    [HUGE],
    [None],
    np.array(1.5),
    np.array([]),
    np.array([1.5, 2.5]),
    np.array([[1.5], [2.5]]),
    np.array(["x", "y"]),
    np.array([None, "x"], object),
    deeply_nested(5000),
    "\ud800",  # a lone surrogate, which can't be encoded
    ["\ud800"],
)
# Without a bound; with None, of meaning there; without checks.
LONG = "x" * 5000
NO_ROWS: list[Any] = [{}]  # an empty collection: no cards, no hands, no numbers
ACCEPTED: dict[str, list[Any]] = {
    **dict.fromkeys(("cards", "hands", "pocket", "subset", "board"), NO_ROWS),
    **dict.fromkeys(("states", "numbers", "strengths", "rolled"), NO_ROWS),
    "name": [LONG],
    "path": [LONG],
    "size": [HUGE],  # no subset is so large
    "stack": [1.5],
    "threads": [None],
}
"""Values of `WRONG` that mean something as the argument of this name."""
LEFT_OUT: set[Any] = {
    ur.play_unchecked, asia.Game.edge_many,
}  # fmt: skip
RIGHT: dict[str, Any] = {
    "board": "2c 7d Jh", "players": ["AhKh", "QsQd"], "kind": "badugi", "version": 1,
    **{key: {} for key in ("arrays", "shapes", "columns", "metadata", "parameters", "blocks")},
    "position": ur.start(), "first": ur.start(), "roll": 1, "random": np.random.default_rng(1),
    "parse": str, "make": dict,
    "dealer_cards": "2c 3c 4c 5c 6d 7d 8d",
}  # fmt: skip


def is_accepted(wrong: object, argument: str) -> bool:
    """Return whether a value of `WRONG` means something as the argument of this name."""
    if isinstance(wrong, np.ndarray):
        return wrong.size == 0 and {} in ACCEPTED.get(argument, [])
    return any(wrong is value or wrong == value for value in ACCEPTED.get(argument, []))


def _needed(function: Callable[..., Any]) -> list[Parameter]:
    several = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    every = signature(function).parameters.values()
    return [one for one in every if one.default is one.empty and one.kind not in several]


def functions() -> Iterator[Any]:
    """List the public functions of these rooms, with each argument that they need."""
    for room in (layout, cards, keys, poker, equity, plots, asia, paigow, ur):
        for name in room.__all__:
            function = getattr(room, name)
            if not isfunction(function) or isgeneratorfunction(unwrap(function)):
                continue  # a context raises when it is entered
            for one in _needed(function):
                if function not in LEFT_OUT:
                    yield pytest.param(function, one.name, id=f"{room.__name__}.{name}-{one.name}")


def methods() -> Iterator[Any]:
    """List the methods of the setting games, with each argument that they need."""
    for room in (asia, paigow):
        for name in dir(room.Game):
            method = getattr(room.Game, name)
            if name.startswith("_") or not isfunction(method) or method in LEFT_OUT:
                continue
            for one in _needed(method)[1:]:
                yield pytest.param(room, name, one.name, id=f"{room.__name__}.{name}-{one.name}")


SETTINGS = {asia: "As 9s Td 9h / Kd Qh / Jc", paigow: "As Jc 9s Td 9h / Kd Qh"}


@pytest.mark.parametrize(("room", "name", "argument"), [*methods()])
def test_wrong_types_are_errors_of_games(room: Any, name: str, argument: str) -> None:
    method = getattr(room.Game(), name)
    right = RIGHT | {"setting": SETTINGS[room]}
    check(method, argument, {one.name: right.get(one.name, "Ah Kh") for one in _needed(method)})


@pytest.mark.parametrize(("function", "argument"), [*functions()])
def test_wrong_types_are_errors_that_say_so(
    function: Callable[..., Any],
    argument: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)  # where a path that is right by chance is written
    right = {one.name: RIGHT.get(one.name, "Ah Kh") for one in _needed(function)}
    check(function, argument, right)


def check(function: Callable[..., Any], argument: str, right: dict[str, Any]) -> None:
    """Call a function with each wrong value of an argument, and right values of the others."""
    said = []
    for wrong in WRONG:
        try:
            function(**right | {argument: wrong})
        except AstragalError as error:
            said.append(str(error))
        else:
            assert is_accepted(wrong, argument), quoted(wrong)
    assert said
    for message in said:
        assert 0 < len(message) <= LONGEST_MESSAGE
        assert message.encode()  # without surrogates, which no stream can print


# A call of each function that is right; the options are then wrong one after the other.
VALID: dict[Callable[..., Any], dict[str, Any]] = {
    layout.find_layout: {"layout": "pokerval"},
    layout.parse_layout: {"text": "name = 'x'\nbits = 8\n[[field]]\nname='f'\noffset=0\nwidth=3"},
    cards.card_ids: {"cards": "As Kd"},
    cards.card_ids_many: {"hands": ["As Kd"]},
    cards.card_set: {"cards": "As Kd"},
    cards.card_set_many: {"hands": ["As Kd"]},
    cards.complement: {"cards": "As Kd"},
    cards.full_deck: {},
    cards.hands_to_sets: {"hands": [[1, 2]]},
    cards.parse_card: {"text": "As"},
    cards.sets_to_hands: {"sets": [3], "size": 2},
    cards.subsets: {"cards": "As Kd Qh", "size": 2},
    keys.hands_of: {"faces": 4, "copies": 2, "sizes": 3},
    keys.prove: {"hands": "suit", "keys": "0 1 29 37"},
    keys.search: {"hands": "suit", "limit": 38},
    keys.verify: {"hands": "suit", "keys": "0 1 29 37"},
    poker.category_counts: {"size": 1},
    poker.class_counts: {"size": 1},
    poker.evaluate: {"cards": "As Kd"},
    poker.evaluate_low: {"cards": "As 2d 3c 4h 5s", "kind": "ace-to-five"},
    poker.evaluate_low_many: {"hands": ["As 2d 3c 4h 6s"], "kind": "ace-to-five"},
    poker.evaluate_many: {"hands": ["As Kd"]},
    poker.find_variant: {"game": "holdem"},
    poker.hand_index: {"hand": "As Kd"},
    poker.hand_index_many: {"hands": ["As Kd"]},
    poker.hand_index_size: {"street": "preflop"},
    poker.hand_unindex: {"street": "preflop", "number": 1},
    poker.hand_unindex_many: {"street": "preflop", "numbers": [1]},
    poker.symbols: {"pocket": "As Kd"},
    poker.symbols_many: {"pockets": ["As Kd"], "boards": ["2c 3c 4c"]},
    poker.to_category: {"strengths": [1]},
    poker.to_kev: {"strengths": [1]},
    poker.to_lowval: {"strengths": [1], "kind": "ace-to-five"},
    poker.to_mask: {"strengths": [1]},
    poker.to_pokerval: {"strengths": [1]},
    equity.by_hand: {"hands": "AA", "versus": "KK", "board": "2c 7d Jh 5s 6s"},
    equity.calculate: {"players": ["AA", "KK"], "board": "2c 7d Jh 5s"},
    equity.calculate_many: {"hands": [[3, 12]], "boards": [0x1F0]},
    equity.distribution: {"hands": "AA", "versus": "KK", "board": "2c 7d Jh 5s"},
    equity.final_hands: {"players": ["AA", "KK"], "board": "2c 7d Jh 5s"},
    equity.made_hands: {"hands": "AA", "board": "2c 7d Jh"},
    equity.next_cards: {"players": ["AhAd", "KhKd"], "board": "2c 7d Jh 5s"},
    equity.outs: {"players": ["AhAd", "KhKd"], "board": "2c 7d Jh 5s"},
    equity.parse_starting_hand: {"text": "AKs"},
    equity.preflop: {"hand": "AKs", "villain": "QQ"},
    equity.preflop_row: {"hand": "72o"},
    equity.starting_hands: {},
    plots.draw_square: {"values": {"AA": 0.5}},
    ur.export_table: {"table": ..., "path": "x.parquet"},
    ur.find_card: {},
    ur.find_player: {"player": "greedy"},
    ur.moves_many: {"states": [63], "rolls": [1]},
    ur.openings: {"table": ...},
    ur.plan: {},
    ur.play_match: {"first": "greedy", "second": "random", "games": 2, "pieces": 1},
    ur.puzzles: {"table": ..., "count": 1},
    ur.rank_many: {"states": [63]},
    ur.read_game: {"game": ["0x3f"]},
    ur.size: {},
    ur.solve: {"pieces": 1, "path": "x.table"},
    ur.start: {},
    ur.unrank_many: {"numbers": [1], "pieces": 1},
    ur.write_rgu: {"table": ..., "path": "x.rgu"},
}
# Their options need a picture, a whole table, or much time; or they make no sense of their own.
UNTRIED: set[Any] = {
    equity.omaha_table, equity.open_preflop_table, equity.preflop_table, equity.pushfold,
    plots.draw_preflop, plots.draw_preflop_pairs, plots.draw_pushfold, plots.draw_ur_solve,
    ur.open_table, ur.play_unchecked, ur.review,
}  # fmt: skip
OPTION_ROOMS = (layout, cards, keys, poker, equity, plots, ur)


def options_of(function: Callable[..., Any]) -> list[str]:
    several = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    every = signature(function).parameters.values()
    return [one.name for one in every if one.default is not one.empty and one.kind not in several]


def with_options() -> Iterator[Any]:
    """List the public functions with options, with an example of a right call."""
    for room in OPTION_ROOMS:
        for name in room.__all__:
            function = getattr(room, name)
            if not isfunction(function) or function in UNTRIED:
                continue
            if options_of(function):
                yield pytest.param(function, id=f"{room.__name__}.{name}")


@cache
def solved(folder: Path) -> ur.Tablebase:
    """Return a small table of Ur."""
    return ur.solve(pieces=2, path=folder / "two.table")


@pytest.mark.parametrize("function", [*with_options()])
def test_wrong_options_are_errors_that_say_so(
    function: Callable[..., Any],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    table = solved(tmp_path_factory.getbasetemp())
    valid = {name: table if value is ... else value for name, value in VALID[function].items()}
    function(**valid)
    for option in options_of(function):
        said = []
        for wrong in WRONG:
            if wrong is None and signature(function).parameters[option].default is None:
                continue  # not given: of `ur.solve` all seven pieces
            try:
                function(**valid | {option: wrong})
            except AstragalError as error:
                said.append(str(error))
        # A short call reports no progress, and then does not look at it.
        assert len(said) > len(WRONG) // 2 or option == "progress", option
        assert all(0 < len(message) <= LONGEST_MESSAGE for message in said)
        assert all(message.encode() for message in said)


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (cards.card_set, {"cards": Lazy()}),
        (cards.card_ids, {"cards": Lazy()}),
        (keys.hands_of, {"faces": 4, "copies": Lazy(), "sizes": 3}),
        (keys.verify, {"hands": "suit", "keys": Lazy()}),
        (poker.evaluate, {"cards": Lazy()}),
        (equity.calculate, {"players": ["AhAd", "KhKd"], "board": Lazy()}),
        (equity.calculate, {"players": ["AhAd", Lazy()]}),
        (equity.calculate, {"players": Lazy()}),
        (equity.icm, {"stacks": Lazy(), "payouts": [1.0]}),
        (ur.read_game, {"game": Lazy()}),
        (ur.replay, {"first": ur.start(), "rolled": Lazy()}),
    ],
)
def test_long_iterables_are_not_read_to_their_end(
    function: Callable[..., Any], given: dict[str, Any]
) -> None:
    with pytest.raises(AstragalError):
        function(**given)
