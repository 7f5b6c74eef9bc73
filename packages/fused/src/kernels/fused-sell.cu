// Sliced ELLPACK, one thread a row, ending in sums over y or an update of w: see sell.cuh.
#include "ending.cuh"
#include "sell.cuh"

#define SELL_PARAMETERS(V) const int *sliceStart, const int *rowOrder, const int *colIndex, const V *values
// Rows are sorted among neighbours, so that a block's are about these.
#define EXPECT(VECTOR) expect(VECTOR, blockIdx.x* blockDim.x, min((blockIdx.x + 1) * blockDim.x, rows))
#define SELL_ROW(ENDING) \
  if (C == 32) \
    sellRow<32>(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted, ENDING); \
  else \
    sellRow<0>(sliceStart, rowOrder, colIndex, values, x, rows, C, sorted, ENDING)

#define FUSED_SELL(V, SUFFIX) \
  extern "C" __global__ void fused_sell_dot_##SUFFIX(SELL_PARAMETERS(V), V* sums, const V* x, V* y, const V* z, \
                                                     V alpha, V beta, int rows, int C, int sorted) { \
    __shared__ V scratch[kWarp]; \
    EXPECT(z); \
    Sums<V, true, false> ending(y, z, alpha, beta); \
    SELL_ROW(ending); \
    ending.leave(sums, scratch); \
  } \
  extern "C" __global__ void fused_sell_norm_##SUFFIX(SELL_PARAMETERS(V), V* sums, const V* x, V* y, V alpha, V beta, \
                                                      int rows, int C, int sorted) { \
    __shared__ V scratch[kWarp]; \
    Sums<V, false, true> ending(y, nullptr, alpha, beta); \
    SELL_ROW(ending); \
    ending.leave(sums, scratch); \
  } \
  extern "C" __global__ void fused_sell_dot_norm_##SUFFIX(SELL_PARAMETERS(V), V* sums, const V* x, V* y, const V* z, \
                                                          V alpha, V beta, int rows, int C, int sorted) { \
    __shared__ V scratch[kWarp]; \
    EXPECT(z); \
    Sums<V, true, true> ending(y, z, alpha, beta); \
    SELL_ROW(ending); \
    ending.leave(sums, scratch); \
  } \
  extern "C" __global__ void fused_sell_axpy_##SUFFIX(SELL_PARAMETERS(V), const V* x, V* y, const V* gamma, V* w, \
                                                      V alpha, V beta, V delta, int rows, int C, int sorted) { \
    Update<V> ending(y, gamma, w, alpha, beta, delta); \
    SELL_ROW(ending); \
  }
FUSED_SELL(double, f64)
FUSED_SELL(float, f32)
