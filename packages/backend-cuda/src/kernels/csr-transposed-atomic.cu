// Aᵀx for A stored by rows, added to y atomically, so in another order each time: after y is scaled, entry by entry
// with several lanes a row, or run by run of the tiles of column-tiles.cuh.
#include "column-tiles.cuh"

template <typename V> __device__ __forceinline__ void scale(V* y, V beta, int cols) {
  letNextBegin();
  V* to = const_cast<V*>(afterEarlier<V>(y).address);
  const unsigned j = globalThread();
  if (j < cols) to[j] = beta == V(0) ? V(0) : beta * to[j];
}

template <int T, typename V>
__device__ __forceinline__ void scatterRows(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y,
                                            V alpha, int rows) {
  letNextBegin();
  const unsigned row = globalGroup<T>();
  const bool mine = row < static_cast<unsigned>(rows);
  const int end = mine ? rowStart[row + 1] : 0;
  int k = mine ? rowStart[row] + static_cast<int>(threadIdx.x % T) : 0;
  const Operand<V> operand = afterEarlier(x);
  if (k >= end) return;
  const V factor = alpha * operand[row];
  for (; k < end; k += T) atomicAdd(y + stream(colIndex + k), stream(values + k) * factor);
}

#define SCATTER(T, V, SUFFIX) \
  extern "C" __global__ void csr_transposed_scatter_t##T##_##SUFFIX( \
      const int* rowStart, const int* colIndex, const V* values, const V* x, V* y, V alpha, V, int rows) { \
    scatterRows<T, V>(rowStart, colIndex, values, x, y, alpha, rows); \
  }
#define CSR_TRANSPOSED_ATOMIC(V, SUFFIX) \
  SCATTER(1, V, SUFFIX) \
  SCATTER(2, V, SUFFIX) \
  SCATTER(4, V, SUFFIX) \
  SCATTER(8, V, SUFFIX) \
  SCATTER(16, V, SUFFIX) \
  SCATTER(32, V, SUFFIX) \
  extern "C" __global__ void csr_transposed_scale_##SUFFIX(V* y, V, V beta, int cols) { scale<V>(y, beta, cols); } \
  extern "C" __global__ void csr_transposed_runs_##SUFFIX( \
      const int4* tiles, const unsigned short* slots, const uint2* groups, const int* filledRows, const V* values, \
      const int* runStart, const int* runColumn, const V* x, V* y, V alpha, V) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    sumColumnTile<V>({tiles, slots, groups, filledRows, values, runStart}, x, reinterpret_cast<V*>(shared), \
                     [=](int run, V sum) { atomicAdd(y + runColumn[run], alpha * sum); }); \
  }
CSR_TRANSPOSED_ATOMIC(double, f64)
CSR_TRANSPOSED_ATOMIC(float, f32)
