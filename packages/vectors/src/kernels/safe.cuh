// Numbers that take the place of quotients and roots that are not finite.
#pragma once

#include "complex.cuh"

/** 0 where the value is not finite. */
template <typename V> __device__ __forceinline__ V safe(V value) { return isfinite(value) ? value : V(0); }
template <typename R> __device__ __forceinline__ Complex<R> safe(Complex<R> value) {
  return isfinite(value.re) && isfinite(value.im) ? value : Complex<R>(0);
}
