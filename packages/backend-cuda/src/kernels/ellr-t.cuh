// ELLR-T: ELLPACK-R with T lanes a row; lane t takes the places t, t + T, ... below rowLength[row].
#pragma once

#include "overlap.cuh"

template <int T, typename V>
__device__ void ellrT(const int* rowLength, const int* colIndex, const V* values, const V* x, V* y, Sum<V> alpha,
                      Sum<V> beta, int rows, int rowStep, int placeStep) {
  letNextBegin();
  const unsigned row = globalGroup<T>();
  const int lane = threadIdx.x % T;
  const Operand<V> operand = afterEarlier(x);
  Sum<V> sum = 0;
  if (row < rows) {
    const int length = rowLength[row];
    size_t place = static_cast<size_t>(row) * rowStep + static_cast<size_t>(lane) * placeStep;
    const size_t step = static_cast<size_t>(T) * placeStep;
#pragma unroll 4
    for (int k = lane; k < length; k += T, place += step)
      sum += stream(values + place) * operand[stream(colIndex + place)];
  }
  sum = sumLanes<T>(sum);
  if (row < rows && lane == 0) finishRow(y, row, sum, alpha, beta);
}

#define ELLR_T(T, V, SUFFIX) \
  extern "C" __global__ void ellr_t##T##_##SUFFIX(const int* rowLength, const int* colIndex, const V* values, \
                                                  const V* x, V* y, Sum<V> alpha, Sum<V> beta, int rows, int rowStep, \
                                                  int placeStep) { \
    ellrT<T, V>(rowLength, colIndex, values, x, y, alpha, beta, rows, rowStep, placeStep); \
  }
#define ELLR_T_ALL(V, SUFFIX) \
  ELLR_T(1, V, SUFFIX) \
  ELLR_T(2, V, SUFFIX) \
  ELLR_T(4, V, SUFFIX) ELLR_T(8, V, SUFFIX) ELLR_T(16, V, SUFFIX) ELLR_T(32, V, SUFFIX)
ELLR_T_ALL(double, f64)
ELLR_T_ALL(float, f32)
ELLR_T_ALL(Bf16, bf16)
