// A copy of X by rows, of whole packs: neighbouring threads have neighbouring rows, each 32 bytes of one.
#pragma once

#include "overlap.cuh"

template <typename T>
__device__ __forceinline__ void copyRows(const T* x, T* to, int rows, int vectors, long long xRow, long long xCol,
                                         long long step) {
  launchDependents();
  constexpr int kEach = 32 / sizeof(T);
  const int row = globalThread();
  const int first = blockIdx.y * kEach;
  const Operand<T> from = waitForPrevious(x + (row < rows ? row * xRow : 0) + first * xCol);
  if (row >= rows) return;
  T found[kEach];
#pragma unroll
  for (int i = 0; i < kEach; i++) found[i] = loadOperand(from.address + i * xCol, first + i < vectors);
  T* const target = to + row * step + first;
#pragma unroll
  for (int i = 0; i < kEach; i++)
    if (first + i < vectors) target[i] = found[i];
}

ENTRIES(spmm_rows, 7, copyRows<V>)
