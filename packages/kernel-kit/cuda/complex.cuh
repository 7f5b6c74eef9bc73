// Complex numbers: two R side by side, the real part first. Products are the textbook's.
#pragma once

template <typename R> struct alignas(2 * sizeof(R)) Complex {
  R re, im;

  Complex() = default;
  __device__ __forceinline__ Complex(R real, R imaginary = 0) : re(real), im(imaginary) {}
  __device__ __forceinline__ Complex& operator+=(Complex b) {
    re += b.re;
    im += b.im;
    return *this;
  }
  __device__ __forceinline__ Complex& operator-=(Complex b) {
    re -= b.re;
    im -= b.im;
    return *this;
  }
  __device__ __forceinline__ Complex& operator*=(Complex b) { return *this = *this * b; }
  friend __device__ __forceinline__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  friend __device__ __forceinline__ Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend __device__ __forceinline__ bool operator==(Complex a, Complex b) { return a.re == b.re && a.im == b.im; }
  friend __device__ __forceinline__ bool operator!=(Complex a, Complex b) { return !(a == b); }
  /** Scaled so that no square leaves the range (Smith, Algorithm 116: complex division, 1962). */
  friend __device__ __forceinline__ Complex operator/(Complex a, Complex b) {
    const bool isSteep = fabs(b.re) < fabs(b.im);
    const R share = isSteep ? b.re / b.im : b.im / b.re;
    const R size = isSteep ? fma(b.re, share, b.im) : fma(b.im, share, b.re);
    if (isSteep) return {fma(a.re, share, a.im) / size, fma(a.im, share, -a.re) / size};
    if (b.im == 0) return {a.re / b.re, a.im / b.re};
    return {fma(a.im, share, a.re) / size, fma(-a.re, share, a.im) / size};
  }
};

/** One of a matrix that is conjugated. */
template <typename R> struct alignas(2 * sizeof(R)) Conjugated {
  Complex<R> value;
  __device__ __forceinline__ explicit operator Complex<R>() const { return {value.re, -value.im}; }
};

/** A number of the host times another: one without an imaginary part multiplies as a real number. */
template <typename V> __device__ __forceinline__ V scaled(V factor, V value) { return factor * value; }
template <typename R> __device__ __forceinline__ Complex<R> scaled(Complex<R> factor, Complex<R> value) {
  return factor.im == 0 ? Complex<R>(factor.re * value.re, factor.re * value.im) : factor * value;
}

/** factor * value + sum, each part of a product of real numbers in one rounding; a factor as that of `scaled`. */
template <typename R> __device__ __forceinline__ Complex<R> fma(Complex<R> factor, Complex<R> value, Complex<R> sum) {
  const Complex<R> along = {fma(factor.re, value.re, sum.re), fma(factor.re, value.im, sum.im)};
  if (factor.im == 0) return along;
  return {fma(-factor.im, value.im, along.re), fma(factor.im, value.re, along.im)};
}

template <typename V> __device__ __forceinline__ V realPart(V value) { return value; }
template <typename R> __device__ __forceinline__ R realPart(Complex<R> value) { return value.re; }
template <typename V> using Real = decltype(realPart(V()));

template <typename V> __device__ __forceinline__ V conjugated(V value) { return value; }
template <typename R> __device__ __forceinline__ Complex<R> conjugated(Complex<R> value) {
  return {value.re, -value.im};
}

/** What the value of a triangle is on the other side of the diagonal: bit 0 of `skew`, negated; bit 1, conjugated. */
template <typename V> __device__ __forceinline__ V mirrored(V value, int skew) { return skew ? -value : value; }
template <typename R> __device__ __forceinline__ Complex<R> mirrored(Complex<R> value, int skew) {
  return {skew & 1 ? -value.re : value.re, skew == 1 || skew == 2 ? -value.im : value.im};
}

/** Each part by itself. */
template <typename R> __device__ __forceinline__ void atomicAdd(Complex<R>* to, Complex<R> value) {
  atomicAdd(&to->re, value.re);
  atomicAdd(&to->im, value.im);
}

template <typename R>
__device__ __forceinline__ Complex<R> __shfl_down_sync(unsigned lanes, Complex<R> value, unsigned offset,
                                                       int width = 32) {
  return {__shfl_down_sync(lanes, value.re, offset, width), __shfl_down_sync(lanes, value.im, offset, width)};
}
template <typename R>
__device__ __forceinline__ Complex<R> __shfl_up_sync(unsigned lanes, Complex<R> value, unsigned offset,
                                                     int width = 32) {
  return {__shfl_up_sync(lanes, value.re, offset, width), __shfl_up_sync(lanes, value.im, offset, width)};
}
template <typename R>
__device__ __forceinline__ Complex<R> __shfl_xor_sync(unsigned lanes, Complex<R> value, int mask, int width = 32) {
  return {__shfl_xor_sync(lanes, value.re, mask, width), __shfl_xor_sync(lanes, value.im, mask, width)};
}
template <typename R>
__device__ __forceinline__ Complex<R> __shfl_sync(unsigned lanes, Complex<R> value, int from, int width = 32) {
  return {__shfl_sync(lanes, value.re, from, width), __shfl_sync(lanes, value.im, from, width)};
}
