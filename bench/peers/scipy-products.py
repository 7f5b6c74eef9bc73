"""C = A A by SciPy on one thread, as `spmv bench MATRIX.mtx --operation spgemm` times ours. Usage: scipy-products.py MATRIX.mtx RUNS. Prints a line of JSON; SciPy leaves columns unsorted, so sorting is timed beside it."""

import json
import sys
import time

import numpy
import scipy
import scipy.io
import scipy.sparse

matrix = scipy.sparse.csr_matrix(scipy.io.mmread(sys.argv[1]), dtype=numpy.float64)
matrix.sort_indices()
product_ms, sort_ms = [], []
entries = 0
for _ in range(int(sys.argv[2])):
    begin = time.perf_counter()
    product = matrix @ matrix
    middle = time.perf_counter()
    product.sort_indices()
    product_ms.append((middle - begin) * 1e3)
    sort_ms.append((time.perf_counter() - middle) * 1e3)
    entries = int(product.nnz)
print(
    json.dumps(
        {
            "kernel": f"scipy-{scipy.__version__}",
            "nnz": entries,
            "productMs": product_ms,
            "sortMs": sort_ms,
        }
    )
)
