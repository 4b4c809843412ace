import pickle
from collections.abc import Callable, Iterator

from astragal.jobs.engine import Outcomes
from astragal.jobs.job import ChunkT, ResultT


class ByPickle:
    """An engine whose work, chunks and results travel as pickles, as they do on a cluster."""

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Outcomes[ResultT]:
        packed = pickle.dumps(work)
        for chunk in chunks:
            index, arrived = pickle.loads(pickle.dumps(chunk))
            yield index, pickle.loads(pickle.dumps(pickle.loads(packed)(arrived)))
