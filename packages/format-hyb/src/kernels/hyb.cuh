// HYB in one launch. Every block has a task: 'rows' (one thread a row), 'warps' (32 threads for each row with much
// overflow) or 'one' (all threads for a row with very much). A row is finished by one task: nothing is added to y
// twice, and there are no atomics.
#pragma once

#include "overlap.cuh"

struct Task {
  int kind, first;
};
constexpr int kRows = 0, kWarps = 1;
constexpr int kAtOnce = 4;

template <typename V> struct Hyb {
  const int *overflowStart, *longRows, *ellColIndex, *cooColIndex;
  const V *ellValues, *cooValues, *x;
  unsigned rows, width, rowStep, placeStep, limit;
};

/**
 * The ELLPACK part of a row by one thread, four places in flight, the first of them before it waits; `place` is where
 * it ended.
 */
template <typename V> __device__ __forceinline__ V ellSum(const Hyb<V>& A, unsigned row, unsigned* place) {
  const unsigned step = A.placeStep;
  unsigned k = 0;
  unsigned slot = row * A.rowStep;
  int column[kAtOnce];
  V value[kAtOnce];
  const auto load = [&] {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      column[u] = k + u < A.width ? stream(A.ellColIndex + slot + u * step) : -1;
      value[u] = k + u < A.width ? stream(A.ellValues + slot + u * step) : V(0);
    }
  };
  load();
  const Operand<V> x = waitForPrevious(A.x);
  V sum = 0;
  // Padding is at the end of a row: whether it fills all places is seen at the last four.
  while (true) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const V other = x.at(column[u], column[u] >= 0);
      if (column[u] >= 0) {
        sum += value[u] * other;
        k++;
      }
    }
    if (column[kAtOnce - 1] < 0) break;
    slot += kAtOnce * step;
    load();
  }
  *place = k;
  return sum;
}

/** The part of a full row that falls to thread `lane` of `lanes`: both of its parts, strided. */
template <typename V>
__device__ __forceinline__ V stridedSum(const Hyb<V>& A, unsigned row, unsigned lane, unsigned lanes) {
  const unsigned begin = A.overflowStart[row];
  const unsigned end = A.overflowStart[row + 1];
  const Operand<V> x = waitForPrevious(A.x);
  V sum = 0;
  for (unsigned k = lane; k < A.width; k += lanes) {
    const unsigned slot = row * A.rowStep + k * A.placeStep;
    sum += stream(A.ellValues + slot) * x[stream(A.ellColIndex + slot)];
  }
#pragma unroll 4
  for (unsigned k = begin + lane; k < end; k += lanes) sum += stream(A.cooValues + k) * x[stream(A.cooColIndex + k)];
  return sum;
}

template <typename V>
__device__ __forceinline__ void oneRow(const Hyb<V>& A, unsigned row, V* y, V alpha, V beta, V* partial) {
  V sum = sumLanes<kWarp>(stridedSum(A, row, threadIdx.x, blockDim.x));
  if (threadIdx.x % kWarp == 0) partial[threadIdx.x / kWarp] = sum;
  __syncthreads();
  if (threadIdx.x >= kWarp) return;
  sum = sumLanes<kWarp>(threadIdx.x < blockDim.x / kWarp ? partial[threadIdx.x] : V(0));
  if (threadIdx.x == 0) finishRow(y, row, sum, alpha, beta);
}

template <typename V>
__device__ __forceinline__ void hyb(const Task* tasks, const int* overflowStart, const int* longRows,
                                    const int* ellColIndex, const V* ellValues, const int* cooColIndex,
                                    const V* cooValues, const V* x, V* y, V alpha, V beta, unsigned rows,
                                    unsigned width, unsigned rowStep, unsigned placeStep, unsigned limit) {
  const Hyb<V> A = {overflowStart, longRows, ellColIndex, cooColIndex, ellValues, cooValues, x,
                    rows,          width,    rowStep,     placeStep,   limit};
  launchDependents();
  __shared__ V partial[kWarp];
  const Task task = tasks[blockIdx.x];
  if (task.kind == kRows) {
    const unsigned row = task.first + threadIdx.x;
    if (row >= rows) return;
    unsigned place;
    V sum = ellSum(A, row, &place);
    if (place == width) {
      const unsigned first = overflowStart[row];
      const unsigned end = overflowStart[row + 1];
      if (end - first > limit) return;
      // It has waited already: this only keeps the loads behind that.
      const Operand<V> operand = waitForPrevious(x);
      for (unsigned k = first; k < end; k++) sum += cooValues[k] * operand[cooColIndex[k]];
    }
    finishRow(y, row, sum, alpha, beta);
  } else if (task.kind == kWarps) {
    // longRows[0] is the number of rows that follow.
    const unsigned which = task.first + threadIdx.x / kWarp;
    if (which >= longRows[0]) return;
    const unsigned row = longRows[which + 1];
    const V sum = sumLanes<kWarp>(stridedSum(A, row, threadIdx.x % kWarp, kWarp));
    if (threadIdx.x % kWarp == 0) finishRow(y, row, sum, alpha, beta);
  } else {
    oneRow(A, task.first, y, alpha, beta, partial);
  }
}

ENTRIES(hyb, 16, hyb<V>)
