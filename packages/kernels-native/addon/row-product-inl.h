// C ← αAB + βD of CSR, row by row: each element is summed in the order of A's row, from 0, in f64, then comes that of
// D, and no multiplication is fused with an addition, so that every build has the same bits. Without D its addresses
// are null. Passes and what they are given: row-products.ts of @spmv/kernel-kit.
#if defined(SPMV_ROW_PRODUCT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_ROW_PRODUCT_INL_H
#undef SPMV_ROW_PRODUCT_INL_H
#else
#define SPMV_ROW_PRODUCT_INL_H
#endif

#include "row-pattern-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// A product that no addition is fused with.
HWY_INLINE double rounded(double product) {
#if HWY_ARCH_X86
  __asm__("" : "+x"(product));
#elif HWY_ARCH_ARM
  __asm__("" : "+w"(product));
#else
  volatile double stored = product;
  product = stored;
#endif
  return product;
}

// sums[place(k)] += factor·values[k] for k < count. No place comes twice: four sums are read before one is written.
template <typename V, class Place>
HWY_INLINE void addTerms(double factor, const V* HWY_RESTRICT values, int64_t count, double* sums, const Place& place) {
  int64_t k = 0;
  for (; k + 4 <= count; k += 4) {
    const int64_t p0 = place(k), p1 = place(k + 1), p2 = place(k + 2), p3 = place(k + 3);
    const double s0 = sums[p0] + rounded(factor * static_cast<double>(values[k]));
    const double s1 = sums[p1] + rounded(factor * static_cast<double>(values[k + 1]));
    const double s2 = sums[p2] + rounded(factor * static_cast<double>(values[k + 2]));
    const double s3 = sums[p3] + rounded(factor * static_cast<double>(values[k + 3]));
    sums[p0] = s0;
    sums[p1] = s1;
    sums[p2] = s2;
    sums[p3] = s3;
  }
  for (; k < count; k++) sums[place(k)] += rounded(factor * static_cast<double>(values[k]));
}

// Rows begin … end − 1 of C: values, and columns unless `again` says that they are there. Sums lie in an array over
// the columns of the row, first to last, where that is short or mostly filled, else side by side.
SPMV_KERNEL(fillRows, const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
            const V* HWY_RESTRICT valuesA, const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT colIndexB,
            const V* HWY_RESTRICT valuesB, const int32_t* HWY_RESTRICT rowStartD, const int32_t* HWY_RESTRICT colIndexD,
            const V* HWY_RESTRICT valuesD, const int32_t* HWY_RESTRICT wordStart, const int32_t* HWY_RESTRICT wordIndex,
            const uint64_t* HWY_RESTRICT wordBits, const uint8_t* HWY_RESTRICT shifted, int64_t entries,
            const int32_t* HWY_RESTRICT rowStartC, int32_t* HWY_RESTRICT colIndexC, V* HWY_RESTRICT valuesC,
            const double* HWY_RESTRICT terms, int32_t* set, int64_t stride, int64_t words, int64_t second,
            int64_t third, int64_t worker, double* sums, int64_t room, double denseSpan, double denseColumns,
            int64_t again, double alpha, double beta, int64_t begin, int64_t end) {
  const ColumnSet columns(set + worker * stride, words, second, third);
  const RowWords rows{rowStartB, colIndexB, wordStart, wordIndex, wordBits};
  double* HWY_RESTRICT const own = sums + worker * room;
  const Ahead<V> ahead{colIndexA, rowStartB, colIndexB, valuesB, rowStartA[end], isFarAway<V>(entries)};
  for (int64_t i = begin; i < end; i++) {
    const int64_t from = rowStartA[i], to = rowStartA[i + 1], first = rowStartC[i], count = rowStartC[i + 1] - first;
    int32_t* HWY_RESTRICT const at = colIndexC + first;
    const int32_t* HWY_RESTRICT const before = at - count;
    V* HWY_RESTRICT const values = valuesC + first;
    const Added added(rowStartD, i);
    for (int64_t k = from; k < to; k++) ahead.ask(k);
    if (count == 0) continue;
    if (to - from == 1 && added.count() == 0) {
      const int64_t q = rowStartB[colIndexA[from]];
      const double factor = static_cast<double>(valuesA[from]);
      for (int64_t p = 0; p < count; p++) {
        if (again == 0) at[p] = colIndexB[q + p];
        values[p] = static_cast<V>(alpha * (0 + rounded(factor * static_cast<double>(valuesB[q + p]))));
      }
      continue;
    }
    if (again == 0 && i > begin && isRepeated(rowStartA, colIndexA, rowStartD, colIndexD, shifted, i)) {
      for (int64_t p = 0; p < count; p++) at[p] = before[p] + 1;
    } else if (again == 0) {
      const Span span(colIndexA + from, to - from, rowStartB, colIndexB, added, colIndexD, terms[i + 1] - terms[i]);
      known(span.isNarrow, [&](auto narrow) HWY_ATTR {
        const auto insert = [&](int64_t w, uint64_t bits) HWY_ATTR {
          if (narrow) {
            columns.insertWord(w, bits);
          } else {
            columns.insert(w, bits);
          }
        };
        for (int64_t k = from; k < to; k++) rows.row(colIndexA[k], insert);
        for (int64_t d = added.first; d < added.past; d++) insert(colIndexD[d] >> 6, ColumnSet::bit(colIndexD[d]));
      });
      if (span.isNarrow) {
        columns.drainWords(span.low, span.high, at, count);
      } else {
        columns.drain(span.low, span.high, at);
      }
    }
    const int64_t low = at[0];
    const double span = static_cast<double>(at[count - 1] - low + 1);
    const bool isDense = span <= denseSpan || span <= denseColumns * (terms[i + 1] - terms[i]);
    if (!isDense) columns.number(at, count);
    known(isDense, [&](auto dense) HWY_ATTR {
      for (int64_t k = from; k < to; k++) {
        const int64_t l = colIndexA[k], q = rowStartB[l];
        const int32_t* HWY_RESTRICT const c = colIndexB + q;
        addTerms(static_cast<double>(valuesA[k]), valuesB + q, rowStartB[l + 1] - q, own,
                 [&](int64_t t) HWY_ATTR { return dense ? static_cast<int64_t>(c[t]) - low : columns.place(c[t]); });
      }
      // Sums are complete: in their places they become those of C, before these are rounded.
      const double factor = added.count() == 0 ? alpha : 1;
      for (int64_t p = 0, d = added.first; p < count && added.count() > 0; p++) {
        const int64_t place = dense ? at[p] - low : p;
        own[place] = rounded(alpha * own[place]);
        if (d == added.past || at[p] != colIndexD[d]) continue;
        if (beta != 0) own[place] += rounded(beta * static_cast<double>(valuesD[d]));
        d++;
      }
      for (int64_t p = 0; p < count; p++) {
        const int64_t place = dense ? at[p] - low : p;
        values[p] = static_cast<V>(factor * own[place]);
        own[place] = 0;
      }
    });
    if (!isDense) columns.clear(at, count);
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
