"""Records what NumPy and SciPy write, and what they read of it, as test data: fixtures/numpy.json and fixtures/scipy.json.

Nothing in the tests runs this. Usage: python tools/record.py, with NumPy and SciPy installed; the versions are recorded.
"""

import base64
import io
import json
import pathlib
import platform
import sys
import zipfile

import numpy as np
import scipy
import scipy.sparse as sp

FOLDER = pathlib.Path(__file__).parent.parent / "fixtures"
VERSIONS = {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__}
TYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]


def b64(raw):
    return base64.b64encode(raw).decode()


def numbers(array):
    """Real and imaginary parts as the bytes of little-endian float64."""
    array = np.asarray(array)
    parts = {"values": b64(array.real.astype("<f8").tobytes())}
    if array.dtype.kind == "c":
        parts["imaginary"] = b64(array.imag.astype("<f8").tobytes())
    return parts


def filled(shape, dtype, rng):
    kind = np.dtype(dtype).kind
    if kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if kind in "iu":
        info = np.iinfo(dtype)
        span = min(info.max, 2**53)
        return rng.integers(max(info.min, -span), span, shape, endpoint=True).astype(dtype)
    values = rng.standard_normal(shape) * 10.0 ** rng.integers(-3, 4, shape)
    if kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def npy_cases():
    rng = np.random.default_rng(16)
    for dtype in TYPES:
        for shape in [(), (5,), (3, 4), (0,), (0, 3), (2, 1)]:
            for mark in "<>":
                for order in "CF":
                    if order == "F" and len(shape) < 2:
                        continue
                    array = np.asarray(filled(shape, dtype, rng)).astype(np.dtype(dtype).newbyteorder(mark), order=order)
                    if mark == ">" and array.dtype.itemsize == 1:
                        continue
                    yield f"{mark}{dtype} {shape} {order}", array, (1, 0)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, 1.7976931348623157e308])
    for dtype in ["f2", "f4", "f8"]:
        with np.errstate(over="ignore"):
            yield f"special {dtype}", special.astype(dtype), (1, 0)
    for version in [(2, 0), (3, 0)]:
        yield f"version {version[0]}", np.arange(6.0).reshape(2, 3), version
    yield "three dimensions", np.arange(24, dtype="f4").reshape(2, 3, 4), (1, 0)
    yield "three dimensions F", np.asfortranarray(np.arange(24, dtype="f4").reshape(2, 3, 4)), (1, 0)
    yield "text S", np.array(b"csr"), (1, 0)
    yield "text U", np.array("csr"), (1, 0)


def record_numpy():
    cases = []
    for name, array, version in npy_cases():
        out = io.BytesIO()
        np.lib.format.write_array(out, array, version=version)
        case = {"name": name, "file": b64(out.getvalue()), "shape": list(array.shape)}
        if array.dtype.kind not in "SU":
            case |= numbers(np.ascontiguousarray(array))
        cases.append(case)
    refused = []
    for name, array in [
        ("object", np.array([1, "a", None], dtype=object)),
        ("structure", np.zeros(2, dtype=[("a", "f8"), ("b", "i4")])),
        ("date", np.array(["2026-11-22"], dtype="M8[D]")),
        ("long double", np.zeros(2, dtype=np.longdouble)),
    ]:
        out = io.BytesIO()
        np.lib.format.write_array(out, array, allow_pickle=True)
        refused.append({"name": name, "file": b64(out.getvalue())})
    write("numpy.json", {"versions": VERSIONS, "cases": cases, "refused": refused})


def matrices():
    rng = np.random.default_rng(61)
    dense = rng.standard_normal((6, 8)) * (rng.random((6, 8)) < 0.4)
    dense[2] = 0
    integers = np.rint(dense * 100)
    for dtype in ["f8", "f4", "i4", "i8", "u1", "?", "c8", "c16"]:
        base = dense if np.dtype(dtype).kind in "fc" else np.abs(integers)
        base = base.astype(dtype)
        if np.dtype(dtype).kind == "c":
            base = (base + 1j * base * 0.5).astype(dtype)
        for fmt in ["csr", "csc", "coo", "bsr", "dia"]:
            yield f"{fmt} {dtype}", sp.csr_array(base).asformat(fmt)
    yield "bsr 3x2", sp.bsr_array(dense, blocksize=(3, 2))
    yield "matrix, not array", sp.csr_matrix(dense)
    unsorted = sp.csr_array(dense)
    for i in range(6):
        a, b = unsorted.indptr[i], unsorted.indptr[i + 1]
        unsorted.indices[a:b] = unsorted.indices[a:b][::-1].copy()
        unsorted.data[a:b] = unsorted.data[a:b][::-1].copy()
    unsorted.has_sorted_indices = False
    yield "csr unsorted", unsorted
    yield "coo duplicates", sp.coo_array(([1.5, 2.5, -1.0, 0.0], ([0, 0, 2, 1], [1, 1, 0, 2])), shape=(3, 3))
    yield "csr duplicates", sp.csr_array((np.array([1.0, 2.0, 4.0]), np.array([1, 1, 0]), np.array([0, 2, 3])), shape=(2, 2))
    yield "csc explicit zeros", sp.csc_array((np.array([0.0, -0.0, 3.0]), np.array([0, 1, 1]), np.array([0, 2, 3])), shape=(2, 2))
    yield "csr beyond 2^53", sp.csr_array((np.array([2**53 + 1, -(2**63), 7]), np.array([0, 1, 0]), np.array([0, 2, 3])), shape=(2, 2))
    for fmt in ["csr", "csc", "coo", "bsr", "dia"]:
        yield f"{fmt} without entries", sp.csr_array((4, 3)).asformat(fmt)
    yield "csr 0 x 0", sp.csr_array((0, 0))
    yield "csr 0 x 5", sp.csr_array((0, 5))
    yield "dia wide", sp.dia_array((np.arange(1.0, 13.0).reshape(3, 4), np.array([0, 2, -1])), shape=(3, 6))


def with_indices(matrix, dtype):
    matrix = matrix.copy()
    if matrix.format in ("csr", "csc", "bsr"):
        matrix.indices = matrix.indices.astype(dtype)
        matrix.indptr = matrix.indptr.astype(dtype)
    elif matrix.format == "coo":
        matrix.coords = tuple(c.astype(dtype) for c in matrix.coords)
    else:
        matrix.offsets = matrix.offsets.astype(dtype)
    return matrix


def record_scipy():
    cases = []
    for k, (name, matrix) in enumerate(matrices()):
        for index, compressed in [("i4", k % 2 == 0), ("i8", k % 2 == 1)]:
            out = io.BytesIO()
            sp.save_npz(out, with_indices(matrix, index), compressed=compressed)
            out.seek(0)
            coo = sp.load_npz(out).tocoo()
            with zipfile.ZipFile(out) as archive:
                members = {m.filename[:-4]: b64(archive.read(m)) for m in archive.infolist()}
            data = coo.data
            case = {
                "name": f"{name}, {index}, {'deflated' if compressed else 'stored'}",
                "file": b64(out.getvalue()),
                "members": members,
                "shape": list(matrix.shape),
                "format": matrix.format,
                "isArray": isinstance(matrix, sp.sparray),
                "row": coo.row.tolist(),
                "col": coo.col.tolist(),
                **numbers(data),
            }
            if data.dtype.kind == "i":
                case["integers"] = [str(v) for v in data]
            cases.append(case)
    write("scipy.json", {"versions": VERSIONS, "cases": cases, "streamed": b64(streamed())})


class Pipe(io.RawIOBase):
    """Cannot seek, so that sizes and checksums are written behind the data."""

    def __init__(self):
        self.bytes = b""

    def writable(self):
        return True

    def write(self, data):
        self.bytes += bytes(data)
        return len(data)


def streamed():
    pipe = Pipe()
    sp.save_npz(pipe, sp.csr_array(np.eye(3) * 2.0))
    return pipe.bytes


def record_boeing():
    from scipy.io import hb_read, hb_write

    rng = np.random.default_rng(92)
    dense = rng.standard_normal((7, 5)) * 10.0 ** rng.integers(-5, 6, (7, 5)) * (rng.random((7, 5)) < 0.5)
    cases = []
    for name, matrix in [
        ("real", sp.csc_array(dense)),
        ("one entry", sp.csc_array(([3.25], ([1], [0])), shape=(2, 2))),
        ("hundreds", sp.csc_array(sp.random(40, 60, 0.2, random_state=5))),
    ]:
        out = io.StringIO()
        hb_write(out, matrix)
        read = hb_read(io.StringIO(out.getvalue()), spmatrix=False).tocoo()
        cases.append(
            {
                "name": name,
                "text": out.getvalue(),
                "shape": list(matrix.shape),
                "row": read.row.tolist(),
                "col": read.col.tolist(),
                **numbers(read.data),
            }
        )
    write("harwell-boeing.json", {"versions": VERSIONS, "cases": cases})


NAMES = {"?": "bint8", "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64", "f4": "float32", "f8": "float64", "c8": "complex[float32]", "c16": "complex[float64]"}


def binsparse_arrays(fmt, dense, index):
    """The arrays of a format by the specification, from every element; zeros are not stored but by dense formats."""
    if fmt == "DVEC":
        return {"values": dense[:, 0]}
    if fmt == "CVEC":
        (at,) = np.nonzero(dense[:, 0])
        return {"indices_0": at.astype(index), "values": dense[at, 0]}
    if fmt in ("DMAT", "DMATR", "DMATC"):
        return {"values": dense.ravel(order="F" if fmt == "DMATC" else "C")}
    lines = dense.T if fmt.endswith("C") else dense
    outer, inner = np.nonzero(lines)
    arrays = {"indices_1": inner.astype(index), "values": lines[outer, inner]}
    if fmt.startswith("COO"):
        return {"indices_0": outer.astype(index), **arrays}
    counts = np.bincount(outer, minlength=lines.shape[0])
    if fmt.startswith("D"):
        occupied = np.flatnonzero(counts)
        arrays["indices_0"] = occupied.astype(index)
        counts = counts[occupied]
    return {"pointers_to_1": np.concatenate([[0], np.cumsum(counts)]).astype(index), **arrays}


def binsparse_case(name, fmt, dense, index, iso=False, structure=None):
    whole = dense
    if structure:
        dense = np.tril(dense) if structure.endswith("lower") else np.triu(dense)
    arrays = binsparse_arrays(fmt, dense, index)
    count = len(arrays["values"])
    kind = NAMES[dense.dtype.str[1:].replace("b1", "?")]
    if iso:
        arrays["values"], kind = arrays["values"][:1], f"iso[{kind}]"
    if dense.dtype.kind == "c":
        arrays["values"] = arrays["values"].view(f"f{dense.dtype.itemsize // 2}")
    types = {key: NAMES[np.dtype(index).str[1:]] for key in arrays if key != "values"} | {"values": kind}
    shape = [dense.shape[0]] if fmt.endswith("VEC") else list(dense.shape)
    header = {"version": "0.1.0", "format": fmt, "shape": shape, "number_of_stored_values": count, "data_types": types}
    if structure:
        header["structure"] = structure
    out = io.BytesIO()
    text = json.dumps({"binsparse": header}, indent=2, sort_keys=True, separators=(",", ": "))
    np.savez(out, **arrays, binsparse=np.asarray(text))
    return {"name": name, "file": b64(out.getvalue()), "shape": list(whole.shape), **numbers(whole)}


def record_binsparse():
    rng = np.random.default_rng(1)
    base = rng.integers(1, 100, (4, 5)) * (rng.random((4, 5)) < 0.5)
    base[1] = 0
    cases = []
    for fmt in ["CSR", "CSC", "COO", "COOR", "COOC", "DCSR", "DCSC", "DMAT", "DMATR", "DMATC", "CVEC", "DVEC"]:
        for k, dtype in enumerate(NAMES):
            dense = base.astype(dtype) if dtype[0] != "c" else (base * (1 + 2j)).astype(dtype)
            dense = np.ascontiguousarray(dense[:, 2:3]) if fmt.endswith("VEC") else dense
            index = ["i4", "i8", "u1", "u8", "i2"][k % 5]
            cases.append(binsparse_case(f"{fmt} {dtype} {index}", fmt, dense, index))
        if not fmt.startswith("DMAT") and fmt != "DVEC":
            ones = (base[:, 2:3] if fmt.endswith("VEC") else base) != 0
            cases.append(binsparse_case(f"{fmt} iso", fmt, ones * 7.0, "i4", iso=True))
        empty = np.zeros((3, 1) if fmt.endswith("VEC") else (3, 2))
        cases.append(binsparse_case(f"{fmt} without entries", fmt, empty, "i4"))
    square = rng.integers(1, 9, (4, 4)).astype("f8")
    for name, whole in [("symmetric", square + square.T), ("skew_symmetric", square - square.T), ("hermitian", square + square.T + 1j * (square - square.T))]:
        for side in ["lower", "upper"]:
            for fmt in ["CSR", "COO", "DCSC"]:
                cases.append(binsparse_case(f"{fmt} {name} {side}", fmt, whole, "i8", structure=f"{name}_{side}"))
    write("binsparse.json", {"versions": VERSIONS, "cases": cases})


def write(name, content):
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / name).write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    record_numpy()
    record_scipy()
    record_boeing()
    record_binsparse()
    sys.stdout.write(f"recorded with {VERSIONS}\n")
