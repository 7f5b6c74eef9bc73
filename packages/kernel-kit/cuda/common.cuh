// What the kernels share. Names are the field's: A, x, y, alpha, beta; T lanes of a warp work on one row.
#pragma once

#include "entries.cuh"

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kWarp = 32;

/** Loads what is read once in a product: evicted first, so that x stays in the cache. */
template <typename V> __device__ __forceinline__ V stream(const V* address) { return __ldcs(address); }
__device__ __forceinline__ float stream(const Bf16* address) {
  Bf16 value;
  value.bits = __ldcs(&address->bits);
  return static_cast<float>(value);
}
#define SPMV_PAIR(FUNCTION, HOW, TYPE, PTX, LETTER) \
  __device__ __forceinline__ Complex<TYPE> FUNCTION(const Complex<TYPE>* address) { \
    Complex<TYPE> value; \
    asm("ld.global." HOW ".v2." PTX " {%0, %1}, [%2];" : "=" LETTER(value.re), "=" LETTER(value.im) : "l"(address)); \
    return value; \
  }
SPMV_PAIR(stream, "cs", double, "f64", "d")
SPMV_PAIR(stream, "cs", float, "f32", "f")
SPMV_PAIR(__ldg, "nc", double, "f64", "d")
SPMV_PAIR(__ldg, "nc", float, "f32", "f")
template <typename R> __device__ __forceinline__ Complex<R> stream(const Conjugated<R>* address) {
  return static_cast<Complex<R>>(Conjugated<R>{stream(&address->value)});
}

/** alpha * sum + beta * y[row], not reading y when beta is 0. */
template <typename V> __device__ __forceinline__ void finishRow(V* y, int row, Sum<V> sum, Sum<V> alpha, Sum<V> beta) {
  const Sum<V> product = scaled(alpha, sum);
  y[row] = V(beta == Sum<V>(0) ? product : product + scaled(beta, Sum<V>(y[row])));
}

/** Sum over groups of `lanes` (a power of two) neighbouring lanes, in the first lane of each; a tree, so always in one
 * order. */
template <typename V> __device__ __forceinline__ V sumLanes(V sum, int lanes) {
  for (int offset = lanes / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(kAllLanes, sum, offset, lanes);
  return sum;
}

template <int T, typename V> __device__ __forceinline__ V sumLanes(V sum) {
#pragma unroll
  for (int offset = T / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(kAllLanes, sum, offset, T);
  return sum;
}

/**
 * Number of this thread's group of T neighbouring threads, over all blocks; T divides the size of a block. Groups are
 * what 32 bits count: of threads a grid may have more than 2^32 (T = 32 and more than 2^27 rows).
 */
template <int T> __device__ __forceinline__ unsigned globalGroup() {
  return blockIdx.x * (blockDim.x / T) + threadIdx.x / T;
}

__device__ __forceinline__ unsigned globalThread() { return globalGroup<1>(); }
