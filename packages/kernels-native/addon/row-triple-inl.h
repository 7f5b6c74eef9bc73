// C ← PᵀAP of CSR, row by row: a row of PᵀA is formed and multiplied with P at once. Elements are summed over the rows
// of A, then over the columns of PᵀA as they came, from 0, in f64, and no multiplication is fused with an addition.
// Passes and what they are given: triple-products.ts of @spmv/kernel-kit.
#if defined(SPMV_ROW_TRIPLE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_ROW_TRIPLE_INL_H
#undef SPMV_ROW_TRIPLE_INL_H
#else
#define SPMV_ROW_TRIPLE_INL_H
#endif

#include <climits>

#include "arguments.h"
#include "column-set-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Pᵀ: which rows of P, and which entries of it, have a column; start has one element more than P has columns.
SPMV_KERNEL(transpose, const int32_t* HWY_RESTRICT rowStartP, const int32_t* HWY_RESTRICT colIndexP,
            int32_t* HWY_RESTRICT start, int32_t* HWY_RESTRICT row, int32_t* HWY_RESTRICT entry, int64_t rows,
            int64_t cols) {
  for (int64_t j = 0; j <= cols; j++) start[j] = 0;
  for (int64_t k = 0; k < rowStartP[rows]; k++) start[colIndexP[k] + 1]++;
  for (int64_t j = 0; j < cols; j++) start[j + 1] += start[j];
  for (int64_t i = 0; i < rows; i++) {
    for (int64_t k = rowStartP[i]; k < rowStartP[i + 1]; k++) {
      const int32_t at = start[colIndexP[k]]++;
      row[at] = static_cast<int32_t>(i);
      entry[at] = static_cast<int32_t>(k);
    }
  }
  for (int64_t j = cols; j > 0; j--) start[j] = start[j - 1];
  start[0] = 0;
}

// Terms of row i of PᵀA into first[i + 1], of row i of C into terms[i + 1].
SPMV_KERNEL(countTriples, const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
            const int32_t* HWY_RESTRICT rowStartP, const int32_t* HWY_RESTRICT start, const int32_t* HWY_RESTRICT row,
            double* HWY_RESTRICT first, double* HWY_RESTRICT terms, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i++) {
    int64_t inMiddle = 0, all = 0;
    for (int64_t r = start[i]; r < start[i + 1]; r++) {
      const int64_t from = rowStartA[row[r]], past = rowStartA[row[r] + 1];
      inMiddle += past - from;
      for (int64_t k = from; k < past; k++) all += rowStartP[colIndexA[k] + 1] - rowStartP[colIndexA[k]];
    }
    first[i + 1] = static_cast<double>(inMiddle);
    terms[i + 1] = static_cast<double>(all);
  }
}

// totals: terms of the longest row of PᵀA and of C. Sums terms of both up.
SPMV_KERNEL(startTriples, const double* HWY_RESTRICT first, double* HWY_RESTRICT terms, double* HWY_RESTRICT totals,
            int64_t rows) {
  terms[0] = totals[0] = totals[1] = 0;
  for (int64_t i = 1; i <= rows; i++) {
    totals[0] = HWY_MAX(totals[0], first[i]);
    totals[1] = HWY_MAX(totals[1], terms[i]);
    terms[i] += first[i] + terms[i - 1];
  }
}

// Columns of a row as they came and their sums. place: 0 where the row has no entry in a column, else one more than
// where that is. Places and sums are 0 between rows.
struct MetRow {
  int32_t* HWY_RESTRICT place;
  int32_t* HWY_RESTRICT columns;
  double* HWY_RESTRICT sums;

  // add(to, k) for each of these entries, whose column is at `to` then. How many columns the row has, of `count`
  // before. Whether a column is new is as good as random: no branch asks.
  template <class Add>
  HWY_INLINE int64_t meet(int64_t count, const int32_t* HWY_RESTRICT from, int64_t entries, const Add& add) const {
    for (int64_t k = 0; k < entries; k++) {
      const int32_t j = from[k], at = place[j];
      const int64_t to = at == 0 ? count : at - 1;
      place[j] = static_cast<int32_t>(to + 1);
      columns[to] = j;
      count += at == 0;
      add(to, k);
    }
    return count;
  }
};

// rowStartC[i + 1]: the entries of row i of C.
SPMV_KERNEL(countTripleEntries, const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
            const int32_t* HWY_RESTRICT rowStartP, const int32_t* HWY_RESTRICT colIndexP,
            const int32_t* HWY_RESTRICT start, const int32_t* HWY_RESTRICT row, int32_t* HWY_RESTRICT rowStartC,
            int32_t* middlePlace, int32_t* middleColumns, int32_t* lastPlace, int32_t* lastColumns, int64_t rows,
            int64_t cols, int64_t middle, int64_t last, int64_t worker, int64_t begin, int64_t end) {
  const MetRow inner{middlePlace + worker * rows, middleColumns + worker * middle, nullptr};
  const MetRow outer{lastPlace + worker * cols, lastColumns + worker * last, nullptr};
  const auto nothing = [](int64_t, int64_t) HWY_ATTR {};
  for (int64_t i = begin; i < end; i++) {
    int64_t inInner = 0, inOuter = 0;
    for (int64_t r = start[i]; r < start[i + 1]; r++) {
      const int64_t q = rowStartA[row[r]];
      inInner = inner.meet(inInner, colIndexA + q, rowStartA[row[r] + 1] - q, nothing);
    }
    for (int64_t t = 0; t < inInner; t++) {
      const int64_t l = inner.columns[t], q = rowStartP[l];
      inner.place[l] = 0;
      inOuter = outer.meet(inOuter, colIndexP + q, rowStartP[l + 1] - q, nothing);
    }
    for (int64_t t = 0; t < inOuter; t++) outer.place[outer.columns[t]] = 0;
    rowStartC[i + 1] = static_cast<int32_t>(inOuter);
  }
}

// Rows begin … end − 1 of C: values, and columns unless `again` says that they are there.
SPMV_KERNEL(fillTriples, const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
            const V* HWY_RESTRICT valuesA, const int32_t* HWY_RESTRICT rowStartP, const int32_t* HWY_RESTRICT colIndexP,
            const V* HWY_RESTRICT valuesP, const int32_t* HWY_RESTRICT start, const int32_t* HWY_RESTRICT row,
            const int32_t* HWY_RESTRICT entry, const int32_t* HWY_RESTRICT rowStartC, int32_t* HWY_RESTRICT colIndexC,
            V* HWY_RESTRICT valuesC, int32_t* middlePlace, int32_t* middleColumns, double* middleSums,
            int32_t* lastPlace, int32_t* lastColumns, double* lastSums, int32_t* set, int64_t stride, int64_t words,
            int64_t second, int64_t third, int64_t worker, int64_t rows, int64_t cols, int64_t middle, int64_t last,
            int64_t again, int64_t begin, int64_t end) {
  const MetRow inner{middlePlace + worker * rows, middleColumns + worker * middle, middleSums + worker * middle};
  const MetRow outer{lastPlace + worker * cols, lastColumns + worker * last, lastSums + worker * last};
  const ColumnSet columns(set + worker * stride, words, second, third);
  const auto addRow = [](const MetRow& to, int64_t count, double factor, const int32_t* HWY_RESTRICT rowStart,
                         const int32_t* HWY_RESTRICT colIndex, const V* HWY_RESTRICT values, int64_t l) HWY_ATTR {
    const int64_t q = rowStart[l];
    return to.meet(count, colIndex + q, rowStart[l + 1] - q,
                   [&](int64_t at, int64_t k) HWY_ATTR { to.sums[at] += factor * static_cast<double>(values[q + k]); });
  };
  for (int64_t i = begin; i < end; i++) {
    int64_t inInner = 0, inOuter = 0;
    for (int64_t r = start[i]; r < start[i + 1]; r++) {
      inInner = addRow(inner, inInner, static_cast<double>(valuesP[entry[r]]), rowStartA, colIndexA, valuesA, row[r]);
    }
    for (int64_t t = 0; t < inInner; t++) {
      const int64_t l = inner.columns[t];
      const double factor = inner.sums[t];
      inner.place[l] = 0;
      inner.sums[t] = 0;
      inOuter = addRow(outer, inOuter, factor, rowStartP, colIndexP, valuesP, l);
    }
    int32_t* HWY_RESTRICT const at = colIndexC + rowStartC[i];
    if (again == 0) {
      int32_t low = INT_MAX, high = 0;
      for (int64_t t = 0; t < inOuter; t++) {
        const int32_t j = outer.columns[t];
        columns.insert(j >> 6, ColumnSet::bit(j));
        low = HWY_MIN(low, j);
        high = HWY_MAX(high, j);
      }
      if (inOuter > 0) columns.drain(low, high, at);
    }
    for (int64_t p = 0; p < inOuter; p++) {
      int32_t& place = outer.place[at[p]];
      double& sum = outer.sums[place - 1];
      valuesC[rowStartC[i] + p] = static_cast<V>(sum);
      sum = 0;
      place = 0;
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
