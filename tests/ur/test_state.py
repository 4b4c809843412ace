import pytest
from hypothesis import given
from hypothesis import strategies as st
from ur.conftest import random_states

from astragal.errors import BadInputError
from astragal.ur import (
    BLITZ,
    FINKEL,
    MASTERS,
    RULES,
    is_valid,
    mirror,
    parse_state,
    problems,
    start,
    state_name,
    winner_of,
)
from astragal.ur.ranking import native_ranking
from astragal.ur.state import require_valid

from reference import ur as reference


def test_start() -> None:
    assert (start(7), start(5)) == (0x3F, 0x2D)
    for pieces in (0, 8):
        with pytest.raises(BadInputError, match="1 to 7"):
            start(pieces)


@pytest.mark.parametrize("name", RULES)
def test_states_of_games_are_valid_and_mirror_is_an_involution(name: str) -> None:
    rules = RULES[name]
    states = random_states(rules, rules.pieces, 20, 1)
    assert len(states) > 1000
    for state in map(int, states[::7]):
        assert problems(state, rules) == []
        assert mirror(mirror(state)) == state
        assert problems(mirror(state), rules) == []
        slow = reference.from_word(state)
        assert winner_of(state) == slow.winner()
        assert reference.canonical(reference.from_word(mirror(state))) == reference.canonical(slow)


@pytest.mark.parametrize(
    ("state", "reasons"),
    [
        (1 << 64, ["is not a word of 64 bits"]),
        (-1, ["is not a word of 64 bits"]),
        (0x3F | 1 << 25, ["bits set where no field is: 25"]),
        (0x3F | 5 << 13, ["a roll of 5 can't be"]),
        (0x3F | 1 << 16, ["A has 8 pieces and B has 7"]),
        (0x36 | 1 << 16 | 1 << 48, ["B's", "A has a piece on square 16"][1:]),
        (0x36 | 2 << 16, ["B has a piece on square 0"]),
        (0x00, ["0 pieces each"]),
        (0x3F | 0x240, ["8 pieces each"]),
        (0xFC0, ["both players have completed"]),
        (
            7 | 1 << 26 | 3 << 32 | 6 << 13,
            ["bits set", "roll of 6", "square 8 holds 3", "must be equal"],
        ),
    ],
)
def test_all_reasons_at_once(state: int, reasons: list[str]) -> None:
    found = problems(state)
    for reason in reasons:
        assert any(reason in one for one in found), found
    assert len(found) >= len(reasons)
    assert not is_valid(state)
    with pytest.raises(BadInputError) as caught:
        require_valid(state)
    assert all(one in str(caught.value) for one in found)


def test_paths_differ_between_rules() -> None:
    on_their_side = 0x3E | 1 << (16 + 2 * 22)
    assert is_valid(on_their_side, BLITZ)
    assert not is_valid(on_their_side, FINKEL)
    assert is_valid(0x3F | 1 << 13, MASTERS)


@given(st.integers(0, 2**64 - 1), st.sampled_from(list(RULES)))
def test_native_validity_is_the_same(state: int, name: str) -> None:
    rules = RULES[name]
    assert native_ranking(rules).valid(state) == is_valid(state, rules)


@given(st.data())
def test_native_validity_is_the_same_near_valid_states(data: st.DataObject) -> None:
    rules = RULES[data.draw(st.sampled_from(list(RULES)))]
    state = 0x3F
    for _ in range(data.draw(st.integers(1, 4))):
        state ^= 1 << data.draw(st.integers(0, 63))
    assert native_ranking(rules).valid(state) == is_valid(state, rules)


def test_parse() -> None:
    assert parse_state("0x3f") == parse_state("63") == parse_state(state_name(63)) == 63
    with pytest.raises(BadInputError, match="'3g' is not a state"):
        parse_state("3g")
