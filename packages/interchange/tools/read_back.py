"""Compares what SciPy reads of files written here with what it reads of its own, bit for bit. Run by read-back.ts."""

import json
import platform
import sys
import zipfile

import numpy as np
import scipy
import scipy.sparse as sp

folder, count = sys.argv[1], int(sys.argv[2])
for k in range(count):
    theirs = sp.load_npz(f"{folder}/{k}.theirs.npz")
    for compression in ["none", "deflate"]:
        path = f"{folder}/{k}.{compression}.npz"
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
        ours = sp.load_npz(path)
        assert type(ours) is type(theirs) and ours.shape == theirs.shape, (k, type(ours), ours.shape)
        for name in ["data", "indices", "indptr", "offsets", "coords"]:
            a, b = getattr(ours, name, None), getattr(theirs, name, None)
            for x, y in zip(a, b) if isinstance(a, tuple) else [(a, b)]:
                if y is None:
                    continue
                assert x.dtype == y.dtype and x.shape == y.shape and x.tobytes() == y.tobytes(), (k, name)
print(json.dumps({"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__}))
