"""y = A x by SciPy on one thread. Usage: scipy-peer.py MATRIX.mtx THREADS RUNS. Prints a line of JSON: a row of a spmv.peer/1 document."""

import json
import sys
import time

import numpy
import scipy
import scipy.io
import scipy.sparse

matrix = scipy.sparse.csr_matrix(scipy.io.mmread(sys.argv[1]), dtype=numpy.float64)
runs = int(sys.argv[3])
x = numpy.cos(numpy.arange(matrix.shape[1]) % 1000)
y = matrix @ x
# The same bound as the oracle of spmv has, from sums in extended precision.
lengths = numpy.diff(matrix.indptr)
terms = matrix.data.astype(numpy.longdouble) * x[matrix.indices]
filled = lengths > 0
exact = numpy.add.reduceat(terms, matrix.indptr[:-1][filled])
ku = (lengths[filled] + 3) * 2.0**-53
bound = ku / (1 - ku) * numpy.add.reduceat(numpy.abs(terms), matrix.indptr[:-1][filled])
ratio = numpy.abs(y[filled] - exact) / numpy.maximum(bound, numpy.finfo(numpy.float64).tiny)


def sample(batch):
    begin = time.perf_counter()
    for _ in range(batch):
        matrix @ x
    return (time.perf_counter() - begin) * 1e3 / batch


once = min(sample(1) for _ in range(3))
batch = max(1, min(100_000, round(0.25 / max(once, 1e-6))))
print(
    json.dumps(
        {
            "kernel": f"scipy-{scipy.__version__}",
            "format": "csr",
            "params": {"threads": 1},
            "precision": "f64",
            "storageBytes": int(matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes),
            "errorRatio": float(ratio.max()) if ratio.size else 0.0,
            "batch": batch,
            "samplesMs": [sample(batch) for _ in range(runs)],
        }
    )
)
