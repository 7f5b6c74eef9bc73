// Rows of C = αAB that repeat the row before, each column one further, as on a grid: as many side by side as a vector
// has lanes. Which sum a term belongs to is found once for all of them.
#if defined(SPMV_REPEATED_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_REPEATED_ROWS_INL_H
#undef SPMV_REPEATED_ROWS_INL_H
#else
#define SPMV_REPEATED_ROWS_INL_H
#endif

#include <cstdint>

#include "column-set-inl.h"
#include "gather-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// A matrix by rows.
template <typename V> struct CsrRows {
  const int32_t* HWY_RESTRICT rowStart;
  const int32_t* HWY_RESTRICT colIndex;
  const V* HWY_RESTRICT values;

  HWY_INLINE int64_t length(int64_t i) const { return rowStart[i + 1] - rowStart[i]; }
};

class RepeatedRows {
  using D = hn::CappedTag<double, 8>;
  static constexpr int64_t kMostLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  // Terms and entries of a row that is done this way: what they take stays in the first-level cache.
  static constexpr int64_t kMostTerms = 2048, kMostEntries = 384;

public:
  static HWY_INLINE bool isFor(double terms, int64_t entries) { return terms <= kMostTerms && entries <= kMostEntries; }
  static HWY_INLINE bool areEnough(int64_t rows) { return rows >= static_cast<int64_t>(hn::Lanes(D())); }

  // Rows first + 1 … last of C, where row `first` has its columns, `entries` of them, and all that is in B is found at
  // the same distance.
  template <typename V>
  HWY_INLINE void fill(const CsrRows<V>& A, const CsrRows<V>& B, int64_t first, int64_t last, const ColumnSet& columns,
                       int32_t* HWY_RESTRICT colIndex, V* HWY_RESTRICT values, int64_t entries, bool isKnown,
                       double alpha) {
    findPlaces(A, B, first, columns, colIndex, entries);
    const D d;
    const int64_t N = static_cast<int64_t>(hn::Lanes(d));
    for (int64_t done = 0; done < last - first;) {
      // The last lanes may do again what is done.
      const int64_t ahead = HWY_MIN(done, last - first - N) + 1;
      sum(A, B, first, ahead, entries);
      for (int64_t r = 0; r < N; r++) {
        V* HWY_RESTRICT const to = values + (ahead + r) * entries;
        for (int64_t p = 0; p < entries; p++) to[p] = static_cast<V>(alpha * sums_[p * N + r]);
        if (isKnown) continue;
        int32_t* HWY_RESTRICT const at = colIndex + (ahead + r) * entries;
        for (int64_t p = 0; p < entries; p++) at[p] = colIndex[p] + static_cast<int32_t>(ahead + r);
      }
      done = ahead - 1 + N;
    }
  }

private:
  template <typename V>
  HWY_INLINE void findPlaces(const CsrRows<V>& A, const CsrRows<V>& B, int64_t first, const ColumnSet& columns,
                             const int32_t* HWY_RESTRICT colIndex, int64_t entries) {
    columns.number(colIndex, entries);
    int64_t t = 0;
    for (int64_t k = A.rowStart[first]; k < A.rowStart[first + 1]; k++) {
      const int64_t l = A.colIndex[k];
      for (int64_t q = B.rowStart[l]; q < B.rowStart[l + 1]; q++) {
        places_[t++] = static_cast<uint16_t>(columns.place(B.colIndex[q]));
      }
    }
    columns.clear(colIndex, entries);
  }

  // Values lie a row apart.
  template <typename V> static HWY_INLINE hn::Vec<D> apart(D d, const V* HWY_RESTRICT values, int64_t stride) {
    const auto at = [&](size_t r) HWY_ATTR { return static_cast<int64_t>(r) * stride; };
    if constexpr (sizeof(V) == sizeof(double)) {
      return collect(d, values, at);
    } else {
      return hn::PromoteTo(d, collect(hn::Rebind<V, D>(), values, at));
    }
  }

  // Sums of as many rows as there are lanes, from row first + ahead on.
  template <typename V>
  HWY_INLINE void sum(const CsrRows<V>& A, const CsrRows<V>& B, int64_t first, int64_t ahead, int64_t entries) {
    const D d;
    const int64_t N = static_cast<int64_t>(hn::Lanes(d)), from = A.rowStart[first], length = A.length(first);
    for (int64_t p = 0; p < entries; p++) hn::Store(hn::Zero(d), d, sums_ + p * N);
    const uint16_t* HWY_RESTRICT place = places_;
    for (int64_t k = 0; k < length; k++) {
      const auto factor = apart(d, A.values + from + ahead * length + k, length);
      const int64_t l = A.colIndex[from + k], inB = B.length(l);
      const V* HWY_RESTRICT const values = B.values + B.rowStart[l] + ahead * inB;
      for (int64_t q = 0; q < inB; q++) {
        double* const to = sums_ + *place++ * N;
        hn::Store(hn::Add(hn::Load(d, to), hn::Mul(factor, apart(d, values + q, inB))), d, to);
      }
    }
  }

  uint16_t places_[kMostTerms];
  HWY_ALIGN double sums_[kMostEntries * kMostLanes];
};

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
