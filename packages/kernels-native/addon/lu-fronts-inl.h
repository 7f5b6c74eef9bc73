// Fronts of LU put together and taken apart, and solutions by them: assembled, stored and solveFronts of @spmv/direct,
// whose words this uses.
#if defined(SPMV_LU_FRONTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_LU_FRONTS_INL_H
#undef SPMV_LU_FRONTS_INL_H
#else
#define SPMV_LU_FRONTS_INL_H
#endif

#include <cstring>

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// What a child left, a square of `count` lines, is added to the lines and columns of a front that its own are.
SPMV_KERNEL(luAddFront, T* front, const T* from, const int32_t* lines, const int32_t* columns, int64_t height,
            int64_t count) {
  for (int64_t i = 0; i < count; i++, from += count) {
    T* const line = front + lines[i] * height;
    for (int64_t j = 0; j < count; j++) line[columns[j]] += from[j];
  }
}

// Lines of a front from `done` on: their columns before it to the factor, the others to the parent.
SPMV_KERNEL(luKeepFront, const T* front, T* factor, T* left, int64_t height, int64_t done) {
  const int64_t rest = height - done;
  for (int64_t r = done; r < height; r++, factor += done, left += rest) {
    const T* const line = front + r * height;
    std::memcpy(factor, line, static_cast<size_t>(done) * sizeof(T));
    std::memcpy(left, line + done, static_cast<size_t>(rest) * sizeof(T));
  }
}

template <typename T> HWY_INLINE T productOf(const T* a, const T* b, int64_t count) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  T sum = 0;
  int64_t j = 0;
  if (count >= lanes) {
    auto sums = hn::Zero(d);
    for (; j + lanes <= count; j += lanes) sums = hn::MulAdd(hn::LoadU(d, a + j), hn::LoadU(d, b + j), sums);
    sum = hn::GetLane(hn::SumOfLanes(d, sums));
  }
  for (; j < count; j++) sum += a[j] * b[j];
  return sum;
}

// y of LUy = w over places; w and z are of use no more.
SPMV_KERNEL(luFrontsSolve, const int32_t* pivotCount, const double* idStart, const int32_t* rowIds,
            const int32_t* colIds, const double* starts, const T* numbers, T* w, T* z, T* y, int64_t supernodes) {
  int64_t first = 0;
  for (int64_t s = 0; s < supernodes; s++) {
    const int64_t width = pivotCount[s], ids = static_cast<int64_t>(idStart[s]);
    const int64_t height = static_cast<int64_t>(idStart[s + 1]) - ids;
    const T* line = numbers + static_cast<int64_t>(starts[s]);
    T* const own = z + first;
    for (int64_t r = 0; r < width; r++, line += height) own[r] = w[rowIds[ids + r]] - productOf(line, own, r);
    for (int64_t r = width; r < height; r++, line += width) w[rowIds[ids + r]] -= productOf(line, own, width);
    first += width;
  }
  for (int64_t s = supernodes - 1; s >= 0; s--) {
    const int64_t width = pivotCount[s], ids = static_cast<int64_t>(idStart[s]);
    const int64_t height = static_cast<int64_t>(idStart[s + 1]) - ids;
    first -= width;
    // Columns of the front side by side.
    for (int64_t c = width; c < height; c++) w[c] = y[colIds[ids + c]];
    for (int64_t k = width - 1; k >= 0; k--) {
      const T* const line = numbers + static_cast<int64_t>(starts[s]) + k * height;
      w[k] = (z[first + k] - productOf(line + k + 1, w + k + 1, height - k - 1)) / line[k];
      y[colIds[ids + k]] = w[k];
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
