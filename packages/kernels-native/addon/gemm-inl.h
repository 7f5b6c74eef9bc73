// Dense products: C ← αAB + βC with packed panels and a tile of C in registers (Goto, van de Geijn 2008).
#if defined(SPMV_GEMM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_GEMM_INL_H
#undef SPMV_GEMM_INL_H
#else
#define SPMV_GEMM_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Vectors of a row of a tile, and its rows: these of B, one number of A and the sums are what registers hold.
template <typename T> using TileLanes = hn::CappedTag<T, 64 / sizeof(T)>;
#if HWY_TARGET == HWY_AVX3 || HWY_ARCH_ARM
constexpr int kTileVectors = 3, kTileRows = 8;
#else
constexpr int kTileVectors = 2, kTileRows = 6;
#endif

template <typename T> HWY_INLINE int64_t tileColumns() {
  return kTileVectors * static_cast<int64_t>(hn::Lanes(TileLanes<T>()));
}

// Columns of B that are packed together, whatever the tile: as in src/kernels/gemm-plan.ts.
constexpr int64_t kChunk = 48;

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

// A panel of `width` lines over `steps` steps, those of a step side by side; lines beyond `here` are zeros. Element
// (line, step) of what is packed is at from[line·apart + step·next].
template <typename T>
HWY_INLINE void packPanel(const T* HWY_RESTRICT from, int64_t apart, int64_t next, T* HWY_RESTRICT to, int64_t width,
                          int64_t here, int64_t steps) {
  if (apart == 1) {
    for (int64_t k = 0; k < steps; k++, from += next, to += width) {
      for (int64_t l = 0; l < here; l++) to[l] = from[l];
      for (int64_t l = here; l < width; l++) to[l] = 0;
    }
    return;
  }
  // Four steps at a time: what is read of a line and what is written then stay in the first-level cache.
  for (int64_t k = 0; k < steps; k += 4) {
    const int64_t past = HWY_MIN(k + 4, steps);
    for (int64_t l = 0; l < width; l++) {
      for (int64_t s = k; s < past; s++) to[s * width + l] = l < here ? from[l * apart + s * next] : T{0};
    }
  }
}

// Chunks begin … end − 1 of columns of a batch of matrices B: `chunks` of each matrix, whose element (step, column) is
// at matrix·batch + column·apart + step·next. Panels of a matrix lie one after another, of all `steps` steps each.
template <typename T> void gemmPack(Arguments from) {
  const T* const source = from.pointer<const T>();
  T* const packed = from.pointer<T>();
  const int64_t columns = from.integer(), steps = from.integer(), apart = from.integer(), next = from.integer();
  const int64_t batch = from.integer(), origin = from.integer();
  const int64_t begin = from.integer(), end = from.integer();
  const int64_t chunks = (columns + kChunk - 1) / kChunk, width = tileColumns<T>();
  for (int64_t unit = begin; unit < end; unit++) {
    const int64_t q = unit / chunks, first = (unit - q * chunks) * kChunk;
    T* const matrix = packed + q * chunks * kChunk * steps;
    for (int64_t j = first; j < HWY_MIN(first + kChunk, columns); j += width) {
      packPanel(source + origin + q * batch + j * apart, apart, next, matrix + j * steps, width,
                HWY_MIN(width, columns - j), steps);
    }
  }
}

// Blocks begin … end − 1 of C: `rowBlocks` blocks of `height` rows by `groups` groups of chunks of columns in each
// product. A worker packs `depth` steps of the rows of A of its block and multiplies them with the packed panels of B:
// those of A stay in the second-level cache, one of B in the first. Where rightNext is not 0, B is read where it lies,
// its columns side by side and its steps rightNext elements apart: a few rows do not pay for packing it.
template <typename T> void gemmMultiply(Arguments from) {
  const T* const left = from.pointer<const T>();
  T* const allOwn = from.pointer<T>();
  const T* const right = from.pointer<const T>();
  T* const out = from.pointer<T>();
  const int64_t worker = from.integer(), m = from.integer(), n = from.integer(), steps = from.integer();
  const int64_t height = from.integer(), depth = from.integer(), groups = from.integer();
  const int64_t apart = from.integer(), next = from.integer(), leftBatch = from.integer(), origin = from.integer();
  const int64_t rightBatch = from.integer(), ld = from.integer(), outBatch = from.integer(), outOrigin = from.integer();
  const int64_t rightNext = from.integer(), rightOrigin = from.integer();
  const Scale<T> scale = scaleOf<T>(from);
  const int64_t begin = from.integer(), end = from.integer();
  T* const own = allOwn + worker * (height + kChunk) * depth;
  T* const edge = own + height * depth;
  const int64_t chunks = (n + kChunk - 1) / kChunk, rowBlocks = (m + height - 1) / height;
  const int64_t width = tileColumns<T>(), lanes = width / kTileVectors;
  for (int64_t unit = begin; unit < end; unit++) {
    const int64_t q = unit / (rowBlocks * groups), block = unit / groups % rowBlocks, group = unit % groups;
    const int64_t top = block * height, rows = HWY_MIN(height, m - top);
    const int64_t firstColumn = group * chunks / groups * kChunk;
    const int64_t pastColumn = HWY_MIN(n, (group + 1) * chunks / groups * kChunk);
    const T* const b = right + rightOrigin + q * rightBatch;
    T* const c = out + outOrigin + q * outBatch + top * ld;
    for (int64_t k = 0; k < steps; k += depth) {
      const int64_t here = HWY_MIN(depth, steps - k);
      const Scale<T> now{scale.alpha, k == 0 ? scale.beta : T{1}};
      const T* const a = left + origin + q * leftBatch + top * apart + k * next;
      for (int64_t i = 0; i < rows; i += kTileRows) {
        packPanel(a + i * apart, apart, next, own + i * here, kTileRows, HWY_MIN(kTileRows, rows - i), here);
      }
      for (int64_t j = firstColumn; j < pastColumn; j += width) {
        const int64_t columns = HWY_MIN(width, n - j);
        Panel<T> panel{b + j * steps + k * width, width, here};
        if (rightNext != 0) {
          panel = {b + k * rightNext + j, rightNext, here};
          if (columns % lanes != 0) {
            // Whole vectors of the last columns would end beyond B.
            packPanel(panel.b, 1, rightNext, edge, width, columns, here);
            panel = {edge, width, here};
          }
        }
        for (int64_t i = 0; i < rows; i += kTileRows) {
          tileOfSize(own + i * here, panel, c + i * ld + j, ld, HWY_MIN(kTileRows, rows - i), columns, now);
        }
      }
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
