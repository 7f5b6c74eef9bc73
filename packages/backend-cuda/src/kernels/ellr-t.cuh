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

ENTRIES(ellr_t1, 10, ellrT<1, V>)
ENTRY(ellr_t1, bf16, 10, ellrT<1, V>)
ENTRIES(ellr_t2, 10, ellrT<2, V>)
ENTRY(ellr_t2, bf16, 10, ellrT<2, V>)
ENTRIES(ellr_t4, 10, ellrT<4, V>)
ENTRY(ellr_t4, bf16, 10, ellrT<4, V>)
ENTRIES(ellr_t8, 10, ellrT<8, V>)
ENTRY(ellr_t8, bf16, 10, ellrT<8, V>)
ENTRIES(ellr_t16, 10, ellrT<16, V>)
ENTRY(ellr_t16, bf16, 10, ellrT<16, V>)
ENTRIES(ellr_t32, 10, ellrT<32, V>)
ENTRY(ellr_t32, bf16, 10, ellrT<32, V>)
