"""C = A B by SciPy, one thread: python3 scipy-products.py A.csr B.csr RUNS. A line of JSON, as the other subjects of bench/products print; beside the product that SciPy leaves unsorted it times one with sorted columns."""

import json
import sys
import time

import numpy as np
import scipy
from scipy.sparse import csr_matrix



def read(path):
    with open(path, "rb") as file:
        rows, cols, nnz = np.fromfile(file, np.int64, 3)
        starts = np.fromfile(file, np.int32, rows + 1)
        columns = np.fromfile(file, np.int32, nnz)
        return csr_matrix((np.fromfile(file, np.float64, nnz), columns, starts), shape=(rows, cols))


A, B = read(sys.argv[1]), read(sys.argv[2])

wall = {"scipy": [], "scipy-sorted": []}
cpu = {"scipy": [], "scipy-sorted": []}
for run in range(int(sys.argv[3]) + 1):
    C = None
    w0, c0 = time.perf_counter(), time.process_time()
    C = A @ B
    w1, c1 = time.perf_counter(), time.process_time()
    C.sort_indices()
    w2, c2 = time.perf_counter(), time.process_time()
    if run > 0:
        wall["scipy"].append(1e3 * (w1 - w0))
        cpu["scipy"].append(1e3 * (c1 - c0))
        wall["scipy-sorted"].append(1e3 * (w2 - w0))
        cpu["scipy-sorted"].append(1e3 * (c2 - c0))

# What `sums` of multiply.ts says of C.
entries = int(C.nnz)
C.eliminate_zeros()
place = np.arange(C.nnz, dtype=np.uint32)
rounded = int(np.sum((place + 1) * (C.indices.astype(np.uint32) + 1), dtype=np.uint32))
values = float(np.sum(C.data * (place % 64 + 1)))
for name in wall:
    row = {"subject": name, "version": scipy.__version__, "nnz": entries, "nonzeros": int(C.nnz), "pattern": rounded, "values": values}
    print(json.dumps({**row, "wallMs": wall[name], "cpuMs": cpu[name]}))
