import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import poker
from astragal.cards import card_ids
from astragal.errors import BadInputError, CardError, UnknownNameError

from reference import poker as reference

DATA = Path(__file__).parents[1] / "data"
VECTORS = list(csv.DictReader((DATA / "pokerval_vectors.csv").read_text().splitlines()))


def slow_pcbits(pocket: list[int], board: list[int]) -> int:
    """Walk the fields from the top; each goes to an unused pocket card of its rank, if any."""
    if len(pocket) != 2:
        return 0
    hand = pocket + board
    value = reference.pokerval(hand)
    flush_suit = None
    if value & (reference.FLUSH | reference.STRAIGHT_FLUSH) and value < reference.FIVE_ALIKE:
        flush_suit = max(range(4), key=lambda suit: sum(card % 4 == suit for card in hand))
    unused = [card for card in pocket if flush_suit is None or card % 4 == flush_suit]
    bits = 0
    for place in range(5):
        field = value >> (16 - 4 * place) & 15
        rank = 14 if field == 1 else field
        for card in unused:
            if card // 4 + 2 == rank:
                unused.remove(card)
                bits |= 16 >> place
                break
    return bits


def slow_nstraight(hand: list[int]) -> int:
    ranks = {card // 4 + 2 for card in hand} | {1 for card in hand if card >= 48}
    longest = 0
    for low in range(1, 15):
        run = 0
        while low + run in ranks:
            run += 1
        longest = max(longest, run)
    return min(longest, 5)


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: f"{row['pocket']}|{row['board']}")
def test_vectors(row: dict[str, str]) -> None:
    pocket, board = card_ids(row["pocket"]), card_ids(row["board"])
    assert poker.evaluate(pocket + board).pokerval == int(row["pokerval"], 16)
    symbols = poker.pocket_bits(pocket, board)
    assert symbols.pcbits == int(row["pcbits"])
    assert symbols.npcbits == int(row["npcbits"])
    assert symbols.pokervalplayer == int(row["pokervalplayer"], 16)
    assert symbols.pokervalcommon == int(row["pokervalcommon"], 16)
    if row["pcbits_openholdem"]:
        quirky = poker.pocket_bits(pocket, board, quirks="openholdem")
        assert quirky.pcbits == int(row["pcbits_openholdem"])


def test_there_are_vectors_of_every_size() -> None:
    sizes = {len(card_ids(row["pocket"] + " " + row["board"])) for row in VECTORS}
    assert sizes >= {0, 2, 3, 4, 5, 7}


@given(st.lists(st.integers(0, 51), min_size=2, max_size=7, unique=True))
def test_one_hand_agrees_with_walking_the_fields(cards: list[int]) -> None:
    symbols = poker.pocket_bits(cards[:2], cards[2:])
    assert symbols.pcbits == slow_pcbits(cards[:2], cards[2:])
    assert symbols.npcbits == bin(symbols.pcbits).count("1") <= 2
    assert symbols.nstraight == slow_nstraight(cards)


@pytest.mark.parametrize("size", range(6))
def test_arrays_agree_with_walking_the_fields(size: int) -> None:
    rng = np.random.default_rng(size)
    cards = np.argsort(rng.random((1500, 52)), axis=1)[:, : 2 + size].astype(np.uint8)
    pockets, community = cards[:, :2].copy(), cards[:, 2:].copy()
    expected = [
        slow_pcbits(p.tolist(), b.tolist()) for p, b in zip(pockets, community, strict=True)
    ]
    assert poker.pcbits_many(pockets, community).tolist() == expected
    runs = [slow_nstraight(row.tolist()) for row in cards]
    many = poker.pocket_bits_many(pockets, community)
    assert many.pcbits.tolist() == expected
    assert many.npcbits.tolist() == [bin(bits).count("1") for bits in expected]
    assert many.nstraight.tolist() == runs
    assert many.pokervalplayer.tolist() == [reference.pokerval(row.tolist()) for row in pockets]
    assert many.pokervalcommon.tolist() == [reference.pokerval(row.tolist()) for row in community]
    out = np.empty(len(cards), np.uint8)
    assert poker.pcbits_many(pockets, community, out=out) is out
    assert out.tolist() == expected
    assert poker.nstraight_many(cards, out=out) is out
    assert out.tolist() == runs


def test_the_pocket_wins_ties_with_the_board() -> None:
    assert poker.pocket_bits(card_ids("Jh Th"), card_ids("7d 8c 9s Td")).pcbits == 24
    assert poker.pocket_bits(card_ids("Kh 2h"), card_ids("Ad Ac As Kd Kc")).pcbits == 2


def test_the_manuals_example_and_its_two_formulas() -> None:
    def symbols(pocket: str, board: str) -> tuple[bool, bool]:
        found = poker.pocket_bits(card_ids(pocket), card_ids(board))
        sucker = found.nstraight == 5 and found.pcbits == 1
        inside = found.nstraight == 5 and bool(found.pcbits & 14)
        return sucker, inside

    assert poker.pocket_bits(card_ids("7h 6d"), card_ids("9c 8s 5d")).pcbits == 0b00110
    assert symbols("7h 6d", "9c 8s 5d") == (False, True)
    assert symbols("5h Kd", "9c 8s 7d 6c") == (True, False)


@pytest.mark.parametrize(
    ("pocket", "board", "manual", "openholdem"),
    [
        ("Ah 2d", "As Ac Kd", 17, 18),
        ("Kh Qd", "7s 7c 7h", 3, 2),
        ("2d 3s", "7h", 12, 15),
        ("Ad 2s", "7h 5c", 18, 19),
        ("2d 2s", "7h", 24, 24),
        ("Ad 2s", "7h 5c Jd", 17, 17),
    ],
)
def test_quirks_of_openholdem(pocket: str, board: str, manual: int, openholdem: int) -> None:
    cards = card_ids(pocket), card_ids(board)
    assert poker.pocket_bits(*cards).pcbits == manual
    assert poker.pocket_bits(*cards, quirks="openholdem").pcbits == openholdem


def test_without_a_pocket_there_are_no_bits() -> None:
    assert poker.pocket_bits([], card_ids("As Ks Qs Js Ts")).pcbits == 0
    assert poker.pocket_bits([], []).nstraight == 0


def test_bad_input_is_explained() -> None:
    with pytest.raises(CardError, match="a pocket of 1 and a board of 0"):
        poker.pocket_bits([3])
    with pytest.raises(CardError, match="a board of 6"):
        poker.pocket_bits([3, 4], [5, 6, 7, 8, 9, 10])
    with pytest.raises(CardError, match="comes twice"):
        poker.pocket_bits([3, 4], [4])
    with pytest.raises(UnknownNameError, match="no quirks 'poker'"):
        poker.pocket_bits([3, 4], quirks="poker")  # type: ignore[arg-type]
    with pytest.raises(CardError, match="a pocket of 3"):
        poker.pcbits_many(np.array([[1, 2, 3]], np.uint8), np.empty((1, 0), np.uint8))
    with pytest.raises(CardError, match="row 0"):
        poker.nstraight_many(np.array([[60, 0]], np.uint8))
    with pytest.raises(BadInputError, match="1 pockets and 2 boards"):
        poker.pcbits_many(np.zeros((1, 2), np.uint8), np.zeros((2, 0), np.uint8))
