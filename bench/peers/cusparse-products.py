"""C = A A by cuSPARSE on a GPU, as `spmv bench MATRIX… --operation spgemm --backend cuda` times ours: operands are on the device, memory is taken in the product from a pool, the clock is the host's. Columns stay as they come.

Usage: cusparse-products.py RUNS MATRIX.npz|MATRIX.mtx…   (needs CuPy, SciPy). Prints a line of JSON for each matrix, precision and algorithm: ALG1 to ALG3, and reuse, whose positions are known. `workBytes` are the buffers at their peak, besides C. An algorithm that fails says with what."""

import ctypes
import json
import os
import sys
import time

import cupy
import numpy
import scipy.io
import scipy.sparse

SIZE, POINTER = ctypes.c_size_t, ctypes.c_void_p
REAL = {"f64": (numpy.float64, 1), "f32": (numpy.float32, 0)}  # cudaDataType
ALGORITHMS = {"ALG1": 3, "ALG2": 4, "ALG3": 5}  # cusparseSpGEMMAlg_t
DEFAULT, PLAIN, INDEX_32, ZERO = 0, 0, 2, 0
library = ctypes.CDLL(os.environ.get("CUSPARSE", "libcusparse.so.12"))


def call(name, *arguments):
    status = getattr(library, f"cusparse{name}")(*arguments)
    if status != 0:
        raise RuntimeError(f"cusparse{name}: status {status}")


def made(name, *arguments):
    handle = POINTER()
    call(name, ctypes.byref(handle), *arguments)
    return handle


class Buffers:
    """Memory of a product, and how much of it there was at most."""

    def __init__(self):
        self.kept, self.now, self.peak = [], 0, 0

    def take(self, size):
        array = cupy.empty(max(1, size.value), dtype=cupy.uint8)
        self.kept.append(array)
        self.now += size.value
        self.peak = max(self.peak, self.now)
        return POINTER(array.data.ptr)

    def give_back(self):
        self.now -= self.kept.pop().size


class Product:
    def __init__(self, handle, matrix, precision):
        self.handle, (self.element, self.type) = handle, REAL[precision]
        self.rows, self.cols = matrix.shape
        self.arrays = [
            cupy.asarray(matrix.indptr.astype(numpy.int32)),
            cupy.asarray(matrix.indices.astype(numpy.int32)),
            cupy.asarray(matrix.data.astype(self.element)),
        ]
        scalar = ctypes.c_double if precision == "f64" else ctypes.c_float
        self.one, self.zero = scalar(1), scalar(0)
        self.a = self.describe(matrix.nnz, *(POINTER(one.data.ptr) for one in self.arrays))

    def describe(self, entries, row_start, col_index, values):
        shape = (ctypes.c_int64(self.rows), ctypes.c_int64(self.cols), ctypes.c_int64(entries))
        return made("CreateCsr", *shape, row_start, col_index, values, INDEX_32, INDEX_32, ZERO, self.type)

    def begin(self):
        self.buffers = Buffers()
        self.row_start = cupy.empty(self.rows + 1, dtype=cupy.int32)
        self.c = self.describe(0, POINTER(self.row_start.data.ptr), None, None)
        self.state = made("SpGEMM_createDescr")

    def end(self):
        call("DestroySpMat", self.c)
        call("SpGEMM_destroyDescr", self.state)
        self.buffers = self.values = self.col_index = self.row_start = None

    def take_result(self):
        sizes = [ctypes.c_int64() for _ in range(3)]
        call("SpMatGetSize", self.c, *(ctypes.byref(size) for size in sizes))
        self.entries = sizes[2].value
        self.col_index = cupy.empty(max(1, self.entries), dtype=cupy.int32)
        self.values = cupy.empty(max(1, self.entries), dtype=self.element)
        addresses = (POINTER(one.data.ptr) for one in (self.row_start, self.col_index, self.values))
        call("CsrSetPointers", self.c, *addresses)

    def whole(self, algorithm):
        one, zero = ctypes.byref(self.one), ctypes.byref(self.zero)
        given = (self.handle, PLAIN, PLAIN, one, self.a, self.a, zero, self.c, self.type, algorithm, self.state)
        first, second, third = SIZE(), SIZE(), SIZE()
        call("SpGEMM_workEstimation", *given, ctypes.byref(first), None)
        call("SpGEMM_workEstimation", *given, ctypes.byref(first), self.buffers.take(first))
        if algorithm == ALGORITHMS["ALG1"]:
            call("SpGEMM_compute", *given, ctypes.byref(second), None)
        else:
            estimate = (*given, ctypes.c_float(0.2), ctypes.byref(third))
            call("SpGEMM_estimateMemory", *estimate, None, None)
            call("SpGEMM_estimateMemory", *estimate, self.buffers.take(third), ctypes.byref(second))
            self.buffers.give_back()
        call("SpGEMM_compute", *given, ctypes.byref(second), self.buffers.take(second))
        self.take_result()
        call("SpGEMM_copy", *given)

    def prepare_reuse(self):
        given = (self.handle, PLAIN, PLAIN, self.a, self.a, self.c, DEFAULT, self.state)
        sizes = [SIZE() for _ in range(5)]
        at = [ctypes.byref(size) for size in sizes]
        call("SpGEMMreuse_workEstimation", *given, at[0], None)
        call("SpGEMMreuse_workEstimation", *given, at[0], self.buffers.take(sizes[0]))
        call("SpGEMMreuse_nnz", *given, at[1], None, at[2], None, at[3], None)
        taken = [self.buffers.take(size) for size in sizes[1:4]]
        call("SpGEMMreuse_nnz", *given, at[1], taken[0], at[2], taken[1], at[3], taken[2])
        self.take_result()
        call("SpGEMMreuse_copy", *given, at[4], None)
        call("SpGEMMreuse_copy", *given, at[4], self.buffers.take(sizes[4]))

    def reuse(self):
        one, zero = ctypes.byref(self.one), ctypes.byref(self.zero)
        call("SpGEMMreuse_compute", self.handle, PLAIN, PLAIN, one, self.a, self.a, zero, self.c, self.type, DEFAULT, self.state)


def timed(work):
    cupy.cuda.Device().synchronize()
    begin = time.perf_counter()
    work()
    cupy.cuda.Device().synchronize()
    return (time.perf_counter() - begin) * 1e3


def rows_of(handle, name, matrix, precision, runs):
    product = Product(handle, matrix, precision)

    def row(algorithm, measure):
        times, fault, entries, work = [], None, 0, 0
        try:
            product.begin()
            measure(times)
            entries, work = product.entries, product.buffers.peak
        except (RuntimeError, cupy.cuda.memory.OutOfMemoryError) as error:
            fault = str(error)
        finally:
            product.end()
            cupy.get_default_memory_pool().free_all_blocks() if fault else None
        return {"matrix": name, "precision": precision, "algorithm": algorithm, "nnz": entries, "workBytes": work, "medianMs": float(numpy.median(times)) if times else None, "ms": times, "fault": fault}

    def whole(algorithm):
        def measure(times):
            for run in range(runs + 1):
                ms = timed(lambda: product.whole(algorithm))
                if run > 0:
                    times.append(ms)
                if run < runs:
                    product.end()
                    product.begin()

        return measure

    def again(times):
        product.prepare_reuse()
        for run in range(runs + 1):
            ms = timed(product.reuse)
            if run > 0:
                times.append(ms)

    for algorithm, number in ALGORITHMS.items():
        yield row(algorithm, whole(number))
    yield row("reuse", again)
    call("DestroySpMat", product.a)


def main():
    runs, files = int(sys.argv[1]), sys.argv[2:]
    handle = made("Create")
    for file in files:
        matrix = scipy.sparse.load_npz(file) if file.endswith(".npz") else scipy.io.mmread(file)
        matrix = scipy.sparse.csr_matrix(matrix)
        matrix.sort_indices()
        name = os.path.basename(file).split(".")[0]
        for precision in REAL:
            for row in rows_of(handle, name, matrix, precision, runs):
                print(json.dumps(row), flush=True)


main()
