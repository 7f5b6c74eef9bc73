// LLᵀ of a front, and the products of one of LDLᵀ: factorFront and factorIndefiniteFront of @spmv/direct, whose words
// this uses. A tile of lines is what gemm-inl.h holds in registers.
#if defined(SPMV_CHOLESKY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_CHOLESKY_INL_H
#undef SPMV_CHOLESKY_INL_H
#else
#define SPMV_CHOLESKY_INL_H
#endif

#include <cmath>

#include "arguments.h"
#include "gemm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Lines whose products are taken off together, and columns: so much of the panel is packed and stays in the
// second-level cache. As many numbers has the room that @spmv/direct gives, kFrontRoom.
constexpr int64_t kFrontSteps = 128, kFrontColumns = kNearColumns;
// Rows from which on packing costs less than lines that are far apart.
constexpr int64_t kPackedRows = 64;

// The front of a supernode: `width` lines in the panel, the others in the update. Products are of columns of `left`,
// which for LLᵀ is the panel, with lines of the panel.
template <typename T> struct Front {
  T* panel;
  T* update;
  int64_t width, height;
  T* own;
  const T* left;

  // Where column 0 of line i would be, and how far the next line is.
  HWY_INLINE T* line(int64_t i) const {
    return i < width ? panel + i * height : update + (i - width) * (height - width) - width;
  }
  HWY_INLINE int64_t apart(int64_t i) const { return i < width ? height : height - width; }

  // Takes the products of lines begin … end − 1 off `rows` lines from i on, in columns from … to − 1 where `b` has
  // them.
  HWY_INLINE void takeOff(int64_t i, int64_t rows, int64_t begin, int64_t end, int64_t from, int64_t to) const {
    const int64_t columns = tileColumns<T>();
    packPanel(Lines<T>{left + begin * height + i, 1, height}, own, kTileRows, rows, end - begin);
    T* const c = line(i);
    for (int64_t j = from; j < to; j += columns) {
      const Panel<T> b{panel + begin * height + j, height, end - begin};
      tileOfSize(own, b, c + j, apart(i), rows, HWY_MIN(columns, to - j), Scale<T>{T{-1}, T{1}});
    }
  }

  // Where a group of columns from `group` on ends: none has columns of both, lines of the update have none of the
  // panel.
  HWY_INLINE int64_t pastGroup(int64_t group) const {
    return HWY_MIN(group < width ? width : height, group + kFrontColumns);
  }

  // The products of lines begin … end − 1 off the columns of a group, in the lines first … last − 1 that have some of
  // them, from the diagonal on.
  void takeOffGroup(int64_t begin, int64_t end, int64_t group, int64_t first, int64_t last) const {
    const int64_t columns = tileColumns<T>(), steps = end - begin, until = pastGroup(group);
    T* const packed = own + kTileRows * kFrontSteps;
    const bool isPacked = last - first >= kPackedRows;
    for (int64_t j = group; isPacked && j < until; j += columns) {
      packPanel(Lines<T>{panel + begin * height + j, 1, height}, packed + (j - group) * steps, columns,
                HWY_MIN(columns, until - j), steps);
    }
    for (int64_t i = first; i < last;) {
      const int64_t rows = HWY_MIN(kTileRows, (i < width ? HWY_MIN(width, last) : last) - i);
      // Whole panels of columns: what is before the diagonal is written and never read.
      const int64_t from = i <= group ? group : group + (i - group) / columns * columns;
      if (isPacked) {
        packPanel(Lines<T>{left + begin * height + i, 1, height}, own, kTileRows, rows, steps);
        T* const c = line(i);
        for (int64_t j = from; j < until; j += columns) {
          const Panel<T> b{packed + (j - group) * steps, columns, steps};
          tileOfSize(own, b, c + j, apart(i), rows, HWY_MIN(columns, until - j), Scale<T>{T{-1}, T{1}});
        }
      } else {
        takeOff(i, rows, begin, end, i <= group ? group : i, until);
      }
      i += rows;
    }
  }

  // The same for all lines from `past` on.
  void takeOffRest(int64_t begin, int64_t end, int64_t past) const {
    for (int64_t group = past; group < height; group = pastGroup(group)) {
      takeOffGroup(begin, end, group, past, pastGroup(group));
    }
  }

  // Lᵀ of `rows` lines from i on where these are columns. The line whose pivot is not above zero, or −1.
  HWY_INLINE int64_t finishDiagonal(int64_t i, int64_t rows) const {
    T* const first = panel + i * height;
    for (int64_t k = 0; k < rows; k++) {
      T* const own_ = first + k * height + i;
      for (int64_t q = 0; q < k; q++) {
        const T* const other = first + q * height + i;
        for (int64_t r = k; r < rows; r++) own_[r] -= other[k] * other[r];
      }
      if (!(own_[k] > 0)) return i + k;
      own_[k] = std::sqrt(own_[k]);
      const T inverse = 1 / own_[k];
      for (int64_t r = k + 1; r < rows; r++) own_[r] *= inverse;
    }
    return -1;
  }

  // The same lines in columns from … to − 1, where nothing is left to take off but their own products.
  HWY_INLINE void finish(int64_t i, int64_t rows, int64_t from, int64_t to) const {
    const hn::CappedTag<T, 64 / sizeof(T)> d;
    const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
    T* const first = panel + i * height;
    T inverse[kTileRows];
    for (int64_t k = 0; k < rows; k++) inverse[k] = 1 / first[k * height + i + k];
    int64_t j = from;
    for (; j + lanes <= to; j += lanes) {
      for (int64_t k = 0; k < rows; k++) {
        auto value = hn::LoadU(d, first + k * height + j);
        for (int64_t q = 0; q < k; q++) {
          value = hn::NegMulAdd(hn::Set(d, first[q * height + i + k]), hn::LoadU(d, first + q * height + j), value);
        }
        hn::StoreU(hn::Mul(value, hn::Set(d, inverse[k])), d, first + k * height + j);
      }
    }
    for (; j < to; j++) {
      for (int64_t k = 0; k < rows; k++) {
        T value = first[k * height + j];
        for (int64_t q = 0; q < k; q++) value -= first[q * height + i + k] * first[q * height + j];
        first[k * height + j] = value * inverse[k];
      }
    }
  }

  // Lines begin … past − 1 where they are columns, too.
  int64_t factorDiagonal(int64_t begin, int64_t past) const {
    for (int64_t i = begin; i < past; i += kTileRows) {
      const int64_t rows = HWY_MIN(kTileRows, past - i);
      if (i > begin) takeOff(i, rows, begin, i, i, past);
      const int64_t failed = finishDiagonal(i, rows);
      if (failed >= 0) return failed;
      finish(i, rows, i + rows, past);
    }
    return -1;
  }

  // The same lines in columns from … to − 1 behind.
  void factorColumns(int64_t begin, int64_t past, int64_t from, int64_t to) const {
    for (int64_t i = begin; i < past; i += kTileRows) {
      const int64_t rows = HWY_MIN(kTileRows, past - i);
      if (i > begin) takeOff(i, rows, begin, i, from, to);
      finish(i, rows, from, to);
    }
  }

  // Lines begin … past − 1, and the others without their products.
  int64_t factor(int64_t begin, int64_t past) const {
    const int64_t failed = factorDiagonal(begin, past);
    if (failed >= 0 || past == height) return failed;
    factorColumns(begin, past, past, height);
    takeOffRest(begin, past, past);
    return -1;
  }
};

// The products of pivots begin … end − 1 of LDLᵀ off the lines of a square from `past` on.
SPMV_KERNEL(indefiniteRest, T* numbers, const T* lines, T* own, int64_t height, int64_t begin, int64_t end,
            int64_t past) {
  const Front<T> front{numbers, nullptr, height, height, own, lines};
  for (int64_t k = begin; k < end; k += kFrontSteps) front.takeOffRest(k, HWY_MIN(end, k + kFrontSteps), past);
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
