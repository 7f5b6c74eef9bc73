// Rows divided between several warps or blocks. Every partial sum of such a row but the last is left in a slot of
// memory; whoever has the last one waits for the others, adds them in their order and empties the slots for the next
// product. So the sum never depends on timing, nothing is added atomically, no counter or fence is needed, and one
// launch is enough.
//
// A slot is empty when its bits are 0, which is how the scratch memory starts; a number is stored with its bits
// inverted. Waiting is safe because the last one is on the warp of the highest number: blocks are started in order, so
// all others are running or done.
#pragma once

#include "overlap.cuh"

__device__ __forceinline__ unsigned long long bitsOf(double value) { return __double_as_longlong(value); }
__device__ __forceinline__ unsigned bitsOf(float value) { return __float_as_uint(value); }
__device__ __forceinline__ double valueOf(unsigned long long bits) { return __longlong_as_double(bits); }
__device__ __forceinline__ float valueOf(unsigned bits) { return __uint_as_float(bits); }

// Whole words that other multiprocessors see, without ordering anything else.
__device__ __forceinline__ void put(double* slot, unsigned long long word) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(slot), "l"(word) : "memory");
}
__device__ __forceinline__ void put(float* slot, unsigned word) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(slot), "r"(word) : "memory");
}
__device__ __forceinline__ unsigned long long get(const double* slot) {
  unsigned long long word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(slot) : "memory");
  return word;
}
__device__ __forceinline__ unsigned get(const float* slot) {
  unsigned word;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(slot) : "memory");
  return word;
}

/** What a slot holds with a partial sum in it. */
template <typename V> __device__ __forceinline__ auto slotWord(V sum) {
  const auto word = ~bitsOf(sum);
  // All bits set is a NaN that arithmetic does not give; it would look like an empty slot.
  return word == 0 ? ~bitsOf(V(0) / V(0)) | 1 : word;
}

/** Leaves a partial sum. By one lane. */
template <typename V> __device__ __forceinline__ void leavePartialSum(V* slot, V sum) { put(slot, slotWord(sum)); }
template <typename R> __device__ __forceinline__ void leavePartialSum(Complex<R>* slot, Complex<R> sum) {
  leavePartialSum(&slot->re, sum.re);
  leavePartialSum(&slot->im, sum.im);
}

/** The partial sum in a slot, once it is there; empties it. */
template <typename V> __device__ __forceinline__ V takePartialSum(V* slot) {
  auto word = get(slot);
  while (word == 0) word = get(slot);
  put(slot, 0);
  return valueOf(~word);
}
template <typename R> __device__ __forceinline__ Complex<R> takePartialSum(Complex<R>* slot) {
  const R real = takePartialSum(&slot->re);
  return {real, takePartialSum(&slot->im)};
}

/** Sum of the `count` partial sums in the slots from `first` on, in lane 0; empties them. By a whole warp. */
template <typename V> __device__ __forceinline__ V takePartialSums(V* first, int count) {
  V sum = 0;
  for (int i = threadIdx.x % kWarp; i < count; i += kWarp) sum += takePartialSum(first + i);
  return sumLanes<kWarp>(sum);
}

/**
 * A partial sum of a row, `sum` in lane 0, by a whole warp: with `before` = 0 it is left in slot `slot`; with `before`
 * > 0 it is the last, the others are in the slots before `slot`, and lane 0 calls finish(row, sum of all).
 */
template <typename V, typename Finish>
__device__ __forceinline__ void joinRow(V* partials, int slot, int before, int row, V sum, Finish&& finish) {
  const bool first = threadIdx.x % kWarp == 0;
  if (before == 0) {
    if (first) leavePartialSum(partials + slot, sum);
    return;
  }
  const V others = takePartialSums(partials + slot - before, before);
  if (first) finish(row, others + sum);
}

/** The same, ending in y. */
template <typename V>
__device__ __forceinline__ void joinRow(V* partials, int slot, int before, V* y, int row, V sum, V alpha, V beta) {
  joinRow(partials, slot, before, row, sum, [=](int r, V all) { finishRow(y, r, all, alpha, beta); });
}
