// ELLPACK-R, one thread a row that stops after rowLength[row] entries. Place k of row i is at i * rowStep + k *
// placeStep.
#pragma once

#include "overlap.cuh"

constexpr int kAtOnce = 8;

template <typename V>
__device__ void ellpackR(const int* rowLength, const int* colIndex, const V* values, const V* x, V* y, Sum<V> alpha,
                         Sum<V> beta, int rows, int rowStep, int placeStep) {
  launchDependents();
  const unsigned row = globalThread();
  if (row >= rows) return;
  const int length = rowLength[row];
  const size_t first = static_cast<size_t>(row) * rowStep;
  int column[kAtOnce];
  Sum<V> value[kAtOnce];
  const auto load = [&](int k) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const size_t place = first + static_cast<size_t>(k + u) * placeStep;
      column[u] = k + u < length ? stream(colIndex + place) : -1;
      value[u] = k + u < length ? stream(values + place) : Sum<V>(0);
    }
  };
  load(0);
  const Operand<V> operand = waitForPrevious(x);
  Sum<V> sum = 0;
  for (int k = 0; k < length; load(k)) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) sum += value[u] * operand.at(column[u], column[u] >= 0);
    k += kAtOnce;
  }
  finishRow(y, row, sum, alpha, beta);
}

BOUNDED_ENTRIES((1024), ellpack_r, 10, ellpackR<V>)
BOUNDED_ENTRY((1024), ellpack_r, bf16, 10, ellpackR<V>)
