// Values as they are stored, and the type that products and sums are computed in: the same, but for bf16.
#pragma once

#include "complex.cuh"

/** bf16 by its bits, which are the upper half of those of a float: no header of the toolkit is needed. */
struct Bf16 {
  unsigned short bits;

  Bf16() = default;
  /** Rounded to nearest, ties to even. */
  __device__ __forceinline__ explicit Bf16(float value) {
    const unsigned word = __float_as_uint(value);
    // Rounded up, the bits of a NaN could be those of an infinity.
    bits = value != value ? 0x7fc0 : (word + 0x7fff + (word >> 16 & 1)) >> 16;
  }
  __device__ __forceinline__ explicit operator float() const {
    return __uint_as_float(static_cast<unsigned>(bits) << 16);
  }
};

template <typename V> struct SumOf {
  using Type = V;
};
template <> struct SumOf<Bf16> {
  using Type = float;
};

template <typename R> struct SumOf<Conjugated<R>> {
  using Type = Complex<R>;
};

/** What values of type V are multiplied and added up in. */
template <typename V> using Sum = typename SumOf<V>::Type;
