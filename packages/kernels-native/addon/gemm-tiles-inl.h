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

// Lines of A or of B that are packed together, whatever the tile: as in src/kernels/gemm-blocks.ts.
constexpr int64_t kChunk = 48;

// Lines of a unit of packing: as there.
constexpr int64_t kUnitLines = 8;

// Columns of B that are multiplied with a panel of A after one another: over 256 steps they fit a second-level cache.
constexpr int64_t kNearColumns = 192;

// The tiles of C in the order in which they are computed: groups of near columns, in each rows of tiles, in each tiles.
// A panel of A is multiplied with the panels of B of a group, which stay in the second-level cache.
template <typename T> struct TileOrder {
  int64_t m, n, shares;

  // A tile: its group, its row in tiles and its first column.
  struct Place {
    int64_t group, row, column;
  };

  HWY_INLINE int64_t rows() const { return (m + kTileRows - 1) / kTileRows; }

  // Where share `at` of `shares` begins: the tile nearest to as large a part of all vectors of C.
  HWY_INLINE Place place(int64_t at) const {
    const int64_t lanes = tileColumns<T>() / kTileVectors, near = kNearColumns / lanes;
    const int64_t vectors = (n + lanes - 1) / lanes;
    int64_t rest = at * (rows() * vectors) / shares;
    Place found;
    found.group = rest / (rows() * near);
    if (found.group * near >= vectors) return {found.group, 0, n};
    rest -= found.group * rows() * near;
    const int64_t own = HWY_MIN(near, vectors - found.group * near);
    found.row = rest / own;
    const int64_t tile = (rest % own + kTileVectors / 2) / kTileVectors;
    found.column = found.group * kNearColumns + tile * tileColumns<T>();
    if (tile * kTileVectors >= own) {
      found.row++;
      found.column = found.group * kNearColumns;
    }
    if (found.row < rows()) return found;
    return {found.group + 1, 0, HWY_MIN(n, (found.group + 1) * kNearColumns)};
  }

  // compute(row, first, past) for what of each row of tiles in each group is between two places: columns first … past
  // − 1.
  template <class Compute> HWY_INLINE void between(Place from, Place to, const Compute& compute) const {
    for (int64_t group = from.group; group <= to.group && group * kNearColumns < n; group++) {
      const int64_t left = group * kNearColumns, right = HWY_MIN(n, left + kNearColumns);
      const int64_t last = group < to.group ? rows() - 1 : to.row;
      for (int64_t row = group == from.group ? from.row : 0; row <= last; row++) {
        const bool isFirst = group == from.group && row == from.row, isLast = group == to.group && row == to.row;
        compute(row, isFirst ? from.column : left, isLast ? to.column : right);
      }
    }
  }
};

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
