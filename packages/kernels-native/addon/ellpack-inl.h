// Formats that store neighbouring rows side by side: ELLPACK, ELLPACK-R, HYB. A row in each lane.
#if defined(SPMV_ELLPACK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_ELLPACK_INL_H
#undef SPMV_ELLPACK_INL_H
#else
#define SPMV_ELLPACK_INL_H
#endif

#include "csr-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Places of rows that lie side by side: place k of the row in lane l at slot `first + k·step + l`.
template <typename T, typename V, typename X = T> struct Places {
  const int32_t* HWY_RESTRICT columns;
  const V* HWY_RESTRICT values;
  const X* HWY_RESTRICT x;
  int64_t step;

  // The sums of as many rows as D has lanes, of `count` places each. Padding is at the end of a row: where the last
  // place of all holds an entry, all do. Of padding no more is read than x[0], and nothing is added. Where asked,
  // what is `ahead` slots after each is asked for.
  template <bool Ask, class D> HWY_INLINE Vec<D> sums(D d, int64_t first, int64_t count, int64_t ahead = kAhead) const {
    const Columns<D> c;
    if (count == 0) return zero(d);
    auto sum = noProducts(d);
    const int64_t past = first + count * step;
    const auto padding = [&](auto at) { return hn::Lt(at, hn::Zero(c)); };
    if (hn::AllFalse(c, padding(hn::LoadU(c, columns + past - step)))) {
      for (int64_t slot = first; slot < past; slot += step) {
        if (Ask) askAhead(values + slot, ahead);
        if (Ask) askAhead(columns + slot, ahead);
        sum = mulAdd(d, loadValues(d, values + slot), gatherAt(d, x, columns + slot), sum);
      }
      return total(d, sum);
    }
    if constexpr (kIsComplex<T>) {
#if HWY_TARGET == HWY_SCALAR
      return one(first, count);
#else
      // Together as long as half of the rows go on, then each row's own rest.
      const typename D::Parts parts;
      int64_t slot = first;
      for (; slot < past; slot += step) {
        const auto at = hn::LoadU(c, columns + slot);
        if (2 * hn::CountTrue(c, padding(at)) > laneCount(d)) break;
        const auto is =
            hn::RebindMask(parts, hn::Gt(inParts(d, at), hn::Set(hn::RebindToSigned<decltype(parts)>(), -1)));
        const auto found = gatherColumns(d, x, hn::Max(at, hn::Zero(c)));
        sum = mulAdd(d, hn::IfThenElseZero(is, loadValues(d, values + slot)), hn::IfThenElseZero(is, found), sum);
      }
      if (slot >= past) return total(d, sum);
      T each[mostLanes(d)];
      store(total(d, sum), d, each);
      for (size_t l = 0; l < laneCount(d); l++) each[l] += one(slot + l, (past - slot) / step);
      return loadValues(d, each);
#endif
    } else {
      return padded<Ask>(d, sum, first, past, ahead);
    }
  }

  // The same where some of the places are padding, each looked at; `sum` holds zeros.
  template <bool Ask, class D>
  HWY_INLINE Vec<D> padded(D d, Vec<D> sum, int64_t first, int64_t past, [[maybe_unused]] int64_t ahead) const {
    const Columns<D> c;
    const auto padding = [&](auto at) { return hn::Lt(at, hn::Zero(c)); };
#if HWY_TARGET == HWY_AVX3
    if constexpr (sizeof(X) == sizeof(T)) {
      for (int64_t slot = first; slot < past; slot += step) {
        if (Ask) askAhead(values + slot, ahead);
        if (Ask) askAhead(columns + slot, ahead);
        const auto at = hn::LoadU(c, columns + slot);
        const auto entries = hn::Gt(at, hn::Set(c, -1)).raw;
        if (entries == 0) break;
        const auto found = gatherWhere(d, entries, x, at);
        const hn::Mask<D> mask{static_cast<decltype(hn::Mask<D>::raw)>(entries)};
        sum = hn::IfThenElse(mask, mulAdd(d, loadValues(d, values + slot), found, sum), sum);
      }
      return sum;
    }
#endif
    for (int64_t slot = first; slot < past; slot += step) {
      const auto at = hn::LoadU(c, columns + slot);
      if (hn::AllTrue(c, padding(at))) break;
      const auto found = gather(d, x, hn::Max(at, hn::Zero(c)));
      const auto added = mulAdd(d, loadValues(d, values + slot), found, sum);
      if constexpr (sizeof(T) == 8) {
        const hn::Rebind<int64_t, D> wide;
        sum = hn::IfThenElse(hn::RebindMask(d, hn::Lt(hn::PromoteTo(wide, at), hn::Zero(wide))), sum, added);
      } else {
        sum = hn::IfThenElse(hn::RebindMask(d, padding(at)), sum, added);
      }
    }
    return sum;
  }

  // The sum of the row at slot `first`.
  HWY_INLINE T one(int64_t first, int64_t count) const {
    T sum = 0;
    for (int64_t slot = first; slot < first + count * step && columns[slot] >= 0; slot += step) {
      sum += static_cast<T>(values[slot]) * static_cast<T>(x[columns[slot]]);
    }
    return sum;
  }
};

// How far ahead the slots of vectors of rows are asked for that have `count` places each, by columns: as many rows as
// have some 512 places. More would not stay in the first-level cache, where columns may lie multiples of a page apart.
HWY_INLINE int64_t rowsAhead(int64_t count) {
  return count <= 1 ? 512 : HWY_MAX(8, 512 >> (64 - __builtin_clzll(static_cast<uint64_t>(count - 1))));
}

// Rows begin … end − 1 in vectors as wide as they can be, `vector(d, i)` for as many as d has lanes, then `single(i)`
// for each.
template <typename T, class Vector, class Single>
HWY_INLINE void inLanes(int64_t begin, int64_t end, const Vector& vector, const Single& single) {
  int64_t i = begin;
  const auto all = [&](auto d) HWY_ATTR {
    const int64_t lanes = static_cast<int64_t>(laneCount(d));
    for (; i + lanes <= end; i += lanes) vector(d, i);
  };
  all(Long<T, 64>());
  if constexpr (mostLanes(Long<T, 64>()) > 8) all(Capped<T, 8>());
  if constexpr (mostLanes(Long<T, 64>()) > 4) all(Capped<T, 4>());
  for (; i < end; i++) single(i);
}

// The mean length of rows begin … end − 1, by some of them.
HWY_INLINE int64_t sampled(const int32_t* rowLength, int64_t begin, int64_t end) {
  const int64_t apart = HWY_MAX(1, (end - begin) / 16);
  int64_t sum = 0, count = 0;
  for (int64_t i = begin; i < end; i += apart, count++) sum += rowLength[i];
  return count == 0 ? 0 : sum / count;
}

// Column order. `rowLength` is there in ELLPACK-R, where nothing but the entries of a row need be looked at.
template <bool R, typename T, typename V, typename X>
HWY_INLINE void byColumn(const int32_t* HWY_RESTRICT rowLength, const Places<T, V, X>& a, X* HWY_RESTRICT y,
                         int64_t width, Scale<T> scale, int64_t begin, int64_t end) {
  const auto longest = [&](int64_t i, int64_t lanes) {
    int32_t found = 0;
    for (int64_t l = 0; l < lanes; l++) found = HWY_MAX(found, rowLength[i + l]);
    return static_cast<int64_t>(found);
  };
  const int64_t places = R ? sampled(rowLength, begin, end) : width;
  const bool isFar = isFarAway<V>((end - begin) * places, kNearBytes);
  inLanes<T>(
      begin, end,
      [&](auto d, int64_t i) HWY_ATTR {
        const int64_t own = R ? longest(i, static_cast<int64_t>(laneCount(d))) : width;
        scale.finish(d, y + i,
                     isFar ? a.template sums<true>(d, i, own, rowsAhead(own)) : a.template sums<false>(d, i, own));
      },
      [&](int64_t i) HWY_ATTR { scale.finish(y + i, a.one(i, R ? rowLength[i] : width)); });
}

SPMV_KERNEL(ellpackColumn, const int32_t* colIndex, const V* values, const X* x, X* y, int64_t width, int64_t stride,
            T alpha, T beta, int64_t begin, int64_t end) {
  byColumn<false>(nullptr, Places<T, V, X>{colIndex, values, x, stride}, y, width, {alpha, beta}, begin, end);
}

SPMV_KERNEL(ellpackRColumn, const int32_t* rowLength, const int32_t* colIndex, const V* values, const X* x, X* y,
            int64_t stride, T alpha, T beta, int64_t begin, int64_t end) {
  byColumn<true>(rowLength, Places<T, V, X>{colIndex, values, x, stride}, y, 0, {alpha, beta}, begin, end);
}

// Row order: the places of a row as in CSR, to its padding or, where its length is known, its end.
template <bool R, typename T, typename V, typename X>
HWY_INLINE void byRow(const int32_t* HWY_RESTRICT rowLength, const Places<T, V, X>& a, X* HWY_RESTRICT y, int64_t width,
                      Scale<T> scale, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i++) {
    const int64_t first = i * a.step;
    const int64_t count = R ? rowLength[i] : rowEnd(a.columns, first, first + width) - first;
    scale.finish(y + i, dot<T>(a.values + first, a.columns + first, a.x, static_cast<size_t>(count)));
  }
}

SPMV_KERNEL(ellpackRow, const int32_t* colIndex, const V* values, const X* x, X* y, int64_t width, int64_t stride,
            T alpha, T beta, int64_t begin, int64_t end) {
  byRow<false>(nullptr, Places<T, V, X>{colIndex, values, x, stride}, y, width, {alpha, beta}, begin, end);
}

SPMV_KERNEL(ellpackRRow, const int32_t* rowLength, const int32_t* colIndex, const V* values, const X* x, X* y,
            int64_t stride, T alpha, T beta, int64_t begin, int64_t end) {
  byRow<true>(rowLength, Places<T, V, X>{colIndex, values, x, stride}, y, 0, {alpha, beta}, begin, end);
}

// The entries of HYB that are beyond the ELLPACK part: those of row i from start[i] on.
template <typename T, typename V> struct Overflow {
  const int32_t* HWY_RESTRICT start;
  const int32_t* HWY_RESTRICT rows;
  const int32_t* HWY_RESTRICT columns;
  const V* HWY_RESTRICT values;
  const T* HWY_RESTRICT x;

  // Of row i.
  HWY_INLINE T of(int64_t i) const {
    return dot<T>(values + start[i], columns + start[i], x, static_cast<size_t>(start[i + 1] - start[i]));
  }

  // Adds those of rows first … first + count − 1 to their sums. A few are added one by one to the sum of their row:
  // a loop over each row would end with a branch that nothing foretells.
  HWY_INLINE void add(int64_t first, int64_t count, T* HWY_RESTRICT sums) const {
    const int64_t past = start[first + count];
    if (past - start[first] > 4 * count) {
      for (int64_t l = 0; l < count; l++) {
        if (start[first + l] < start[first + l + 1]) sums[l] += of(first + l);
      }
      return;
    }
    for (int64_t k = start[first]; k < past; k++) {
      sums[rows[k] - first] += static_cast<T>(values[k]) * static_cast<T>(x[columns[k]]);
    }
  }
};

// HYB: the ELLPACK part, then the overflow of the rows that have some, in one pass.
template <bool ByRow, typename T, typename V>
HWY_INLINE void hyb(const Overflow<T, V>& overflow, const Places<T, V>& a, T* HWY_RESTRICT y, int64_t width,
                    Scale<T> scale, int64_t begin, int64_t end) {
  if constexpr (ByRow) {
    for (int64_t i = begin; i < end; i++) {
      const int64_t first = i * a.step;
      const int64_t count = rowEnd(a.columns, first, first + width) - first;
      const T sum = dot<T>(a.values + first, a.columns + first, a.x, static_cast<size_t>(count));
      scale.finish(y + i, count == width ? sum + overflow.of(i) : sum);
    }
  } else {
    const bool isFar = isFarAway<V>((end - begin) * width, kNearBytes);
    const int64_t ahead = rowsAhead(width);
    inLanes<T>(
        begin, end,
        [&](auto d, int64_t i) HWY_ATTR {
          const auto sums = isFar ? a.template sums<true>(d, i, width, ahead) : a.template sums<false>(d, i, width);
          const int64_t lanes = static_cast<int64_t>(laneCount(d));
          if (overflow.start[i] == overflow.start[i + lanes]) {
            scale.finish(d, y + i, sums);
            return;
          }
          T each[mostLanes(decltype(d)())];
          store(sums, d, each);
          overflow.add(i, lanes, each);
          for (int64_t l = 0; l < lanes; l++) scale.finish(y + i + l, each[l]);
        },
        [&](int64_t i) HWY_ATTR { scale.finish(y + i, a.one(i, width) + overflow.of(i)); });
  }
}

SPMV_KERNEL(hybColumn, const int32_t* overflowStart, const int32_t* ellColIndex, const V* ellValues,
            const int32_t* cooRowIndex, const int32_t* cooColIndex, const V* cooValues, const X* x, X* y, int64_t width,
            int64_t stride, T alpha, T beta, int64_t begin, int64_t end) {
  const Overflow<T, V> overflow{overflowStart, cooRowIndex, cooColIndex, cooValues, x};
  hyb<false>(overflow, Places<T, V>{ellColIndex, ellValues, x, stride}, y, width, {alpha, beta}, begin, end);
}

SPMV_KERNEL(hybRow, const int32_t* overflowStart, const int32_t* ellColIndex, const V* ellValues,
            const int32_t* cooRowIndex, const int32_t* cooColIndex, const V* cooValues, const X* x, X* y, int64_t width,
            int64_t stride, T alpha, T beta, int64_t begin, int64_t end) {
  const Overflow<T, V> overflow{overflowStart, cooRowIndex, cooColIndex, cooValues, x};
  hyb<true>(overflow, Places<T, V>{ellColIndex, ellValues, x, stride}, y, width, {alpha, beta}, begin, end);
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
