// Sums before each thread of a block.
#pragma once

#include "common.cuh"

/** Sum of `own` over the threads before this one; `all` becomes that over the block. `scratch` has 33 places. By all
 * threads. */
template <typename V> __device__ __forceinline__ V sumBefore(V own, V* scratch, V& all) {
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  V upTo = own;
#pragma unroll
  for (int offset = 1; offset < kWarp; offset *= 2) {
    const V other = __shfl_up_sync(kAllLanes, upTo, offset);
    if (lane >= offset) upTo += other;
  }
  // Others may still be reading what is there.
  __syncthreads();
  if (lane == kWarp - 1) scratch[warp] = upTo;
  __syncthreads();
  if (warp == 0) {
    const V sum = lane < blockDim.x / kWarp ? scratch[lane] : V(0);
    V before = sum;
#pragma unroll
    for (int offset = 1; offset < kWarp; offset *= 2) {
      const V other = __shfl_up_sync(kAllLanes, before, offset);
      if (lane >= offset) before += other;
    }
    scratch[lane] = before - sum;
    if (lane == kWarp - 1) scratch[kWarp] = before;
  }
  __syncthreads();
  all = scratch[kWarp];
  return scratch[warp] + upTo - own;
}
