// Several vectors at once: Y ← αAX + βY, as many sums of a row at a time as registers hold.
#if defined(SPMV_SPMM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_SPMM_INL_H
#undef SPMV_SPMM_INL_H
#else
#define SPMV_SPMM_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// The entries of a row: entry k at place `first` + k·`step`, `count` of them.
template <typename V> struct Entries {
  const int32_t* HWY_RESTRICT columns;
  const V* HWY_RESTRICT values;
  int64_t count, step;

  HWY_INLINE int64_t column(int64_t k) const { return columns[k * step]; }
  HWY_INLINE V value(int64_t k) const { return values[k * step]; }

  // The same without the padding (column −1) at the end.
  HWY_INLINE Entries withoutPadding() const {
    int64_t low = 0, high = count;
    if (count == 0 || column(count - 1) >= 0) return *this;
    while (low < high) {
      const int64_t middle = (low + high) / 2;
      if (column(middle) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return {columns, values, low, step};
  }
};

// X by rows, `xRow` elements apart, and Y, whose element (i, j) is at i·yRow + j·yCol; `count` vectors of both.
template <typename T> struct Vectors {
  const T* HWY_RESTRICT x;
  T* HWY_RESTRICT y;
  int64_t xRow, yRow, yCol, count;
};

// s0 … s(N−1) += value · N vectors from x on.
template <int N, class D>
HWY_INLINE void addLine(D d, Of<D> value, const Of<D>* HWY_RESTRICT x, Vec<D>& s0, Vec<D>& s1, Vec<D>& s2, Vec<D>& s3) {
  const size_t lanes = laneCount(d);
  const auto a = set(d, value);
  s0 = mulAdd(d, a, loadValues(d, x), s0);
  if constexpr (N > 1) s1 = mulAdd(d, a, loadValues(d, x + lanes), s1);
  if constexpr (N > 2) s2 = mulAdd(d, a, loadValues(d, x + 2 * lanes), s2);
  if constexpr (N > 3) s3 = mulAdd(d, a, loadValues(d, x + 3 * lanes), s3);
}

// The N vectors of sums of a row from vector j on. Eight sums in all: where there are fewer, of several entries at a
// time, so that no addition waits for another.
template <int N, class D, typename V>
HWY_INLINE void lineOfSums(D d, const Entries<V>& row, const Vectors<Of<D>>& v, int64_t i, int64_t j,
                           Scale<Of<D>> scale) {
  using T = Of<D>;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  const T* HWY_RESTRICT const from = v.x + j;
  const auto x = [&](int64_t k) HWY_ATTR { return from + row.column(k) * v.xRow; };
  const auto value = [&](int64_t k) HWY_ATTR { return static_cast<T>(row.value(k)); };
  auto s0 = zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  int64_t k = 0;
  if constexpr (N == 8) {
    for (; k < row.count; k++) {
      addLine<4>(d, value(k), x(k), s0, s1, s2, s3);
      addLine<4>(d, value(k), x(k) + 4 * lanes, s4, s5, s6, s7);
    }
  } else if constexpr (N == 4) {
    for (; k + 2 <= row.count; k += 2) {
      addLine<4>(d, value(k), x(k), s0, s1, s2, s3);
      addLine<4>(d, value(k + 1), x(k + 1), s4, s5, s6, s7);
    }
    if (k < row.count) addLine<4>(d, value(k), x(k), s0, s1, s2, s3);
    s0 = add(d, s0, s4);
    s1 = add(d, s1, s5);
    s2 = add(d, s2, s6);
    s3 = add(d, s3, s7);
  } else {
    for (; k + 4 <= row.count; k += 4) {
      addLine<N>(d, value(k), x(k), s0, s1, s0, s0);
      addLine<N>(d, value(k + 1), x(k + 1), s2, s3, s2, s2);
      addLine<N>(d, value(k + 2), x(k + 2), s4, s5, s4, s4);
      addLine<N>(d, value(k + 3), x(k + 3), s6, s7, s6, s6);
    }
    for (; k < row.count; k++) addLine<N>(d, value(k), x(k), s0, s1, s0, s0);
    s0 = add(d, add(d, s0, s2), add(d, s4, s6));
    if constexpr (N == 2) s1 = add(d, add(d, s1, s3), add(d, s5, s7));
  }
  T* HWY_RESTRICT const y = v.y + i * v.yRow + j * v.yCol;
  const auto write = [&](auto sums, int64_t first) HWY_ATTR {
    if (v.yCol == 1) {
      scale.finish(d, y + first, sums);
      return;
    }
    HWY_ALIGN T each[mostLanes(d)];
    store(sums, d, each);
    for (int64_t l = 0; l < lanes; l++) scale.finish(y + (first + l) * v.yCol, each[l]);
  };
  write(s0, 0);
  if constexpr (N > 1) write(s1, lanes);
  if constexpr (N > 2) write(s2, 2 * lanes);
  if constexpr (N > 3) write(s3, 3 * lanes);
  if constexpr (N > 4) {
    write(s4, 4 * lanes);
    write(s5, 5 * lanes);
    write(s6, 6 * lanes);
    write(s7, 7 * lanes);
  }
}

// Vectors j … of a row in parts of vectors of SIMD, each half as wide as the one before.
template <int Width, typename T, typename V>
HWY_INLINE void narrowLines(const Entries<V>& row, const Vectors<T>& v, int64_t i, int64_t j, Scale<T> scale) {
  const Capped<T, Width> d;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  for (; j + lanes <= v.count; j += lanes) lineOfSums<1>(d, row, v, i, j, scale);
  if constexpr (Width > 1) {
    if (j < v.count) narrowLines<Width / 2>(row, v, i, j, scale);
  }
}

// Row i of Y.
template <typename T, typename V>
HWY_INLINE void rowOfVectors(const Entries<V>& row, const Vectors<T>& v, int64_t i, Scale<T> scale) {
  const Lanes<T> d;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  int64_t j = 0;
  for (; j + 8 * lanes <= v.count; j += 8 * lanes) lineOfSums<8>(d, row, v, i, j, scale);
  if (j + 4 * lanes <= v.count) lineOfSums<4>(d, row, v, i, j, scale), j += 4 * lanes;
  if (j + 2 * lanes <= v.count) lineOfSums<2>(d, row, v, i, j, scale), j += 2 * lanes;
  if (j + lanes <= v.count) lineOfSums<1>(d, row, v, i, j, scale), j += lanes;
  if (j < v.count) narrowLines<mostLanes(Lanes<T>()) >= 2 ? mostLanes(Lanes<T>()) / 2 : 1>(row, v, i, j, scale);
}

// Rows begin … end − 1 of CSR.
SPMV_KERNEL(spmmCsr, const int32_t* HWY_RESTRICT rowStart, const int32_t* HWY_RESTRICT colIndex,
            const V* HWY_RESTRICT values, const X* x, X* y, int64_t xRow, int64_t yRow, int64_t yCol, int64_t yFirst,
            int64_t count, T alpha, T beta, int64_t begin, int64_t end) {
  const Vectors<T> v{x, y + yFirst, xRow, yRow, yCol, count};
  const Scale<T> scale{alpha, beta};
  const bool isFar = isFarAway<V>(rowStart[end] - rowStart[begin], kNearBytes);
  for (int64_t i = begin; i < end; i++) {
    const int64_t first = rowStart[i];
    const Entries<V> row{colIndex + first, values + first, rowStart[i + 1] - first, 1};
    if (isFar) askAllAhead(row.values, row.columns, row.count);
    rowOfVectors(row, v, i, scale);
  }
}

// Rows begin … end − 1 of ELLPACK: row i from place i·next on, its `width` places `step` apart.
SPMV_KERNEL(spmmEllpack, const int32_t* colIndex, const V* values, const X* x, X* y, int64_t xRow, int64_t yRow,
            int64_t yCol, int64_t yFirst, int64_t count, int64_t width, int64_t next, int64_t step, T alpha, T beta,
            int64_t begin, int64_t end) {
  const Vectors<T> v{x, y + yFirst, xRow, yRow, yCol, count};
  const Scale<T> scale{alpha, beta};
  for (int64_t i = begin; i < end; i++) {
    const Entries<V> row{colIndex + i * next, values + i * next, width, step};
    rowOfVectors(row.withoutPadding(), v, i, scale);
  }
}

// Slices begin … end − 1 of sliced ELLPACK, sorted unless sigma is 1.
SPMV_KERNEL(spmmSell, const int32_t* HWY_RESTRICT sliceStart, const int32_t* HWY_RESTRICT rowOrder,
            const int32_t* HWY_RESTRICT colIndex, const V* HWY_RESTRICT values, const X* x, X* y, int64_t xRow,
            int64_t yRow, int64_t yCol, int64_t yFirst, int64_t count, int64_t C, int64_t sigma, int64_t rows, T alpha,
            T beta, int64_t begin, int64_t end) {
  const Vectors<T> v{x, y + yFirst, xRow, yRow, yCol, count};
  const Scale<T> scale{alpha, beta};
  const bool isFar = isFarAway<V>(sliceStart[end] - sliceStart[begin], kNearBytes);
  for (int64_t slice = begin; slice < end; slice++) {
    const int64_t start = sliceStart[slice], width = (sliceStart[slice + 1] - start) / C;
    if (isFar) askAllAhead(values + start, colIndex + start, width * C);
    for (int64_t place = slice * C; place < HWY_MIN((slice + 1) * C, rows); place++) {
      const int64_t first = start + place - slice * C;
      const Entries<V> row{colIndex + first, values + first, width, C};
      rowOfVectors(row.withoutPadding(), v, sigma == 1 ? place : rowOrder[place], scale);
    }
  }
}

// Rows begin … end − 1 of `count` vectors by columns, `xCol` apart from `origin` on, laid by rows, `width` apart: what
// kernels read of X for an entry then lies side by side. Eight rows at a time, so that what is written stays in the
// first-level cache.
SPMV_KERNEL(spmmPanel, const T* HWY_RESTRICT x, T* HWY_RESTRICT rows, int64_t xCol, int64_t origin, int64_t width,
            int64_t count, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i += 8) {
    const int64_t past = HWY_MIN(i + 8, end);
    for (int64_t j = 0; j < count; j++) {
      for (int64_t r = i; r < past; r++) rows[r * width + j] = x[origin + j * xCol + r];
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
