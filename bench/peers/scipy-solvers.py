"""The systems of bench/solvers.ts by SciPy's solvers: the same b, tolerance, restart and limit of iterations.

Usage: scipy-solvers.py FOLDER > scipy.json      (SciPy 1.14 or later, which names rtol)
A claim is compared with the true residual: `claimed` is one that is not so.
"""

import glob
import json
import os
import re
import sys
import warnings

import numpy
import scipy
import scipy.io
import scipy.sparse
from scipy.sparse import linalg

RTOL, MOST, MOST_ENTRIES, RESTART = 1e-6, 2000, 700_000, 30
warnings.simplefilter("ignore")
numpy.seterr(all="ignore")


def run(A, b, method, M):
    count = [0]

    def step(_):
        count[0] += 1

    if method == "lsqr":
        x, stop, count[0] = linalg.lsqr(A, b, atol=RTOL, btol=RTOL, iter_lim=MOST)[:3]
        claims = stop in (1, 2, 4, 5)
    else:
        options = {"rtol": RTOL, "maxiter": MOST, "callback": step}
        if method == "gmres":
            options |= {"maxiter": -(-MOST // RESTART), "restart": RESTART, "callback_type": "pr_norm"}
        if M == "jacobi":
            d = A.diagonal()
            if (d == 0).any():
                return "refused", 0, None
            options["M"] = scipy.sparse.diags(1 / d)
        x, info = getattr(linalg, method)(A, b, **options)
        claims = info == 0
        if info < 0:
            return "breakdown", count[0], None
    r = b - A @ x
    size = numpy.linalg.norm(b)
    relative = float(numpy.linalg.norm(r) / size) if size else float(numpy.linalg.norm(r))
    if not numpy.isfinite(relative):
        return "not finite", count[0], None
    if not claims:
        return "limit", count[0], relative
    if relative <= RTOL * 1.0001:
        return "converged", count[0], relative
    if method == "lsqr" and numpy.linalg.norm(A.T @ r) <= RTOL * 1.0001 * numpy.abs(A.T @ b).max():
        return "least squares", count[0], relative
    return "claimed", count[0], relative


rows = []
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.mtx*"))):
    file = os.path.basename(path)
    if re.search(r"_(b|x|rhs\d)\.mtx", file):
        continue
    A = scipy.io.mmread(path)
    if numpy.iscomplexobj(A.data if scipy.sparse.issparse(A) else A):
        continue
    A = scipy.sparse.csr_matrix(A, dtype=float)
    if A.nnz > MOST_ENTRIES:
        continue
    name = re.sub(r"\.mtx(\.gz)?$", "", file)
    beside = os.path.join(sys.argv[1], f"{name}_b.mtx")
    b = numpy.asarray(scipy.io.mmread(beside)).ravel() if os.path.exists(beside) else A @ numpy.ones(A.shape[1])
    tried = [(m, "none") for m in ("cg", "minres", "bicgstab", "gmres", "lsqr")]
    for method, M in tried + [(m, "jacobi") for m in ("cg", "bicgstab", "gmres")]:
        head = {"matrix": name, "rows": A.shape[0], "cols": A.shape[1], "nnz": A.nnz, "method": method, "M": M}
        if method != "lsqr" and A.shape[0] != A.shape[1]:
            rows.append({**head, "state": "refused", "iterations": 0, "relative": None})
            continue
        state, iterations, relative = run(A, b, method, M)
        rows.append({**head, "state": state, "iterations": iterations, "relative": relative})
    print(name, file=sys.stderr)

versions = {"scipy": scipy.__version__, "numpy": numpy.__version__, "python": sys.version.split()[0]}
print(json.dumps({"versions": versions, "rows": rows}))
