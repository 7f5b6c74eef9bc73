"""The systems of bench/solvers.ts by SciPy's solvers: the same b, tolerance, restart and limit of iterations.

Usage: scipy-solvers.py FOLDER [SOLUTIONS [direct]] > scipy.json      (SciPy 1.14 or later, which names rtol)
A claim is compared with the true residual: `claimed` is one that is not so. With SOLUTIONS, solutions by elimination (by least squares, the smallest of all, where A is not square and small) are left
there as NAME.f64 for bench/solvers.ts, and each x is compared with them; `direct` has their own residual, the condition number in the 1-norm as estimated, and the distance to an x that came with the
matrix; with the word `direct` that is all.
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
# Rows times columns up to which least squares are solved densely, and rows up to which elimination is tried.
MOST_DENSE, MOST_ELIMINATED = 4_000_000, 50_000
# What libraries below print is no part of the document.
document = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
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
                return "refused", 0, None, None
            options["M"] = scipy.sparse.diags(1 / d)
        x, info = getattr(linalg, method)(A, b, **options)
        claims = info == 0
        if info < 0:
            return "breakdown", count[0], None, None
    r = b - A @ x
    size = numpy.linalg.norm(b)
    relative = float(numpy.linalg.norm(r) / size) if size else float(numpy.linalg.norm(r))
    if not numpy.isfinite(relative):
        return "not finite", count[0], None, None
    if not claims:
        return "limit", count[0], relative, x
    if relative <= RTOL * 1.0001:
        return "converged", count[0], relative, x
    if method == "lsqr" and numpy.linalg.norm(A.T @ r) <= RTOL * 1.0001 * numpy.abs(A.T @ b).max():
        return "least squares", count[0], relative, x
    return "claimed", count[0], relative, x


def beside(folder, name, endings):
    """The vector that came with a matrix, or nothing."""
    for ending in endings:
        for suffix in (".mtx", ".mtx.gz"):
            path = os.path.join(folder, f"{name}_{ending}{suffix}")
            if os.path.exists(path):
                found = scipy.io.mmread(path)
                return numpy.asarray(found.todense() if scipy.sparse.issparse(found) else found, dtype=float).ravel()
    return None


def distance(x, y):
    size = numpy.linalg.norm(y)
    return float(numpy.linalg.norm(x - y) / size) if size else float(numpy.linalg.norm(x - y))


def eliminate(A, b):
    """The solution by elimination or dense least squares, and the condition number; nothing where neither is possible."""
    if A.shape[0] != A.shape[1]:
        if A.shape[0] * A.shape[1] > MOST_DENSE:
            return None, None
        x, _, _, singular = numpy.linalg.lstsq(A.toarray(), b, rcond=None)
        kept = singular[singular > numpy.finfo(float).eps * max(A.shape) * singular[0]]
        return x, float(singular[0] / kept[-1])
    if A.shape[0] > MOST_ELIMINATED:
        return None, None
    try:
        lu = linalg.splu(A.tocsc())
        x = lu.solve(b)
        # One step of refinement: what is compared with it is less exact.
        x = x + lu.solve(b - A @ x)
    except (RuntimeError, MemoryError):
        return None, None
    if not numpy.isfinite(x).all():
        return None, None
    inverse = linalg.LinearOperator(A.shape, matvec=lu.solve, rmatvec=lambda v: lu.solve(v, "T"), dtype=float)
    return x, float(linalg.onenormest(inverse) * linalg.onenormest(A))


solutions = sys.argv[2] if len(sys.argv) > 2 else None
if solutions:
    os.makedirs(solutions, exist_ok=True)
direct = []
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
    b = beside(sys.argv[1], name, ("b", "rhs1"))
    b = A @ numpy.ones(A.shape[1]) if b is None else b
    x, condition = eliminate(A, b) if solutions else (None, None)
    if solutions:
        known = beside(sys.argv[1], name, ("x",))
        size = numpy.linalg.norm(b)
        direct.append(
            {
                "matrix": name,
                "isExact": x is not None,
                "condition": condition,
                "relative": None if x is None else float(numpy.linalg.norm(b - A @ x) / size),
                "fromKnown": None if x is None or known is None else distance(x, known),
                "knownRelative": None if known is None else float(numpy.linalg.norm(b - A @ known) / size),
            }
        )
    if x is not None:
        x.astype("<f8").tofile(os.path.join(solutions, f"{name}.f64"))
    if "direct" in sys.argv[3:]:
        print(name, file=sys.stderr)
        continue
    tried = [(m, "none") for m in ("cg", "minres", "bicgstab", "gmres", "lsqr")]
    for method, M in tried + [(m, "jacobi") for m in ("cg", "bicgstab", "gmres")]:
        head = {"matrix": name, "rows": A.shape[0], "cols": A.shape[1], "nnz": A.nnz, "method": method, "M": M}
        if method != "lsqr" and A.shape[0] != A.shape[1]:
            rows.append({**head, "state": "refused", "iterations": 0, "relative": None, "error": None})
            continue
        state, iterations, relative, found = run(A, b, method, M)
        error = None if x is None or found is None or not numpy.isfinite(found).all() else distance(found, x)
        rows.append({**head, "state": state, "iterations": iterations, "relative": relative, "error": error})
    print(name, file=sys.stderr)

versions = {"scipy": scipy.__version__, "numpy": numpy.__version__, "python": sys.version.split()[0]}
print(json.dumps({"versions": versions, "rows": rows, "direct": direct}), file=document)
