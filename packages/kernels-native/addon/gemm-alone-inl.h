// Dense products by one thread: it packs a panel of A right before it multiplies with it.
#if defined(SPMV_GEMM_ALONE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_GEMM_ALONE_INL_H
#undef SPMV_GEMM_ALONE_INL_H
#else
#define SPMV_GEMM_ALONE_INL_H
#endif

#include "arguments.h"
#include "gemm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Bytes of packed B that a panel of A passes: they stay in the second-level cache, and A is packed once for all of
// them.
constexpr int64_t kPassedBytes = 5 << 18;

// Products begin … end − 1 of a batch, of A where it lies and packed B. `own` has room for a panel of A over `depth`
// steps: nothing else of A is written, and it is read again from the first-level cache.
SPMV_KERNEL(gemmAlone, const T* left, T* own, const T* right, T* out, int64_t m, int64_t n, int64_t steps,
            int64_t depth, int64_t apart, int64_t next, int64_t leftBatch, int64_t origin, int64_t rightBatch,
            int64_t ld, int64_t outBatch, int64_t outOrigin, T alpha, T beta, int64_t begin, int64_t end) {
  const Scale<T> scale{alpha, beta};
  const int64_t width = tileColumns<T>();
  for (int64_t q = begin; q < end; q++) {
    T* const c = out + outOrigin + q * outBatch;
    for (int64_t k = 0; k < steps; k += depth) {
      const int64_t here = HWY_MIN(depth, steps - k);
      const int64_t bytes = here * width * static_cast<int64_t>(sizeof(T));
      const int64_t passed = HWY_MAX(1, kPassedBytes / bytes) * width;
      const Scale<T> now{scale.alpha, k == 0 ? scale.beta : T{1}};
      const Lines<T> a{left + origin + q * leftBatch + k * next, apart, next};
      for (int64_t first = 0; first < n; first += passed) {
        const int64_t past = HWY_MIN(n, first + passed);
        for (int64_t i = 0; i < m; i += kTileRows) {
          const int64_t rows = HWY_MIN(kTileRows, m - i);
          packPanel(a.at(i, 0), own, kTileRows, rows, here);
          for (int64_t j = first; j < past; j += width) {
            const Panel<T> panel{right + q * rightBatch + j * steps + k * width, width, here};
            tileOfSize(own, panel, c + i * ld + j, ld, rows, HWY_MIN(width, n - j), now);
          }
        }
      }
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
