import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import poker
from astragal.cards import card_ids, cards_text
from astragal.errors import BadInputError, CardError, UnknownNameError

from reference import poker as reference

DATA = Path(__file__).parents[2] / "data"
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
    symbols = poker.symbols(pocket, board)
    assert symbols.pcbits == int(row["pcbits"])
    assert symbols.npcbits == int(row["npcbits"])
    assert symbols.pokervalplayer == int(row["pokervalplayer"], 16)
    assert symbols.pokervalcommon == int(row["pokervalcommon"], 16)
    if row["pcbits_openholdem"]:
        quirky = poker.symbols(pocket, board, quirks="openholdem")
        assert quirky.pcbits == int(row["pcbits_openholdem"])


def test_there_are_vectors_of_every_size() -> None:
    sizes = {len(card_ids(row["pocket"] + " " + row["board"])) for row in VECTORS}
    assert sizes >= {0, 2, 3, 4, 5, 7}


@given(st.lists(st.integers(0, 51), min_size=2, max_size=7, unique=True))
def test_one_hand_agrees_with_walking_the_fields(cards: list[int]) -> None:
    symbols = poker.symbols(cards[:2], cards[2:])
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
    runs = [slow_nstraight(row.tolist()) for row in cards]
    many = poker.symbols_many(pockets, community)
    assert many.pcbits.tolist() == expected
    assert many.npcbits.tolist() == [bin(bits).count("1") for bits in expected]
    assert many.nstraight.tolist() == runs
    assert many.pokervalplayer.tolist() == [reference.pokerval(row.tolist()) for row in pockets]
    assert many.pokervalcommon.tolist() == [reference.pokerval(row.tolist()) for row in community]
    assert repr(many) == "<SymbolArrays of 1,500 hands>"
    texts = [[cards_text(row.tolist()) for row in array[:50]] for array in (pockets, community)]
    assert poker.symbols_many(*texts).pcbits.tolist() == expected[:50]
    assert poker.symbols_many(*map(np.array, texts)).pcbits.tolist() == expected[:50]


def test_the_pocket_wins_ties_with_the_board() -> None:
    assert poker.symbols("Jh Th", "7d 8c 9s Td").pcbits == 24
    assert poker.symbols("Kh 2h", "Ad Ac As Kd Kc").pcbits == 2


def test_the_manuals_example_and_its_two_formulas() -> None:
    def symbols(pocket: str, board: str) -> tuple[bool, bool]:
        found = poker.symbols(pocket, board)
        sucker = found.nstraight == 5 and found.pcbits == 1
        inside = found.nstraight == 5 and bool(found.pcbits & 14)
        return sucker, inside

    assert poker.symbols("7h 6d", "9c 8s 5d").pcbits == 0b00110
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
    assert poker.symbols(pocket, board).pcbits == manual
    assert poker.symbols(pocket, board, quirks="openholdem").pcbits == openholdem


def test_without_a_pocket_there_are_no_bits() -> None:
    assert poker.symbols([], "As Ks Qs Js Ts").pcbits == 0
    assert poker.symbols([], []).nstraight == 0


def test_symbols_know_themselves() -> None:
    found = poker.symbols("Ah 2c", "Ad As Kh", quirks="openholdem")
    assert str(found) == (
        "pcbits 10010, npcbits 2, pokervalplayer 0x000e2000, pokervalcommon 0x010eed00, "
        "nstraight 2, quirks openholdem"
    )
    assert "<td>0x000e2000</td>" in found._repr_html_()
    assert found == poker.evaluate("Ah 2c", board="Ad As Kh", quirks="openholdem").symbols
    assert found == poker.evaluate("Ah 2c", "Ad As Kh", quirks="openholdem").symbols
    whole = poker.evaluate("Ah 2c", board="Ad As Kh")
    assert whole == poker.evaluate("Ah 2c Ad As Kh")
    alone = {**poker.evaluate("Ah 2c Ad As Kh").to_dict()}
    symbols = {**found.to_dict(), "pcbits": "0x11", "quirks": None}
    assert {name: alone[name] for name in symbols} == dict.fromkeys(symbols)
    assert whole.to_dict() == {**alone, **symbols}


def test_bad_input_is_explained() -> None:
    with pytest.raises(CardError, match="1 card in '2s': 0 or 2 expected"):
        poker.symbols([3])
    with pytest.raises(CardError, match="6 cards in '3d 3h 3s 4c 4d 4h': 0 to 5 expected"):
        poker.symbols([3, 4], [5, 6, 7, 8, 9, 10])
    with pytest.raises(CardError, match="comes twice"):
        poker.symbols([3, 4], [4])
    with pytest.raises(UnknownNameError, match="no quirks 'poker'"):
        poker.symbols([3, 4], quirks="poker")  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="give the board"):
        poker.evaluate([3, 4], quirks="openholdem")
    none = np.empty((1, 0), np.uint8)
    with pytest.raises(CardError, match="a pocket of 3"):
        poker.symbols_many(np.array([[1, 2, 3]], np.uint8), none)
    with pytest.raises(CardError, match="a board of 6"):
        poker.symbols_many(none, np.arange(6, dtype=np.uint8).reshape(1, 6))
    with pytest.raises(CardError, match="row 0"):
        poker.symbols_many(none, np.array([[60, 0]], np.uint8))
    with pytest.raises(BadInputError, match="1 pockets and 2 boards"):
        poker.symbols_many(np.zeros((1, 2), np.uint8), np.zeros((2, 0), np.uint8))
    with pytest.raises(CardError, match="row 1: 1 card in 'Ah': 2 expected"):
        poker.symbols_many(["Ah Kh", "Ah"], ["", ""])
