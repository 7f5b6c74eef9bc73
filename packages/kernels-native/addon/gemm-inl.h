// Dense products: C ← αAB + βC with packed panels and a tile of C in registers (Goto, van de Geijn 2008).
#if defined(SPMV_GEMM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_GEMM_INL_H
#undef SPMV_GEMM_INL_H
#else
#define SPMV_GEMM_INL_H
#endif

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
    for (int v = 0; v < N; v++) __builtin_prefetch(c + i * ld + v * lanes, 1);
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

// Units begin … end − 1 of the matrices of a batch, first those of B, then those of A: a matrix has one for eight
// lines, equal parts of its panels, which are cut where turned steps end. Element (line, step) of a matrix is at origin
// + matrix·batch + line·apart + step·next. Its panels lie one after another, of all `steps` steps each.
SPMV_KERNEL(gemmPack, int64_t steps, const T* left, T* leftPacked, int64_t leftLines, int64_t leftApart,
            int64_t leftNext, int64_t leftBatch, int64_t leftOrigin, int64_t leftMatrices, const T* right,
            T* rightPacked, int64_t rightLines, int64_t rightApart, int64_t rightNext, int64_t rightBatch,
            int64_t rightOrigin, int64_t rightMatrices, int64_t begin, int64_t end) {
  struct Side {
    const T* source;
    T* packed;
    int64_t lines, apart, next, batch, origin, matrices, width;
  };
  const Side sides[] = {
      {right, rightPacked, rightLines, rightApart, rightNext, rightBatch, rightOrigin, rightMatrices, tileColumns<T>()},
      {left, leftPacked, leftLines, leftApart, leftNext, leftBatch, leftOrigin, leftMatrices, kTileRows},
  };
  int64_t before = 0;
  for (const Side& side : sides) {
    const int64_t units = (side.lines + kUnitLines - 1) / kUnitLines, turns = (steps + kTurnedSteps - 1) / kTurnedSteps;
    const int64_t parts = (side.lines + side.width - 1) / side.width * turns;
    const int64_t room = (side.lines + kChunk - 1) / kChunk * kChunk * steps;
    for (int64_t unit = HWY_MAX(begin, before); unit < HWY_MIN(end, before + units * side.matrices); unit++) {
      const int64_t q = (unit - before) / units, at = unit - before - q * units;
      T* const matrix = side.packed + q * room;
      const Lines<T> lines{side.source + side.origin + q * side.batch, side.apart, side.next};
      const int64_t past = (at + 1) * parts / units;
      for (int64_t part = at * parts / units; part < past;) {
        const int64_t l = part / turns * side.width, from = part % turns, now = HWY_MIN(turns - from, past - part);
        const int64_t k = from * kTurnedSteps, here = HWY_MIN(now * kTurnedSteps, steps - k);
        packPanel(lines.at(l, k), matrix + l * steps + k * side.width, side.width, HWY_MIN(side.width, side.lines - l),
                  here);
        part += now;
      }
    }
    before += units * side.matrices;
  }
}

// Shares begin … end − 1 of C, `shares` of each product, of packed A and B. A panel of A over `depth` steps stays in
// the first-level cache while panels of B pass it.
SPMV_KERNEL(gemmMultiply, const T* left, const T* right, T* out, int64_t m, int64_t n, int64_t steps, int64_t depth,
            int64_t shares, int64_t leftBatch, int64_t rightBatch, int64_t ld, int64_t outBatch, int64_t outOrigin,
            T alpha, T beta, int64_t begin, int64_t end) {
  const Scale<T> scale{alpha, beta};
  const int64_t width = tileColumns<T>();
  const TileOrder<T> order{m, n, shares};
  for (int64_t q = begin / shares; q * shares < end; q++) {
    const auto first = order.place(HWY_MAX(begin - q * shares, 0)),
               past = order.place(HWY_MIN(end - q * shares, shares));
    const T* const a = left + q * leftBatch;
    const T* const b = right + q * rightBatch;
    T* const c = out + outOrigin + q * outBatch;
    for (int64_t k = 0; k < steps; k += depth) {
      const int64_t here = HWY_MIN(depth, steps - k);
      const Scale<T> now{scale.alpha, k == 0 ? scale.beta : T{1}};
      order.between(first, past, [&](int64_t row, int64_t from_, int64_t to) HWY_ATTR {
        const int64_t i = row * kTileRows, rows = HWY_MIN(kTileRows, m - i);
        for (int64_t j = from_; j < to; j += width) {
          const Panel<T> panel{b + j * steps + k * width, width, here};
          tileOfSize(a + i * steps + k * kTileRows, panel, c + i * ld + j, ld, rows, HWY_MIN(width, to - j), now);
        }
      });
    }
  }
}

// Columns of the groups of chunks that blocks of a few rows have: group `at` of `groups`.
struct ColumnRange {
  int64_t first, past;
  ColumnRange(int64_t n, int64_t groups, int64_t at) {
    const int64_t chunks = (n + kChunk - 1) / kChunk;
    first = at * chunks / groups * kChunk;
    past = HWY_MIN(n, (at + 1) * chunks / groups * kChunk);
  }
};

// Blocks begin … end − 1 of C, one for each group of columns, for a few rows with B where it lies, its columns side by
// side and its steps rightNext elements apart: they do not pay for packing it. A worker packs `depth` steps of the rows
// of A at a time.
SPMV_KERNEL(gemmFewRows, const T* left, T* own, const T* right, T* out, int64_t worker, int64_t m, int64_t n,
            int64_t steps, int64_t depth, int64_t groups, int64_t apart, int64_t next, int64_t leftBatch,
            int64_t origin, int64_t rightNext, int64_t rightBatch, int64_t rightOrigin, int64_t ld, int64_t outBatch,
            int64_t outOrigin, T alpha, T beta, int64_t begin, int64_t end) {
  const Scale<T> scale{alpha, beta};
  const int64_t width = tileColumns<T>(), lanes = width / kTileVectors;
  own += worker * 2 * kChunk * depth;
  T* const edge = own + kChunk * depth;
  for (int64_t unit = begin; unit < end; unit++) {
    const int64_t q = unit / groups;
    const ColumnRange of(n, groups, unit % groups);
    T* const c = out + outOrigin + q * outBatch;
    for (int64_t k = 0; k < steps; k += depth) {
      const int64_t here = HWY_MIN(depth, steps - k);
      const Scale<T> now{scale.alpha, k == 0 ? scale.beta : T{1}};
      const Lines<T> a{left + origin + q * leftBatch + k * next, apart, next};
      for (int64_t i = 0; i < m; i += kTileRows) {
        packPanel(a.at(i, 0), own + i * here, kTileRows, HWY_MIN(kTileRows, m - i), here);
      }
      for (int64_t j = of.first; j < of.past; j += width) {
        const int64_t columns = HWY_MIN(width, of.past - j);
        Panel<T> panel{right + rightOrigin + q * rightBatch + k * rightNext + j, rightNext, here};
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
