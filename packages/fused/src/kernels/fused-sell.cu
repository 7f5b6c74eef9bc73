// Sliced ELLPACK, one thread a row, ending in sums over y or an update of w: see sell.cuh.
// also complex
#include "ending.cuh"
#include "sell.cuh"

/** The row of this thread. */
template <typename V, typename Ending>
__device__ __forceinline__ void anyRow(const int* sliceStart, const int* rowOrder, const int* colIndex, const V* values,
                                       const V* x, int rows, int C, int sorted, Ending& ending) {
  if (C == 32)
    sellRow<32>(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted, ending);
  else
    sellRow<0>(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted, ending);
}

template <bool NORM, typename V>
__device__ __forceinline__ void sellDot(const int* sliceStart, const int* rowOrder, const int* colIndex,
                                        const V* values, V* sums, const V* x, V* y, const V* z, V alpha, V beta,
                                        int rows, int C, int sorted) {
  __shared__ V scratch[kWarp];
  // Rows are sorted among neighbours, so that a block's are about these.
  expect(z, blockIdx.x * blockDim.x, min((blockIdx.x + 1) * blockDim.x, rows));
  Sums<V, true, NORM> ending(y, z, alpha, beta);
  anyRow(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted, ending);
  ending.leave(sums, scratch);
}

template <typename V>
__device__ __forceinline__ void sellNorm(const int* sliceStart, const int* rowOrder, const int* colIndex,
                                         const V* values, V* sums, const V* x, V* y, V alpha, V beta, int rows, int C,
                                         int sorted) {
  __shared__ V scratch[kWarp];
  Sums<V, false, true> ending(y, nullptr, alpha, beta);
  anyRow(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted, ending);
  ending.leave(sums, scratch);
}

template <typename V>
__device__ __forceinline__ void sellAxpy(const int* sliceStart, const int* rowOrder, const int* colIndex,
                                         const V* values, const V* x, V* y, const V* gamma, V* w, V alpha, V beta,
                                         V delta, int rows, int C, int sorted) {
  Update<V> ending(y, gamma, w, alpha, beta, delta);
  anyRow(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted, ending);
}

ENTRIES(fused_sell_dot, 13, sellDot<false, V>)
ENTRIES(fused_sell_norm, 12, sellNorm<V>)
ENTRIES(fused_sell_dot_norm, 13, sellDot<true, V>)
ENTRIES(fused_sell_axpy, 14, sellAxpy<V>)
