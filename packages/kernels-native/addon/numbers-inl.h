// Arithmetic of single numbers in memory: operation `scalar` of @spmv/vectors.
#if defined(SPMV_NUMBERS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_NUMBERS_INL_H
#undef SPMV_NUMBERS_INL_H
#else
#define SPMV_NUMBERS_INL_H
#endif

#include <cmath>

#include "arguments.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// The root of the real part.
template <typename T> HWY_INLINE T rootOf(T a) { return T(std::sqrt(realPart(a))); }

// √(|a|² + |b|²); no square overflows.
template <typename T> HWY_INLINE T hypotOf(T a, T b) {
  const auto p = std::abs(realPart(a)), q = std::abs(imaginaryPart(a)), u = std::abs(realPart(b)),
             v = std::abs(imaginaryPart(b));
  const auto most = HWY_MAX(HWY_MAX(p, q), HWY_MAX(u, v));
  // NaN as well, which the largest need not be.
  if (most == 0 || !std::isfinite(p * 0 + q * 0 + u * 0 + v * 0)) return T(p * p + q * q + u * u + v * v);
  const auto squared = [&](auto part) { return (part / most) * (part / most); };
  return T(most * std::sqrt(squared(p) + squared(q) + squared(u) + squared(v)));
}

// s ← a form of numbers, by its place in FORM_NAMES of the kit; alpha is the δ of those that have one.
SPMV_KERNEL(number, int64_t form, const T* a, const T* b, const T* c, const T* d, T* s, T alpha, T beta) {
  switch (form) {
  case 0:
    *s = safe(spmv::scaled(alpha, *a / *b));
    break;
  case 1:
    *s = spmv::scaled(alpha, *a * *b);
    break;
  case 2: {
    const T first = alpha == 0 ? T(0) : spmv::scaled(alpha, *a);
    *s = beta == 0 ? first : first + spmv::scaled(beta, *b);
    break;
  }
  case 3:
    *s = safe(spmv::scaled(alpha, rootOf(*a)));
    break;
  case 4:
    *s = safe(spmv::scaled(alpha, (*a / *c) * (*b / *d)));
    break;
  case 5:
    *s = hypotOf(*a, *b);
    break;
  case 6:
    *s = *a;
    break;
  default:
    *s = spmv::scaled(alpha, spmv::conjugate(*a));
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
