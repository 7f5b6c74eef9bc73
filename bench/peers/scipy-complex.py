"""Solves complex systems by SciPy: python3 scipy-complex.py TOL RESTART PHASES MATRIX... For each matrix a line of JSON: its answer by spsolve and what each method took, the median of five times of the processor, b being A times (cos k, cos (k + 1)) for k = 0, 2, ...; and the iterations of BiCGSTAB for b times e^i, e^2i, ... of so many, which rounding alone tells apart"""
import json
import sys
import time

import numpy as np
import scipy
import scipy.sparse.linalg as linalg
from scipy.io import mmread

tol, restart, phases = float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
for path in sys.argv[4:]:
    A = mmread(path).tocsr()
    n = A.shape[0]
    waves = np.cos(np.arange(2 * n))
    b = A @ (waves[0::2] + 1j * waves[1::2])
    inverse = 1 / A.diagonal()
    jacobi = linalg.LinearOperator(A.shape, lambda r: inverse * r, dtype=complex)
    rows = []
    for method in ("cg", "gmres", "bicgstab"):
        for name, M in (("none", None), ("jacobi", jacobi)):
            if method == "cg" and abs(A - A.conj().T).max() > 0:
                continue
            count = [0]

            def callback(_):
                count[0] += 1

            more = {"restart": restart, "callback_type": "pr_norm", "maxiter": 3000 // restart} if method == "gmres" else {"maxiter": 3000}
            times = []
            for _ in range(5):
                count[0] = 0
                start = time.process_time()
                x, _info = getattr(linalg, method)(A, b, rtol=tol, M=M, callback=callback, **more)
                times.append(1e3 * (time.process_time() - start))
            ms, iterations = sorted(times)[2], count[0]
            residual = float(np.linalg.norm(b - A @ x) / np.linalg.norm(b))
            turned = []
            for k in range(1, phases + 1 if method == "bicgstab" else 1):
                count[0] = 0
                linalg.bicgstab(A, b * np.exp(1j * k), rtol=tol, M=M, callback=callback, **more)
                turned.append(count[0])
            rows.append({"method": method, "M": name, "iterations": iterations, "residual": residual, "ms": ms, "turned": turned})
    x = linalg.spsolve(A.tocsc(), b)
    print(json.dumps({"scipy": scipy.__version__, "x": x.view(float).tolist(), "rows": rows}), flush=True)
