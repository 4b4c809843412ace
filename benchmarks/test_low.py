"""Low hands beside high hands and beside the two packages on PyPI that evaluate them, on one core.

Every row of a group does the same work on the same hands, and the order of the first hands is
asserted. pokerkit's fastest way is a look-up of five cards, or four for badugi, that are objects
already; poker-equity takes a list of text. They get fewer hands: compare the time per hand, which
is the group's time divided by the number in the row's name.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from astragal import poker
from astragal.cards import cards_text_many, hands_to_sets

HANDS = 100_000  # small, so that a busy machine finds a moment for each round
FEW = 2_000
SIZES = {
    "ace-to-five": (5, 7),
    "eight-or-better": (5, 7),
    "deuce-to-seven": (5, 7),
    "badugi": (4,),
}
GAMES = [(kind, size) for kind, sizes in SIZES.items() for size in sizes]
KERNELS = {  # poker-equity's deuce-to-seven is for five cards only
    ("ace-to-five", 5): "low_a5",
    ("ace-to-five", 7): "low_a5",
    ("deuce-to-seven", 5): "deuce_seven",
    ("badugi", 4): "badugi",
}


def random_hands(size: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng(size)
    hands = rng.integers(0, 52, (2 * HANDS, size), np.uint8)
    ordered = np.sort(hands, axis=1)
    distinct = np.all(ordered[:, 1:] != ordered[:, :-1], axis=1)
    return np.ascontiguousarray(hands[distinct][:HANDS])


def pokerkit_look_up(kind: str, hands: NDArray[np.uint8]) -> tuple[Callable[[Any], Any], list[Any]]:
    """Return pokerkit's call for one hand, and the hands as it wants them."""
    import pokerkit

    lookup = {
        "ace-to-five": pokerkit.RegularLowHand,
        "eight-or-better": pokerkit.EightOrBetterLowHand,
        "deuce-to-seven": pokerkit.StandardLowHand,
    }
    cards = [tuple(pokerkit.Card.parse(name)) for name in cards_text_many(hands)]
    if kind == "badugi" or hands.shape[1] != 5:
        hand = pokerkit.BadugiHand if kind == "badugi" else lookup[kind]
        return hand.from_game_or_none, cards
    entry = lookup[kind].lookup.get_entry_or_none
    return entry, cards


def same_order(ours: NDArray[np.uint16], theirs: list[Any]) -> bool:
    """Whether two scales have one value exactly where the other has, in the same order."""
    known = dict(zip(ours.tolist(), theirs, strict=True))
    if any(known[one] != other for one, other in zip(ours.tolist(), theirs, strict=True)):
        return False
    values = [known[strength] for strength in sorted(known) if strength]
    rising = [worse < better for worse, better in pairwise(values)]
    return all(rising) or not any(rising)


def group(kind: str, size: int) -> str:
    return f"{kind}, {size} cards"


@pytest.mark.parametrize(("kind", "size"), GAMES)
@pytest.mark.parametrize("form", ["card sets", "ids"])
def test_low(benchmark: BenchmarkFixture, kind: Any, size: int, form: str) -> None:
    benchmark.group = f"100,000 hands, {group(kind, size)}"
    hands = random_hands(size)
    given = hands if form == "ids" else hands_to_sets(hands)
    out = np.empty(HANDS, np.uint16)
    benchmark.pedantic(
        lambda: poker.evaluate_low_many(given, kind, threads=1, out=out), rounds=60, warmup_rounds=1
    )
    call, cards = pokerkit_look_up(kind, hands[:200])
    assert same_order(out[:200], [call(hand) for hand in cards])


@pytest.mark.parametrize(("kind", "size"), GAMES)
@pytest.mark.parametrize("form", ["card sets", "ids"])
def test_high(benchmark: BenchmarkFixture, kind: str, size: int, form: str) -> None:
    benchmark.group = f"100,000 hands, {group(kind, size)}"
    hands = random_hands(size)
    given = hands if form == "ids" else hands_to_sets(hands)
    out = np.empty(HANDS, np.uint16)
    benchmark.pedantic(
        lambda: poker.evaluate_many(given, threads=1, out=out), rounds=60, warmup_rounds=1
    )
    assert out[:20].tolist() == [poker.strength(hand) for hand in hands[:20].tolist()]


@pytest.mark.parametrize(("kind", "size"), GAMES)
@pytest.mark.parametrize("door", ["astragal", "pokerkit", "poker-equity"])
def test_peers(benchmark: BenchmarkFixture, kind: Any, size: int, door: str) -> None:
    benchmark.group = f"2,000 hands, {group(kind, size)}"
    hands = random_hands(size)[:FEW]
    texts = [name.replace(" ", "") for name in cards_text_many(hands)]
    if door == "astragal":
        call: Callable[[], Any] = lambda: poker.evaluate_low_many(texts, kind, threads=1)  # noqa: E731
    elif door == "pokerkit":
        look_up, cards = pokerkit_look_up(kind, hands)
        call = lambda: [look_up(hand) for hand in cards]  # noqa: E731
    elif (kind, size) not in KERNELS:
        pytest.skip(f"poker-equity has no {group(kind, size)}")
    else:
        import poker_equity

        call = lambda: poker_equity.score_batch(KERNELS[kind, size], texts)  # noqa: E731
    found = benchmark.pedantic(call, rounds=3, warmup_rounds=1)
    assert same_order(poker.evaluate_low_many(hands, kind), list(found))
