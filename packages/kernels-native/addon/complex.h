// Complex numbers: two R side by side, the real part first. Products are the textbook's, without C's rules for
// infinities.
#pragma once

#include <cmath>

namespace spmv {

template <typename R> struct Complex {
  R re, im;

  Complex() = default;
  constexpr Complex(R real, R imaginary = 0) : re(real), im(imaginary) {}

  friend constexpr Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  friend constexpr Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend constexpr bool operator==(Complex a, R b) { return a.re == b && a.im == 0; }
  // Scaled so that no square leaves the range (Smith, Algorithm 116: complex division, 1962).
  friend constexpr Complex operator/(Complex a, Complex b) {
    if (b.im == 0) return {a.re / b.re, a.im / b.re};
    const bool isSteep = (b.re < 0 ? -b.re : b.re) < (b.im < 0 ? -b.im : b.im);
    const R share = isSteep ? b.re / b.im : b.im / b.re, size = isSteep ? b.im + b.re * share : b.re + b.im * share;
    if (isSteep) return {(a.re * share + a.im) / size, (a.im * share - a.re) / size};
    return {(a.re + a.im * share) / size, (a.im - a.re * share) / size};
  }
  constexpr Complex& operator+=(Complex b) { return *this = *this + b; }
};

// One of a matrix that is conjugated.
template <typename R> struct Conjugated {
  Complex<R> value;

  explicit operator Complex<R>() const { return {value.re, -value.im}; }
};

template <typename T> constexpr bool kIsComplex = false;
template <typename R> constexpr bool kIsComplex<Complex<R>> = true;
template <typename R> constexpr bool kIsComplex<Conjugated<R>> = true;

// α·value for a number of the host: one without an imaginary part multiplies as a real number.
template <typename T> constexpr T scaled(T alpha, T value) { return alpha * value; }
template <typename R> constexpr Complex<R> scaled(Complex<R> alpha, Complex<R> value) {
  return alpha.im == 0 ? Complex<R>(alpha.re * value.re, alpha.re * value.im) : alpha * value;
}

template <typename T> constexpr T conjugate(T value) { return value; }
template <typename R> constexpr Complex<R> conjugate(Complex<R> value) { return {value.re, -value.im}; }

// Real and imaginary part, 0 of a real number.
template <typename T> constexpr T realPart(T value) { return value; }
template <typename R> constexpr R realPart(Complex<R> value) { return value.re; }
template <typename T> constexpr T imaginaryPart(T) { return 0; }
template <typename R> constexpr R imaginaryPart(Complex<R> value) { return value.im; }

// 0 where a part is not finite.
template <typename T> inline T safe(T value) {
  return std::isfinite(realPart(value)) && std::isfinite(imaginaryPart(value)) ? value : T(0);
}

} // namespace spmv
