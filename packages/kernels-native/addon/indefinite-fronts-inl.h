// Fronts of LDLᵀ put together and taken apart, and solutions by them: indefinite-work.ts and solveIndefinite of
// @spmv/direct, whose words this uses.
#if defined(SPMV_INDEFINITE_FRONTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_INDEFINITE_FRONTS_INL_H
#undef SPMV_INDEFINITE_FRONTS_INL_H
#else
#define SPMV_INDEFINITE_FRONTS_INL_H
#endif

#include <cstring>

#include "arguments.h"
#include "cholesky-solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// The upper triangle that a child left, `count` lines, is added to the lines of a front that its own are: above the
// diagonal, in whatever order these are.
SPMV_KERNEL(indefiniteAddFront, T* front, const T* from, const int32_t* place, int64_t height, int64_t count) {
  for (int64_t i = 0; i < count; i++, from += count) {
    const int64_t r = place[i];
    T* const line = front + r * height;
    for (int64_t j = i; j < count; j++) {
      const int64_t c = place[j];
      if (c >= r) {
        line[c] += from[j];
      } else {
        front[c * height + r] += from[j];
      }
    }
  }
}

// The upper triangle of the lines from `done` on is left to the parent.
SPMV_KERNEL(indefiniteKeepFront, const T* front, T* left, int64_t height, int64_t done) {
  const int64_t count = height - done;
  for (int64_t i = 0; i < count; i++) {
    std::memcpy(left + i * count + i, front + (done + i) * height + done + i,
                static_cast<size_t>(count - i) * sizeof(T));
  }
}

// x ← A⁻¹x over rows in the order of the analysis. `own` has a number for each row of the tallest front.
SPMV_KERNEL(indefiniteSolve, const int32_t* pivotCount, const double* idStart, const int32_t* ids,
            const double* lineStart, const T* lines, const T* pivots, const T* beside, T* x, T* own,
            int64_t supernodes) {
  int64_t pivot = 0;
  for (int64_t s = 0; s < supernodes; s++) {
    const int64_t start = static_cast<int64_t>(idStart[s]), width = pivotCount[s];
    const int64_t height = static_cast<int64_t>(idStart[s + 1]) - start;
    const T* const first = lines + static_cast<int64_t>(lineStart[s]);
    for (int64_t r = 0; r < height; r++) own[r] = x[ids[start + r]];
    for (int64_t k = 0; k < width; k += kTogether) {
      const int64_t count = HWY_MIN(kTogether, width - k);
      const T* const line = first + k * height;
      for (int64_t q = 0; q < count; q++) {
        for (int64_t t = q + 1; t < count; t++) own[k + t] -= line[q * height + k + t] * own[k + q];
      }
      takeOffLines(line, height, own + k, count, own, k + count, height);
    }
    for (int64_t k = 0; k < width; k++, pivot++) {
      const T b = beside[pivot];
      if (b == 0) {
        own[k] /= pivots[pivot];
        continue;
      }
      const T p = pivots[pivot] / b, q = pivots[pivot + 1] / b, u = own[k] / b, v = own[k + 1] / b, det = p * q - 1;
      own[k] = (q * u - v) / det;
      own[k + 1] = (p * v - u) / det;
      k++, pivot++;
    }
    for (int64_t r = 0; r < height; r++) x[ids[start + r]] = own[r];
  }
  for (int64_t s = supernodes - 1; s >= 0; s--) {
    const int64_t start = static_cast<int64_t>(idStart[s]), width = pivotCount[s];
    const int64_t height = static_cast<int64_t>(idStart[s + 1]) - start;
    const T* const first = lines + static_cast<int64_t>(lineStart[s]);
    for (int64_t r = 0; r < height; r++) own[r] = x[ids[start + r]];
    // The last block first, whose columns may be fewer; none where nothing was eliminated.
    for (int64_t k = width == 0 ? -1 : (width - 1) / kTogether * kTogether; k >= 0; k -= kTogether) {
      const int64_t count = HWY_MIN(kTogether, width - k);
      const T* const line = first + k * height;
      takeOffDots(line, height, own + k, count, own, k + count, height);
      for (int64_t q = count - 1; q >= 0; q--) {
        for (int64_t t = q + 1; t < count; t++) own[k + q] -= line[q * height + k + t] * own[k + t];
      }
    }
    for (int64_t r = 0; r < width; r++) x[ids[start + r]] = own[r];
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
