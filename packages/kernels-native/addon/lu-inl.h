// LU of a front, and of columns by pivots that are known: eliminatePanel, eliminateAgain and solvePlaces of
// @spmv/direct, whose words this uses. A tile of lines is what gemm-inl.h holds in registers.
#if defined(SPMV_LU_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_LU_INL_H
#undef SPMV_LU_INL_H
#else
#define SPMV_LU_INL_H
#endif

#include <cmath>
#include <utility>

#include "arguments.h"
#include "gemm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// to[j] −= by · from[j] for j from `begin` to `end` − 1.
template <typename T> HWY_INLINE void takeOffLine(const T* from, T by, T* to, int64_t begin, int64_t end) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto all = hn::Set(d, by);
  int64_t j = begin;
  for (; j + lanes <= end; j += lanes) {
    hn::StoreU(hn::NegMulAdd(all, hn::LoadU(d, from + j), hn::LoadU(d, to + j)), d, to + j);
  }
  for (; j < end; j++) to[j] -= by * from[j];
}

// Columns whose products are taken off together: as many as packed lines and columns have room for.
constexpr int64_t kPanelSteps = 128;

// A square of `height` lines by rows, the first `candidates` of which may be pivots.
template <typename T> struct LuFront {
  T* numbers;
  int64_t height, candidates;
  int32_t *rowIds, *colIds;
  T* own;

  HWY_INLINE T* line(int64_t i) const { return numbers + i * height; }

  // The candidate with the largest number in a column, −1 where it is no pivot.
  int64_t pivotRow(int64_t column, double threshold) const {
    T most = 0, all = 0;
    int64_t at = -1;
    for (int64_t r = column; r < height; r++) {
      const T size = std::fabs(line(r)[column]);
      if (!(size <= all)) all = size;
      if (r < candidates && size > most) most = size, at = r;
    }
    return most >= threshold * all ? at : -1;
  }

  void exchangeRows(int64_t i, int64_t k) const {
    if (i == k) return;
    for (int64_t j = 0; j < height; j++) std::swap(line(i)[j], line(k)[j]);
    std::swap(rowIds[i], rowIds[k]);
  }

  void exchangeColumns(int64_t i, int64_t k) const {
    if (i == k) return;
    for (int64_t r = 0; r < height; r++) std::swap(line(r)[i], line(r)[k]);
    std::swap(colIds[i], colIds[k]);
  }

  // Lines from `done` on −= L·U, of columns `from` … `end` − 1 of L, in columns from `past` on.
  void takeOffRest(int64_t from, int64_t end, int64_t done, int64_t past) const {
    const int64_t columns = tileColumns<T>(), steps = end - from;
    T* const packed = own + kTileRows * steps;
    for (int64_t group = past; group < height; group += kNearColumns) {
      const int64_t until = HWY_MIN(height, group + kNearColumns);
      for (int64_t j = group; j < until; j += columns) {
        packPanel(Lines<T>{line(from) + j, 1, height}, packed + (j - group) * steps, columns,
                  HWY_MIN(columns, until - j), steps);
      }
      for (int64_t i = done; i < height; i += kTileRows) {
        const int64_t rows = HWY_MIN(kTileRows, height - i);
        packPanel(Lines<T>{line(i) + from, height, 1}, own, kTileRows, rows, steps);
        for (int64_t j = group; j < until; j += columns) {
          const Panel<T> b{packed + (j - group) * steps, columns, steps};
          tileOfSize(own, b, line(i) + j, height, rows, HWY_MIN(columns, until - j), Scale<T>{T{-1}, T{1}});
        }
      }
    }
  }

  int64_t eliminate(int64_t from, int64_t past, double threshold) const {
    int64_t done = from, last = past;
    while (done < last) {
      const int64_t row = pivotRow(done, threshold);
      if (row < 0) {
        exchangeColumns(done, --last);
        continue;
      }
      exchangeRows(done, row);
      const T* const pivots = line(done);
      const T pivot = pivots[done];
      for (int64_t r = done + 1; r < height; r++) {
        T* const to = line(r);
        const T by = to[done] / pivot;
        to[done] = by;
        if (by != 0) takeOffLine(pivots, by, to, done + 1, past);
      }
      done++;
    }
    if (past == height || done == from) return done;
    for (int64_t i = from + 1; i < done; i++) {
      for (int64_t p = from; p < i; p++) takeOffLine(line(p), line(i)[p], line(i), past, height);
    }
    for (int64_t k = from; k < done; k += kPanelSteps) takeOffRest(k, HWY_MIN(done, k + kPanelSteps), done, past);
    return done;
  }
};

// Eliminates columns `from` … `past` − 1, and says in `done` where it ended. Beyond the numbers there is room for a
// tile of columns.
SPMV_KERNEL(luPanel, T* numbers, int32_t* rowIds, int32_t* colIds, T* own, double* done, int64_t ids, int64_t height,
            int64_t candidates, int64_t from, int64_t past, double threshold) {
  const LuFront<T> front{numbers, height, candidates, rowIds + ids, colIds + ids, own};
  *done = static_cast<double>(front.eliminate(from, past, threshold));
}

// x[row[k]] −= value · values[k] for k from `begin` to `end` − 1: rows are apart, and different.
template <typename T>
HWY_INLINE void takeOffApart(const int32_t* row, const T* values, T value, T* x, int64_t begin, int64_t end) {
  for (int64_t k = begin; k < end; k++) x[row[k]] -= values[k] * value;
}

// Columns of a matrix by pivots that are known. `found`: the column whose pivot is less than `least` of the largest
// beside it, or −1, and that one. x has n zeros.
SPMV_KERNEL(luAgain, const int32_t* start, const int32_t* inside, const int32_t* row, const int32_t* stepOf,
            const T* values, const int32_t* lStart, const int32_t* lRow, T* lValues, const int32_t* uStart,
            const int32_t* uRow, T* uValues, T* pivots, T* x, double* found, int64_t n, double least) {
  found[0] = -1;
  for (int64_t j = 0; j < n; j++) {
    for (int64_t k = inside[j]; k < start[j + 1]; k++) x[stepOf[row[k]]] = values[k];
    for (int64_t t = uStart[j]; t < uStart[j + 1]; t++) {
      const int64_t step = uRow[t];
      const T u = x[step];
      x[step] = 0;
      uValues[t] = u;
      takeOffApart(lRow, lValues, u, x, lStart[step], lStart[step + 1]);
    }
    const T pivot = x[j];
    x[j] = 0;
    T most = std::fabs(pivot);
    for (int64_t k = lStart[j]; k < lStart[j + 1]; k++) {
      const T value = x[lRow[k]];
      x[lRow[k]] = 0;
      lValues[k] = value / pivot;
      if (!(std::fabs(value) <= most)) most = std::fabs(value);
    }
    pivots[j] = pivot;
    if (pivot == 0 || !(std::fabs(pivot) >= least * most)) {
      found[0] = static_cast<double>(j);
      found[1] = most;
      return;
    }
  }
}

// x of Ax = b, over places block by block from the last one on, with what is above blocks taken off. `found`: 1, or 0
// where b is not in a range that sums leave in range, and x is not written then.
SPMV_KERNEL(luSolve, const int32_t* blockStart, const int32_t* start, const int32_t* inside, const int32_t* aboveRow,
            const T* values, const int32_t* lStart, const int32_t* lRow, const T* lValues, const int32_t* uStart,
            const int32_t* uRow, const T* uValues, const T* pivots, const int32_t* rowOrder, const T* rowScale,
            const int32_t* colOrder, const T* colScale, const T* b, T* w, T* x, double* found, int64_t n,
            int64_t blocks, double least, double most) {
  T largest = 0;
  for (int64_t k = 0; k < n; k++) {
    w[k] = b[rowOrder[k]] * rowScale[rowOrder[k]];
    largest = HWY_MAX(largest, std::fabs(w[k]));
  }
  found[0] = largest > least && largest < most;
  if (found[0] == 0) return;
  for (int64_t block = blocks - 1; block >= 0; block--) {
    const int64_t begin = blockStart[block], end = blockStart[block + 1];
    for (int64_t j = begin; j < end; j++) {
      if (w[j] != 0) takeOffApart(lRow, lValues, w[j], w, lStart[j], lStart[j + 1]);
    }
    for (int64_t j = end - 1; j >= begin; j--) {
      const T value = w[j] / pivots[j];
      w[j] = value;
      if (value == 0) continue;
      takeOffApart(uRow, uValues, value, w, uStart[j], uStart[j + 1]);
      takeOffApart(aboveRow, values, value, w, start[j], inside[j]);
    }
  }
  for (int64_t k = 0; k < n; k++) x[colOrder[k]] = w[k] * colScale[colOrder[k]];
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
