"""The plain threaded map."""

import threading
import time

import pytest

from astragal.errors import BadInputError
from astragal.jobs.threads import thread_count, thread_map, usable_cores


def test_none_means_all_cores() -> None:
    assert thread_count(None) == usable_cores()
    assert thread_count(3) == 3


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", 1025])
def test_a_wrong_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(BadInputError, match="threads must be a whole number from 1 to 1,024"):
        thread_count(threads)
    with pytest.raises(BadInputError, match="threads must be a whole number from 1 to 1,024"):
        thread_map(abs, [1], threads=threads)


@pytest.mark.parametrize("threads", [None, 1, 2, 7])
def test_results_come_in_the_order_of_the_items(threads: int | None) -> None:
    def late(n: int) -> int:
        time.sleep((5 - n) / 500)
        return n * n

    assert thread_map(late, range(6), threads=threads) == [0, 1, 4, 9, 16, 25]
    assert thread_map(late, [], threads=threads) == []


def test_one_item_or_one_thread_needs_no_pool() -> None:
    here = threading.get_ident()
    assert thread_map(lambda _: threading.get_ident(), [1], threads=4) == [here]
    assert thread_map(lambda _: threading.get_ident(), [1, 2], threads=1) == [here, here]


def test_items_run_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=10)
    assert sorted(thread_map(lambda _: both.wait(), [1, 2], threads=2)) == [0, 1]


@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_exception_is_raised_and_what_has_not_begun_is_dropped(threads: int) -> None:
    begun = []

    def work(n: int) -> None:
        begun.append(n)
        if n == 1:
            raise KeyError(n)
        time.sleep(0.01)

    with pytest.raises(KeyError, match="1"):
        thread_map(work, range(100), threads=threads)
    assert len(begun) < 100
