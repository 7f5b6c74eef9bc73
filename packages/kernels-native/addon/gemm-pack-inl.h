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

// How many lines and steps turnBlock turns.
template <typename T> constexpr int64_t kTurned = HWY_TARGET == HWY_SCALAR ? 1 : 16 / static_cast<int64_t>(sizeof(T));

// kTurned steps of as many lines that lie by steps, into places `width` elements apart for each step.
template <typename T> HWY_INLINE void turnBlock(Lines<T> lines, T* HWY_RESTRICT to, int64_t width) {
#if HWY_TARGET == HWY_SCALAR
  (void)width;
  *to = *lines.from;
#else
  const hn::Full128<T> d;
  const T* const from = lines.from;
  const auto l0 = hn::LoadU(d, from), l1 = hn::LoadU(d, from + lines.apart);
  if constexpr (sizeof(T) == 8) {
    hn::StoreU(hn::InterleaveLower(d, l0, l1), d, to);
    hn::StoreU(hn::InterleaveUpper(d, l0, l1), d, to + width);
  } else {
    const auto l2 = hn::LoadU(d, from + 2 * lines.apart), l3 = hn::LoadU(d, from + 3 * lines.apart);
    const auto even0 = hn::InterleaveLower(d, l0, l2), odd0 = hn::InterleaveLower(d, l1, l3);
    const auto even2 = hn::InterleaveUpper(d, l0, l2), odd2 = hn::InterleaveUpper(d, l1, l3);
    hn::StoreU(hn::InterleaveLower(d, even0, odd0), d, to);
    hn::StoreU(hn::InterleaveUpper(d, even0, odd0), d, to + width);
    hn::StoreU(hn::InterleaveLower(d, even2, odd2), d, to + 2 * width);
    hn::StoreU(hn::InterleaveUpper(d, even2, odd2), d, to + 3 * width);
  }
#endif
}

// The elements of these steps of the first `here` lines of a panel, one after another.
template <typename T>
HWY_INLINE void packElements(Lines<T> lines, T* HWY_RESTRICT to, int64_t width, int64_t here, int64_t steps) {
  for (int64_t l = 0; l < here; l++) {
    for (int64_t s = 0; s < steps; s++) to[s * width + l] = lines.from[l * lines.apart + s * lines.next];
  }
}

// The first `here` lines of a panel, which lie side by side.
template <typename T>
HWY_INLINE void copySteps(Lines<T> lines, T* HWY_RESTRICT to, int64_t width, int64_t here, int64_t steps) {
  const hn::CappedTag<T, 32 / sizeof(T)> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const T* HWY_RESTRICT from = lines.from;
  for (int64_t k = 0; k < steps; k++, from += lines.next, to += width) {
    int64_t l = 0;
    for (; l + lanes <= here; l += lanes) hn::StoreU(hn::LoadU(d, from + l), d, to + l);
    for (; l < here; l++) to[l] = from[l];
  }
}

// The first `here` lines of a panel, in blocks that are turned where each lies by steps.
template <typename T>
HWY_INLINE void turnSteps(Lines<T> lines, T* HWY_RESTRICT to, int64_t width, int64_t here, int64_t steps) {
  constexpr int64_t kBlock = kTurned<T>;
  for (int64_t k = 0; k < steps; k += kTurnedSteps) {
    const int64_t now = HWY_MIN(kTurnedSteps, steps - k);
    const int64_t whole = lines.next == 1 ? now / kBlock * kBlock : 0;
    T* const out = to + k * width;
    int64_t l = 0;
    for (; whole > 0 && l + kBlock <= here; l += kBlock) {
      for (int64_t s = 0; s < whole; s += kBlock) turnBlock(lines.at(l, k + s), out + s * width + l, width);
      packElements(lines.at(l, k + whole), out + whole * width + l, width, kBlock, now - whole);
    }
    packElements(lines.at(l, k), out + l, width, here - l, now);
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
