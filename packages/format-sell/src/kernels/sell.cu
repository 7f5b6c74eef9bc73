// Sliced ELLPACK, one thread a row: see sell.cuh.
#include "sell.cuh"

#define SELL(NAME, FIXED_C, V, SUFFIX) \
  extern "C" __global__ void NAME##_##SUFFIX(const int* sliceStart, const int* rowOrder, const int* colIndex, \
                                             const V* values, const V* x, V* y, V alpha, V beta, int rows, int C, \
                                             int sorted) { \
    sellRow<FIXED_C>(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted, \
                     [=](int row, V sum) { finishRow(y, row, sum, alpha, beta); }); \
  }
SELL(sell, 0, double, f64)
SELL(sell, 0, float, f32)
SELL(sell32, 32, double, f64)
SELL(sell32, 32, float, f32)
