"""Running a job: the chunks that are not finished yet, with progress reports.

The caller's thread only waits and reports; a second thread, the foreman, hands out chunks and
stores their results. Python raises Ctrl-C in the main thread, so it never interrupts the storing of
a result: the foreman stops handing out chunks, and those that are running are finished and stored.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from os import PathLike
from queue import Empty, SimpleQueue
from reprlib import repr as short_repr
from threading import Event
from typing import TypeAlias, TypedDict, cast

from astragal.errors import BadInputError, JobError, TableError, quoted
from astragal.jobs.checkpoint import Checkpoint
from astragal.jobs.engine import Engine, LocalThreads
from astragal.jobs.job import AnswerT, ChunkT, Job, Result, ResultT, plain_result
from astragal.progress import Progress, Reporter
from astragal.store import read_path

_NAMED_FAILURES = 5

# Windows delivers Ctrl-C only between two waits, so the main thread never waits without a limit.
_LONGEST_WAIT = 0.5


class _InMemory(dict[int, Result]):
    """Finished chunks of a run without a checkpoint: it has the methods of one."""

    note = ""

    def append(self, index: int, result: Result) -> None:
        self[index] = result

    def read(self, index: int) -> Result:
        return self.pop(index)  # read once, when combined: the memory is free again

    def remove(self) -> None:
        self.clear()


_Kept: TypeAlias = Checkpoint | _InMemory
"""Storage of finished chunks."""


def kept_results(
    name: str, fingerprint: str, folder: str | PathLike[str] | None
) -> AbstractContextManager[_Kept]:
    """Return where finished work is kept: a checkpoint in a folder, or this process's memory."""
    if folder is None:
        return nullcontext(_InMemory())
    return Checkpoint(read_path(folder, f"{name}.checkpoint"), fingerprint)


_News: TypeAlias = tuple[int, str]
"""How many chunks are done, and a note."""


def _until_none(news: "SimpleQueue[_News | None]") -> Iterator[_News]:
    while True:
        try:
            item = news.get(timeout=_LONGEST_WAIT)
        except Empty:
            continue
        if item is None:
            return
        yield item


def _plain_work(work: Callable[[ChunkT], ResultT], chunk: ChunkT) -> ResultT:
    return plain_result(work(chunk))


def _description(job: Job[ChunkT, ResultT, AnswerT], index: int, error: Exception) -> str:
    chunk = short_repr(job.chunks[index])
    return f"chunk {index}, {chunk}, failed: {type(error).__name__}: {error}"


def _work_off(
    job: Job[ChunkT, ResultT, AnswerT], engine: Engine, kept: _Kept, progress: Progress
) -> dict[int, Exception]:
    """Run all chunks that are not in `kept`, and return the exceptions of those that failed."""
    stopping = Event()
    news: SimpleQueue[_News | None] = SimpleQueue()

    def chunks() -> Iterator[tuple[int, ChunkT]]:
        for index in range(len(job.chunks)):
            if stopping.is_set():
                return
            if index not in kept:
                yield index, job.chunks[index]

    def supervise() -> dict[int, Exception]:
        failures: dict[int, Exception] = {}
        try:
            with closing(engine.run(partial(_plain_work, job.work), chunks())) as outcomes:
                for index, found in outcomes:
                    if isinstance(found, Exception):
                        failures[index] = found
                        news.put((len(kept), _description(job, index, found)))
                    else:
                        kept.append(index, found)
                        news.put((len(kept), ""))
            return failures
        finally:
            news.put(None)

    reporter = Reporter(
        progress, job.title, total=len(job.chunks), unit="chunks", head_start=len(kept)
    )
    reporter.report(len(kept), kept.note)
    with ThreadPoolExecutor(1, thread_name_prefix="astragal-foreman") as foreman:
        try:
            supervision = foreman.submit(supervise)
            for done, note in _until_none(news):
                reporter.report(done, note)
            return supervision.result()
        finally:
            stopping.set()


class RunOptions(TypedDict, total=False):
    """The keyword arguments of `run` that functions built on a job pass on to it."""

    threads: int | None
    engine: Engine | None
    folder: str | PathLike[str] | None
    progress: Progress


def engine_of(threads: int | None, engine: Engine | None) -> Engine:
    """Return `engine`, or `LocalThreads(threads)` if it is None."""
    if threads is not None and engine is not None:
        raise BadInputError("give threads or an engine, not both")
    if engine is not None and not isinstance(engine, Engine):
        raise BadInputError(f"engine = {quoted(engine)}: give LocalThreads or DaskCluster")
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

    With a `folder`, finished chunks are stored there in a file named after the job, and a later run
    resumes from them; the file is removed at the end unless `keep` is true. Without a folder,
    results stay in memory. `threads=n` is short for `engine=LocalThreads(n)`; None is all cores.

    If a chunk fails, the others are still run; then JobError names the input of the failed chunk.
    If the input or a table of the job is wrong, that error is raised instead.

    >>> import numpy as np
    >>> squares = Job("squares", range(10), work=lambda n: np.array(n * n), combine=sum)
    >>> int(run(squares, threads=2))
    285
    """
    if not isinstance(job, Job):
        raise BadInputError(f"job = {quoted(job)}: give a Job")
    chosen = engine_of(threads, engine)
    with kept_results(job.name, job.fingerprint, folder) as kept:
        failures = _work_off(job, chosen, kept, progress)
        if failures:
            first = sorted(failures.items())[:_NAMED_FAILURES]
            if isinstance(first[0][1], BadInputError | TableError):
                raise first[0][1]  # it says what is wrong, and what would be right
            named = [_description(job, *failed) for failed in first]
            if len(failures) > len(named):
                named.append(f"and {len(failures) - len(named)} more")
            how_many = f"{len(failures)} of {len(job.chunks)} chunks failed"
            raise JobError(f"{job.name}: {how_many}; {'; '.join(named)}") from first[0][1]
        answer = job.combine(cast("ResultT", kept.read(i)) for i in range(len(job.chunks)))
        if not keep:
            kept.remove()
    return answer
