"""Conjugate gradients with a Jacobi preconditioner by CuPy and by SciPy, whichever are installed, to a residual: what `node bench/cg.ts … --solve RTOL` is compared with.

Usage: cupy-cg.py MATRIX.mtx|gen:stencil5?n=N RTOL RUNS [OUT.json [cupy|scipy]]      b is cos(i mod 1000), x begins with zeros
Prints lines of JSON, and writes them as a list after each library: seconds of each run (the matrix, b and M are where they are needed), iterations, and ||b - Ax|| / ||b||
computed anew by SciPy.
"""

import inspect
import json
import re
import sys
import time

import numpy
import scipy
import scipy.io
import scipy.sparse
import scipy.sparse.linalg

path, rtol, runs = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])


def stencil5(n):
    """The five-point Laplacian of an n x n grid: 4 and -1."""
    one = scipy.sparse.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(n, n))
    eye = scipy.sparse.identity(n)
    return scipy.sparse.csr_matrix(scipy.sparse.kron(eye, one) + scipy.sparse.kron(one, eye))


grid = re.fullmatch(r"gen:stencil5\?n=(\d+)", path)
matrix = stencil5(int(grid[1])) if grid else scipy.sparse.csr_matrix(scipy.io.mmread(path), dtype=numpy.float64)
rows = matrix.shape[0]
b = numpy.cos(numpy.arange(rows) % 1000)
diagonal = matrix.diagonal()
inverse = 1 / numpy.where(diagonal == 0, 1.0, diagonal)


def tolerance(cg):
    """The relative tolerance by the name that this version has for it; no absolute one."""
    names = inspect.signature(cg).parameters
    return {"rtol" if "rtol" in names else "tol": rtol, "atol": 0.0}


def measure(library, device, cg, A, right, M, finish, to_host):
    """Times of `runs` solutions after one that is not counted, and what the last one left."""
    options = dict(tolerance(cg), M=M, maxiter=10 * rows)
    counted = [0]

    def count(_):
        counted[0] += 1

    cg(A, right, callback=count, **options)
    seconds = []
    for _ in range(runs):
        finish()
        begin = time.perf_counter()
        x, info = cg(A, right, **options)
        finish()
        seconds.append(time.perf_counter() - begin)
    residual = numpy.linalg.norm(b - matrix @ to_host(x)) / numpy.linalg.norm(b)
    return {
        "library": library,
        "device": device,
        "matrix": path,
        "rows": rows,
        "nnz": int(matrix.nnz),
        "preconditioner": "jacobi",
        "rtol": rtol,
        "seconds": seconds,
        "iterations": counted[0],
        "converged": int(info) == 0,
        "relativeResidual": float(residual),
    }


def by_cupy():
    import cupy
    import cupyx.scipy.sparse
    import cupyx.scipy.sparse.linalg as linalg

    device_inverse = cupy.asarray(inverse)
    M = linalg.LinearOperator(matrix.shape, matvec=lambda r: device_inverse * r, dtype=cupy.float64)
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    return measure(
        f"cupy-{cupy.__version__}",
        properties["name"].decode(),
        linalg.cg,
        cupyx.scipy.sparse.csr_matrix(matrix),
        cupy.asarray(b),
        M,
        cupy.cuda.Device().synchronize,
        cupy.asnumpy,
    )


def by_scipy():
    linalg = scipy.sparse.linalg
    M = linalg.LinearOperator(matrix.shape, matvec=lambda r: inverse * r, dtype=numpy.float64)
    return measure(f"scipy-{scipy.__version__}", "cpu", linalg.cg, matrix, b, M, lambda: None, numpy.asarray)


libraries = {"cupy": by_cupy, "scipy": by_scipy}
results = []
for by in [libraries[sys.argv[5]]] if len(sys.argv) > 5 else libraries.values():
    try:
        results.append(by())
    except ImportError as error:
        print(f"left out: {error}", file=sys.stderr)
        continue
    print(json.dumps(results[-1]), flush=True)
    if len(sys.argv) > 4:
        with open(sys.argv[4], "w", encoding="utf-8") as out:
            json.dump(results, out, indent=2)
