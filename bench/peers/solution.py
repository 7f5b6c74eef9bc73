"""What SciPy or CuPy takes from entries in the host's memory to a solution by CG. Usage: solution.py scipy|cupy FILE.mtx RTOL wall|cpu. Prints a line of JSON: ms to a CSR matrix (CuPy's uploaded), ms to x in the host's memory, iterations, |b - Ax| / |b|. Imports, the device's context and what is compiled do not count."""

import json
import os
import sys
import time

if sys.argv[4] == "cpu":
    # Threads that wait take time of the processor, too.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy
import scipy.io
import scipy.sparse
import scipy.sparse.linalg

library, path, rtol, clock = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4]
now = time.process_time if clock == "cpu" else time.perf_counter
arrays, sparse, linalg, settle = numpy, scipy.sparse, scipy.sparse.linalg, lambda: None
if library == "cupy":
    import cupy
    import cupyx.scipy.sparse
    import cupyx.scipy.sparse.linalg

    arrays, sparse, linalg, settle = cupy, cupyx.scipy.sparse, cupyx.scipy.sparse.linalg, cupy.cuda.Device().synchronize
# What the tolerance beside |b| is called differs between versions.
TOLERANCE = "rtol" if "rtol" in linalg.cg.__code__.co_varnames else "tol"


def csr(given):
    entries = [arrays.asarray(one) for one in (given.data, given.row, given.col)]
    matrix = sparse.coo_matrix((entries[0], (entries[1], entries[2])), shape=given.shape).tocsr()
    settle()
    return matrix


def solve(matrix, b, **options):
    x, info = linalg.cg(matrix, arrays.asarray(b), **{TOLERANCE: rtol}, atol=0.0, maxiter=20000, **options)
    assert info == 0, info
    return x.get() if library == "cupy" else x


def count(_):
    global iterations
    iterations += 1


# Loads what a first call would import and compile.
solve(csr(scipy.sparse.coo_matrix(scipy.sparse.eye(2))), numpy.ones(2))
given = scipy.io.mmread(path)
b = scipy.sparse.csr_matrix(given) @ numpy.ones(given.shape[1])
begin = now()
matrix = csr(given)
opened = now()
x = solve(matrix, b)
ended = now()
host = scipy.sparse.csr_matrix(given)
residual = float(numpy.linalg.norm(b - host @ x) / numpy.linalg.norm(b))
iterations = 0
if len(b) < 300000:
    solve(matrix, b, callback=count)
print(json.dumps({"openMs": (opened - begin) * 1e3, "solveMs": (ended - opened) * 1e3, "iterations": iterations, "residual": residual}))
