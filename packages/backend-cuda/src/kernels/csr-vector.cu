// CSR, T lanes of a warp a row: T = 32 is a warp a row ("vector", strip mining), T = 1 one thread a row.
#include "overlap.cuh"

/** Entries a lane has in flight. */
constexpr int kAtOnce = 4;

template <int T, typename V>
__device__ __forceinline__ void csrVector(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y,
                                          V alpha, V beta, int rows) {
  letNextBegin();
  const unsigned row = globalGroup<T>();
  const unsigned lane = threadIdx.x % T;
  const unsigned end = row < rows ? rowStart[row + 1] : 0;
  const unsigned begin = row < rows ? rowStart[row] + lane : 0;
  int column[kAtOnce];
  V value[kAtOnce];
  const auto load = [&](unsigned first) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const unsigned k = first + u * T;
      column[u] = k < end ? stream(colIndex + k) : -1;
      value[u] = k < end ? stream(values + k) : V(0);
    }
  };
  load(begin);
  const Operand<V> operand = afterEarlier(x);
  V sum = 0;
  for (unsigned k = begin; k < end; load(k)) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) sum += value[u] * operand.at(column[u], column[u] >= 0);
    k += kAtOnce * T;
  }
  sum = sumLanes<T>(sum);
  if (row < rows && lane == 0) finishRow(y, row, sum, alpha, beta);
}

#define CSR_VECTOR(T, V, SUFFIX) \
  extern "C" __global__ void csr_vector_t##T##_##SUFFIX(const int* rowStart, const int* colIndex, const V* values, \
                                                        const V* x, V* y, V alpha, V beta, int rows) { \
    csrVector<T, V>(rowStart, colIndex, values, x, y, alpha, beta, rows); \
  }
#define CSR_VECTOR_ALL(V, SUFFIX) \
  CSR_VECTOR(1, V, SUFFIX) \
  CSR_VECTOR(2, V, SUFFIX) \
  CSR_VECTOR(4, V, SUFFIX) CSR_VECTOR(8, V, SUFFIX) CSR_VECTOR(16, V, SUFFIX) CSR_VECTOR(32, V, SUFFIX)
CSR_VECTOR_ALL(double, f64)
CSR_VECTOR_ALL(float, f32)
