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

/** sums[i] <- sum of those before. By one block. */
__device__ __forceinline__ void scanSums(int* sums, int length) {
  __shared__ int scratch[kWarp + 1];
  int before = 0;
  for (int base = 0; base < length; base += blockDim.x) {
    const int i = base + threadIdx.x;
    int all;
    const int own = i < length ? sums[i] : 0;
    const int sum = sumBefore(own, scratch, all);
    if (i < length) sums[i] = before + sum;
    before += all;
  }
}

/** counts[i] <- sum of those before; counts[length], which has a place, too, <- all of them. */
__device__ __forceinline__ void scanPlaces(int* counts, const int* sums, int length) {
  __shared__ int scratch[kWarp + 1];
  const unsigned i = globalThread();
  const int own = i < length ? counts[i] : 0;
  int all;
  const int start = sums[blockIdx.x] + sumBefore(own, scratch, all);
  if (i < length) counts[i] = start;
  if (i + 1 == length) counts[length] = start + own;
}
