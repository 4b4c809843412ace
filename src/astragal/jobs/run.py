"""The run of a job: its unfinished chunks, with progress reports.

The caller's thread only waits and reports. A second thread, the supervisor, hands out chunks and
stores their results. Python raises KeyboardInterrupt in the main thread, so Ctrl-C never interrupts
the storing of a result: the supervisor stops handing out chunks, and stores the running chunks. A
second Ctrl-C does not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from functools import partial
from os import PathLike
from queue import Empty, SimpleQueue
from reprlib import repr as short_repr
from threading import Event
from typing import TypeAlias, TypedDict, cast

from astragal._checks import require_flag
from astragal.errors import BadInputError, JobError, TableError, quoted
from astragal.jobs.checkpoint import AnyCheckpoint, open_checkpoint
from astragal.jobs.cluster import DaskCluster, is_client
from astragal.jobs.engine import Engine, LocalThreads
from astragal.jobs.job import AnswerT, ChunkT, Job, ResultT, plain_result
from astragal.progress import Progress, Reporter

_NAMED_FAILURES = 5

# Windows delivers Ctrl-C only between two waits. Elsewhere a signal that arrives just before a wait
# does not end it. So each wait has a timeout.
_LONGEST_WAIT = 0.5

_STOPPING = "storing the running chunks; Ctrl-C again gives them up"

_News: TypeAlias = tuple[int, str]
"""The number of finished chunks, and a note."""


def _until_none(news: SimpleQueue[_News | None]) -> Iterator[_News]:
    while True:
        try:
            item = news.get(timeout=_LONGEST_WAIT)
        except Empty:
            continue
        if item is None:
            return
        yield item


def _wait_until_done(future: Future[AnswerT]) -> None:
    while not future.done():
        wait([future], timeout=_LONGEST_WAIT)


def _plain_work(work: Callable[[ChunkT], ResultT], chunk: ChunkT) -> ResultT:
    return plain_result(work(chunk))


def _description(job: Job[ChunkT, ResultT, AnswerT], index: int, error: Exception) -> str:
    chunk = short_repr(job.chunks[index])
    return f"chunk {index}, {chunk}, failed: {type(error).__name__}: {error}"


def _run_chunks(
    job: Job[ChunkT, ResultT, AnswerT],
    engine: Engine,
    checkpoint: AnyCheckpoint,
    progress: Progress,
) -> dict[int, Exception]:
    """Run the chunks missing in `checkpoint`, and return the exceptions of failed chunks."""
    stopping = Event()
    news: SimpleQueue[_News | None] = SimpleQueue()

    def chunks() -> Iterator[tuple[int, ChunkT]]:
        for index in range(len(job.chunks)):
            if stopping.is_set():
                return
            if index not in checkpoint:
                yield index, job.chunks[index]

    def supervise() -> dict[int, Exception]:
        failures: dict[int, Exception] = {}
        try:
            with closing(engine.run(partial(_plain_work, job.work), chunks())) as outcomes:
                for index, outcome in outcomes:
                    if isinstance(outcome, Exception):
                        failures[index] = outcome
                        news.put((len(checkpoint), _description(job, index, outcome)))
                    else:
                        checkpoint.append(index, outcome)
                        news.put((len(checkpoint), ""))
            return failures
        finally:
            news.put(None)

    reporter = Reporter(
        progress, job.title, total=len(job.chunks), unit="chunks", head_start=len(checkpoint)
    )
    reporter.report(len(checkpoint), checkpoint.note)
    supervisor = ThreadPoolExecutor(1, thread_name_prefix="astragal-supervisor")
    supervision = None
    try:
        supervision = supervisor.submit(supervise)
        for done, note in _until_none(news):
            reporter.report(done, note)
        return supervision.result()
    except BaseException as error:  # Ctrl-C, or an exception of `progress`
        stopping.set()
        if isinstance(error, KeyboardInterrupt):
            reporter.report(len(checkpoint), _STOPPING)
        if supervision is not None:
            _wait_until_done(supervision)
        raise
    finally:
        # A second Ctrl-C comes here from any line above, so this must not wait for chunks.
        stopping.set()
        supervisor.shutdown(wait=supervision is not None and supervision.done())


class RunOptions(TypedDict, total=False):
    """The keyword arguments that functions built on a job pass on to `run`."""

    threads: int | None
    engine: Engine | None
    folder: str | PathLike[str] | None
    progress: Progress


def engine_of(threads: int | None, engine: Engine | None) -> Engine:
    """Return `engine`, or `LocalThreads(threads)` if it is None; a Client of Dask is an engine."""
    if threads is not None and engine is not None:
        raise BadInputError("give threads or an engine, not both")
    if is_client(engine):
        return DaskCluster(engine)
    if engine is not None and not isinstance(engine, Engine):
        raise BadInputError(
            f"engine must be LocalThreads, DaskCluster or a Dask Client, not {quoted(engine)}"
        )
    return engine or LocalThreads(threads)


def run(
    job: Job[ChunkT, ResultT, AnswerT],
    *,
    threads: int | None = None,
    engine: Engine | None = None,
    progress: Progress = False,
    folder: str | PathLike[str] | None = None,
    keep: bool = False,
) -> AnswerT:
    """Run `job` and return its answer, which is the same bit for bit on every engine.

    With a `folder`, finished chunks are stored there in a checkpoint named after the job, and a
    later run resumes from the checkpoint. It is removed at the end unless `keep` is true. If
    another process runs the same job, wait for it, and use its results. Without a folder, results
    stay in memory. `threads=n` is short for `engine=LocalThreads(n)`; None uses all
    cores.

    If a chunk fails, the other chunks still run; then JobError names the input of the failed chunk.
    A chunk that fails with BadInputError or TableError raises that error instead.

    >>> import numpy as np
    >>> squares = Job("squares", range(10), work=lambda n: np.array(n * n), combine=sum)
    >>> int(run(squares, threads=2))
    285
    """
    if not isinstance(job, Job):
        raise BadInputError(f"job must be a Job, not {quoted(job)}")
    require_flag(keep, "keep")
    chosen = engine_of(threads, engine)
    with open_checkpoint(
        folder,
        job.name,
        job.fingerprint,
        finished=lambda stored: len(stored) == len(job.chunks),
        progress=progress,
    ) as checkpoint:
        failures = _run_chunks(job, chosen, checkpoint, progress)
        if failures:
            first = sorted(failures.items())[:_NAMED_FAILURES]
            if isinstance(first[0][1], BadInputError | TableError):
                raise first[0][1]  # its message already explains the error
            named = [_description(job, *failed) for failed in first]
            if len(failures) > len(named):
                named.append(f"and {len(failures) - len(named)} more")
            how_many = f"{len(failures)} of {len(job.chunks)} chunks failed"
            raise JobError(f"{job.name}: {how_many}; {'; '.join(named)}") from first[0][1]
        answer = job.combine(cast("ResultT", checkpoint.read(i)) for i in range(len(job.chunks)))
        if not keep:
            checkpoint.remove()
    return answer
