// Sums over the entries of one row, with Highway's vectors.
#if defined(SPMV_ROW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_ROW_INL_H
#undef SPMV_ROW_INL_H
#else
#define SPMV_ROW_INL_H
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <typename T> using Lanes = hn::ScalableTag<T>;
// Columns of as many entries as a vector has lanes of T.
template <typename T> using Columns = hn::Rebind<int32_t, Lanes<T>>;

// Whether a masked load reads nothing outside its mask: elsewhere it is a whole load, which a page's end may forbid.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SVE
constexpr bool kMasks = true;
#else
constexpr bool kMasks = false;
#endif

// x[columns], lane by lane.
template <typename T, class C> HWY_INLINE hn::Vec<Lanes<T>> gather(const T* HWY_RESTRICT x, C columns) {
  const Lanes<T> d;
  if constexpr (sizeof(T) == 8) {
    return hn::GatherIndex(d, x, hn::PromoteTo(hn::Rebind<int64_t, Lanes<T>>(), columns));
  } else {
    return hn::GatherIndex(d, x, columns);
  }
}

// sum + Σ values[k]·x[columns[k]] over the first `count` lanes; of the others nothing is read but x[0], and nothing is
// added.
template <typename T>
HWY_INLINE hn::Vec<Lanes<T>> addSome(hn::Vec<Lanes<T>> sum, const T* HWY_RESTRICT values,
                                     const int32_t* HWY_RESTRICT columns, const T* HWY_RESTRICT x, size_t count) {
  const Lanes<T> d;
  const auto mask = hn::FirstN(d, count);
  const auto found = gather<T>(x, hn::MaskedLoad(hn::FirstN(Columns<T>(), count), Columns<T>(), columns));
  return hn::IfThenElse(mask, hn::MulAdd(hn::MaskedLoad(mask, d, values), found, sum), sum);
}

// Σ values[k]·x[columns[k]] over 0 ≤ k < count.
template <typename T>
HWY_INLINE T dot(const T* HWY_RESTRICT values, const int32_t* HWY_RESTRICT columns, const T* HWY_RESTRICT x,
                 size_t count) {
  const Lanes<T> d;
  const size_t lanes = hn::Lanes(d);
  size_t k = 0;
  auto sum = hn::Zero(d);
  if (count >= 4 * lanes) {
    auto [sum1, sum2, sum3] = std::array{sum, sum, sum};
    for (; k + 4 * lanes <= count; k += 4 * lanes) {
      const auto at = [&](size_t i) { return gather<T>(x, hn::LoadU(Columns<T>(), columns + k + i * lanes)); };
      sum = hn::MulAdd(hn::LoadU(d, values + k), at(0), sum);
      sum1 = hn::MulAdd(hn::LoadU(d, values + k + lanes), at(1), sum1);
      sum2 = hn::MulAdd(hn::LoadU(d, values + k + 2 * lanes), at(2), sum2);
      sum3 = hn::MulAdd(hn::LoadU(d, values + k + 3 * lanes), at(3), sum3);
    }
    sum = hn::Add(hn::Add(sum, sum1), hn::Add(sum2, sum3));
  }
  for (; k + lanes <= count; k += lanes) {
    sum = hn::MulAdd(hn::LoadU(d, values + k), gather<T>(x, hn::LoadU(Columns<T>(), columns + k)), sum);
  }
  if constexpr (kMasks) {
    if (k < count) sum = addSome<T>(sum, values + k, columns + k, x, count - k);
    return hn::GetLane(hn::SumOfLanes(d, sum));
  } else {
    T rest = hn::GetLane(hn::SumOfLanes(d, sum));
    for (; k < count; k++) rest += values[k] * x[columns[k]];
    return rest;
  }
}

// y ← α·sum + βy; y is not read when β = 0.
template <typename T> HWY_INLINE void finish(T* y, T sum, T alpha, T beta) {
  *y = beta == 0 ? alpha * sum : alpha * sum + beta * *y;
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
