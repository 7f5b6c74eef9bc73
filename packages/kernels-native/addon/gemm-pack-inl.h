// Packing for dense products: lines of A or of B, those of a step side by side.
#if defined(SPMV_GEMM_PACK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_GEMM_PACK_INL_H
#undef SPMV_GEMM_PACK_INL_H
#else
#define SPMV_GEMM_PACK_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Lines of A or of B whose element (line, step) is at from[line·apart + step·next].
template <typename T> struct Lines {
  const T* from;
  int64_t apart, next;

  Lines at(int64_t line, int64_t step) const { return {from + line * apart + step * next, apart, next}; }
};

// Steps that are turned together: what is read of a line, and what is written, then stay in the first-level cache.
constexpr int64_t kTurnedSteps = 8;

// How many steps turnBlocks turns, and of how many lines for each of its blocks.
template <typename T> constexpr int64_t kTurned = HWY_TARGET == HWY_SCALAR ? 1 : 16 / static_cast<int64_t>(sizeof(T));

// Most blocks of a vector: eight lines fill no more.
template <typename T> constexpr int kMostBlocks = SPMV_AVX512 ? 8 / kTurned<T> : 1;

#if HWY_TARGET != HWY_SCALAR
// The first steps of N lines that are `apart` elements apart, a block of 16 bytes each.
template <int N, typename T> HWY_INLINE auto loadBlocks(const T* from, int64_t apart) {
  if constexpr (N == 1) {
    return hn::LoadU(hn::Full128<T>(), from);
  } else {
    const hn::FixedTag<T, N * kTurned<T>> d;
    return hn::Combine(d, loadBlocks<N / 2>(from + N / 2 * apart, apart), loadBlocks<N / 2>(from, apart));
  }
}
#endif

// kTurned steps of N times as many lines that lie by steps, into places `width` elements apart for each step.
template <int N, typename T> HWY_INLINE void turnBlocks(Lines<T> lines, T* HWY_RESTRICT to, int64_t width) {
#if HWY_TARGET == HWY_SCALAR
  (void)width;
  *to = *lines.from;
#else
  const hn::FixedTag<T, N * kTurned<T>> d;
  const T* const from = lines.from;
  const int64_t apart = kTurned<T> * lines.apart;
  const auto l0 = loadBlocks<N>(from, apart), l1 = loadBlocks<N>(from + lines.apart, apart);
  if constexpr (sizeof(T) == 8) {
    hn::StoreU(hn::InterleaveLower(d, l0, l1), d, to);
    hn::StoreU(hn::InterleaveUpper(d, l0, l1), d, to + width);
  } else {
    const auto l2 = loadBlocks<N>(from + 2 * lines.apart, apart), l3 = loadBlocks<N>(from + 3 * lines.apart, apart);
    const auto even0 = hn::InterleaveLower(d, l0, l2), odd0 = hn::InterleaveLower(d, l1, l3);
    const auto even2 = hn::InterleaveUpper(d, l0, l2), odd2 = hn::InterleaveUpper(d, l1, l3);
    hn::StoreU(hn::InterleaveLower(d, even0, odd0), d, to);
    hn::StoreU(hn::InterleaveUpper(d, even0, odd0), d, to + width);
    hn::StoreU(hn::InterleaveLower(d, even2, odd2), d, to + 2 * width);
    hn::StoreU(hn::InterleaveUpper(d, even2, odd2), d, to + 3 * width);
  }
#endif
}

// The first `whole` steps of lines l … here − 1, N blocks of them at a time, then half as many; the first that is left.
template <int N, typename T>
HWY_INLINE int64_t turnLines(Lines<T> lines, T* HWY_RESTRICT to, int64_t width, int64_t l, int64_t here,
                             int64_t whole) {
  constexpr int64_t kBlock = kTurned<T>, kLines = N * kBlock;
  for (; l + kLines <= here; l += kLines) {
    for (int64_t s = 0; s < whole; s += kBlock) turnBlocks<N>(lines.at(l, s), to + s * width + l, width);
  }
  if constexpr (N > 1) return turnLines<N / 2>(lines, to, width, l, here, whole);
  return l;
}

// The elements of these steps of the first `here` lines of a panel, one after another.
template <typename T>
HWY_INLINE void packElements(Lines<T> lines, T* HWY_RESTRICT to, int64_t width, int64_t here, int64_t steps) {
  for (int64_t l = 0; l < here; l++) {
    for (int64_t s = 0; s < steps; s++) to[s * width + l] = lines.from[l * lines.apart + s * lines.next];
  }
}

// How many steps ahead lines that lie side by side are asked for: each step may be on a page of its own.
constexpr int64_t kAheadSteps = 12;

// The first `here` lines of a panel, which lie side by side.
template <typename T>
HWY_INLINE void copySteps(Lines<T> lines, T* HWY_RESTRICT to, int64_t width, int64_t here, int64_t steps) {
  constexpr int64_t kLine = 64 / sizeof(T);
  const hn::CappedTag<T, kLine> d;
  const hn::CappedTag<T, kLine / 2> half;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d)), halfLanes = static_cast<int64_t>(hn::Lanes(half));
  const T* HWY_RESTRICT from = lines.from;
  for (int64_t k = 0; k < steps; k++, from += lines.next, to += width) {
    for (int64_t l = 0; l < here; l += kLine) __builtin_prefetch(from + kAheadSteps * lines.next + l);
    int64_t l = 0;
    for (; l + lanes <= here; l += lanes) hn::StoreU(hn::LoadU(d, from + l), d, to + l);
    for (; l + halfLanes <= here; l += halfLanes) hn::StoreU(hn::LoadU(half, from + l), half, to + l);
    for (; l < here; l++) to[l] = from[l];
  }
}

// The first `here` lines of a panel, in blocks that are turned where each lies by steps.
template <typename T>
HWY_INLINE void turnSteps(Lines<T> lines, T* HWY_RESTRICT to, int64_t width, int64_t here, int64_t steps) {
  for (int64_t k = 0; k < steps; k += kTurnedSteps, to += kTurnedSteps * width) {
    const int64_t now = HWY_MIN(kTurnedSteps, steps - k);
    const int64_t whole = lines.next == 1 ? now / kTurned<T> * kTurned<T> : 0;
    const int64_t turned = whole > 0 ? turnLines<kMostBlocks<T>>(lines.at(0, k), to, width, 0, here, whole) : 0;
    packElements(lines.at(0, k + whole), to + whole * width, width, turned, now - whole);
    packElements(lines.at(turned, k), to + turned, width, here - turned, now);
  }
}

// A panel of `width` lines over `steps` steps, those of a step side by side; lines beyond `here` are zeros.
template <typename T>
HWY_INLINE void packPanel(Lines<T> lines, T* HWY_RESTRICT to, int64_t width, int64_t here, int64_t steps) {
  if (lines.apart == 1) {
    copySteps(lines, to, width, here, steps);
  } else {
    turnSteps(lines, to, width, here, steps);
  }
  for (int64_t k = 0; here < width && k < steps; k++) {
    for (int64_t l = here; l < width; l++) to[k * width + l] = 0;
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
