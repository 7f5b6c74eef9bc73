// Sums over everything: each block leaves its own in a place of its own, and a second launch of one block adds them up.
// Always in one order; no atomic addition.
#pragma once

#include "row-tiles.cuh"

/** Puts the sum over the block to `to`; `scratch` has a place for each warp. By all threads of the block. */
template <typename V> __device__ __forceinline__ void putBlock(V* to, V sum, V* scratch) {
  // Others may still be reading what is there.
  __syncthreads();
  sum = sumBlock(sum, scratch);
  if (threadIdx.x == 0) *to = sum;
}

/** Sums of blocks that a thread loads at once. */
constexpr int kBlocksAtOnce = 8;

/** The sums that `count` blocks left, N of each, into `out`: by one block. */
template <int N, typename V> __device__ __forceinline__ void addBlocks(Operand<V> left, int count, V* const (&out)[N]) {
  __shared__ V scratch[kWarp];
  for (int n = 0; n < N; n++) {
    V sum = 0;
    for (int first = threadIdx.x; first < count; first += kBlocksAtOnce * blockDim.x) {
      V found[kBlocksAtOnce];
#pragma unroll
      for (int u = 0; u < kBlocksAtOnce; u++) {
        const int b = first + u * static_cast<int>(blockDim.x);
        found[u] = left.at(N * b + n, b < count);
      }
#pragma unroll
      for (int u = 0; u < kBlocksAtOnce; u++) sum += found[u];
    }
    putBlock(out[n], sum, scratch);
  }
}
