// ELLPACK, one thread a row. Place k of row i is at i * rowStep + k * placeStep; the first column -1 ends the row.
#include "common.cuh"

template <typename V>
__device__ void ellpack(const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows, int width, int rowStep, int placeStep) {
  const unsigned row = globalThread();
  if (row >= rows) return;
  size_t place = static_cast<size_t>(row) * rowStep;
  V sum = 0;
  for (int k = 0; k < width; k++, place += placeStep) {
    const int column = stream(colIndex + place);
    if (column < 0) break;
    sum += stream(values + place) * x[column];
  }
  finishRow(y, row, sum, alpha, beta);
}

#define ELLPACK(V, SUFFIX) \
  extern "C" __global__ void ellpack_##SUFFIX(const int* colIndex, const V* values, const V* x, V* y, V alpha, V beta, int rows, int width, int rowStep, int placeStep) { \
    ellpack<V>(colIndex, values, x, y, alpha, beta, rows, width, rowStep, placeStep); \
  }
ELLPACK(double, f64)
ELLPACK(float, f32)
