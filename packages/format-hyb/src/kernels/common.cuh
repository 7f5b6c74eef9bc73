// What the kernels of this package share. Names are the field's: A, x, y, alpha, beta.
#pragma once

/** Loads what is read once in a product: evicted first, so that x stays in the cache. */
template <typename V> __device__ __forceinline__ V stream(const V* address) { return __ldcs(address); }

/** alpha * sum + beta * y[row], not reading y when beta is 0. */
template <typename V> __device__ __forceinline__ void finishRow(V* y, unsigned row, V sum, V alpha, V beta) {
  y[row] = beta == V(0) ? alpha * sum : alpha * sum + beta * y[row];
}
