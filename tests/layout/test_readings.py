"""Words that stand for hands: the cards of a reading make the hand of the word."""

import pytest

from astragal import asia, layout, paigow, poker, ur
from astragal.errors import LayoutError
from astragal.poker.layouts import BITVAL_LEGACY
from astragal.poker.low import KINDS, lowvals
from astragal.poker.tables import values_of
from astragal.setting.hand import hand_rank, rank_tables

IMPOSSIBLE = {
    "pokerval": ("0x30077744", "no hand has this value"),  # a flush and a full house
    "mask64": ("0x2000100000002000", "no hand has this value"),  # a full house with a kicker
    "lowval": ("0x090abcdd", "no hand has this value"),  # no pair with two twos
    "bitval-legacy": ("0x3000000001102000", "no hand has this value"),
    "made-hand": ("0xff000000", "there is no made hand 255: they are 0..21"),
    "asia-value": ("0x00077ed0", "no hand has this value"),
    "paigow-value": ("0x00900000", "no hand has this value"),
    "setting-value": ("0x000005b0", "two = 91 is not in 0..90"),
    "ur-state": ("0x3e", "A has 6 pieces and B has 7: they must be equal"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_word_that_nothing_has_says_so(name: str) -> None:
    word, problem = IMPOSSIBLE[name]
    decoded = layout.decode(name, word)
    assert decoded.to_dict()["problems"] == [problem]
    assert decoded.to_dict()["cards"] is None
    assert str(decoded).endswith(f"\n\n{problem}")


def test_all_layouts_but_card_sums_are_checked() -> None:
    assert {*layout.names()} - {*IMPOSSIBLE} == {"card32"}


@pytest.mark.parametrize(("name", "words"), [("pokerval", "pokerval"), ("mask64", "mask")])
def test_every_value_has_cards_that_make_it(name: str, words: str) -> None:
    values = values_of()
    for strength, word in enumerate(getattr(values, words).tolist()):
        text, cards, problems = layout.decode(name, word).reading
        assert cards is not None
        assert not problems
        hand = " ".join(cards)
        made = poker.evaluate(hand, wild="full") if "Jk" in cards else poker.evaluate(hand)
        assert (made.strength, made.text) == (strength, text)
    assert strength == 9854


def test_every_low_value_has_cards_that_make_it() -> None:
    number = 0
    for kind in KINDS:
        for word in lowvals(kind).tolist()[1:]:
            text, cards, _ = layout.decode("lowval", word).reading
            assert cards is not None
            made = [poker.evaluate_low(" ".join(cards), one) for one in KINDS]
            assert (word, text) in [(one.lowval, one.text) for one in made if one]
            number += 1
    assert number == 6175 + 56 + 7462 + 1092


@pytest.mark.parametrize(("game", "number"), [(asia, 2535 + 91 + 13), (paigow, 7463 + 91)])
def test_every_hand_of_a_setting_has_cards_that_make_it(game: object, number: int) -> None:
    rules = game.find_rules()  # type: ignore[attr-defined]
    ranks = [rank for hand in rank_tables(rules).ascending.values() for rank in hand]
    for rank in ranks:
        text, cards, _ = layout.decode(rank.layout, rank.value).reading
        assert cards is not None
        assert (hand_rank(" ".join(cards), rules), text) == (rank, str(rank))
    assert len(ranks) == number


def test_other_readings() -> None:
    assert layout.decode("card32", "0x1296920d").reading.cards == ("As",)
    assert layout.decode("card32", "0x7fffff").reading == (None, None, ())
    legacy = layout.decode("bitval-legacy", "0x0100000001102000").to_dict()
    assert legacy["text"] == "pair of sixes, king nine two or pair of sevens, king nine two"
    assert layout.decode("lowval", 0).reading.text == "no qualifying low hand"
    assert layout.decode("ur-state", ur.start().state).reading == (None, None, ())
    own = layout.Layout("own", BITVAL_LEGACY.bits, (layout.Field("all", 0, 64),))
    assert layout.decode(own, 5).reading == (None, None, ())


def test_a_layout_of_ones_own_names_its_reader() -> None:
    fields = (layout.Field("rank", 0, 32),)
    own = layout.Layout("own", 32, fields, reader="astragal.poker.words:read_pokerval")
    assert layout.decode(own, 0x20077744).reading.text == "full house, sevens over fours"
    for wrong in ("read_pokerval", "astragal.poker.words", "a:b:c", "os:"):
        with pytest.raises(LayoutError, match=f'{wrong}.*write "module:function"'):
            layout.Layout("own", 32, fields, reader=wrong)
    with pytest.raises(LayoutError, match="reader = 5 is not text"):
        layout.Layout("own", 32, fields, reader=5)  # type: ignore[arg-type]
