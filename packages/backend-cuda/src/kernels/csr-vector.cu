// CSR, T lanes of a warp a row: T = 32 is a warp a row ("vector", strip mining), T = 1 one thread a row.
#include "common.cuh"

template <int T, typename V>
__device__ __forceinline__ void csrVector(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows) {
  const unsigned row = globalThread() / T;
  const unsigned lane = threadIdx.x % T;
  V sum = 0;
  if (row < rows) {
    const unsigned end = rowStart[row + 1];
#pragma unroll 4
    for (unsigned k = rowStart[row] + lane; k < end; k += T) sum += stream(values + k) * x[stream(colIndex + k)];
  }
  sum = sumLanes<T>(sum);
  if (row < rows && lane == 0) finishRow(y, row, sum, alpha, beta);
}

#define CSR_VECTOR(T, V, SUFFIX) \
  extern "C" __global__ void csr_vector_t##T##_##SUFFIX(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows) { \
    csrVector<T, V>(rowStart, colIndex, values, x, y, alpha, beta, rows); \
  }
#define CSR_VECTOR_ALL(V, SUFFIX) \
  CSR_VECTOR(1, V, SUFFIX) CSR_VECTOR(2, V, SUFFIX) CSR_VECTOR(4, V, SUFFIX) \
  CSR_VECTOR(8, V, SUFFIX) CSR_VECTOR(16, V, SUFFIX) CSR_VECTOR(32, V, SUFFIX)
CSR_VECTOR_ALL(double, f64)
CSR_VECTOR_ALL(float, f32)
