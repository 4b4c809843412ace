"""The exact chance of a card: beside the reference and matches."""

import math
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal import _native
from astragal.errors import BadInputError
from astragal.ur import (
    RULES,
    Card,
    CardPlayer,
    CardPrice,
    PerfectPlayer,
    Rules,
    Tablebase,
    find_card,
    open_table,
    play_match,
    price,
    price_lines,
    price_many,
    solve,
)
from astragal.ur.card import pricing
from astragal.ur.ranking import native_ranking

from reference import ur as reference
from reference import ur_card as plain

# Few positions, and everything happens: captures, rosettes, choices.
TINY = Rules("tiny", 2, ("A4", "B1", "B4", "B5", "A7"), (1, 4, 6, 4, 1), safe_rosettes=True)
TINY_GAME = reference.game([3, 8, 11, 12, 6], [1, 4, 6, 4, 1], safe=True, capture_rolls=False)
LINES = ["to centre rosette", "captures, not exposed", "safe for good, not rearmost", "from hand"]


def chooser(game: reference.Game) -> reference.Chooser:
    """Play by `LINES`, with the facts of the reference."""
    centre = 11

    @cache
    def choose(position: reference.Position, roll: int) -> reference.Position:
        facts = plain.facts(game, position, roll)
        if not facts:
            return reference.passed(position)
        left = list(facts)
        for keeps in (
            [m for m in facts if m[1] == centre],
            [m for m in facts if "captures" in facts[m] and "exposed" not in facts[m]],
            [m for m in facts if "safe for good" in facts[m] and "rearmost" not in facts[m]],
            [m for m in facts if m[0] == reference.HAND],
        ):
            left = [move for move in left if move in keeps] or left
        return reference.moves(game, position, roll)[left[-1]]

    return choose


def perfect(game: reference.Game, table: Tablebase) -> reference.Chooser:
    def value_after(before: reference.Position, after: reference.Position) -> float:
        value = table.value(reference.to_word(after))
        return value if after.turn == before.turn else 1 - value

    @cache
    def choose(position: reference.Position, roll: int) -> reference.Position:
        legal = reference.moves(game, position, roll)
        if not legal:
            return reference.passed(position)
        options = [legal[move] for move in plain.legal_moves(game, position, roll)]
        return max(options, key=partial(value_after, position))  # the first of the best

    return choose


def check_beside_the_reference(table: Tablebase, game: reference.Game, pieces: int) -> None:
    first = reference.Position((pieces, pieces), (0, 0), frozenset(), 0)
    card, best = chooser(game), perfect(game, table)
    _, as_a = reference.follow(game, first, (card, best), 1e-13)
    _, other_wins = reference.follow(game, first, (best, card), 1e-13)
    exact = price(Card(table.rules, LINES), table, pieces=pieces, end=1e-13)
    assert exact.win_as_a == pytest.approx(as_a, abs=1e-11)
    assert exact.win_as_b == pytest.approx(1 - other_wins, abs=1e-11)
    assert exact.error < 1e-10


def test_tiny_games_beside_the_reference(tmp_path: Path) -> None:
    table = solve(TINY, 2, path=tmp_path / "t", bits=64)
    check_beside_the_reference(table, TINY_GAME, 2)


@pytest.mark.verify
@pytest.mark.parametrize("name", RULES)
def test_two_pieces_beside_the_reference(name: str, tmp_path: Path) -> None:
    table = solve(name, 2, path=tmp_path / "t", bits=64)
    check_beside_the_reference(table, reference.GAMES[name], 2)


def test_the_bound_holds_for_a_rough_end(four: Tablebase) -> None:
    card = find_card("card")
    exact = price(card, four, pieces=2, end=1e-13)
    for end in (1e-3, 1e-6):
        rough = price(card, four, pieces=2, end=end)
        assert abs(rough.win - exact.win) <= rough.error
        assert rough.error < 1e4 * end


def test_threads_give_the_same_bits(four: Tablebase) -> None:
    card = find_card("points")
    one, two = (price(card, four, pieces=2, threads=threads) for threads in (1, 3))
    assert one == two


def test_a_match_agrees(four: Tablebase) -> None:
    exact = price("card", four, pieces=3)
    games = 6_000
    played = play_match(CardPlayer(find_card()), PerfectPlayer(four), games, pieces=3, seed=3)
    deviation = math.sqrt(exact.win * (1 - exact.win) / games)
    assert abs(played.share - exact.win) < 4 * deviation


@pytest.mark.verify
@pytest.mark.parametrize("kind", ["card", "points"])
def test_a_match_of_whole_games_agrees(kind: str) -> None:
    table = open_table("finkel")
    exact = price(kind, table)
    assert exact.error < 1e-6
    games = 200_000
    played = play_match(kind, "perfect", games, seed=1)
    deviation = math.sqrt(exact.win * (1 - exact.win) / games)
    assert abs(played.share - exact.win) < 4 * deviation


def test_an_interrupted_price_resumes(four: Tablebase, tmp_path: Path) -> None:
    card = find_card("card")
    seen = 0

    def stop(progress: object) -> None:
        nonlocal seen
        seen += 1
        if seen == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        price(card, four, pieces=2, folder=tmp_path, progress=stop)
    [checkpoint] = tmp_path.iterdir()
    assert checkpoint.stat().st_size > 1000
    assert price(card, four, pieces=2, folder=tmp_path) == price(card, four, pieces=2)
    assert not list(tmp_path.iterdir())


def test_interrupted_prices_of_lines_keep_those_that_are_done(
    four: Tablebase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = Card("finkel", ["captures", "to rosette"])
    priced: list[Card] = []
    run = pricing._Pricing.run

    def counted(work: pricing._Pricing, *arguments: Any) -> CardPrice:
        if len(priced) == 2:
            raise KeyboardInterrupt
        priced.append(work.card)
        return run(work, *arguments)

    monkeypatch.setattr(pricing._Pricing, "run", counted)
    with pytest.raises(KeyboardInterrupt):
        price_lines(card, four, pieces=2, folder=tmp_path)
    assert priced == [card, card.without(0)]
    priced.clear()
    again = price_lines(card, four, pieces=2, folder=tmp_path)
    assert priced == [card.without(1)]
    assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    assert again == price_lines(card, four, pieces=2)


def test_every_line_has_its_price(four: Tablebase) -> None:
    card = Card("finkel", ["captures", "to rosette"])
    costs = price_lines(card, four, pieces=2)
    alone = price_many(
        [Card("finkel", ["to rosette"]), Card("finkel", ["captures"])], four, pieces=2
    )
    assert [row.win for row in costs.without] == [row.win for row in alone]
    json = costs.to_dict()
    assert json["win"] == costs.price.win
    assert [row["words"] for row in json["without"]] == ["captures", "to rosette"]
    assert json["without"][0]["cost_win"] == json["win"] - alone[0].win
    assert "without it  cost in points" in str(costs)
    [_, _, row, *_] = str(costs).splitlines()
    assert float(row.split()[-1]) == round(100 * json["without"][0]["cost_win"], 2)


def test_bad_arguments(four: Tablebase) -> None:
    with pytest.raises(BadInputError, match="the card is for blitz, the table for finkel"):
        price(find_card("card", "blitz"), four)
    with pytest.raises(BadInputError, match="end must be"):
        price("card", four, end=0)
    with pytest.raises(BadInputError, match="one line"):
        price_lines(Card("finkel", ["captures"]), four)
    duel = _native.UrDuel(native_ranking(RULES["finkel"]), 1, 1, threads=1)
    with pytest.raises(ValueError, match="entry for each position"):
        duel.choose(find_card().native, np.zeros(3, np.uint16))
