# Draws the cases of Binsparse's conformance suite with the suite's own generator, over its grid of tests, and records them with the arrays
# that the specification asks for, worked out here anew. Usage: python record_suite.py CHECKOUT   (of Binsparse/binsparse-tests, at the commit below)
import base64
import gzip
import itertools
import json
import platform
import sys
from pathlib import Path

import hypothesis
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, sys.argv[1])
from binsparse_tests import generate as g  # noqa: E402

DIM = st.integers(0, 4)
DTYPES = {
    "boolean": g.boolean_value_datatypes,
    "signed": g.signed_integer_datatypes,
    "unsigned": g.unsigned_integer_datatypes,
    "floating": g.floating_datatypes,
    "complex": g.complex_datatypes,
}


def layouts(n, kind):
    if n == 0:
        return st.just(g.element)
    if kind == "dense":
        return st.just(g.dense(g.element, rank=n))
    return st.just(g.sparse(g.element, rank=n)) if kind == "coo" else g.formats(n)


def inputs(n, kind, order, dtypes, fill):
    return g.npy_inputs(
        shape=st.tuples(*[DIM] * n),
        format=layouts(n, kind),
        datatypes=g.datatypes(dtypes),
        transpose=st.none() if order == "none" else st.permutations(range(n)).map(tuple),
        fill_value_kind=fill,
    )


def tests():
    for kind_of_value, iso, fill in itertools.product(DTYPES, (False, True), ("zero", "nonzero")):
        dtypes = DTYPES[kind_of_value]()
        dtypes = g.iso_datatypes(dtypes) if iso else dtypes
        tag = f"{'iso' if iso else 'non-iso'} {kind_of_value} {fill}-fill"
        for n in ("0", "1", "2", "3", "n"):
            for kind in ("mixed",) if n == "0" else ("dense", "coo", "mixed"):
                for order in ("none", "permuted"):
                    case = (kind, order, dtypes, fill)
                    many = st.integers(4, 6).flatmap(lambda k, case=case: inputs(k, *case))
                    yield f"custom_{n}d {kind} {order} {tag}", many if n == "n" else inputs(int(n), *case)
        for name, (layout, order) in g.predefined.items():
            yield f"predefined {name} {tag}", g.npy_inputs(
                shape=st.tuples(*[DIM] * g.rank(layout)),
                format=st.just(layout),
                format_name=st.just(name),
                datatypes=g.datatypes(dtypes),
                transpose=st.just(order),
                fill_value_kind=fill,
            )


def real(array):
    if array.dtype.kind != "c":
        return array
    return array.view(np.float32 if array.dtype == np.complex64 else np.float64)


def expected(tensor, pattern, fill, header):
    """The descriptor and the arrays of a file, by the text of the specification."""
    custom = header["format"] == "custom"
    level = header["custom"]["level"] if custom else g.predefined[header["format"]][0]
    order = header["custom"].get("transpose") if custom else g.predefined[header["format"]][1]
    order = range(tensor.ndim) if order is None else order
    stored, kept = np.transpose(tensor, order), np.transpose(pattern, order)
    arrays, fibers, depth = {}, [()], 0
    while level["level_desc"] != "element":
        rank = level["rank"]
        inside, pointers, indices = [], [0], []
        for fiber in fibers:
            for index in itertools.product(*map(range, stored.shape[depth : depth + rank])):
                if level["level_desc"] == "dense" or kept[fiber + index].any():
                    inside.append(fiber + index)
                    indices.append(index)
            pointers.append(len(inside))
        if level["level_desc"] == "sparse":
            if depth > 0:
                arrays[f"pointers_to_{depth}"] = np.array(pointers, dtype=np.int64)
            for d in range(rank):
                arrays[f"indices_{depth + d}"] = np.array([index[d] for index in indices], dtype=np.int64)
        fibers, depth, level = inside, depth + rank, level["level"]
    assert all(kept[fiber] for fiber in fibers)
    types = {**header["data_types"], "fill_value": g.dtype_to_str[fill.dtype]}
    values = np.array([stored[fiber] for fiber in fibers], dtype=tensor.dtype)
    arrays["values"] = real(values[:1] if types["values"].startswith("iso[") else values)
    arrays["fill_value"] = real(fill.reshape(1))
    return {**header, "fill": True, "data_types": types}, arrays


def packed(array):
    kind = "b1" if array.dtype == bool else array.dtype.str[1:]
    return [kind, list(array.shape), base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()]


def drawn(strategy):
    """Five cases, the same each time."""
    found = []

    @settings(max_examples=5, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def draw(case):
        found.append(case)

    draw()
    return found[:5]


cases = []
for name, strategy in tests():
    for k, (tensor, pattern, fill, header) in enumerate(drawn(strategy)):
        tensor, pattern, fill = np.asarray(tensor), np.asarray(pattern), np.asarray(fill)
        said, arrays = expected(tensor, pattern, fill, header)
        case = {"name": f"{name} {k}", "tensor": packed(tensor), "pattern": packed(pattern), "fill": packed(fill)}
        made = {"header": said, "arrays": {key: packed(array) for key, array in arrays.items()}}
        cases.append({**case, "header": header, "expected": made})

source = {
    "repository": "Binsparse/binsparse-tests",
    "commit": "c095e235d49b43c81f1ae1276a7a9a2a06bbea91",
    "licence": "none is stated in what could be read of it; here is nothing of its text, only tensors that its generator drew",
    "versions": {"python": platform.python_version(), "numpy": np.__version__, "hypothesis": hypothesis.__version__},
}
text = json.dumps({"source": source, "cases": cases}, separators=(",", ":")).encode()
file = Path(__file__).parent.parent / "fixtures" / "binsparse-suite.json.gz"
file.write_bytes(gzip.compress(text, mtime=0))
print(len(cases), "cases")
