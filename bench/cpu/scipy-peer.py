"""y = A x by SciPy for script-peers.mjs. Usage: scipy-peer.py MATRIX.bin; then a number of runs a line, answered in microseconds."""

import sys
import time

import numpy
import scipy
import scipy.sparse

with open(sys.argv[1], "rb") as source:
    rows, cols, nnz, _ = numpy.fromfile(source, numpy.int32, 4)
    row_start = numpy.fromfile(source, numpy.int32, rows + 1)
    col_index = numpy.fromfile(source, numpy.int32, nnz)
    values = numpy.fromfile(source, numpy.float64, nnz)
matrix = scipy.sparse.csr_matrix((values, col_index, row_start), shape=(rows, cols))
x = numpy.cos(numpy.arange(cols) % 1000)
print("SciPy", scipy.__version__, flush=True)
for line in sys.stdin:
    times = []
    for _ in range(int(line)):
        begin = time.perf_counter()
        matrix @ x
        times.append((time.perf_counter() - begin) * 1e6)
    print(*times, flush=True)
