"""What SciPy or CuPy takes until a first product. Usage: opening.py scipy|cupy file|arrays FILE.mtx wall|cpu. Prints a line of JSON: ms to a CSR matrix (CuPy's uploaded), ms of the first product, bytes of the host's memory at the peak beside those before. Imports, the device's context and what is compiled do not count."""

import io
import json
import resource
import sys
import time

import numpy
import scipy.io
import scipy.sparse

library, kind, path, clock = sys.argv[1:5]
now = time.process_time if clock == "cpu" else time.perf_counter
arrays, sparse, settle = numpy, scipy.sparse, lambda: None
if library == "cupy":
    import cupy
    import cupyx.scipy.sparse

    arrays, sparse, settle = cupy, cupyx.scipy.sparse, cupy.cuda.Device().synchronize


def csr(given):
    """A CSR matrix of entries in the host's memory."""
    entries = [arrays.asarray(one) for one in (given.data, given.row, given.col)]
    matrix = sparse.coo_matrix((entries[0], (entries[1], entries[2])), shape=given.shape).tocsr()
    settle()
    return matrix


def product(matrix):
    """A product whose result is in the host's memory."""
    y = matrix @ arrays.asarray(numpy.ones(matrix.shape[1]))
    return y.get() if library == "cupy" else y


# Loads what a first call would import and compile.
product(csr(scipy.io.mmread(io.BytesIO(b"%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n"))))
given = scipy.io.mmread(path) if kind == "arrays" else None
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = now()
matrix = csr(scipy.io.mmread(path) if given is None else given)
opened = now()
product(matrix)
ended = now()
peak = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
print(json.dumps({"openMs": (opened - begin) * 1e3, "firstMs": (ended - opened) * 1e3, "peakBytes": peak}))
