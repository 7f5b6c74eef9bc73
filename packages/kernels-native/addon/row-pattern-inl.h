// Positions of C ← αAB + βD of CSR, row by row: how many terms and entries rows have, and what rows are known by.
// Without D its addresses are null. Passes and what they are given: row-products.ts of @spmv/kernel-kit.
#if defined(SPMV_ROW_PATTERN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_ROW_PATTERN_INL_H
#undef SPMV_ROW_PATTERN_INL_H
#else
#define SPMV_ROW_PATTERN_INL_H
#endif

#include "arguments.h"
#include "column-set-inl.h"
#include "row-inl.h"
#include "tiny-row-inl.h"

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
  bool isNarrow, isNear;

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
    const double words = static_cast<double>((high >> 6) - (low >> 6));
    isNarrow = words < terms;
    isNear = words < 8 * terms;
  }
};

// rowStartC[i + 1]: the entries of row i of C.
SPMV_KERNEL(countEntries, const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
            const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT colIndexB,
            const int32_t* HWY_RESTRICT rowStartD, const int32_t* HWY_RESTRICT colIndexD,
            const int32_t* HWY_RESTRICT wordStart, const int32_t* HWY_RESTRICT wordIndex,
            const uint64_t* HWY_RESTRICT wordBits, const uint8_t* HWY_RESTRICT shifted, int64_t entries,
            int32_t* HWY_RESTRICT rowStartC, const double* HWY_RESTRICT terms, int32_t* set, int64_t stride,
            int64_t words, int64_t second, int64_t third, int64_t worker, int64_t begin, int64_t end) {
  const ColumnSet columns(set + worker * stride, words, second, third);
  const RowWords rows{rowStartB, colIndexB, wordStart, wordIndex, wordBits};
  const Ahead<T> ahead{colIndexA, rowStartB, colIndexB, nullptr, rowStartA[end], isFarAway<T>(entries, kNearBytes)};
  TinyRow tiny;
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
    const double ofRow = terms[i + 1] - terms[i];
    if (ofRow <= TinyRow::kMost && added.count() == 0) {
      for (int64_t k = from; k < to; k++) ahead.ask(k);
      tiny.sort(colIndexA, from, to, rowStartB, colIndexB, entries);
      rowStartC[i + 1] = static_cast<int32_t>(tiny.count());
      continue;
    }
    const Span span(colIndexA + from, to - from, rowStartB, colIndexB, added, colIndexD, ofRow);
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

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
