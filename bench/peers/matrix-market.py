"""SciPy's reader and writer, which are fast_matrix_market's. Usage: peer.py FILE THREADS RUNS read|write. Prints seconds."""
import os
import sys
import time

import scipy.io._fast_matrix_market as fmm

path, threads, runs, operation = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
fmm.PARALLELISM = threads
matrix = fmm.mmread(path)
out = path + ".py.out.mtx"
for run in range(runs + 1):
    start = time.perf_counter()
    if operation == "read":
        fmm.mmread(path)
    else:
        fmm.mmwrite(out, matrix, symmetry="general")
    if run > 0:
        print(time.perf_counter() - start)
if operation == "write":
    os.remove(out)
