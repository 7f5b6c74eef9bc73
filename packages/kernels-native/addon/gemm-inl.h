// Dense products: C ← αAB + βC with packed panels and a tile of C in registers (Goto, van de Geijn 2008).
#if defined(SPMV_GEMM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_GEMM_INL_H
#undef SPMV_GEMM_INL_H
#else
#define SPMV_GEMM_INL_H
#endif

#include <cmath>

#include "arguments.h"
#include "gemm-pack-inl.h"
#include "gemm-tiles-inl.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// How far ahead a tile asks for what it reads, in steps: a panel of A, which lies in the second-level cache where it is
// used first, and one of B, which does each time.
constexpr int64_t kAheadLeft = 32, kAheadRight = 8;

// c0 … c(N−1) += a · vectors of B.
template <int N, class D>
HWY_INLINE void addTileRow(D d, hn::TFromD<D> a, hn::Vec<D> b0, hn::Vec<D> b1, hn::Vec<D> b2, hn::Vec<D>& c0,
                           hn::Vec<D>& c1, hn::Vec<D>& c2) {
  const auto all = hn::Set(d, a);
  c0 = hn::MulAdd(all, b0, c0);
  if constexpr (N > 1) c1 = hn::MulAdd(all, b1, c1);
  if constexpr (N > 2) c2 = hn::MulAdd(all, b2, c2);
}

// The N vectors of a row of C, of which `columns` elements are there.
template <int N, class D>
HWY_INLINE void writeTileRow(D d, hn::TFromD<D>* HWY_RESTRICT c, int64_t columns, Scale<hn::TFromD<D>> scale,
                             hn::Vec<D> c0, hn::Vec<D> c1, hn::Vec<D> c2) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  if (columns == N * lanes) {
    scale.finish(d, c, c0);
    if constexpr (N > 1) scale.finish(d, c + lanes, c1);
    if constexpr (N > 2) scale.finish(d, c + 2 * lanes, c2);
    return;
  }
  HWY_ALIGN hn::TFromD<D> each[3 * hn::MaxLanes(d)];
  hn::StoreU(c0, d, each);
  hn::StoreU(c1, d, each + lanes);
  hn::StoreU(c2, d, each + 2 * lanes);
  for (int64_t j = 0; j < columns; j++) scale.finish(c + j, each[j]);
}

// B over some steps: N vectors side by side, each step `apart` elements after the one before, packed or where B lies.
template <typename T> struct Panel {
  const T* b;
  int64_t apart, depth;
};

// The first `rows` rows, R at most, and `columns` columns, N vectors at most, of a tile of C, from a panel of A and one
// of B.
template <int R, int N, typename T>
HWY_NOINLINE void tileOf(const T* HWY_RESTRICT a, Panel<T> panel, T* HWY_RESTRICT c, int64_t ld, int64_t rows,
                         int64_t columns, Scale<T> scale) {
  const TileLanes<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  auto c00 = zero, c01 = zero, c02 = zero, c10 = zero, c11 = zero, c12 = zero;
  auto c20 = zero, c21 = zero, c22 = zero, c30 = zero, c31 = zero, c32 = zero;
  auto c40 = zero, c41 = zero, c42 = zero, c50 = zero, c51 = zero, c52 = zero;
  [[maybe_unused]] auto c60 = zero, c61 = zero, c62 = zero, c70 = zero, c71 = zero, c72 = zero;
  for (int64_t i = 0; i < rows; i++) {
    __builtin_prefetch(c + i * ld, 1);
    __builtin_prefetch(c + i * ld + columns - 1, 1);
  }
  const T* HWY_RESTRICT b = panel.b;
  const T* const past = a + panel.depth * kTileRows;
  while (a < past) {
    __builtin_prefetch(a + kAheadLeft * kTileRows);
    __builtin_prefetch(b + kAheadRight * panel.apart);
    if constexpr (N > 1) __builtin_prefetch(b + kAheadRight * panel.apart + lanes);
    if constexpr (N > 2) __builtin_prefetch(b + kAheadRight * panel.apart + 2 * lanes);
    const auto b0 = hn::LoadU(d, b);
    auto b1 = b0, b2 = b0;
    if constexpr (N > 1) b1 = hn::LoadU(d, b + lanes);
    if constexpr (N > 2) b2 = hn::LoadU(d, b + 2 * lanes);
    addTileRow<N>(d, a[0], b0, b1, b2, c00, c01, c02);
    if constexpr (R > 1) addTileRow<N>(d, a[1], b0, b1, b2, c10, c11, c12);
    if constexpr (R > 2) addTileRow<N>(d, a[2], b0, b1, b2, c20, c21, c22);
    if constexpr (R > 3) addTileRow<N>(d, a[3], b0, b1, b2, c30, c31, c32);
    if constexpr (R > 4) addTileRow<N>(d, a[4], b0, b1, b2, c40, c41, c42);
    if constexpr (R > 5) addTileRow<N>(d, a[5], b0, b1, b2, c50, c51, c52);
    if constexpr (R > 6) addTileRow<N>(d, a[6], b0, b1, b2, c60, c61, c62);
    if constexpr (R > 7) addTileRow<N>(d, a[7], b0, b1, b2, c70, c71, c72);
    a += kTileRows;
    b += panel.apart;
  }
  writeTileRow<N>(d, c, columns, scale, c00, c01, c02);
  if (R > 1 && rows > 1) writeTileRow<N>(d, c + ld, columns, scale, c10, c11, c12);
  if (R > 2 && rows > 2) writeTileRow<N>(d, c + 2 * ld, columns, scale, c20, c21, c22);
  if (R > 3 && rows > 3) writeTileRow<N>(d, c + 3 * ld, columns, scale, c30, c31, c32);
  if (R > 4 && rows > 4) writeTileRow<N>(d, c + 4 * ld, columns, scale, c40, c41, c42);
  if (R > 5 && rows > 5) writeTileRow<N>(d, c + 5 * ld, columns, scale, c50, c51, c52);
  if (R > 6 && rows > 6) writeTileRow<N>(d, c + 6 * ld, columns, scale, c60, c61, c62);
  if (R > 7 && rows > 7) writeTileRow<N>(d, c + 7 * ld, columns, scale, c70, c71, c72);
}

// Vectors that hold so many columns of a tile.
template <typename T> HWY_INLINE int64_t vectorsFor(int64_t columns) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(TileLanes<T>()));
  return (columns + lanes - 1) / lanes;
}

// The tile of so many rows, from tiles of all, of half and of one of them.
template <int N, typename T>
HWY_INLINE void tileOfRows(const T* HWY_RESTRICT a, Panel<T> panel, T* HWY_RESTRICT c, int64_t ld, int64_t rows,
                           int64_t columns, Scale<T> scale) {
  if (rows == 1) return tileOf<1, N>(a, panel, c, ld, rows, columns, scale);
  if (rows <= kTileRows / 2) return tileOf<kTileRows / 2, N>(a, panel, c, ld, rows, columns, scale);
  tileOf<kTileRows, N>(a, panel, c, ld, rows, columns, scale);
}

// The tile of so many rows and columns: what is at the edge computes no more than it has to.
template <typename T>
HWY_INLINE void tileOfSize(const T* HWY_RESTRICT a, Panel<T> panel, T* HWY_RESTRICT c, int64_t ld, int64_t rows,
                           int64_t columns, Scale<T> scale) {
  const int64_t vectors = vectorsFor<T>(columns);
  if (vectors == 1) return tileOfRows<1>(a, panel, c, ld, rows, columns, scale);
  if (vectors == 2) return tileOfRows<2>(a, panel, c, ld, rows, columns, scale);
  if constexpr (kTileVectors > 2) tileOfRows<3>(a, panel, c, ld, rows, columns, scale);
}

// Lines from first/parts to past/parts of all, between which only units are cut.
struct Range {
  int64_t first, past;
  Range(int64_t lines, int64_t unit, int64_t from, int64_t to, int64_t parts) {
    const int64_t units = (lines + unit - 1) / unit;
    first = HWY_MIN(lines, from * units / parts * unit);
    past = HWY_MIN(lines, to * units / parts * unit);
  }
};

// How C of each of some products is cut into equal blocks, as many as let workers be done the soonest: strips of rows,
// each as high as it has blocks, which are about as wide as high, so that little is packed twice.
struct Cut {
  // Multiplications that take as long as packing an element.
  static constexpr double kPacking = 16;
  int64_t blocks = 1, strips = 1;

  Cut(int64_t m, int64_t n, int64_t products, int64_t workers) {
    double best = 0;
    for (int64_t count = 1; count <= 2 * workers; count++) {
      const double rows = static_cast<double>(m), columns = static_cast<double>(n), all = static_cast<double>(count);
      const double wanted = HWY_MIN(HWY_MAX(std::round(std::sqrt(all * rows / columns)), 1), all);
      const double lines = rows / wanted + columns * wanted / all;
      const double each = rows * columns / all + kPacking * lines;
      const double time = static_cast<double>((products * count + workers - 1) / workers) * each;
      if (count > 1 && time >= best) continue;
      best = time;
      blocks = count;
      strips = static_cast<int64_t>(wanted);
    }
  }

  // The strip of a block, and the first block of a strip.
  int64_t stripOf(int64_t block) const { return ((block + 1) * strips - 1) / blocks; }
  int64_t firstOf(int64_t strip) const { return strip * blocks / strips; }
};

// What workers begin … end − 1 of `workers` compute of C of each product of a batch, with A and B where they lie.
// Element (line, step) of a matrix is line·apart + step·next behind its first. A worker packs for itself, into `room`
// elements of its own: over `depth` steps columns of B, which stay in the second-level cache, and right before it
// multiplies with them a panel of A, which stays in the first-level one. What others packed would come from their
// caches, and what is written again for each product would have to be taken from them.
SPMV_KERNEL(gemmBlocks, const T* left, const T* right, T* own, T* out, int64_t workers, int64_t room, int64_t m,
            int64_t n, int64_t batch, int64_t steps, int64_t depth, int64_t leftApart, int64_t leftNext,
            int64_t leftBatch, int64_t rightApart, int64_t rightNext, int64_t rightBatch, int64_t ld, int64_t outBatch,
            T alpha, T beta, int64_t begin, int64_t end) {
  const Scale<T> scale{alpha, beta};
  const int64_t width = tileColumns<T>();
  const Cut cut(m, n, batch, workers);
  const int64_t all = batch * cut.blocks;
  T* const panelOfA = own + begin * room;
  T* const packed = panelOfA + kPanelLines * depth;
  // What is packed: a matrix B of all products is packed once where all that is needed of it has room.
  const T* held = nullptr;
  int64_t heldColumns = 0;
  for (int64_t unit = begin * all / workers; unit < end * all / workers; unit++) {
    const int64_t q = unit / cut.blocks, block = unit % cut.blocks;
    const int64_t strip = cut.stripOf(block), from = cut.firstOf(strip), to = cut.firstOf(strip + 1);
    const Range rows(m, kTileRows / 2, from, to, cut.blocks);
    const Range columns(n, width / kTileVectors, block - from, block - from + 1, to - from);
    for (int64_t k = 0; k < steps; k += depth) {
      const int64_t here = HWY_MIN(depth, steps - k);
      const int64_t passed = (room - kPanelLines * depth) / (here * width) * width;
      const Scale<T> now{scale.alpha, k == 0 ? scale.beta : T{1}};
      const Lines<T> a{left + q * leftBatch + k * leftNext, leftApart, leftNext};
      for (int64_t first = columns.first; first < columns.past; first += passed) {
        const int64_t count = HWY_MIN(passed, columns.past - first);
        const Lines<T> b{right + q * rightBatch + k * rightNext + first * rightApart, rightApart, rightNext};
        if (b.from != held || count != heldColumns) {
          for (int64_t j = 0; j < count; j += width) {
            packPanel(b.at(j, 0), packed + j * here, width, HWY_MIN(width, count - j), here);
          }
          held = b.from;
          heldColumns = count;
        }
        for (int64_t i = rows.first; i < rows.past; i += kTileRows) {
          const int64_t height = HWY_MIN(kTileRows, rows.past - i);
          packPanel(a.at(i, 0), panelOfA, kTileRows, height, here);
          T* const c = out + q * outBatch + i * ld + first;
          for (int64_t j = 0; j < count; j += width) {
            const Panel<T> panel{packed + j * here, width, here};
            tileOfSize(panelOfA, panel, c + j, ld, height, HWY_MIN(width, count - j), now);
          }
        }
      }
    }
  }
}

// Blocks begin … end − 1 of C, one for each group of columns, for a few rows with B where it lies, its columns side by
// side and its steps rightNext elements apart: they do not pay for packing it. A worker packs `depth` steps of the rows
// of A at a time.
SPMV_KERNEL(gemmFewRows, const T* left, T* own, const T* right, T* out, int64_t worker, int64_t m, int64_t n,
            int64_t steps, int64_t depth, int64_t groups, int64_t leftApart, int64_t leftNext, int64_t leftBatch,
            int64_t rightNext, int64_t rightBatch, int64_t ld, int64_t outBatch, T alpha, T beta, int64_t begin,
            int64_t end) {
  const Scale<T> scale{alpha, beta};
  const int64_t width = tileColumns<T>(), lanes = width / kTileVectors;
  own += worker * 2 * kChunk * depth;
  T* const edge = own + kChunk * depth;
  for (int64_t unit = begin; unit < end; unit++) {
    const int64_t q = unit / groups;
    const Range of(n, kChunk, unit % groups, unit % groups + 1, groups);
    T* const c = out + q * outBatch;
    for (int64_t k = 0; k < steps; k += depth) {
      const int64_t here = HWY_MIN(depth, steps - k);
      const Scale<T> now{scale.alpha, k == 0 ? scale.beta : T{1}};
      const Lines<T> a{left + q * leftBatch + k * leftNext, leftApart, leftNext};
      for (int64_t i = 0; i < m; i += kTileRows) {
        packPanel(a.at(i, 0), own + i * here, kTileRows, HWY_MIN(kTileRows, m - i), here);
      }
      for (int64_t j = of.first; j < of.past; j += width) {
        const int64_t columns = HWY_MIN(width, of.past - j);
        Panel<T> panel{right + q * rightBatch + k * rightNext + j, rightNext, here};
        if (columns % lanes != 0) {
          // Whole vectors of the last columns would end beyond B.
          packPanel(Lines<T>{panel.b, 1, rightNext}, edge, width, columns, here);
          panel = {edge, width, here};
        }
        for (int64_t i = 0; i < m; i += kTileRows) {
          tileOfSize(own + i * here, panel, c + i * ld + j, ld, HWY_MIN(kTileRows, m - i), columns, now);
        }
      }
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
