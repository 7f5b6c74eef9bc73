// C ← αAB + βD of CSR, row by row: each element is summed in the order of A's row, from 0, in f64, then comes that of D,
// and no multiplication is fused with an addition, so that every build has the same bits. Without D its addresses are
// null. Passes and what they are given: row-products.ts of @spmv/kernel-kit.
#if defined(SPMV_ROW_PRODUCT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_ROW_PRODUCT_INL_H
#undef SPMV_ROW_PRODUCT_INL_H
#else
#define SPMV_ROW_PRODUCT_INL_H
#endif

#include "arguments.h"
#include "column-set-inl.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// The entries of a row of D, which may be null.
struct Added {
  int64_t first, past;

  HWY_INLINE Added(const int32_t* HWY_RESTRICT rowStart, int64_t i)
      : first(rowStart == nullptr ? 0 : rowStart[i]), past(rowStart == nullptr ? 0 : rowStart[i + 1]) {}
  HWY_INLINE int64_t count() const { return past - first; }
};

// terms[i + 1]: the terms of row i of C, and its entries of D.
SPMV_KERNEL(countTerms, const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
            const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT rowStartD, double* HWY_RESTRICT terms,
            int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i++) {
    int64_t count = Added(rowStartD, i).count();
    for (int64_t k = rowStartA[i]; k < rowStartA[i + 1]; k++) {
      const int64_t l = colIndexA[k];
      count += rowStartB[l + 1] - rowStartB[l];
    }
    terms[i + 1] = static_cast<double>(count);
  }
}

// Sums terms up; totals[at]: those of the longest row.
SPMV_KERNEL(startTerms, double* starts, double* totals, int64_t at, int64_t rows) {
  starts[0] = totals[at] = 0;
  for (int64_t i = 0; i < rows; i++) {
    totals[at] = HWY_MAX(totals[at], starts[i + 1]);
    starts[i + 1] += starts[i];
  }
}

// Sums the lengths of rows up; totals[at]: of all, also where they are too many for the last.
SPMV_KERNEL(startRows, int32_t* starts, double* totals, int64_t at, int64_t rows) {
  int64_t sum = 0;
  starts[0] = 0;
  for (int64_t i = 0; i < rows; i++) {
    sum += starts[i + 1];
    starts[i + 1] = static_cast<int32_t>(sum);
  }
  totals[at] = static_cast<double>(sum);
}

// Whether row i has the columns of the row before, each one further.
HWY_INLINE bool isShifted(const int32_t* HWY_RESTRICT rowStart, const int32_t* HWY_RESTRICT colIndex, int64_t i) {
  const int64_t first = rowStart[i], past = rowStart[i + 1], count = past - first;
  if (first - rowStart[i - 1] != count) return false;
  for (int64_t q = first; q < past; q++) {
    if (colIndex[q] != colIndex[q - count] + 1) return false;
  }
  return true;
}

// wordStart[i + 1]: the words of 64 columns that row i of B has some of. shifted[i]: whether it is the row before, each
// column one further.
SPMV_KERNEL(countWords, const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT colIndexB,
            int32_t* HWY_RESTRICT wordStart, uint8_t* HWY_RESTRICT shifted, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i++) {
    const int64_t first = rowStartB[i], past = rowStartB[i + 1];
    int32_t count = first < past;
    for (int64_t q = first + 1; q < past; q++) count += colIndexB[q] >> 6 != colIndexB[q - 1] >> 6;
    wordStart[i + 1] = count;
    shifted[i] = i > 0 && isShifted(rowStartB, colIndexB, i);
  }
}

// Those words, and the bits of the columns in each.
SPMV_KERNEL(fillWords, const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT colIndexB,
            const int32_t* HWY_RESTRICT wordStart, int32_t* HWY_RESTRICT wordIndex, uint64_t* HWY_RESTRICT wordBits,
            int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i++) {
    int64_t to = wordStart[i];
    const int64_t first = rowStartB[i];
    ColumnSet::byWords(colIndexB + first, rowStartB[i + 1] - first, [&](int64_t w, uint64_t bits, int64_t) HWY_ATTR {
      wordIndex[to] = static_cast<int32_t>(w);
      wordBits[to++] = bits;
    });
  }
}

// The columns of B by words: those that were put together, or one column each.
struct RowWords {
  const int32_t* HWY_RESTRICT rowStart;
  const int32_t* HWY_RESTRICT colIndex;
  const int32_t* HWY_RESTRICT wordStart;
  const int32_t* HWY_RESTRICT wordIndex;
  const uint64_t* HWY_RESTRICT wordBits;

  template <class Visit> HWY_INLINE void row(int64_t l, const Visit& visit) const {
    if (wordStart != nullptr) {
      const int64_t past = wordStart[l + 1];
      for (int64_t q = wordStart[l]; q < past; q++) visit(wordIndex[q], wordBits[q]);
      return;
    }
    const int64_t past = rowStart[l + 1];
    for (int64_t q = rowStart[l]; q < past; q++) visit(colIndex[q] >> 6, ColumnSet::bit(colIndex[q]));
  }
};

// Rows of B that entries of A name are anywhere. Those of the entries that come next are asked for: first where a row
// begins, then the row. Does nothing where B stays near.
template <typename V> struct Ahead {
  const int32_t* HWY_RESTRICT colIndexA;
  const int32_t* HWY_RESTRICT rowStartB;
  const int32_t* HWY_RESTRICT colIndexB;
  const V* HWY_RESTRICT valuesB;
  int64_t last;
  bool isFar;

  HWY_INLINE void ask(int64_t k) const {
    constexpr int64_t line = 64 / static_cast<int64_t>(sizeof(int32_t));
    if (!isFar || k + 24 >= last) return;
    __builtin_prefetch(rowStartB + colIndexA[k + 24]);
    const int64_t l = colIndexA[k + 12], first = rowStartB[l], past = rowStartB[l + 1];
    if (first == past) return;
    for (int64_t q = first; q < HWY_MIN(past, first + 2 * line); q += line) __builtin_prefetch(colIndexB + q);
    __builtin_prefetch(colIndexB + past - 1);
    if (valuesB == nullptr) return;
    for (int64_t q = first; q < HWY_MIN(past, first + 2 * line); q += line / 2) __builtin_prefetch(valuesB + q);
    __builtin_prefetch(valuesB + past - 1);
  }
};

// Whether row i of C is the row before, each column one further: where the row of A is, all rows of B that it names,
// and the row of D.
HWY_INLINE bool isRepeated(const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
                           const int32_t* HWY_RESTRICT rowStartD, const int32_t* HWY_RESTRICT colIndexD,
                           const uint8_t* HWY_RESTRICT shifted, int64_t i) {
  const int64_t first = rowStartA[i], past = rowStartA[i + 1], count = past - first;
  if (first - rowStartA[i - 1] != count) return false;
  for (int64_t k = first; k < past; k++) {
    if (colIndexA[k] != colIndexA[k - count] + 1 || shifted[colIndexA[k]] == 0) return false;
  }
  return rowStartD == nullptr || isShifted(rowStartD, colIndexD, i);
}

// The first and the last column of a row of C; `isNarrow`: there are no more words between them than the row has terms,
// so that going over all of them costs less than knowing which have columns.
struct Span {
  int64_t low, high;
  bool isNarrow;

  HWY_INLINE Span(const int32_t* HWY_RESTRICT rowsOfB, int64_t entries, const int32_t* HWY_RESTRICT rowStartB,
                  const int32_t* HWY_RESTRICT colIndexB, const Added& added, const int32_t* HWY_RESTRICT colIndexD,
                  double terms)
      : low(INT_MAX), high(0) {
    for (int64_t k = 0; k < entries; k++) {
      const int64_t q = rowStartB[rowsOfB[k]], past = rowStartB[rowsOfB[k] + 1];
      if (q == past) continue;
      low = HWY_MIN(low, colIndexB[q]);
      high = HWY_MAX(high, colIndexB[past - 1]);
    }
    if (added.count() > 0) {
      low = HWY_MIN(low, colIndexD[added.first]);
      high = HWY_MAX(high, colIndexD[added.past - 1]);
    }
    isNarrow = static_cast<double>((high >> 6) - (low >> 6)) < terms;
  }
};

// rowStartC[i + 1]: the entries of row i of C.
SPMV_KERNEL(countEntries, const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
            const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT colIndexB,
            const int32_t* HWY_RESTRICT rowStartD, const int32_t* HWY_RESTRICT colIndexD,
            const int32_t* HWY_RESTRICT wordStart, const int32_t* HWY_RESTRICT wordIndex,
            const uint64_t* HWY_RESTRICT wordBits, const uint8_t* HWY_RESTRICT shifted, int64_t entries,
            int32_t* HWY_RESTRICT rowStartC, const double* HWY_RESTRICT terms, int32_t* set, int64_t stride, int64_t words, int64_t second, int64_t third,
            int64_t worker, int64_t begin, int64_t end) {
  const ColumnSet columns(set + worker * stride, words, second, third);
  const RowWords rows{rowStartB, colIndexB, wordStart, wordIndex, wordBits};
  const Ahead<T> ahead{colIndexA, rowStartB, colIndexB, nullptr, rowStartA[end], isFarAway<T>(entries)};
  for (int64_t i = begin; i < end; i++) {
    const int64_t from = rowStartA[i], to = rowStartA[i + 1];
    const Added added(rowStartD, i);
    if (i > begin && isRepeated(rowStartA, colIndexA, rowStartD, colIndexD, shifted, i)) {
      rowStartC[i + 1] = rowStartC[i];
      continue;
    }
    if (to - from == 1 && added.count() == 0) {
      ahead.ask(from);
      rowStartC[i + 1] = rowStartB[colIndexA[from] + 1] - rowStartB[colIndexA[from]];
      continue;
    }
    const Span span(colIndexA + from, to - from, rowStartB, colIndexB, added, colIndexD, terms[i + 1] - terms[i]);
    Counted counted{};
    const auto eachWord = [&](const auto& visit) HWY_ATTR {
      for (int64_t k = from; k < to; k++) {
        ahead.ask(k);
        rows.row(colIndexA[k], visit);
      }
      for (int64_t d = added.first; d < added.past; d++) visit(colIndexD[d] >> 6, ColumnSet::bit(colIndexD[d]));
    };
    if (span.isNarrow) {
      eachWord([&](int64_t w, uint64_t bits) HWY_ATTR { columns.insertWord(w, bits); });
      counted.columns = columns.countWords(span.low, span.high);
    } else {
      eachWord([&](int64_t w, uint64_t bits) HWY_ATTR { columns.count(w, bits, counted); });
      columns.forget(counted);
    }
    rowStartC[i + 1] = static_cast<int32_t>(counted.columns);
  }
}

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
