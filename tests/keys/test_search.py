from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astragal.errors import BadInputError, UnknownNameError
from astragal.keys import (
    FACE_SEVEN_KEYS,
    FLUSH_SEVEN_KEYS,
    KNOWN,
    DeadEndError,
    Hands,
    hands_of,
    prove,
    search,
    verify,
)
from astragal.keys.known import SHORT_SEVEN_KEYS
from astragal.progress import Report

from reference import keys as reference

PUBLISHED = {
    "flush5": (0, 1, 2, 4, 8, 16, 32, 56, 104, 192, 352, 672, 1288),
    "face5": (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    "flush7": (1, 2, 4, 8, 16, 32, 64, 128, 240, 464, 896, 1728, 3328),
    "face7": (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_keys_are_found_again(name: str) -> None:
    found = search(name)
    assert found.keys == PUBLISHED[name]
    assert found.solutions == (found.keys,)


@pytest.mark.parametrize("name", ["face5", "face7"])
def test_face_keys_need_no_bootstrap(name: str) -> None:
    assert search(replace(KNOWN[name], bootstrap=())).keys == PUBLISHED[name]


def test_the_constants_are_what_the_search_finds() -> None:
    assert PUBLISHED["face7"] == FACE_SEVEN_KEYS
    assert PUBLISHED["flush7"] == FLUSH_SEVEN_KEYS
    assert search("short7").keys == SHORT_SEVEN_KEYS


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_found_is_verified_by_enumeration(name: str) -> None:
    found = search(name)
    verdict = verify(name, found.keys)
    assert verdict.valid
    assert verdict.max_sum == found.max_sum


def test_face_seven_keys_also_serve_five_and_six_cards() -> None:
    for size in (5, 6):
        assert verify(hands_of(13, 4, size), FACE_SEVEN_KEYS).valid
    assert not verify(hands_of(13, 4, (5, 6, 7), across=True), FACE_SEVEN_KEYS).valid


@pytest.mark.parametrize("name", ["flush5", "face5", "face6", "flush7", "short7"])
def test_every_step_is_the_smallest_possible(name: str) -> None:
    found = search(name)
    steps = prove(name, found.keys)
    assert [step.key for step in steps] == list(found.keys[len(KNOWN[name].bootstrap) :])
    for step in steps:
        assert step.smaller is None
        used = sum(1 for key in found.keys[: step.face] if key < step.key)
        assert step.refuted == step.key - used


def test_a_step_that_was_not_the_smallest_is_found() -> None:
    steps = prove(hands_of(4, 4, 5), (0, 1, 5, 23))
    assert [step.smaller for step in steps] == [None, None, None, 22]


@given(
    copies=st.lists(st.integers(1, 4), min_size=1, max_size=5),
    sizes=st.lists(st.integers(1, 5), min_size=1, max_size=2, unique=True),
    across=st.booleans(),
    bootstrap=st.lists(st.integers(0, 9), max_size=2),
)
@settings(max_examples=150)
def test_search_agrees_with_writing_out_all_hands(
    copies: list[int], sizes: list[int], across: bool, bootstrap: list[int]
) -> None:
    bootstrap = bootstrap[: len(copies)]
    sizes = [size for size in sizes if size <= sum(copies)] or [1]
    hands = Hands(tuple(copies), tuple(sizes), across, tuple(bootstrap))
    expected = reference.search(copies, sizes, across, bootstrap)
    if expected is None:
        with pytest.raises(DeadEndError) as dead_end:
            search(hands)
        # The reason given can be checked: other cards that collide beside equally many of the face.
        first, second, total = dead_end.value.others
        keys = dead_end.value.keys
        assert first != second
        assert sum(keys[face] for face in first) == sum(keys[face] for face in second) == total
        assert len(first) + dead_end.value.held in sizes
        assert len(second) + dead_end.value.held in sizes
    else:
        assert list(search(hands).keys) == expected


@given(
    keys=st.lists(st.integers(0, 30), min_size=1, max_size=5),
    copies=st.integers(1, 4),
    sizes=st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True),
    across=st.booleans(),
)
def test_verify_names_the_first_two_hands_that_collide(
    keys: list[int], copies: int, sizes: list[int], across: bool
) -> None:
    sizes = [size for size in sizes if size <= copies * len(keys)] or [1]
    verdict = verify(hands_of(len(keys), copies, sizes, across=across), keys)
    hands, collision = reference.first_collision(keys, [copies] * len(keys), sizes, across)
    assert verdict.count == hands
    assert verdict.collision == collision
    assert verdict.valid == (collision is None)


def test_an_unseeded_search_for_flush_five_ends_as_it_must() -> None:
    with pytest.raises(DeadEndError) as dead_end:
        search(hands_of(13, 1, 5))
    assert dead_end.value.keys == (0, 1, 2, 3, 4, 5)
    assert "no key works for face 6" in str(dead_end.value)


def test_progress_tells_every_face() -> None:
    reports: list[Report] = []
    found = search(hands_of(5, 4, 5), progress=reports.append)
    assert [report.done for report in reports] == [1, 2, 3, 4, 5]
    assert reports[-1].note == f"face 4: {found.keys[4]}"


def test_a_callback_that_raises_stops_the_search() -> None:
    def stop(report: Report) -> None:
        if report.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(hands_of(13, 4, 7), progress=stop)


@pytest.mark.parametrize(
    ("hands", "bootstrap", "reason"),
    [
        (Hands((), (5,)), (), "faces must be 1 to 64"),
        (Hands((4, 4), ()), (), "at least one hand size"),
        (Hands((4, 4), (9,)), (), "no hand of 9 cards in a deck of 8"),
        (Hands((4, 4), (3, 3)), (), "given twice"),
        (Hands((4, 4), (3,)), (0, 1, 2), "more bootstrap keys than faces"),
        (Hands((4, 4), (3,)), (-1,), "bootstrap key -1 is negative"),
        (Hands((4, 4), (3,)), (2**70,), "too large"),
    ],
)
def test_bad_input_is_explained(hands: Hands, bootstrap: tuple[int, ...], reason: str) -> None:
    with pytest.raises(BadInputError, match=reason):
        search(replace(hands, bootstrap=bootstrap))


def test_hands_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInputError, match=r"copies \[4, 0\]: 0 is not in 1..64"):
        Hands((4, 0), (2,))
    with pytest.raises(BadInputError, match=r"sizes .* is not in 1..64"):
        hands_of(13, 4, 65)
    with pytest.raises(BadInputError, match=r"copies 1\.5 are not whole numbers"):
        hands_of(13, 1.5, 5)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match=r"faces must be .* not 1000000000"):
        hands_of(10**9, 4, 2)
    with pytest.raises(BadInputError, match="hands of one size"):
        search(hands_of(3, 4, ()), limit=5)
    with pytest.raises(BadInputError, match="at_most must be a whole number of at least 1, not 0"):
        search("suit", at_most=0)
    with pytest.raises(BadInputError, match=r"a gigabyte|2\^24"):
        search(hands_of(20, 20, 20))


def test_an_error_of_the_callback_comes_through_as_it_is() -> None:
    def fail(report: Report) -> None:
        raise ValueError("mine")

    with pytest.raises(ValueError, match=r"^mine$"):
        search(hands_of(4, 4, 5), progress=fail)


def test_copies_for_another_number_of_faces_are_refused() -> None:
    with pytest.raises(BadInputError, match=r"copies \[4, 4\] are for 2 faces, not for 3"):
        hands_of(3, [4, 4], 5)


def test_keys_that_are_too_few_or_too_large_are_refused() -> None:
    with pytest.raises(BadInputError, match=r"keys \[1, 2\]: 2 keys for 13 faces"):
        verify(hands_of(13, 4, 5), [1, 2])
    with pytest.raises(BadInputError, match="too large"):
        verify(hands_of(2, 4, 5), [0, 2**50])
    with pytest.raises(BadInputError, match="keys '0 one' are not whole numbers, like 0,1,5,22"):
        verify("face5", "0 one")


def test_names_that_do_not_exist_are_quoted() -> None:
    for name in ("face9", ["face5"]):
        with pytest.raises(UnknownNameError, match=r"no key set .*face.*; there are suit, flush5"):
            search(name)  # type: ignore[arg-type]


def test_results_know_themselves() -> None:
    found = search("face5")
    assert repr(found) == f"<KeySet face5: {' '.join(map(str, found.keys))}>"
    assert str(found).splitlines()[1:] == [
        "  0 1 5 22 94 312 992 2422 5624 12522 19998 43258 79415",
        "  largest sum 360918",
    ]
    assert "<th>A</th>" in found._repr_html_()
    assert found.to_dict() == {
        "set": "face5",
        "meaning": "the ranks of 5 cards",
        "keys": list(found.keys),
        "max_sum": 360918,
        "condition": "distinct",
        "limit": None,
        "tried": None,
        "solutions": [list(found.keys)],
        "seconds": found.seconds,
    }
    verdict = verify("face5", ", ".join(map(str, found.keys)), smallest=True)
    assert str(verdict) == (
        "valid: 6,175 hands, all distinguished; largest sum 360918\n"
        "after the start 0 1 5, which is not tested, each key is the smallest possible"
    )
    untested = verify(
        "flush5", (*KNOWN["flush5"].bootstrap, 64, 128, 256, 512, 1024, 2048), smallest=True
    )
    assert "\nafter the start 0 1 2 4 8 16 32, which is not tested, each key is not" in str(
        untested
    )
    own = verify(hands_of(4, copies=2, sizes=3), [0, 1, 3, 8], smallest=True)
    assert str(own).endswith("\neach key is the smallest possible")
    assert "largest sum 360918" in verdict._repr_html_()
    assert verdict.to_dict()["smallest"]


def test_hands_are_spelled_in_the_letters_of_their_faces() -> None:
    assert str(verify("short7", range(9))) == "not valid: 66668 and 66677 both sum to 2"
    unnamed = verify(hands_of(3, 4, 5), [0, 1, 4])
    assert str(unnamed) == "not valid: [0, 0, 0, 0, 2] and [0, 1, 1, 1, 1] both sum to 4"
