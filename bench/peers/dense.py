"""C = A B by the BLAS of NumPy and of PyTorch, whichever are installed.

Usage: dense.py SIZES THREADS RUNS      SIZES: 128,256,512 or 64x64x64x1000 (m x n x k x batch)
Prints lines of JSON: rows of a spmv.peer/1 document, without their peer.
"""

import json
import os
import sys
import time

threads = int(sys.argv[2])
for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[name] = str(threads)

import numpy  # noqa: E402  (threads are read when it is loaded)

try:
    import torch

    torch.set_num_threads(threads)
except ImportError:
    torch = None

runs = int(sys.argv[3])
UNIT = {"f64": 2.0**-53, "f32": 2.0**-24}


def numpy_blas():
    """Which BLAS NumPy was built with, with its version where it says so."""
    try:
        blas = numpy.show_config(mode="dicts")["Build Dependencies"]["blas"]
        return f"{blas['name']}-{blas['version']}"
    except (TypeError, KeyError):
        return "blas"


def torch_blas():
    return "mkl" if torch.backends.mkl.is_available() else "blas"


def error_ratio(a, b, c, precision):
    """Largest error over the oracle's bound, of rows and columns that are samples, summed in extended precision."""
    m, n, k = a.shape[-2], b.shape[-1], a.shape[-1]
    a, b, c = (x.reshape(-1, *x.shape[-2:])[-1] for x in (a, b, c))
    rows = sorted({0, m // 2, m - 1})
    left, right = a[rows].astype(numpy.longdouble), b.astype(numpy.longdouble)
    exact = left @ right
    ku = (k + 3) * UNIT[precision]
    bound = ku / (1 - ku) * (numpy.abs(left) @ numpy.abs(right))
    return float((numpy.abs(c[rows] - exact) / numpy.maximum(bound, numpy.finfo(numpy.float32).tiny)).max()) if n else 0.0


def samples(multiply):
    def sample(batch):
        begin = time.perf_counter()
        for _ in range(batch):
            multiply()
        return (time.perf_counter() - begin) * 1e3 / batch

    once = min(sample(1) for _ in range(3))
    batch = max(1, min(100_000, round(0.25 / max(once, 1e-6))))
    return batch, [sample(batch) for _ in range(runs)]


for size in sys.argv[1].split(","):
    numbers = [int(part) for part in size.split("x")]
    m, n, k, count = (numbers * 3 + [1])[:4] if len(numbers) == 1 else (numbers + [1])[:4]
    random = numpy.random.default_rng(1)
    for precision, dtype in (("f64", numpy.float64), ("f32", numpy.float32)):
        shape = lambda rows, cols: (count, rows, cols) if count > 1 else (rows, cols)  # noqa: E731
        a = (random.random(shape(m, k)) * 2 - 1).astype(dtype)
        b = (random.random(shape(k, n)) * 2 - 1).astype(dtype)
        c = numpy.empty(shape(m, n), dtype)
        ways = [(f"numpy-{numpy.__version__}-{numpy_blas()}", lambda: numpy.matmul(a, b, out=c), lambda: c)]
        if torch is not None:
            ta, tb, tc = torch.from_numpy(a), torch.from_numpy(b), torch.empty(shape(m, n), dtype=torch.from_numpy(a).dtype)
            ways.append(
                (f"torch-{torch.__version__}-{torch_blas()}", lambda: torch.matmul(ta, tb, out=tc), lambda: tc.numpy())
            )
        for kernel, multiply, result in ways:
            multiply()
            ratio = error_ratio(a, b, result(), precision)
            batch, times = samples(multiply)
            print(
                json.dumps(
                    {
                        "operation": "gemm",
                        "sizes": {"m": m, "n": n, "k": k, "batch": count},
                        "kernel": kernel,
                        "params": {"threads": threads},
                        "precision": precision,
                        "errorRatio": ratio,
                        "batch": batch,
                        "samplesMs": times,
                    }
                ),
                flush=True,
            )
