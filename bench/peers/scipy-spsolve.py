"""Solves every square real matrix of a folder by SciPy's spsolve (SuperLU, COLAMD): python3 scipy-spsolve.py FOLDER. A line of JSON each, as bench/solve/solve-all.ts."""
import json
import pathlib
import sys
import time
import warnings

import numpy as np
from scipy.io import mmread
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import spsolve

warnings.simplefilter("ignore")
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    if not path.name.endswith((".mtx", ".mtx.gz")):
        continue
    try:
        A = csc_matrix(mmread(path))
        if A.shape[0] != A.shape[1] or np.iscomplexobj(A):
            continue
        b = A @ np.ones(A.shape[1])
        start, cpu = time.perf_counter(), time.process_time()
        x = spsolve(A.astype(float), b)
        ms, cpu_ms = 1e3 * (time.perf_counter() - start), 1e3 * (time.process_time() - cpu)
        size = abs(A) @ abs(x) + abs(b)
        r = abs(b - A @ x)
        error = float(np.max(np.where(r > 0, r / np.where(size > 0, size, 1), 0), initial=0))
        relative = float(np.linalg.norm(r) / np.linalg.norm(b))
        print(json.dumps({"name": path.name.split(".mtx")[0], "n": A.shape[0], "converged": bool(relative <= 1e-8), "relativeResidual": relative, "componentwise": error, "ms": ms, "cpuMs": cpu_ms}), flush=True)
    except Exception as problem:
        print(json.dumps({"name": path.name.split(".mtx")[0], "converged": False, "reason": str(problem)}), flush=True)
