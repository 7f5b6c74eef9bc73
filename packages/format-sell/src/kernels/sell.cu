// Sliced ELLPACK, one thread a row: a warp loads 32 neighbouring slots, whole sectors of them where C is a multiple
// of 8. Four places are in flight at once: padding is at the end of a row, so the last of four tells of all.
#include "overlap.cuh"

constexpr int kAtOnce = 4;

template <typename V, unsigned FIXED_C>
__device__ __forceinline__ void sell(const int* sliceStart, const int* rowOrder, const int* colIndex, const V* values,
                                     const V* x, V* y, V alpha, V beta, unsigned rows, unsigned anyC, int sorted) {
  letNextBegin();
  const unsigned C = FIXED_C > 0 ? FIXED_C : anyC;
  const unsigned place = globalThread();
  if (place >= rows) return;
  const unsigned slice = place / C;
  const unsigned end = sliceStart[slice + 1];
  unsigned slot = sliceStart[slice] + place % C;
  const unsigned row = sorted ? rowOrder[place] : place;
  int column[kAtOnce];
  V value[kAtOnce];
  const auto load = [&] {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const unsigned at = slot + u * C;
      column[u] = at < end ? stream(colIndex + at) : -1;
      value[u] = at < end ? stream(values + at) : V(0);
    }
  };
  load();
  const Operand<V> operand = afterEarlier(x);
  V sum = 0;
  while (true) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const V other = operand.at(column[u], column[u] >= 0);
      if (column[u] >= 0) sum += value[u] * other;
    }
    if (column[kAtOnce - 1] < 0) break;
    slot += kAtOnce * C;
    load();
  }
  finishRow(y, row, sum, alpha, beta);
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
