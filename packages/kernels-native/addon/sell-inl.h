// Sliced ELLPACK: slices of neighbouring rows, or of rows of about one length, side by side. A row in each lane.
#if defined(SPMV_SELL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_SELL_INL_H
#undef SPMV_SELL_INL_H
#else
#define SPMV_SELL_INL_H
#endif

#include "ellpack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Rows of a slice as format-sell suggests them for processors.
constexpr int64_t kHeight = 8;

// Sliced ELLPACK, slices of C rows; `rowOrder` is null where they are in their own order.
template <typename T, typename V, typename X = T> struct Slices {
  const int32_t* HWY_RESTRICT sliceStart;
  const int32_t* HWY_RESTRICT rowOrder;
  Places<T, V, X> places;
  X* HWY_RESTRICT y;
  int64_t C, rows;

  HWY_INLINE int64_t row(int64_t place) const { return rowOrder == nullptr ? place : rowOrder[place]; }

  // y of the rows at so many places.
  template <class D> HWY_INLINE void finish(D d, Scale<T> scale, int64_t place, Vec<D> sums) const {
    if (rowOrder == nullptr) return scale.finish(d, y + place, sums);
    const int32_t* const order = rowOrder + place;
    T each[mostLanes(D())];
    store(scaled(d, scale.alpha, sums), d, each);
    if (scale.beta == 0) {
      for (size_t l = 0; l < laneCount(d); l++) Scale<T>{1, 0}.finish(y + order[l], each[l]);
    } else {
      for (size_t l = 0; l < laneCount(d); l++) Scale<T>{1, scale.beta}.finish(y + order[l], each[l]);
    }
  }

  // Slices of kHeight rows from `begin` on, as far as all their rows are of the matrix; the first that is not.
  template <bool Ask> HWY_INLINE int64_t usual(Scale<T> scale, int64_t begin, int64_t end) const {
    const Long<T, kHeight> d;
    const int64_t lanes = static_cast<int64_t>(laneCount(d)), past = HWY_MIN(end, rows / kHeight);
    Places<T, V, X> own = places;
    own.step = kHeight;
    for (int64_t slice = begin; slice < past; slice++) {
      const int64_t start = sliceStart[slice], count = (sliceStart[slice + 1] - start) / kHeight;
      for (int64_t l = 0; l < kHeight; l += lanes) {
        finish(d, scale, slice * kHeight + l, own.template sums<Ask>(d, start + l, count));
      }
    }
    return HWY_MAX(begin, past);
  }

  // Slices begin … end − 1.
  template <bool Ask> HWY_INLINE void each(Scale<T> scale, int64_t begin, int64_t end) const {
    for (int64_t slice = C == kHeight ? usual<Ask>(scale, begin, end) : begin; slice < end; slice++) {
      const int64_t start = sliceStart[slice];
      const int64_t count = (sliceStart[slice + 1] - start) / C;
      const int64_t top = slice * C;
      // A slice stores C rows, also the last one, whose rows past the matrix are empty and have no y.
      inLanes<T>(
          top, HWY_MIN(top + C, rows),
          [&](auto d, int64_t place)
              HWY_ATTR { finish(d, scale, place, places.template sums<Ask>(d, start + place - top, count)); },
          [&](int64_t place) HWY_ATTR { scale.finish(y + row(place), places.one(start + place - top, count)); });
    }
  }

  // Whether what slices begin … end − 1 hold is asked for ahead.
  HWY_INLINE bool isFar(int64_t begin, int64_t end) const {
    return isFarAway<V>(static_cast<int64_t>(sliceStart[end]) - sliceStart[begin]);
  }

  // Slices begin … end − 1, of a range that is far or not.
  HWY_INLINE void whole(Scale<T> scale, int64_t begin, int64_t end, bool isFar) const {
    if (isFar) {
      each<true>(scale, begin, end);
    } else {
      each<false>(scale, begin, end);
    }
  }
};

// Sorted unless sigma is 1.
SPMV_KERNEL(sell, const int32_t* sliceStart, const int32_t* rowOrder, const int32_t* colIndex, const V* values,
            const X* x, X* y, int64_t C, int64_t sigma, int64_t rows, T alpha, T beta, int64_t begin, int64_t end) {
  const Slices<T, V, X> a{sliceStart, sigma == 1 ? nullptr : rowOrder, {colIndex, values, x, C}, y, C, rows};
  a.whole({alpha, beta}, begin, end, a.isFar(begin, end));
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
