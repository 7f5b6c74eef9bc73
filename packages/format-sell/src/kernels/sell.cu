// Sliced ELLPACK, one thread a row: see sell.cuh.
// also complex
#include "sell.cuh"

template <unsigned FIXED_C, typename V>
__device__ __forceinline__ void sell(const int* sliceStart, const int* rowOrder, const int* colIndex, const V* values,
                                     const V* x, V* y, V alpha, V beta, int rows, int C, int sorted) {
  sellRow<FIXED_C>(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted,
                   [=](int row, V sum) { finishRow(y, row, sum, alpha, beta); });
}

ENTRIES(sell, 11, sell<0, V>)
ENTRIES(sell32, 11, sell<32, V>)
