// Counts to where each begins: three launches, blocks of 1024, then the sums of blocks, then blocks again.
#pragma once

#include "block-scan.cuh"

/** sums[block] <- sum of counts of that block. */
__device__ __forceinline__ void scanBlocks(const int* counts, int* sums, int length) {
  __shared__ int scratch[kWarp + 1];
  const unsigned i = globalThread();
  int all;
  sumBefore(i < length ? counts[i] : 0, scratch, all);
  if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

/** sums[i] <- sum of those before; returns that of all. By one block. */
template <typename Sum> __device__ __forceinline__ Sum scanSums(Sum* sums, int length) {
  __shared__ Sum scratch[kWarp + 1];
  Sum before = 0;
  for (int base = 0; base < length; base += blockDim.x) {
    const int i = base + threadIdx.x;
    Sum all;
    const Sum own = i < length ? sums[i] : 0;
    const Sum sum = sumBefore(own, scratch, all);
    if (i < length) sums[i] = before + sum;
    before += all;
  }
  return before;
}

/** counts[i] <- sum of those before; counts[length], which has a place, too, <- all of them. */
template <typename Sum> __device__ __forceinline__ void scanPlaces(int* counts, const Sum* sums, int length) {
  __shared__ Sum scratch[kWarp + 1];
  const unsigned i = globalThread();
  const Sum own = i < length ? counts[i] : 0;
  Sum all;
  const Sum start = sums[blockIdx.x] + sumBefore(own, scratch, all);
  if (i < length) counts[i] = static_cast<int>(start);
  if (i + 1 == length) counts[length] = static_cast<int>(start + own);
}
