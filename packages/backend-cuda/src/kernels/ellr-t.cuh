// ELLR-T: ELLPACK-R with T lanes a row; lane t takes the places t, t + T, ... below rowLength[row].
#pragma once

#include "overlap.cuh"

/** Entries a lane has in flight: as many as those of csr-vector.cuh. */
constexpr int kAtOnce = 4;

template <int T, typename V>
__device__ void ellrT(const int* rowLength, const int* colIndex, const V* values, const V* x, V* y, Sum<V> alpha,
                      Sum<V> beta, int rows, int rowStep, int placeStep) {
  launchDependents();
  const unsigned row = globalGroup<T>();
  const unsigned lane = threadIdx.x % T;
  const unsigned length = row < rows ? rowLength[row] : 0;
  const size_t first = static_cast<size_t>(row) * rowStep;
  int column[kAtOnce];
  Sum<V> value[kAtOnce];
  const auto load = [&](unsigned from) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const unsigned k = from + u * T;
      const size_t place = first + static_cast<size_t>(k) * placeStep;
      column[u] = k < length ? stream(colIndex + place) : -1;
      value[u] = k < length ? Sum<V>(stream(values + place)) : Sum<V>(0);
    }
  };
  load(lane);
  const Operand<V> operand = waitForPrevious(x);
  Sum<V> sum = 0;
  for (unsigned k = lane; k < length; load(k)) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) sum += value[u] * operand.at(column[u], column[u] >= 0);
    k += kAtOnce * T;
  }
  sum = sumLanes<T>(sum);
  if (row < rows && lane == 0) finishRow(y, row, sum, alpha, beta);
}

// Bounded to 32 registers, without which a multiprocessor holds four fifths of its threads.
BOUNDED_ENTRIES((1024, 2), ellr_t1, 10, ellrT<1, V>)
BOUNDED_ENTRY((1024, 2), ellr_t1, bf16, 10, ellrT<1, V>)
BOUNDED_ENTRIES((1024, 2), ellr_t2, 10, ellrT<2, V>)
BOUNDED_ENTRY((1024, 2), ellr_t2, bf16, 10, ellrT<2, V>)
BOUNDED_ENTRIES((1024, 2), ellr_t4, 10, ellrT<4, V>)
BOUNDED_ENTRY((1024, 2), ellr_t4, bf16, 10, ellrT<4, V>)
BOUNDED_ENTRIES((1024, 2), ellr_t8, 10, ellrT<8, V>)
BOUNDED_ENTRY((1024, 2), ellr_t8, bf16, 10, ellrT<8, V>)
BOUNDED_ENTRIES((1024, 2), ellr_t16, 10, ellrT<16, V>)
BOUNDED_ENTRY((1024, 2), ellr_t16, bf16, 10, ellrT<16, V>)
BOUNDED_ENTRIES((1024, 2), ellr_t32, 10, ellrT<32, V>)
BOUNDED_ENTRY((1024, 2), ellr_t32, bf16, 10, ellrT<32, V>)
