// How a dense product is cut: tiles of C that registers hold, and the order in which they are computed and shared out.
#if defined(SPMV_GEMM_TILES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_GEMM_TILES_INL_H
#undef SPMV_GEMM_TILES_INL_H
#else
#define SPMV_GEMM_TILES_INL_H
#endif

#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Vectors of a row of a tile, and its rows: these of B, one number of A and the sums are what registers hold.
template <typename T> using TileLanes = hn::CappedTag<T, 64 / sizeof(T)>;
#if SPMV_AVX512 || HWY_ARCH_ARM
constexpr int kTileVectors = 3, kTileRows = 8;
#else
constexpr int kTileVectors = 2, kTileRows = 6;
#endif

template <typename T> HWY_INLINE int64_t tileColumns() {
  return kTileVectors * static_cast<int64_t>(hn::Lanes(TileLanes<T>()));
}

// Room for the rows of a panel of A, and columns that are multiples of all tiles: as in src/kernels/gemm-blocks.ts.
constexpr int64_t kPanelLines = 8, kChunk = 48;

// Columns of B that are multiplied with a panel of A after one another: over 256 steps they fit a second-level cache.
constexpr int64_t kNearColumns = 192;

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
