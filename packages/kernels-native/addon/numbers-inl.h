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

template <typename T> HWY_INLINE T read(Arguments& from) { return *from.pointer<const T>(); }

// 0 where it is not finite.
template <typename T> HWY_INLINE T safe(T value) { return std::isfinite(value) ? value : 0; }

// s ← δ(a/b).
template <typename T> void scalarQuotient(Arguments from) {
  const T a = read<T>(from), b = read<T>(from);
  T* const s = from.pointer<T>();
  *s = safe(from.number<T>() * (a / b));
}

// s ← δab.
template <typename T> void scalarProduct(Arguments from) {
  const T a = read<T>(from), b = read<T>(from);
  T* const s = from.pointer<T>();
  *s = from.number<T>() * (a * b);
}

// s ← αa + βb; what is multiplied by 0 is not seen.
template <typename T> void scalarSum(Arguments from) {
  const T a = read<T>(from), b = read<T>(from);
  T* const s = from.pointer<T>();
  const T alpha = from.number<T>(), beta = from.number<T>();
  const T first = alpha == 0 ? 0 : alpha * a;
  *s = beta == 0 ? first : first + beta * b;
}

// s ← δ√a.
template <typename T> void scalarRoot(Arguments from) {
  const T a = read<T>(from);
  T* const s = from.pointer<T>();
  *s = safe(from.number<T>() * std::sqrt(a));
}

// s ← δ(a/c)(b/d).
template <typename T> void scalarRatio(Arguments from) {
  const T a = read<T>(from), b = read<T>(from), c = read<T>(from), d = read<T>(from);
  T* const s = from.pointer<T>();
  *s = safe(from.number<T>() * ((a / c) * (b / d)));
}

// s ← √(a² + b²); no square overflows.
template <typename T> void scalarHypot(Arguments from) {
  const T a = std::abs(read<T>(from)), b = std::abs(read<T>(from));
  T* const s = from.pointer<T>();
  const T most = a > b ? a : b;
  // NaN as well.
  if (most == 0 || !std::isfinite(a) || !std::isfinite(b)) {
    *s = a * a + b * b;
    return;
  }
  const T share = (a > b ? b : a) / most;
  *s = most * std::sqrt(1 + share * share);
}

// s ← a.
template <typename T> void scalarCopy(Arguments from) {
  const T a = read<T>(from);
  *from.pointer<T>() = a;
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
