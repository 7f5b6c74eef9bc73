// LLᵀ of a sparse matrix, front by front, and the products of LDLᵀ: choleskyFronts and factorIndefiniteFront of
// @spmv/direct, whose words this uses. A tile of lines is what gemm-inl.h holds in registers.
#if defined(SPMV_CHOLESKY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_CHOLESKY_INL_H
#undef SPMV_CHOLESKY_INL_H
#else
#define SPMV_CHOLESKY_INL_H
#endif

#include <cmath>
#include <cstring>

#include "arguments.h"
#include "gemm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Lines whose products are taken off together, and columns: so much of the panel is packed and stays in the
// second-level cache. As many numbers has the room that @spmv/direct gives, kFrontRoom.
constexpr int64_t kFrontSteps = 192, kFrontColumns = kNearColumns;
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

  // The same for all lines from `past` on, whose columns begin at the diagonal.
  void takeOffRest(int64_t begin, int64_t end, int64_t past) const {
    const int64_t columns = tileColumns<T>(), steps = end - begin;
    T* const packed = own + kTileRows * kFrontSteps;
    int64_t until = past;
    for (int64_t group = past; group < height; group = until) {
      // None with columns of both: lines of the update have no columns of the panel.
      until = HWY_MIN(group < width ? width : height, group + kFrontColumns);
      const bool isPacked = until - past >= kPackedRows;
      for (int64_t j = group; isPacked && j < until; j += columns) {
        packPanel(Lines<T>{panel + begin * height + j, 1, height}, packed + (j - group) * steps, columns,
                  HWY_MIN(columns, until - j), steps);
      }
      for (int64_t i = past; i < until;) {
        const int64_t rows = HWY_MIN(kTileRows, (i < width ? width : until) - i);
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
  }

  // LLᵀ of `rows` lines from i on, of which nothing is left to take off but their own products. The line whose pivot is
  // not above zero, or −1.
  HWY_INLINE int64_t finish(int64_t i, int64_t rows) const {
    const hn::CappedTag<T, 64 / sizeof(T)> d;
    const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
    T* const first = panel + i * height;
    T inverse[kTileRows];
    for (int64_t k = 0; k < rows; k++) {
      T* const own_ = first + k * height + i;
      for (int64_t q = 0; q < k; q++) {
        const T* const other = first + q * height + i;
        for (int64_t r = k; r < rows; r++) own_[r] -= other[k] * other[r];
      }
      if (!(own_[k] > 0)) return i + k;
      own_[k] = std::sqrt(own_[k]);
      inverse[k] = 1 / own_[k];
      for (int64_t r = k + 1; r < rows; r++) own_[r] *= inverse[k];
    }
    int64_t j = i + rows;
    for (; j + lanes <= height; j += lanes) {
      for (int64_t k = 0; k < rows; k++) {
        auto value = hn::LoadU(d, first + k * height + j);
        for (int64_t q = 0; q < k; q++) {
          value = hn::NegMulAdd(hn::Set(d, first[q * height + i + k]), hn::LoadU(d, first + q * height + j), value);
        }
        hn::StoreU(hn::Mul(value, hn::Set(d, inverse[k])), d, first + k * height + j);
      }
    }
    for (; j < height; j++) {
      for (int64_t k = 0; k < rows; k++) {
        T value = first[k * height + j];
        for (int64_t q = 0; q < k; q++) value -= first[q * height + i + k] * first[q * height + j];
        first[k * height + j] = value * inverse[k];
      }
    }
    return -1;
  }

  // Lines begin … past − 1, and the others without their products.
  int64_t factor(int64_t begin, int64_t past) const {
    for (int64_t i = begin; i < past; i += kTileRows) {
      const int64_t rows = HWY_MIN(kTileRows, past - i);
      if (i > begin) takeOff(i, rows, begin, i, i, height);
      const int64_t failed = finish(i, rows);
      if (failed >= 0) return failed;
    }
    if (past < height) takeOffRest(begin, past, past);
    return -1;
  }
};

// Supernodes up to end − 1: `panels` become L. `position` is the supernode and its line to go on from, which move until
// about `budget` products are done, and the pivot that is not above zero, or −1. Beyond the last panel there is room
// for a tile of columns. `at` and `place` have a number for each row.
SPMV_KERNEL(choleskyFronts, const int32_t* firstPivot, const double* rowsStart, const int32_t* rows,
            const double* panelStart, const double* updateStart, const int32_t* firstChild, const int32_t* sibling,
            T* panels, T* updates, int32_t* at, int32_t* place, T* own, double* position, int64_t end, int64_t budget) {
  int64_t line = static_cast<int64_t>(position[1]), done = 0;
  for (int64_t s = static_cast<int64_t>(position[0]); s < end; s++, line = 0) {
    const int64_t width = firstPivot[s + 1] - firstPivot[s], start = static_cast<int64_t>(rowsStart[s]);
    const int64_t height = static_cast<int64_t>(rowsStart[s + 1]) - start, left = height - width;
    T* const panel = panels + static_cast<int64_t>(panelStart[s]);
    const Front<T> front{panel, updates + static_cast<int64_t>(updateStart[s]), width, height, own, panel};
    if (line == 0 && left > 0) std::memset(front.update, 0, static_cast<size_t>(left * left) * sizeof(T));
    if (line == 0 && firstChild[s] >= 0) {
      for (int64_t r = 0; r < height; r++) at[rows[start + r]] = static_cast<int32_t>(r);
    }
    for (int64_t child = line == 0 ? firstChild[s] : -1; child >= 0; child = sibling[child]) {
      const int64_t skipped = firstPivot[child + 1] - firstPivot[child];
      const int32_t* const ids = rows + static_cast<int64_t>(rowsStart[child]) + skipped;
      const int64_t count = static_cast<int64_t>(rowsStart[child + 1] - rowsStart[child]) - skipped;
      const T* from = updates + static_cast<int64_t>(updateStart[child]);
      for (int64_t i = 0; i < count; i++) place[i] = at[ids[i]];
      for (int64_t i = 0; i < count; i++, from += count) {
        T* const to = front.line(place[i]);
        for (int64_t j = i; j < count; j++) to[place[j]] += from[j];
      }
    }
    while (line < width) {
      const int64_t past = HWY_MIN(width, line + kFrontSteps), failed = front.factor(line, past);
      done += (past - line) * height * height;
      line = past;
      position[0] = static_cast<double>(s);
      position[1] = static_cast<double>(line);
      if (failed >= 0) position[2] = static_cast<double>(firstPivot[s] + failed);
      if (failed >= 0 || done >= budget) return;
    }
  }
  position[0] = static_cast<double>(end);
}

// The products of pivots begin … end − 1 of LDLᵀ, at most kFrontSteps, off the lines of a square from `past` on.
SPMV_KERNEL(indefiniteRest, T* numbers, const T* lines, T* own, int64_t height, int64_t begin, int64_t end,
            int64_t past) {
  Front<T>{numbers, nullptr, height, height, own, lines}.takeOffRest(begin, end, past);
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
