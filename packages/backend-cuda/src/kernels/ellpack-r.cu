// ELLPACK-R, one thread a row that stops after rowLength[row] entries. Place k of row i is at i * rowStep + k * placeStep.
#include "common.cuh"

template <typename V>
__device__ void ellpackR(const int* rowLength, const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows, int rowStep, int placeStep) {
  const unsigned row = globalThread();
  if (row >= rows) return;
  const int length = rowLength[row];
  size_t place = static_cast<size_t>(row) * rowStep;
  V sum = 0;
#pragma unroll 4
  for (int k = 0; k < length; k++, place += placeStep) sum += stream(values + place) * x[stream(colIndex + place)];
  finishRow(y, row, sum, alpha, beta);
}

#define ELLPACK_R(V, SUFFIX) \
  extern "C" __global__ void ellpack_r_##SUFFIX(const int* rowLength, const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows, int rowStep, int placeStep) { \
    ellpackR<V>(rowLength, colIndex, values, x, y, alpha, beta, rows, rowStep, placeStep); \
  }
ELLPACK_R(double, f64)
ELLPACK_R(float, f32)
