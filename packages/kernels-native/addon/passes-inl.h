// The vector work of iterative solvers: updates by factors that are numbers in memory, sums in the same pass. Blocks of
// elements have sums of their own, zᴴy and yᴴy as numbers 2·block and the one after, which a last function adds up in
// their order.
#if defined(SPMV_PASSES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_PASSES_INL_H
#undef SPMV_PASSES_INL_H
#else
#define SPMV_PASSES_INL_H
#endif

#include <cmath>
#include <type_traits>

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Where a block leaves s and t, each of them a number of T in f64.
template <typename T> constexpr int64_t kParts = kIsComplex<T> ? 2 : 1;

// each(d, i, other) for elements first … past − 1, as many at a time as d has lanes: it does what there is to do, gives
// what is added up and sets what that is multiplied with. Four vectors of each sum, so that no addition waits for
// another.
template <typename T, bool Dots, bool Norms, class Each>
HWY_INLINE void sumsOf(int64_t first, int64_t past, double* HWY_RESTRICT sums, const Each& each) {
  const Lanes<T> d;
  const Capped<T, 1> single;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  auto dot0 = zero(d), dot1 = dot0, dot2 = dot0, dot3 = dot0;
  auto norm0 = dot0, norm1 = dot0, norm2 = dot0, norm3 = dot0;
  const auto add = [&](int64_t i, auto& dot, auto& norm) HWY_ATTR {
    auto other = zero(d);
    const auto result = each(d, i, other);
    if constexpr (Dots) dot = mulAdd(d, other, result, dot);
    if constexpr (Norms) norm = addSquares(d, result, norm);
  };
  int64_t i = first;
  for (; i + 4 * lanes <= past; i += 4 * lanes) {
    add(i, dot0, norm0);
    add(i + lanes, dot1, norm1);
    add(i + 2 * lanes, dot2, norm2);
    add(i + 3 * lanes, dot3, norm3);
  }
  for (; i + lanes <= past; i += lanes) add(i, dot0, norm0);
  const auto total = [&](auto a, auto b, auto c, auto e) HWY_ATTR {
    return HWY_NAMESPACE::sumOf(d, HWY_NAMESPACE::add(d, HWY_NAMESPACE::add(d, a, b), HWY_NAMESPACE::add(d, c, e)));
  };
  const T dots = Dots ? total(dot0, dot1, dot2, dot3) : T(0), norms = Norms ? total(norm0, norm1, norm2, norm3) : T(0);
  double dot = realPart(dots), imaginary = imaginaryPart(dots);
  // Squares of both parts.
  double norm = static_cast<double>(realPart(norms)) + static_cast<double>(imaginaryPart(norms));
  for (; i < past; i++) {
    auto factor = zero(single);
    const T result = numberOf(single, each(single, i, factor)), other = numberOf(single, factor);
    const double re = realPart(result), im = imaginaryPart(result);
    if constexpr (Dots) {
      dot += re * realPart(other) - im * imaginaryPart(other);
      imaginary += re * imaginaryPart(other) + im * realPart(other);
    }
    if constexpr (Norms) norm += re * re + im * im;
  }
  if constexpr (Dots || Norms) {
    sums[0] = dot;
    sums[kParts<T>] = norm;
    if constexpr (kIsComplex<T>) {
      sums[1] = imaginary;
      sums[3] = 0;
    }
  }
}

// What a pass does: the bits of WAY of the kit.
constexpr int kFirst = 1, kBy = 2, kWeights = 4, kSecond = 8, kMoved = 16, kInto = 32, kOther = 64, kOwn = 128,
              kSquares = 256, kNorm = 512, kUnconjugated = 2048;

// moved ← moved + step·second, into ← by·first (weights ∘ first) + share·second, and sums over it, the other factor of
// which is conjugated.
template <typename T> struct Pass {
  const T *first, *weights, *second;
  T *moved, *into;
  const T* other;
  T by, share, step;

  template <int Way> HWY_INLINE void run(int64_t from, int64_t past, double* own) const {
    constexpr bool isDotted = (Way & (kOther | kSquares)) != 0;
    sumsOf<T, isDotted, (Way & kNorm) != 0>(from, past, own, [&](auto d, int64_t i, auto& factor) HWY_ATTR {
      auto along = zero(d), result = along;
      if constexpr (Way & (kSecond | kMoved)) along = loadValues(d, second + i);
      if constexpr (Way & kMoved) store(addScaled(d, loadValues(d, moved + i), step, along), d, moved + i);
      if constexpr (Way & kFirst) result = loadValues(d, first + i);
      if constexpr (Way & kOwn) factor = conjugate(d, result);
      if constexpr ((Way & kFirst) && (Way & kBy)) result = HWY_NAMESPACE::scaled(d, by, result);
      if constexpr (Way & kWeights) result = mulAdd(d, loadValues(d, weights + i), result, zero(d));
      if constexpr (Way & kSecond) result = addScaled(d, result, share, along);
      if constexpr (Way & kInto) store(result, d, into + i);
      if constexpr (Way & kSquares) factor = mulAdd(d, loadValues(d, weights + i), conjugate(d, result), zero(d));
      if constexpr ((Way & kOther) && !(Way & kOwn)) {
        factor = loadValues(d, other + i);
        if constexpr (!(Way & kUnconjugated)) factor = conjugate(d, factor);
      }
      return result;
    });
  }
};

// What a vector is multiplied with: a number, or a quotient that is 0 where it is not finite, times one of the host;
// times alone where there is no number. What it multiplies is not seen where one of the two is 0.
template <typename T> struct Factor {
  T value;
  bool isSeen;

  Factor(const T* number, const T* over, T times) : value(number == nullptr ? T(1) : *number) {
    if (over != nullptr) value = safe(value / *over);
    isSeen = !(times == 0) && !(value == 0);
    value = spmv::scaled(times, value);
  }
};

// Blocks of elements; an address that is 0 stands for what a pass has not.
SPMV_KERNEL(pass, const T* first, const T* weights, const T* second, T* moved, T* into, const T* other, double* sums,
            const T* by, const T* byOver, T byTimes, const T* share, const T* shareOver, T shareTimes, const T* step,
            const T* stepOver, T stepTimes, int64_t way, int64_t n, int64_t size, int64_t begin, int64_t end) {
  const Factor<T> firstBy(by, byOver, byTimes), secondBy(share, shareOver, shareTimes),
      movedBy(step, stepOver, stepTimes);
  if (!firstBy.isSeen) way &= ~kFirst;
  if (!secondBy.isSeen) way &= ~kSecond;
  if (!movedBy.isSeen) way &= ~kMoved;
  const Pass<T> pass{first, weights, second, moved, into, other, firstBy.value, secondBy.value, movedBy.value};
  for (int64_t block = begin; block < end; block++) {
    const int64_t from = block * size, past = HWY_MIN(from + size, n);
    double* const own = sums == nullptr ? nullptr : sums + 2 * kParts<T> * block;
    switch (way) {
#define SPMV_WAY(WAY) \
  case WAY: \
    pass.template run<WAY>(from, past, own); \
    break;
      // One for each way of the table, as packages/vectors/test/compiled-ways.test.ts writes them. passes:begin
      SPMV_WAY(43)
      SPMV_WAY(35)
      SPMV_WAY(42)
      SPMV_WAY(34)
      SPMV_WAY(107)
      SPMV_WAY(99)
      SPMV_WAY(106)
      SPMV_WAY(98)
      SPMV_WAY(555)
      SPMV_WAY(547)
      SPMV_WAY(554)
      SPMV_WAY(546)
      SPMV_WAY(619)
      SPMV_WAY(611)
      SPMV_WAY(618)
      SPMV_WAY(610)
      SPMV_WAY(57)
      SPMV_WAY(41)
      SPMV_WAY(49)
      SPMV_WAY(33)
      SPMV_WAY(1577)
      SPMV_WAY(1569)
      SPMV_WAY(1833)
      SPMV_WAY(1825)
      SPMV_WAY(61)
      SPMV_WAY(45)
      SPMV_WAY(53)
      SPMV_WAY(37)
      SPMV_WAY(229)
      SPMV_WAY(65)
      SPMV_WAY(513)
      SPMV_WAY(577)
      SPMV_WAY(2113)
      // passes:end
#undef SPMV_WAY
    }
  }
}

// s and t from the sums of `count` blocks, four at a time; an address that is 0 stands for what is not wanted.
SPMV_KERNEL(total, const double* HWY_RESTRICT sums, T* s, T* t, int64_t count) {
  constexpr int64_t step = 2 * kParts<T>;
  const auto sumOf = [&](int64_t which) {
    double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
    int64_t block = 0;
    for (; block + 4 <= count; block += 4) {
      sum0 += sums[step * block + which];
      sum1 += sums[step * (block + 1) + which];
      sum2 += sums[step * (block + 2) + which];
      sum3 += sums[step * (block + 3) + which];
    }
    for (; block < count; block++) sum0 += sums[step * block + which];
    return (sum0 + sum1) + (sum2 + sum3);
  };
  const auto put = [&](T* to, int64_t first) {
    if (to == nullptr) return;
    if constexpr (kIsComplex<T>) {
      using R = decltype(to->re);
      *to = {static_cast<R>(sumOf(first)), static_cast<R>(sumOf(first + 1))};
    } else {
      *to = static_cast<T>(sumOf(first));
    }
  };
  put(s, 0);
  put(t, kParts<T>);
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
