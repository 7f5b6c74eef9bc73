// CSR, T lanes of a warp a row: T = 32 is a warp a row ("vector", strip mining), T = 1 one thread a row. Row starts are
// int or, beyond 2^31 entries, whole numbers in double. Values may be stored in a narrower type A than they are
// multiplied in.
#pragma once

#include "overlap.cuh"
#include "row-starts.cuh"

/** Entries a lane has in flight. */
constexpr int kAtOnce = 4;

template <int T, typename S, typename A, typename V>
__device__ __forceinline__ void csrVector(const S* rowStart, const int* colIndex, const A* values, const V* x, V* y,
                                          Sum<V> alpha, Sum<V> beta, int rows) {
  launchDependents();
  const unsigned row = globalGroup<T>();
  const unsigned lane = threadIdx.x % T;
  const unsigned end = row < rows ? endOf(rowStart, row) : 0;
  const unsigned begin = row < rows ? beginOf(rowStart, row) + lane : 0;
  const size_t first = row < rows ? firstOf(rowStart, row) : 0;
  colIndex += first;
  values += first;
  int column[kAtOnce];
  Sum<V> value[kAtOnce];
  const auto load = [&](unsigned from) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const unsigned k = from + u * T;
      column[u] = k < end ? stream(colIndex + k) : -1;
      value[u] = k < end ? Sum<V>(stream(values + k)) : Sum<V>(0);
    }
  };
  load(begin);
  const Operand<V> operand = waitForPrevious(x);
  Sum<V> sum = 0;
  for (unsigned k = begin; k < end; load(k)) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) sum += value[u] * operand.at(column[u], column[u] >= 0);
    k += kAtOnce * T;
  }
  sum = sumLanes<T>(sum);
  if (row < rows && lane == 0) finishRow(y, row, sum, alpha, beta);
}
