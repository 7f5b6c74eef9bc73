# Records files that SciPy's savemat writes, and what SciPy finds in them, in fixtures/matlab.json. Usage: python tools/record_matlab.py
import base64
import io
import json
import struct
import zlib
from pathlib import Path

import numpy as np
import scipy
import scipy.io
import scipy.sparse as sparse

rng = np.random.default_rng(16)
cases = []


def base64_of(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def record(name, matrix, file):
    coo = sparse.coo_array(matrix) if sparse.issparse(matrix) else None
    values = coo.data if coo is not None else np.asarray(matrix)
    entry = {"name": name, "file": base64.b64encode(file).decode(), "shape": list(matrix.shape)}
    if coo is not None:
        entry |= {"row": coo.row.tolist(), "col": coo.col.tolist()}
    entry["values"] = base64_of(values.real.astype("<f8"))
    if np.iscomplexobj(values):
        entry["imaginary"] = base64_of(values.imag.astype("<f8"))
    cases.append(entry)


def saved(variables, **options):
    file = io.BytesIO()
    scipy.io.savemat(file, variables, **options)
    return file.getvalue()


def some(rows, cols, density=0.4, dtype=np.float64):
    dense = rng.integers(-5, 6, (rows, cols)) * (rng.random((rows, cols)) < density)
    return sparse.csc_array((dense * 0.37 if dtype == np.float64 else dense).astype(dtype))


for compressed in (False, True):
    label = "compressed" if compressed else "plain"
    options = {"do_compression": compressed}
    square = some(7, 5)
    record(f"sparse, {label}", square, saved({"S": square}, **options))
    complex_one = sparse.csc_array(some(4, 6) + 1j * some(4, 6))
    record(f"sparse complex, {label}", complex_one, saved({"S": complex_one}, **options))
    logical = sparse.csc_array(some(6, 6).astype(bool))
    record(f"sparse logical, {label}", logical, saved({"S": logical}, **options))
    for rows, cols in ((0, 0), (0, 3), (3, 0), (1, 1), (5, 1), (1, 5)):
        empty = sparse.csc_array((rows, cols))
        record(f"sparse {rows} by {cols}, {label}", empty, saved({"S": empty}, **options))
        record(f"dense {rows} by {cols}, {label}", np.ones((rows, cols)), saved({"D": np.ones((rows, cols))}, **options))
    for kind in ("f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "c16", "c8"):
        dense = rng.integers(0, 100, (3, 4)).astype(kind)
        dense = dense + 1j * dense[::-1] if kind.startswith("c") else dense
        record(f"dense {kind}, {label}", dense.astype(kind), saved({"D": dense.astype(kind)}, **options))
    problem = {"A": square, "name": "HB/some", "b": np.ones((7, 1)), "Zeros": some(7, 5), "aux": {"c": np.ones((3, 1))}}
    record(f"a problem of SuiteSparse, {label}", square, saved({"Problem": problem}, **options))
    record(f"A of several, {label}", square, saved({"B": some(2, 2), "A": square, "text": "abc", "n": 3.0}, **options))
    record(f"the only sparse one of several, {label}", square, saved({"x": np.ones((5, 1)), "S": square, "c": np.array([[1, "a"]], dtype=object)}, **options))


def element(order, kind, data):
    return struct.pack(order + "II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def by_hand(order, matrix, small_values=False, reserved=0, compressed=False):
    """A sparse matrix as MATLAB writes it: in any order of bytes, values in the smallest type, room for more entries."""
    csc = sparse.csc_array(matrix)
    rows = np.concatenate([csc.indices, np.zeros(reserved, dtype=int)])
    inside = element(order, 6, struct.pack(order + "II", 5, len(rows)))
    inside += element(order, 5, np.array(csc.shape).astype(order + "i4").tobytes())
    # Four bytes or fewer lie in the tag.
    inside += struct.pack(order + "I", (1 << 16) | 1) + b"S\0\0\0"
    inside += element(order, 5, rows.astype(order + "i4").tobytes())
    inside += element(order, 5, csc.indptr.astype(order + "i4").tobytes())
    values = np.concatenate([csc.data, np.zeros(reserved)])
    inside += element(order, 1 if small_values else 9, values.astype("i1" if small_values else order + "f8").tobytes())
    variable = struct.pack(order + "II", 14, len(inside)) + inside
    if compressed:
        packed = zlib.compress(variable)
        variable = struct.pack(order + "II", 15, len(packed)) + packed
    header = b"MATLAB 5.0 MAT-file, by hand".ljust(116) + b"\0" * 8
    return header + struct.pack(order + "HH", 0x0100, 0x4D49) + variable


for order, label in (("<", "little-endian"), (">", "big-endian")):
    for compressed in (False, True):
        small = some(5, 4, dtype=np.int64).astype(np.float64)
        suffix = f"{label}{', compressed' if compressed else ''}"
        record(f"by hand, {suffix}", some_one := some(5, 4), by_hand(order, some_one, compressed=compressed))
        record(f"values in bytes, {suffix}", small, by_hand(order, small, small_values=True, compressed=compressed))
        record(f"room for more, {suffix}", small, by_hand(order, small, reserved=3, compressed=compressed))

# SciPy reads them all the same.
for case in cases:
    found = scipy.io.loadmat(io.BytesIO(base64.b64decode(case["file"])))
    if "S" in found and sparse.issparse(found["S"]):
        assert list(found["S"].shape) == case["shape"], case["name"]
        # SciPy leaves room for more entries in the array.
        held = found["S"].data[: found["S"].indptr[-1]].real.astype("<f8")
        assert np.array_equal(held, np.frombuffer(base64.b64decode(case["values"]))), case["name"]

versions = {"numpy": np.__version__, "scipy": scipy.__version__}
text = json.dumps({"versions": versions, "cases": cases}, indent=1)
(Path(__file__).parent.parent / "fixtures" / "matlab.json").write_text(text + "\n")
print(len(cases), "cases", len(text), "bytes")
