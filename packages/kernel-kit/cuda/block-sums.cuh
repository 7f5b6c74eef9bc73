// Sums over everything, in one launch. Each block leaves its own in slots; the last blocks, one for each sum, do
// nothing else than wait for them, as the last part of a split row does (split-row.cuh), add them up and empty the
// slots for the next launch. Always in one order, whatever the size of a block. No counter, no fence, no atomic
// addition.
//
// One or two blocks wait, and a device holds more of them at once: so all others come to their end, in whatever order
// they start.
#pragma once

#include "row-tiles.cuh"

/** Sums of blocks are added up as if by so many threads, of which those of a block do several each. */
constexpr int kAdders = 1024;
/** Of these a thread does so many at once, with two slots in flight. More would take registers of all other blocks. */
constexpr int kAddersAtOnce = 4;

/** Blocks of a launch that leave SUMS sums each; the others add up. */
template <int SUMS> __device__ __forceinline__ int summedBlocks() { return static_cast<int>(gridDim.x) - SUMS; }
/** Whether this block is one of those that add up. */
template <int SUMS> __device__ __forceinline__ bool addsUp() {
  return static_cast<int>(blockIdx.x) >= summedBlocks<SUMS>();
}

/** Sum `number` of SUMS that each of `blocks` blocks leaves in `slots`, by all threads of a block; empties them. */
template <int SUMS, typename V> __device__ __forceinline__ V takeSlots(V* slots, int blocks, int number) {
  __shared__ V scratch[kAdders / kWarp];
#pragma unroll 1
  for (int adder = threadIdx.x; adder < kAdders; adder += kAddersAtOnce * blockDim.x) {
    V sum[kAddersAtOnce] = {};
#pragma unroll 1
    for (int first = adder; first < blocks; first += kAdders) {
      // Slots of adders that there are not are those of others.
      const int end = min(blocks, first - adder + kAdders);
#pragma unroll
      for (int u = 0; u < kAddersAtOnce; u += 2) {
        const int block = first + u * static_cast<int>(blockDim.x);
        if (block >= end) break;
        const bool isLast = block + static_cast<int>(blockDim.x) >= end;
        V* const one = slots + (block * SUMS + number);
        V* const other = isLast ? one : one + blockDim.x * SUMS;
        auto a = get(one), b = get(other);
        while (a == 0 || b == 0) {
          a = get(one);
          b = get(other);
        }
        put(one, 0);
        put(other, 0);
        sum[u] += valueOf(~a);
        if (!isLast) sum[u + 1] += valueOf(~b);
      }
    }
#pragma unroll
    for (int u = 0; u < kAddersAtOnce; u++) {
      const int own = adder + u * static_cast<int>(blockDim.x);
      const V all = sumLanes<kWarp>(sum[u]);
      if (threadIdx.x % kWarp == 0 && own < kAdders) scratch[own / kWarp] = all;
    }
  }
  __syncthreads();
  return threadIdx.x < kWarp ? sumLanes<kWarp>(scratch[threadIdx.x]) : V(0);
}

/** What a block does that adds up a sum of all others, the first one into `s`, the second into `t`. */
template <int SUMS, typename V> __device__ __forceinline__ void addUp(V* slots, V* s, V* t = nullptr) {
  letNextBegin();
  slots = const_cast<V*>(afterEarlier<V>(slots).address);
  const int number = SUMS == 1 ? 0 : static_cast<int>(blockIdx.x) - summedBlocks<SUMS>();
  const V sum = takeSlots<SUMS>(slots, summedBlocks<SUMS>(), number);
  if (threadIdx.x == 0) *(number == 0 ? s : t) = sum;
}

/** A product and a square of numbers, summed up over a launch, where they are wanted. */
template <typename V, bool DOT, bool NORM> class KeptSums {
public:
  static constexpr int kSums = DOT + NORM;

  __device__ __forceinline__ void addDot(V a, V b) { dot_ += a * b; }
  __device__ __forceinline__ void addNorm(V a) { norm_ += a * a; }

  /** Leaves the sums of this block, by all its threads. */
  __device__ __forceinline__ void leave(V* slots) {
    __shared__ V scratch[kSums][kWarp];
    if (DOT) leaveSum(slots + blockIdx.x * kSums, sumBlock(dot_, scratch[0]));
    if (NORM) leaveSum(slots + blockIdx.x * kSums + DOT, sumBlock(norm_, scratch[DOT]));
  }

private:
  __device__ __forceinline__ void leaveSum(V* slot, V sum) {
    // The launch before may still be emptying it.
    if (threadIdx.x == 0) leavePartialSum(const_cast<V*>(afterEarlier<V>(slot).address), sum);
  }

  V dot_ = 0, norm_ = 0;
};
