// ELLPACK, one thread a row. Place k of row i is at i * rowStep + k * placeStep; padding has column -1.
#include "common.cuh"

constexpr int kAtOnce = 8;

template <typename V>
__device__ void ellpack(const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows, int width, int rowStep, int placeStep) {
  const unsigned row = globalThread();
  if (row >= rows) return;
  const size_t first = static_cast<size_t>(row) * rowStep;
  V sum = 0;
  // Several places are loaded before the first is used; padding, at the end of a row, is loaded but not multiplied.
  for (int k = 0; k < width; k += kAtOnce) {
    int column[kAtOnce];
    V value[kAtOnce];
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const size_t place = first + static_cast<size_t>(k + u) * placeStep;
      column[u] = k + u < width ? stream(colIndex + place) : -1;
      value[u] = k + u < width ? stream(values + place) : V(0);
    }
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      if (column[u] >= 0) sum += value[u] * __ldg(x + column[u]);
    }
    if (column[kAtOnce - 1] < 0) break;
  }
  finishRow(y, row, sum, alpha, beta);
}

#define ELLPACK(V, SUFFIX) \
  extern "C" __global__ void ellpack_##SUFFIX(const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows, int width, int rowStep, int placeStep) { \
    ellpack<V>(colIndex, values, x, y, alpha, beta, rows, width, rowStep, placeStep); \
  }
ELLPACK(double, f64)
ELLPACK(float, f32)
