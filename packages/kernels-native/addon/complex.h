// Complex numbers: two R side by side, the real part first. Products are the textbook's, without C's rules for
// infinities.
#pragma once

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

} // namespace spmv
