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

// 0 where it is not finite.
template <typename T> HWY_INLINE T safe(T value) { return std::isfinite(value) ? value : 0; }

// √(a² + b²); no square overflows.
template <typename T> HWY_INLINE T hypotOf(T a, T b) {
  const T most = a > b ? a : b;
  // NaN as well.
  if (most == 0 || !std::isfinite(a) || !std::isfinite(b)) return a * a + b * b;
  const T share = (a > b ? b : a) / most;
  return most * std::sqrt(1 + share * share);
}

// s ← a form of numbers, by its place in FORM_NAMES of the kit; alpha is the δ of those that have one.
SPMV_KERNEL(number, int64_t form, const T* a, const T* b, const T* c, const T* d, T* s, T alpha, T beta) {
  switch (form) {
  case 0:
    *s = safe(alpha * (*a / *b));
    break;
  case 1:
    *s = alpha * (*a * *b);
    break;
  case 2: {
    const T first = alpha == 0 ? 0 : alpha * *a;
    *s = beta == 0 ? first : first + beta * *b;
    break;
  }
  case 3:
    *s = safe(alpha * std::sqrt(*a));
    break;
  case 4:
    *s = safe(alpha * ((*a / *c) * (*b / *d)));
    break;
  case 5:
    *s = hypotOf(std::abs(*a), std::abs(*b));
    break;
  case 6:
    *s = *a;
    break;
  default:
    *s = alpha * *a;
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
