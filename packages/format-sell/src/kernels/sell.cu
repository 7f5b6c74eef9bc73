// Sliced ELLPACK, one thread a row: a warp loads 32 neighbouring slots, whole sectors of them where C is a multiple
// of 8. Four places are in flight at once: padding is at the end of a row, so the last of four tells of all.
#include "common.cuh"

template <typename V, unsigned FIXED_C>
__device__ __forceinline__ void sell(const int* __restrict__ sliceStart, const int* __restrict__ rowOrder,
                                     const int* __restrict__ colIndex, const V* __restrict__ values,
                                     const V* __restrict__ x, V* __restrict__ y, V alpha, V beta, unsigned rows,
                                     unsigned anyC, int sorted) {
  const unsigned C = FIXED_C > 0 ? FIXED_C : anyC;
  const unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= rows) return;
  const unsigned slice = place / C;
  const unsigned end = sliceStart[slice + 1];
  unsigned slot = sliceStart[slice] + place % C;
  V sum = 0;
  bool ended = false;
  for (; slot + 3 * C < end; slot += 4 * C) {
    const int j0 = stream(colIndex + slot), j1 = stream(colIndex + slot + C), j2 = stream(colIndex + slot + 2 * C),
              j3 = stream(colIndex + slot + 3 * C);
    const V a0 = stream(values + slot), a1 = stream(values + slot + C), a2 = stream(values + slot + 2 * C),
            a3 = stream(values + slot + 3 * C);
    if (j3 < 0) {
      if (j0 >= 0) sum += a0 * __ldg(x + j0);
      if (j1 >= 0) sum += a1 * __ldg(x + j1);
      if (j2 >= 0) sum += a2 * __ldg(x + j2);
      ended = true;
      break;
    }
    sum += a0 * __ldg(x + j0);
    sum += a1 * __ldg(x + j1);
    sum += a2 * __ldg(x + j2);
    sum += a3 * __ldg(x + j3);
  }
  if (!ended) {
    for (; slot < end; slot += C) {
      const int j = stream(colIndex + slot);
      if (j < 0) break;
      sum += stream(values + slot) * __ldg(x + j);
    }
  }
  finishRow(y, sorted ? rowOrder[place] : place, sum, alpha, beta);
}

#define SELL(NAME, FIXED_C, V, SUFFIX) \
  extern "C" __global__ void NAME##_##SUFFIX(const int* sliceStart, const int* rowOrder, const int* colIndex, \
                                             const V* values, const V* x, V* y, V alpha, V beta, int rows, int C, \
                                             int sorted) { \
    sell<V, FIXED_C>(sliceStart, rowOrder, colIndex, values, x, y, alpha, beta, rows, C, sorted); \
  }
SELL(sell, 0, double, f64)
SELL(sell, 0, float, f32)
SELL(sell32, 32, double, f64)
SELL(sell32, 32, float, f32)
