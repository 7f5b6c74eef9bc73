// ELLPACK, one thread a row. Place k of row i is at i * rowStep + k * placeStep; padding has column -1.
#pragma once

#include "overlap.cuh"

constexpr int kAtOnce = 8;

template <typename V>
__device__ void ellpack(const int* colIndex, const V* values, const V* x, V* y, Sum<V> alpha, Sum<V> beta, int rows,
                        int width, int rowStep, int placeStep) {
  launchDependents();
  const unsigned row = globalThread();
  if (row >= rows) return;
  const size_t first = static_cast<size_t>(row) * rowStep;
  // Several places are loaded before the first is used; padding, at the end of a row, is loaded but not multiplied.
  int column[kAtOnce];
  Sum<V> value[kAtOnce];
  const auto load = [&](int k) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const size_t place = first + static_cast<size_t>(k + u) * placeStep;
      column[u] = k + u < width ? stream(colIndex + place) : -1;
      value[u] = k + u < width ? stream(values + place) : Sum<V>(0);
    }
  };
  load(0);
  const Operand<V> operand = waitForPrevious(x);
  Sum<V> sum = 0;
  for (int k = 0;;) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) sum += value[u] * operand.at(column[u], column[u] >= 0);
    k += kAtOnce;
    if (k >= width || column[kAtOnce - 1] < 0) break;
    load(k);
  }
  finishRow(y, row, sum, alpha, beta);
}

BOUNDED_ENTRIES((1024), ellpack, 10, ellpack<V>)
BOUNDED_ENTRY((1024), ellpack, bf16, 10, ellpack<V>)
