// C = AB by cuSPARSE: SpGEMM with each of its algorithms, and SpGEMMreuse.
#pragma once

#include <cusparse.h>
#include "product.cuh"

template <typename V> constexpr cudaDataType kType = sizeof(V) == 8 ? CUDA_R_64F : CUDA_R_32F;

/** What failed, or an empty text. */
struct Vendor {
  cusparseHandle_t handle = nullptr;
  std::string fault;
  Vendor() { cusparseCreate(&handle); }
  ~Vendor() { cusparseDestroy(handle); }
  bool ok(cusparseStatus_t status, const char* what) {
    if (status == CUSPARSE_STATUS_SUCCESS) return true;
    if (fault.empty()) fault = std::string(what) + ": " + cusparseGetErrorString(status);
    return false;
  }
};
#define SPARSE(call) \
  if (!vendor.ok((call), #call)) return false

template <typename V> cusparseSpMatDescr_t describe(const Csr<V>& m) {
  cusparseSpMatDescr_t d;
  cusparseCreateCsr(&d, m.rows, m.cols, m.nnz, m.rowStart, m.colIndex, m.values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, kType<V>);
  return d;
}

template <typename V> struct VendorProduct {
  Vendor& vendor;
  const Csr<V>&A, &B;
  Csr<V> C;
  cusparseSpMatDescr_t a, b, c;
  cusparseSpGEMMDescr_t state;
  std::vector<char*> buffers;
  V one = 1, zero = 0;
  const cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE;

  VendorProduct(Vendor& v, const Csr<V>& left, const Csr<V>& right) : vendor(v), A(left), B(right) {
    C.rows = A.rows;
    C.cols = B.cols;
    C.rowStart = allocate<int>(static_cast<size_t>(A.rows) + 1);
    a = describe(A);
    b = describe(B);
    c = describe(C);
    cusparseSpGEMM_createDescr(&state);
  }
  ~VendorProduct() {
    cusparseDestroySpMat(a);
    cusparseDestroySpMat(b);
    cusparseDestroySpMat(c);
    cusparseSpGEMM_destroyDescr(state);
    for (char*& buffer : buffers) release(buffer);
    C.free();
  }
  /** A buffer, unless the pool cannot give it. */
  char* buffer(size_t bytes) {
    void* address = nullptr;
    if (cudaMallocAsync(&address, std::max<size_t>(bytes, 1), 0) != cudaSuccess) {
      cudaGetLastError();
      vendor.fault = "no memory for a buffer of " + std::to_string(bytes) + " bytes";
      return nullptr;
    }
    buffers.push_back(static_cast<char*>(address));
    return buffers.back();
  }
  bool takeSize() {
    int64_t rows, cols;
    SPARSE(cusparseSpMatGetSize(c, &rows, &cols, &C.nnz));
    C.colIndex = allocate<int>(C.nnz);
    C.values = allocate<V>(C.nnz);
    SPARSE(cusparseCsrSetPointers(c, C.rowStart, C.colIndex, C.values));
    return true;
  }

  bool whole(cusparseSpGEMMAlg_t algorithm) {
    constexpr cudaDataType T = kType<V>;
    size_t size1 = 0, size2 = 0, size3 = 0;
    char* at;
    SPARSE(
        cusparseSpGEMM_workEstimation(vendor.handle, N, N, &one, a, b, &zero, c, T, algorithm, state, &size1, nullptr));
    if ((at = buffer(size1)) == nullptr) return false;
    SPARSE(cusparseSpGEMM_workEstimation(vendor.handle, N, N, &one, a, b, &zero, c, T, algorithm, state, &size1, at));
    if (algorithm == CUSPARSE_SPGEMM_ALG1) {
      SPARSE(cusparseSpGEMM_compute(vendor.handle, N, N, &one, a, b, &zero, c, T, algorithm, state, &size2, nullptr));
    } else {
      const float fraction = 0.2f;
      SPARSE(cusparseSpGEMM_estimateMemory(vendor.handle, N, N, &one, a, b, &zero, c, T, algorithm, state, fraction,
                                           &size3, nullptr, nullptr));
      if ((at = buffer(size3)) == nullptr) return false;
      SPARSE(cusparseSpGEMM_estimateMemory(vendor.handle, N, N, &one, a, b, &zero, c, T, algorithm, state, fraction,
                                           &size3, at, &size2));
      release(buffers.back());
      buffers.pop_back();
    }
    if ((at = buffer(size2)) == nullptr) return false;
    SPARSE(cusparseSpGEMM_compute(vendor.handle, N, N, &one, a, b, &zero, c, T, algorithm, state, &size2, at));
    if (!takeSize()) return false;
    SPARSE(cusparseSpGEMM_copy(vendor.handle, N, N, &one, a, b, &zero, c, T, algorithm, state));
    return true;
  }

  /** What SpGEMMreuse does once. */
  bool prepare() {
    const auto algorithm = CUSPARSE_SPGEMM_DEFAULT;
    size_t size1 = 0, size2 = 0, size3 = 0, size4 = 0, size5 = 0;
    char* at;
    SPARSE(cusparseSpGEMMreuse_workEstimation(vendor.handle, N, N, a, b, c, algorithm, state, &size1, nullptr));
    if ((at = buffer(size1)) == nullptr) return false;
    SPARSE(cusparseSpGEMMreuse_workEstimation(vendor.handle, N, N, a, b, c, algorithm, state, &size1, at));
    SPARSE(cusparseSpGEMMreuse_nnz(vendor.handle, N, N, a, b, c, algorithm, state, &size2, nullptr, &size3, nullptr,
                                   &size4, nullptr));
    char* const at2 = buffer(size2);
    char* const at3 = buffer(size3);
    char* const at4 = buffer(size4);
    if (at2 == nullptr || at3 == nullptr || at4 == nullptr) return false;
    SPARSE(
        cusparseSpGEMMreuse_nnz(vendor.handle, N, N, a, b, c, algorithm, state, &size2, at2, &size3, at3, &size4, at4));
    if (!takeSize()) return false;
    SPARSE(cusparseSpGEMMreuse_copy(vendor.handle, N, N, a, b, c, algorithm, state, &size5, nullptr));
    if ((at = buffer(size5)) == nullptr) return false;
    SPARSE(cusparseSpGEMMreuse_copy(vendor.handle, N, N, a, b, c, algorithm, state, &size5, at));
    return true;
  }
  bool compute() {
    SPARSE(cusparseSpGEMMreuse_compute(vendor.handle, N, N, &one, a, b, &zero, c, kType<V>, CUSPARSE_SPGEMM_DEFAULT,
                                       state));
    return true;
  }
};

/** found[0]: entries at another place; found[1]: values further apart than 1e-5 or 1e-12 of the larger. */
template <typename V>
__global__ void compareProducts(const int* oneStart, const int* otherStart, int rows, const int* oneColumn,
                                const int* otherColumn, const V* one, const V* other, long long nnz,
                                unsigned long long* found) {
  unsigned long long places = 0, values = 0;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long first = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (long long i = first; i <= rows; i += step) places += oneStart[i] != otherStart[i];
  for (long long i = first; i < nnz; i += step) {
    places += oneColumn[i] != otherColumn[i];
    const V most = max(abs(one[i]), abs(other[i]));
    values += !(abs(one[i] - other[i]) <= (sizeof(V) == 8 ? V(1e-12) : V(1e-5)) * most);
  }
  if (places > 0) atomicAdd(found, places);
  if (values > 0) atomicAdd(found + 1, values);
}
