"""The exact chance of a card: beside the reference and matches."""

import math
from functools import cache, partial
from pathlib import Path

import pytest
from lab.ur.price import main, price

from astragal import ur
from astragal.ur import (
    RULES,
    PerfectPlayer,
    Rules,
    StrategyCard,
    Tablebase,
    find_card,
    play_match,
    solve,
)
from astragal.ur.players import CardPlayer

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
    exact = price(StrategyCard(table.rules, LINES), table, pieces, 1e-13)
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


def test_the_bound_holds_where_a_solve_ends_early(four: Tablebase) -> None:
    card = find_card("card")
    exact = price(card, four, 2, 1e-13)
    for closed in (1e-3, 1e-6):
        rough = price(card, four, 2, closed)
        assert 0 < abs(rough.win - exact.win) <= rough.error
        assert rough.error < 1e4 * closed


def test_a_match_agrees(four: Tablebase) -> None:
    exact = price(find_card("card"), four, 3)
    games = 6_000
    played = play_match(CardPlayer(find_card()), PerfectPlayer(four), games, pieces=3, seed=3)
    deviation = math.sqrt(exact.win * (1 - exact.win) / games)
    assert abs(played.share - exact.win) < 4 * deviation


def test_the_program_prints_every_line(
    four: Tablebase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ur, "open_table", lambda rules, pieces: four)
    main(["card", "--pieces", "2", "--each"])
    first, *lines = capsys.readouterr().out.splitlines()
    card = find_card()
    assert first.startswith(f"wins {price(card, four, 2).win:.4%}, ")
    without = [price(card.without(number), four, 2).win for number in range(8)]
    assert lines == [
        f"{win:.4%} without: {sentence}"
        for win, sentence in zip(without, card.sentences, strict=True)
    ]


@pytest.mark.verify
def test_the_chance_on_the_results_page(tmp_path: Path) -> None:
    """In a game of five pieces; seven take about an hour."""
    page = (Path(__file__).parents[3] / "docs" / "results.md").read_text(encoding="utf-8")
    exact = price(find_card(), solve("finkel", 5, path=tmp_path / "t"), 5)
    assert f"{exact.win:.4%}".replace("%", " %") + " with five" in page
    assert exact.error < 1e-6
