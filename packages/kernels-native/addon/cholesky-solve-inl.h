// Solutions by LLᵀ, supernode by supernode: solveCholesky of @spmv/direct, whose words this uses.
#if defined(SPMV_CHOLESKY_SOLVE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_CHOLESKY_SOLVE_INL_H
#undef SPMV_CHOLESKY_SOLVE_INL_H
#else
#define SPMV_CHOLESKY_SOLVE_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Columns of a panel that are used together: what they are combined with is read once for them.
constexpr int64_t kTogether = 4;

// The first `here` numbers of a vector, zeros behind; where masks read beyond, one by one.
template <class D> HWY_INLINE hn::Vec<D> loadFirst(D d, const hn::TFromD<D>* from, int64_t here) {
  if constexpr (kMasks) {
    return hn::MaskedLoad(hn::FirstN(d, static_cast<size_t>(here)), d, from);
  } else {
    HWY_ALIGN hn::TFromD<D> each[hn::MaxLanes(d)] = {};
    for (int64_t r = 0; r < here; r++) each[r] = from[r];
    return hn::Load(d, each);
  }
}

template <class D> HWY_INLINE void storeFirst(D d, hn::Vec<D> value, hn::TFromD<D>* to, int64_t here) {
  if constexpr (kMasks) {
    hn::BlendedStore(value, hn::FirstN(d, static_cast<size_t>(here)), d, to);
  } else {
    HWY_ALIGN hn::TFromD<D> each[hn::MaxLanes(d)];
    hn::Store(value, d, each);
    for (int64_t r = 0; r < here; r++) to[r] = each[r];
  }
}

// sums[r] −= Σ over q of line(q)[r] · by[q] for r from `from` to `to` − 1, `count` lines of `height` numbers.
template <typename T>
HWY_INLINE void takeOffLines(const T* line, int64_t height, const T* by, int64_t count, T* sums, int64_t from,
                             int64_t to) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t r = from;
  if (count == kTogether) {
    const auto a = hn::Set(d, by[0]), b = hn::Set(d, by[1]), c = hn::Set(d, by[2]), e = hn::Set(d, by[3]);
    for (; r + lanes <= to; r += lanes) {
      auto value = hn::NegMulAdd(hn::LoadU(d, line + r), a, hn::LoadU(d, sums + r));
      value = hn::NegMulAdd(hn::LoadU(d, line + height + r), b, value);
      value = hn::NegMulAdd(hn::LoadU(d, line + 2 * height + r), c, value);
      hn::StoreU(hn::NegMulAdd(hn::LoadU(d, line + 3 * height + r), e, value), d, sums + r);
    }
  }
  for (; r < to; r += lanes) {
    const int64_t here = HWY_MIN(lanes, to - r);
    auto value = loadFirst(d, sums + r, here);
    for (int64_t q = 0; q < count; q++) {
      value = hn::NegMulAdd(loadFirst(d, line + q * height + r, here), hn::Set(d, by[q]), value);
    }
    storeFirst(d, value, sums + r, here);
  }
}

// dots[q] −= Σ over r from `from` to `to` − 1 of line(q)[r] · sums[r].
template <typename T>
HWY_INLINE void takeOffDots(const T* line, int64_t height, T* dots, int64_t count, const T* sums, int64_t from,
                            int64_t to) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  auto a = zero, b = zero, c = zero, e = zero;
  int64_t r = from;
  for (; count == kTogether && r + lanes <= to; r += lanes) {
    const auto value = hn::LoadU(d, sums + r);
    a = hn::MulAdd(hn::LoadU(d, line + r), value, a);
    b = hn::MulAdd(hn::LoadU(d, line + height + r), value, b);
    c = hn::MulAdd(hn::LoadU(d, line + 2 * height + r), value, c);
    e = hn::MulAdd(hn::LoadU(d, line + 3 * height + r), value, e);
  }
  for (; r < to; r += lanes) {
    const int64_t here = HWY_MIN(lanes, to - r);
    const auto value = loadFirst(d, sums + r, here);
    a = hn::MulAdd(loadFirst(d, line + r, here), value, a);
    if (count > 1) b = hn::MulAdd(loadFirst(d, line + height + r, here), value, b);
    if (count > 2) c = hn::MulAdd(loadFirst(d, line + 2 * height + r, here), value, c);
    if (count > 3) e = hn::MulAdd(loadFirst(d, line + 3 * height + r, here), value, e);
  }
  dots[0] -= hn::GetLane(hn::SumOfLanes(d, a));
  if (count > 1) dots[1] -= hn::GetLane(hn::SumOfLanes(d, b));
  if (count > 2) dots[2] -= hn::GetLane(hn::SumOfLanes(d, c));
  if (count > 3) dots[3] -= hn::GetLane(hn::SumOfLanes(d, e));
}

// x ← L⁻¹x where `halves` has 1, then x ← L⁻ᵀx where it has 2. `sums` has a number for each row of the tallest
// supernode.
SPMV_KERNEL(choleskySolve, const int32_t* firstPivot, const double* rowsStart, const int32_t* rows,
            const double* panelStart, const T* panels, T* x, T* sums, int64_t supernodes, int64_t halves) {
  for (int64_t s = 0; s < supernodes && (halves & 1) != 0; s++) {
    const int64_t first = firstPivot[s], width = firstPivot[s + 1] - first, start = static_cast<int64_t>(rowsStart[s]);
    const int64_t height = static_cast<int64_t>(rowsStart[s + 1]) - start;
    const T* const panel = panels + static_cast<int64_t>(panelStart[s]);
    for (int64_t r = 0; r < width; r++) sums[r] = x[first + r];
    for (int64_t r = width; r < height; r++) sums[r] = 0;
    for (int64_t k = 0; k < width; k += kTogether) {
      const int64_t count = HWY_MIN(kTogether, width - k);
      const T* const line = panel + k * height;
      for (int64_t q = 0; q < count; q++) {
        sums[k + q] /= line[q * height + k + q];
        for (int64_t t = q + 1; t < count; t++) sums[k + t] -= line[q * height + k + t] * sums[k + q];
      }
      takeOffLines(line, height, sums + k, count, sums, k + count, height);
    }
    for (int64_t r = 0; r < width; r++) x[first + r] = sums[r];
    for (int64_t r = width; r < height; r++) x[rows[start + r]] += sums[r];
  }
  for (int64_t s = supernodes - 1; s >= 0 && (halves & 2) != 0; s--) {
    const int64_t first = firstPivot[s], width = firstPivot[s + 1] - first, start = static_cast<int64_t>(rowsStart[s]);
    const int64_t height = static_cast<int64_t>(rowsStart[s + 1]) - start;
    const T* const panel = panels + static_cast<int64_t>(panelStart[s]);
    for (int64_t r = 0; r < width; r++) sums[r] = x[first + r];
    for (int64_t r = width; r < height; r++) sums[r] = x[rows[start + r]];
    // The last block first, whose columns may be fewer.
    for (int64_t k = (width - 1) / kTogether * kTogether; k >= 0; k -= kTogether) {
      const int64_t count = HWY_MIN(kTogether, width - k);
      const T* const line = panel + k * height;
      takeOffDots(line, height, sums + k, count, sums, k + count, height);
      for (int64_t q = count - 1; q >= 0; q--) {
        for (int64_t t = q + 1; t < count; t++) sums[k + q] -= line[q * height + k + t] * sums[k + t];
        sums[k + q] /= line[q * height + k + q];
      }
    }
    for (int64_t r = 0; r < width; r++) x[first + r] = sums[r];
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
