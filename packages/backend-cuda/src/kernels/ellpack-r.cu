// ELLPACK-R, one thread a row that stops after rowLength[row] entries. Place k of row i is at i * rowStep + k * placeStep.
#include "common.cuh"

constexpr int kAtOnce = 8;

template <typename V>
__device__ void ellpackR(const int* rowLength, const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows, int rowStep, int placeStep) {
  const unsigned row = globalThread();
  if (row >= rows) return;
  const int length = rowLength[row];
  const size_t first = static_cast<size_t>(row) * rowStep;
  V sum = 0;
  for (int k = 0; k < length; k += kAtOnce) {
    int column[kAtOnce];
    V value[kAtOnce];
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const size_t place = first + static_cast<size_t>(k + u) * placeStep;
      column[u] = k + u < length ? stream(colIndex + place) : 0;
      value[u] = k + u < length ? stream(values + place) : V(0);
    }
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      if (k + u < length) sum += value[u] * __ldg(x + column[u]);
    }
  }
  finishRow(y, row, sum, alpha, beta);
}

#define ELLPACK_R(V, SUFFIX) \
  extern "C" __global__ void ellpack_r_##SUFFIX(const int* rowLength, const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows, int rowStep, int placeStep) { \
    ellpackR<V>(rowLength, colIndex, values, x, y, alpha, beta, rows, rowStep, placeStep); \
  }
ELLPACK_R(double, f64)
ELLPACK_R(float, f32)
