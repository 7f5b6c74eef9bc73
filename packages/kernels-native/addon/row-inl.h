// What kernels share: sums of the entries of a row, the end of a row, what becomes of a sum.
#if defined(SPMV_ROW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_ROW_INL_H
#undef SPMV_ROW_INL_H
#else
#define SPMV_ROW_INL_H
#endif

#include <type_traits>

#include "arguments.h"
#include "complex-inl.h"
#include "gather-inl.h"
#include "half-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Whether a masked load reads nothing outside its mask: elsewhere it is a whole load, which a page's end may forbid.
#if SPMV_AVX512 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SVE
constexpr bool kMasks = true;
#else
constexpr bool kMasks = false;
#endif
// The same for elements of 16 bits, for which AVX2 has no masks, and for values stored as V.
constexpr bool kMasksOf16 = kMasks && HWY_TARGET != HWY_AVX2;
template <typename V> constexpr bool kMasksOf = !kIsComplex<V> && (kIsHalf<V> ? kMasksOf16 : kMasks);

// Vectors of a row, and whether its last entries are a masked one. Where vectors of 512 bits are put together from
// single loads these have 256, and the last entries come one by one: a mask saves no load there (Zen 5: 1.1 to 1.9
// times as fast).
constexpr bool kHalves = SPMV_AVX512 && SPMV_SINGLY;
template <typename T> using RowLanes = std::conditional_t<kHalves, Capped<T, 32 / sizeof(T)>, Lanes<T>>;

// How far ahead of what is computed values and columns are asked for, in entries: the processor itself does not look
// beyond the end of a page. Measured with AVX-512 and with AVX2, both on an Intel Xeon.
constexpr int64_t kAhead = SPMV_AVX512 || HWY_TARGET == HWY_AVX2 ? 256 : 0;
template <typename V> HWY_INLINE void askAhead(const V* HWY_RESTRICT values, int64_t ahead = kAhead) {
  if constexpr (kAhead > 0) __builtin_prefetch(values + ahead);
}

// The same for `count` neighbours, a line of the cache each.
template <typename V> HWY_INLINE void askAllAhead(const V* HWY_RESTRICT values, int64_t count) {
  if constexpr (kAhead > 0) {
    constexpr int64_t line = 64 / static_cast<int64_t>(sizeof(V));
    for (int64_t k = 0; k < count; k += line) askAhead(values + k);
  }
}
template <typename V>
HWY_INLINE void askAllAhead(const V* HWY_RESTRICT values, const int32_t* HWY_RESTRICT columns, int64_t count) {
  askAllAhead(values, count);
  askAllAhead(columns, count);
}

// What stays near a core: about its second-level cache.
constexpr int64_t kNearBytes = 1 << 21;
// The same of what lies in the order it is read in. Levels without gathers run where several cores have a cache that is
// close to them, from which the processor itself brings it in time (Zen 5: to ask takes 1.1 to 1.4 times as long there,
// but 0.6 to 0.9 of the time beyond).
constexpr int64_t kNearInOrder = SPMV_SINGLY ? 1 << 24 : kNearBytes;

// Whether so many entries stored as V, with their columns, are more than stays near. They are asked for ahead then,
// which costs up to a quarter where they do stay.
template <typename V> HWY_INLINE bool isFarAway(int64_t entries, int64_t near = kNearInOrder) {
  return kAhead > 0 && entries * static_cast<int64_t>(sizeof(V) + sizeof(int32_t)) > near;
}

// run(true_type) or run(false_type): a loop of its own for each, where the compiler knows which.
template <class Run> HWY_INLINE void known(bool value, const Run& run) {
  if (value) {
    run(std::true_type());
  } else {
    run(std::false_type());
  }
}

// Values stored as V in the type of D.
template <class D, typename V> HWY_INLINE Vec<D> loadValues(D d, const V* HWY_RESTRICT values) {
  if constexpr (kIsHalf<V>) {
    return loadHalves(d, values);
  } else if constexpr (sizeof(V) == sizeof(Of<D>)) {
    return hn::LoadU(d, values);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<V, D>(), values));
  }
}

// x at the columns from `at` on, of 32 bits or of 16. Where vectors of 512 bits are put together from single loads, so
// are their columns: to take these out of a vector takes longer, by a third on a Xeon. So are columns of 16 bits where
// vectors have 256.
template <class D, typename X, typename J>
HWY_INLINE Vec<D> gatherAt(D d, const X* HWY_RESTRICT x, const J* HWY_RESTRICT at) {
#if SPMV_SINGLY
  if constexpr (singly<D>() && std::is_same_v<X, Of<D>> && (SPMV_AVX512 || sizeof(J) == 2)) {
    return loadEach(d, x, [&](size_t l) HWY_ATTR { return static_cast<uint32_t>(at[l]); });
  }
#endif
  if constexpr (sizeof(J) == 4) {
    return gather(d, x, hn::LoadU(Columns<D>(), at));
  } else {
    return gather(d, x, hn::PromoteTo(Columns<D>(), hn::LoadU(hn::Rebind<J, D>(), at)));
  }
}

// x[columns] in the first `count` lanes; of the others nothing is read but x[0], and what is in them is not said.
template <class D, typename X, class C>
HWY_INLINE Vec<D> gatherSome(D d, const X* HWY_RESTRICT x, C columns, size_t count) {
#if HWY_TARGET == HWY_AVX3
  if constexpr (sizeof(X) == sizeof(Of<D>)) {
    return gatherWhere(d, (1u << count) - 1, x, columns);
  }
#endif
  (void)count;
  return gather(d, x, columns);
}

// sum + values[k]·found over the first `count` lanes; of the others nothing is read, and nothing is added.
template <class D, typename V>
HWY_INLINE Vec<D> addSomeFound(D d, Vec<D> sum, const V* HWY_RESTRICT values, Vec<D> found, size_t count) {
  const auto mask = hn::FirstN(d, count);
  if constexpr (kIsHalf<V>) {
    return hn::IfThenElse(mask, mulAdd(d, loadSomeHalves(d, values, count), found, sum), sum);
  } else if constexpr (sizeof(V) == sizeof(Of<D>)) {
    return hn::IfThenElse(mask, mulAdd(d, hn::MaskedLoad(mask, d, values), found, sum), sum);
  } else {
    const hn::Rebind<V, D> narrow;
    const auto loaded = hn::PromoteTo(d, hn::MaskedLoad(hn::FirstN(narrow, count), narrow, values));
    return hn::IfThenElse(mask, mulAdd(d, loaded, found, sum), sum);
  }
}

// sum + Σ values[k]·x[columns[k]] over the first `count` lanes; of the others nothing is read but x[0], and nothing is
// added.
template <class D, typename V, typename X>
HWY_INLINE Vec<D> addSome(D d, Vec<D> sum, const V* HWY_RESTRICT values, const int32_t* HWY_RESTRICT columns,
                          const X* HWY_RESTRICT x, size_t count) {
  const auto at = hn::MaskedLoad(hn::FirstN(Columns<D>(), count), Columns<D>(), columns);
  return addSomeFound(d, sum, values, gatherSome(d, x, at, count), count);
}

// Σ values[k]·x[columns[k]] over 0 ≤ k < count: four vectors at a time, then one, then a part of one. Levels without
// gathers ask for what is ahead only `ifFar`.
template <typename T, bool Masked = !kHalves, typename V, typename X>
HWY_INLINE T dot(const V* HWY_RESTRICT values, const int32_t* HWY_RESTRICT columns, const X* HWY_RESTRICT x,
                 size_t count, bool ifFar = true) {
  const RowLanes<T> d;
  const size_t lanes = laneCount(d);
  const bool ask = !SPMV_SINGLY || ifFar;
  size_t k = 0;
  auto sum = noProducts(d);
  if (count >= 4 * lanes) {
    auto sum1 = sum, sum2 = sum, sum3 = sum;
    for (; k + 4 * lanes <= count; k += 4 * lanes) {
      const V* const v = values + k;
      const int32_t* const at = columns + k;
      if (ask) {
        for (size_t vector = 0; vector < 4; vector++) askAhead(v + vector * lanes);
        for (size_t vector = 0; vector < 4; vector += 2) askAhead(at + vector * lanes);
      }
      sum = mulAdd(d, loadValues(d, v), gatherAt(d, x, at), sum);
      sum1 = mulAdd(d, loadValues(d, v + lanes), gatherAt(d, x, at + lanes), sum1);
      sum2 = mulAdd(d, loadValues(d, v + 2 * lanes), gatherAt(d, x, at + 2 * lanes), sum2);
      sum3 = mulAdd(d, loadValues(d, v + 3 * lanes), gatherAt(d, x, at + 3 * lanes), sum3);
    }
    sum = add(d, add(d, sum, sum1), add(d, sum2, sum3));
  }
  for (; k + lanes <= count; k += lanes) {
    if (ask) askAhead(values + k);
    if (ask) askAhead(columns + k);
    sum = mulAdd(d, loadValues(d, values + k), gatherAt(d, x, columns + k), sum);
  }
  if constexpr (kMasksOf<V> && Masked) {
    if (k < count) sum = addSome(d, sum, values + k, columns + k, x, count - k);
    return sumOf(d, sum);
  } else {
    T rest = sumOf(d, sum);
    for (; k < count; k++) rest += static_cast<T>(values[k]) * static_cast<T>(x[columns[k]]);
    return rest;
  }
}

// Where the padding of a row (column −1) begins that has places `from` … `to` − 1; padding is at the end only.
HWY_INLINE int64_t rowEnd(const int32_t* HWY_RESTRICT columns, int64_t from, int64_t to) {
  if (from == to || columns[to - 1] >= 0) return to;
  int64_t low = from, high = to - 1;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (columns[middle] < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// The same over a row that ends in padding. A short one is not searched for its end: each vector counts its columns.
template <typename T, typename V, typename X>
HWY_INLINE T dotPadded(const V* HWY_RESTRICT values, const int32_t* HWY_RESTRICT columns, const X* HWY_RESTRICT x,
                       int64_t count, bool ifFar) {
  if constexpr (kMasksOf<V> && !SPMV_SINGLY) {
    const RowLanes<T> d;
    const Columns<RowLanes<T>> dc;
    const int64_t lanes = static_cast<int64_t>(laneCount(d));
    if (count <= 2 * lanes) {
      auto sum = zero(d);
      for (int64_t k = 0; k < count; k += lanes) {
        const auto isHere = hn::FirstN(dc, static_cast<size_t>(HWY_MIN(lanes, count - k)));
        const auto at = hn::MaskedLoad(isHere, dc, columns + k);
        const size_t entries = hn::CountTrue(dc, hn::And(isHere, hn::Gt(at, hn::Set(dc, -1))));
        sum = addSomeFound(d, sum, values + k, gatherSome(d, x, hn::Max(at, hn::Zero(dc)), entries), entries);
      }
      return sumOf(d, sum);
    }
  }
  return dot<T>(values, columns, x, static_cast<size_t>(rowEnd(columns, 0, count)), ifFar);
}

// α and β of a product, and what becomes of a sum.
template <typename T> struct Scale {
  T alpha, beta;

  // y ← α·sum + βy; y is not read when β = 0.
  template <typename Y> HWY_INLINE void finish(Y* y, T sum) const {
    const T result =
        beta == 0 ? spmv::scaled(alpha, sum) : spmv::scaled(alpha, sum) + spmv::scaled(beta, static_cast<T>(*y));
    if constexpr (kIsHalf<Y>) {
      *y = Y::of(result);
    } else {
      *y = result;
    }
  }

  // The same for neighbouring elements.
  template <class D, typename Y> HWY_INLINE void finish(D d, Y* y, Vec<D> sum) const {
    auto result = scaled(d, alpha, sum);
    if (beta != 0) result = addScaled(d, result, beta, loadValues(d, y));
    if constexpr (kIsHalf<Y>) {
      storeHalves(d, result, y);
    } else {
      store(result, d, y);
    }
  }
};

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
