// A row of C of at most 16 terms: its columns are sorted in registers, and the place of a term is found by comparing
// its column with all of them at once.
#if defined(SPMV_TINY_ROW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_TINY_ROW_INL_H
#undef SPMV_TINY_ROW_INL_H
#else
#define SPMV_TINY_ROW_INL_H
#endif

#include <climits>

#include "sort-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

class TinyRow {
  using D = hwy::HWY_NAMESPACE::CappedTag<int32_t, kSortLanesOf<int32_t>>;

public:
  static constexpr int64_t kMost = static_cast<int64_t>(kSortLanesOf<int32_t>);

  // Sorts the columns of the terms of entries from … to − 1 of A. `entries`: of B, behind the last of which nothing may
  // be read.
  HWY_INLINE void sort(const int32_t* HWY_RESTRICT colIndexA, int64_t from, int64_t to,
                       const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT colIndexB, int64_t entries) {
    namespace hn = hwy::HWY_NAMESPACE;
    const D d;
    const int64_t N = static_cast<int64_t>(hn::Lanes(d));
    int32_t* HWY_RESTRICT const columns = columns_ + kMost;
    int64_t count = 0;
    for (int64_t k = from; k < to; k++) {
      const int64_t first = rowStartB[colIndexA[k]], length = rowStartB[colIndexA[k] + 1] - first;
      if (first + length + N <= entries) {
        for (int64_t q = 0; q < length; q += N) hn::StoreU(hn::LoadU(d, colIndexB + first + q), d, columns + count + q);
      } else {
        for (int64_t q = 0; q < length; q++) columns[count + q] = colIndexB[first + q];
      }
      count += length;
    }
    for (int64_t q = 0; q < kMost; q += N) hn::StoreU(hn::Set(d, kNone), d, columns + count + q);
    Sorter<int32_t>::sort(columns, static_cast<size_t>(kMost));
  }

  // How many columns there are.
  HWY_INLINE int64_t count() const {
    int64_t found = 0;
    eachVector([&](auto d, auto, auto isNew)
                   HWY_ATTR { found += static_cast<int64_t>(hwy::HWY_NAMESPACE::CountTrue(d, isNew)); });
    return found;
  }

  // Puts them there.
  HWY_INLINE void put(int32_t* HWY_RESTRICT at) const {
    eachVector([&](auto d, auto columns, auto isNew)
                   HWY_ATTR { at += hwy::HWY_NAMESPACE::CompressBlendedStore(columns, isNew, d, at); });
  }

  // Values of the row, whose columns are known.
  template <typename V>
  HWY_INLINE void add(double alpha, const int32_t* HWY_RESTRICT at, V* HWY_RESTRICT values, int64_t count,
                      const int32_t* HWY_RESTRICT colIndexA, const V* HWY_RESTRICT valuesA, int64_t from, int64_t to,
                      const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT colIndexB,
                      const V* HWY_RESTRICT valuesB) {
    int32_t* HWY_RESTRICT const columns = columns_ + kMost;
    double sums[kMost];
    for (int64_t p = 0; p < kMost; p++) {
      columns[p] = p < count ? at[p] : kNone;
      sums[p] = 0;
    }
    for (int64_t k = from; k < to; k++) {
      const double factor = static_cast<double>(valuesA[k]);
      const int64_t past = rowStartB[colIndexA[k] + 1];
      for (int64_t q = rowStartB[colIndexA[k]]; q < past; q++)
        sums[placeOf(colIndexB[q])] += factor * static_cast<double>(valuesB[q]);
    }
    for (int64_t p = 0; p < count; p++) values[p] = static_cast<V>(alpha * sums[p]);
  }

private:
  // No column: there are at most INT_MAX of them.
  static constexpr int32_t kNone = INT_MAX;

  // Calls visit(d, columns, isNew) for each vector of the sorted columns, whose equal ones and kNone are not new.
  template <class Visit> HWY_INLINE void eachVector(const Visit& visit) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const D d;
    const int32_t* HWY_RESTRICT const columns = columns_ + kMost;
    for (size_t e = 0; e < static_cast<size_t>(kMost); e += hn::Lanes(d)) {
      const auto own = hn::Load(d, columns + e), before = hn::LoadU(d, columns + e - 1);
      visit(d, own, hn::And(hn::Ne(own, before), hn::Ne(own, hn::Set(d, kNone))));
    }
  }

  HWY_INLINE int64_t placeOf(int32_t column) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const D d;
    const int32_t* HWY_RESTRICT const columns = columns_ + kMost;
    const auto wanted = hn::Set(d, column);
    const int64_t N = static_cast<int64_t>(hn::Lanes(d));
    for (int64_t e = 0; e + N < kMost; e += N) {
      const intptr_t found = hn::FindFirstTrue(d, hn::Eq(hn::Load(d, columns + e), wanted));
      if (found >= 0) return e + found;
    }
    return kMost - N +
           static_cast<int64_t>(hn::FindKnownFirstTrue(d, hn::Eq(hn::Load(d, columns + kMost - N), wanted)));
  }

  // Before the first, which is new, lies what is no column; behind the last there is room for what is stored with it.
  HWY_ALIGN int32_t columns_[4 * kMost] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
};

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
