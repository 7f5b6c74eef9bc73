"""What SciPy takes until a first product. Usage: scipy-opening.py file|arrays FILE.mtx wall|cpu. Prints a line of JSON: ms to a CSR matrix, ms of the first product, bytes of memory at the peak beside those before. Imports do not count."""

import json
import resource
import sys
import time

import numpy
import scipy.io
import scipy.sparse

kind, path, clock = sys.argv[1:4]
now = time.process_time if clock == "cpu" else time.perf_counter
# Loads what a first call would import.
small = scipy.sparse.coo_matrix((numpy.ones(1), ([0], [0])), shape=(1, 1)).tocsr()
small @ numpy.ones(1)
given = scipy.io.mmread(path) if kind == "arrays" else None
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = now()
if given is None:
    matrix = scipy.io.mmread(path).tocsr()
else:
    matrix = scipy.sparse.coo_matrix((given.data, (given.row, given.col)), shape=given.shape).tocsr()
opened = now()
matrix @ numpy.ones(matrix.shape[1])
ended = now()
peak = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
print(json.dumps({"openMs": (opened - begin) * 1e3, "firstMs": (ended - opened) * 1e3, "peakBytes": peak}))
