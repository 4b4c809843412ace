import pickle
from collections.abc import Callable, Generator, Iterator

from astragal.jobs.engine import Done, Failed
from astragal.jobs.job import ChunkT, ResultT


class ByPickle:
    """An engine whose work, chunks and results travel as pickles, as they do on a cluster."""

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Generator[Done[ResultT] | Failed, None, None]:
        packed = pickle.dumps(work)
        for chunk in chunks:
            index, arrived = pickle.loads(pickle.dumps(chunk))
            yield Done(index, pickle.loads(pickle.dumps(pickle.loads(packed)(arrived))))
