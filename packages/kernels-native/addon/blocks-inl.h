// Rows that share their columns or their diagonals.
#if defined(SPMV_BLOCKS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_BLOCKS_INL_H
#undef SPMV_BLOCKS_INL_H
#else
#define SPMV_BLOCKS_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// N rows that share `count` columns, the values of one `count` after those of the one before: each vector of x that was
// gathered meets the values of all of them.
template <int N, typename T, typename V>
HWY_INLINE void sharedColumns(const int32_t* HWY_RESTRICT columns, int64_t count, const V* HWY_RESTRICT values,
                              const T* HWY_RESTRICT x, T* HWY_RESTRICT y, Scale<T> scale) {
  const Lanes<T> d;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  const V* const row1 = values + (N > 1 ? count : 0);
  const V* const row2 = values + (N > 2 ? 2 * count : 0);
  const V* const row3 = values + (N > 3 ? 3 * count : 0);
  auto sum0 = noProducts(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  int64_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto found = gatherAt(d, x, columns + k);
    sum0 = mulAdd(d, loadValues(d, values + k), found, sum0);
    if constexpr (N > 1) sum1 = mulAdd(d, loadValues(d, row1 + k), found, sum1);
    if constexpr (N > 2) sum2 = mulAdd(d, loadValues(d, row2 + k), found, sum2);
    if constexpr (N > 3) sum3 = mulAdd(d, loadValues(d, row3 + k), found, sum3);
  }
  const auto finish = [&](int64_t i, const V* row, auto sum) HWY_ATTR {
    T ofRow = sumOf(d, sum);
    for (int64_t at = k; at < count; at++) ofRow += static_cast<T>(row[at]) * x[columns[at]];
    scale.finish(y + i, ofRow);
  };
  finish(0, values, sum0);
  if constexpr (N > 1) finish(1, row1, sum1);
  if constexpr (N > 2) finish(2, row2, sum2);
  if constexpr (N > 3) finish(3, row3, sum3);
}

// `rows` rows that share `count` columns.
template <typename T, typename V>
HWY_NOINLINE void columnSegment(const int32_t* columns, int64_t count, const V* values, const T* x, T* y, int64_t rows,
                                Scale<T> scale) {
  for (; rows >= 4; rows -= 4, values += 4 * count, y += 4) sharedColumns<4>(columns, count, values, x, y, scale);
  if (rows == 3) sharedColumns<3>(columns, count, values, x, y, scale);
  if (rows == 2) sharedColumns<2>(columns, count, values, x, y, scale);
  if (rows == 1) scale.finish(y, dot<T>(values, columns, x, static_cast<size_t>(count)));
}

// N vectors of rows of a tile of `height` rows, whose values of one distance lie side by side. Where there are few, two
// or four distances at a time, so that no addition waits for another.
template <int N, class D, typename V>
HWY_INLINE void tilePart(D d, const int32_t* HWY_RESTRICT distances, int64_t count, const V* HWY_RESTRICT values,
                         int64_t height, const Of<D>* HWY_RESTRICT x, Of<D>* HWY_RESTRICT y, Scale<Of<D>> scale) {
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  const auto next = [&](auto sum, int64_t k, int64_t vector) HWY_ATTR {
    const int64_t row = vector * lanes;
    askAhead(values + k * height + row);
    return mulAdd(d, loadValues(d, values + k * height + row), loadValues(d, x + distances[k] + row), sum);
  };
  auto sum0 = noProducts(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  int64_t k = 0;
  if constexpr (N == 4) {
    for (; k < count; k++) {
      sum0 = next(sum0, k, 0);
      sum1 = next(sum1, k, 1);
      sum2 = next(sum2, k, 2);
      sum3 = next(sum3, k, 3);
    }
    scale.finish(d, y, total(d, sum0));
    scale.finish(d, y + lanes, total(d, sum1));
    scale.finish(d, y + 2 * lanes, total(d, sum2));
    scale.finish(d, y + 3 * lanes, total(d, sum3));
  } else if constexpr (N == 2) {
    for (; k + 2 <= count; k += 2) {
      sum0 = next(sum0, k, 0);
      sum1 = next(sum1, k, 1);
      sum2 = next(sum2, k + 1, 0);
      sum3 = next(sum3, k + 1, 1);
    }
    if (k < count) {
      sum0 = next(sum0, k, 0);
      sum1 = next(sum1, k, 1);
    }
    scale.finish(d, y, total(d, add(d, sum0, sum2)));
    scale.finish(d, y + lanes, total(d, add(d, sum1, sum3)));
  } else {
    for (; k + 4 <= count; k += 4) {
      sum0 = next(sum0, k, 0);
      sum1 = next(sum1, k + 1, 0);
      sum2 = next(sum2, k + 2, 0);
      sum3 = next(sum3, k + 3, 0);
    }
    for (; k < count; k++) sum0 = next(sum0, k, 0);
    scale.finish(d, y, total(d, add(d, add(d, sum0, sum1), add(d, sum2, sum3))));
  }
}

// A tile of H rows.
template <int H, typename T, typename V>
HWY_INLINE void tile(const int32_t* distances, int64_t count, const V* values, const T* x, T* y, Scale<T> scale) {
  const Long<T, H> d;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  int64_t row = 0;
  for (; row + 4 * lanes <= H; row += 4 * lanes) {
    tilePart<4>(d, distances, count, values + row, H, x + row, y + row, scale);
  }
  if (row + 2 * lanes <= H) {
    tilePart<2>(d, distances, count, values + row, H, x + row, y + row, scale);
    row += 2 * lanes;
  }
  if (row < H) tilePart<1>(d, distances, count, values + row, H, x + row, y + row, scale);
}

// `rows` rows that share `count` distances to the diagonal, in tiles of 16, then of 8, 4, 2 and 1.
template <typename T, typename V>
HWY_NOINLINE void diagonalSegment(const int32_t* distances, int64_t count, const V* values, const T* x, T* y,
                                  int64_t rows, Scale<T> scale) {
  const auto next = [&](int64_t height) HWY_ATTR {
    values += height * count;
    x += height;
    y += height;
  };
  for (; rows >= 16; rows -= 16, next(16)) tile<16>(distances, count, values, x, y, scale);
  if (rows & 8) tile<8>(distances, count, values, x, y, scale), next(8);
  if (rows & 4) tile<4>(distances, count, values, x, y, scale), next(4);
  if (rows & 2) tile<2>(distances, count, values, x, y, scale), next(2);
  if (rows & 1) tile<1>(distances, count, values, x, y, scale);
}

// Segments begin … end − 1.
SPMV_KERNEL(rowSegments, const int32_t* segmentRow, const int32_t* entryStart, const int32_t* columnStart,
            const uint8_t* kind, const int32_t* column, const V* values, const X* x, X* y, T alpha, T beta,
            int64_t begin, int64_t end) {
  const Scale<T> scale{alpha, beta};
  for (int64_t s = begin; s < end; s++) {
    const int64_t row = segmentRow[s], rows = segmentRow[s + 1] - row;
    const int64_t first = columnStart[s], count = columnStart[s + 1] - first;
    if (kind[s] != 0) {
      diagonalSegment(column + first, count, values + entryStart[s], x + row, y + row, rows, scale);
    } else {
      columnSegment(column + first, count, values + entryStart[s], x, y + row, rows, scale);
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
