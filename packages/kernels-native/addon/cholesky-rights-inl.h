// Solutions by LLᵀ for several right-hand sides: solveCholesky of @spmv/direct, whose words this uses. A number of a
// panel is read once for all of them.
#if defined(SPMV_CHOLESKY_RIGHTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_CHOLESKY_RIGHTS_INL_H
#undef SPMV_CHOLESKY_RIGHTS_INL_H
#else
#define SPMV_CHOLESKY_RIGHTS_INL_H
#endif

#include <cstring>

#include "arguments.h"
#include "cholesky-solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Right-hand sides that are solved for together, side by side: RIGHTS of @spmv/direct.
constexpr int64_t kRights = 8;

// Some lanes of the rows of a supernode, kRights numbers each.
template <typename T> struct Rights {
  const T* panel;
  int64_t height, width;
  T* w;

  HWY_INLINE T* row(int64_t r) const { return w + r * kRights; }
  HWY_INLINE const T* line(int64_t k) const { return panel + k * height; }

  // Rows from … to − 1 without the products of `count` pivots from k on.
  template <class D> HWY_INLINE void takeOff(D d, int64_t k, int64_t count, int64_t from, int64_t to) const {
    int64_t r = from;
    for (; r + kTogether <= to; r += kTogether) {
      auto a = hn::LoadU(d, row(r)), b = hn::LoadU(d, row(r + 1)), c = hn::LoadU(d, row(r + 2)),
           e = hn::LoadU(d, row(r + 3));
      for (int64_t q = k; q < k + count; q++) {
        const T* const by = line(q) + r;
        const auto value = hn::LoadU(d, row(q));
        a = hn::NegMulAdd(hn::Set(d, by[0]), value, a);
        b = hn::NegMulAdd(hn::Set(d, by[1]), value, b);
        c = hn::NegMulAdd(hn::Set(d, by[2]), value, c);
        e = hn::NegMulAdd(hn::Set(d, by[3]), value, e);
      }
      hn::StoreU(a, d, row(r));
      hn::StoreU(b, d, row(r + 1));
      hn::StoreU(c, d, row(r + 2));
      hn::StoreU(e, d, row(r + 3));
    }
    for (; r < to; r++) {
      auto sum = hn::LoadU(d, row(r));
      for (int64_t q = k; q < k + count; q++) sum = hn::NegMulAdd(hn::Set(d, line(q)[r]), hn::LoadU(d, row(q)), sum);
      hn::StoreU(sum, d, row(r));
    }
  }

  // w ← L⁻¹w of the pivots, and the rows below without their products.
  template <class D> HWY_INLINE void forward(D d) const {
    for (int64_t k = 0; k < width; k += kTogether) {
      const int64_t past = HWY_MIN(width, k + kTogether);
      for (int64_t q = k; q < past; q++) {
        hn::StoreU(hn::Div(hn::LoadU(d, row(q)), hn::Set(d, line(q)[q])), d, row(q));
        takeOff(d, q, 1, q + 1, past);
      }
      takeOff(d, k, past - k, past, width);
    }
    takeOff(d, 0, width, width, height);
  }

  // w ← L⁻ᵀw of the pivots, with the rows below, which are known.
  template <class D> HWY_INLINE void backward(D d) const {
    // The last block first, whose pivots may be fewer.
    for (int64_t k = (width - 1) / kTogether * kTogether; k >= 0; k -= kTogether) {
      const int64_t count = HWY_MIN(kTogether, width - k), past = k + count;
      const T *const one = line(k), *const two = line(HWY_MIN(k + 1, past - 1)),
                     *const three = line(HWY_MIN(k + 2, past - 1)), *const four = line(past - 1);
      const auto zero = hn::Zero(d);
      auto a = zero, b = zero, c = zero, e = zero;
      for (int64_t r = past; r < height; r++) {
        const auto value = hn::LoadU(d, row(r));
        a = hn::MulAdd(hn::Set(d, one[r]), value, a);
        b = hn::MulAdd(hn::Set(d, two[r]), value, b);
        c = hn::MulAdd(hn::Set(d, three[r]), value, c);
        e = hn::MulAdd(hn::Set(d, four[r]), value, e);
      }
      // Of fewer pivots sums that are there twice are left.
      hn::StoreU(hn::Sub(hn::LoadU(d, row(k)), a), d, row(k));
      if (count > 1) hn::StoreU(hn::Sub(hn::LoadU(d, row(k + 1)), b), d, row(k + 1));
      if (count > 2) hn::StoreU(hn::Sub(hn::LoadU(d, row(k + 2)), c), d, row(k + 2));
      if (count > 3) hn::StoreU(hn::Sub(hn::LoadU(d, row(k + 3)), e), d, row(k + 3));
      for (int64_t q = past - 1; q >= k; q--) {
        auto sum = hn::LoadU(d, row(q));
        for (int64_t t = q + 1; t < past; t++) sum = hn::NegMulAdd(hn::Set(d, line(q)[t]), hn::LoadU(d, row(t)), sum);
        hn::StoreU(hn::Div(sum, hn::Set(d, line(q)[q])), d, row(q));
      }
    }
  }
};

// x ← L⁻¹x where `halves` has 1, then x ← L⁻ᵀx where it has 2, kRights numbers a row. `sums` has as many for each row
// of the tallest supernode.
SPMV_KERNEL(choleskyRights, const int32_t* firstPivot, const double* rowsStart, const int32_t* rows,
            const double* panelStart, const T* panels, T* x, T* sums, int64_t supernodes, int64_t halves) {
  const hn::CappedTag<T, kRights> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto each = [&](int64_t s, bool isForward) HWY_ATTR {
    const int64_t first = firstPivot[s], width = firstPivot[s + 1] - first, start = static_cast<int64_t>(rowsStart[s]);
    const int64_t height = static_cast<int64_t>(rowsStart[s + 1]) - start;
    const size_t row = kRights * sizeof(T);
    std::memcpy(sums, x + first * kRights, static_cast<size_t>(width) * row);
    if (isForward) std::memset(sums + width * kRights, 0, static_cast<size_t>(height - width) * row);
    for (int64_t r = width; !isForward && r < height; r++) {
      std::memcpy(sums + r * kRights, x + rows[start + r] * kRights, row);
    }
    for (int64_t p = 0; p < kRights; p += lanes) {
      const Rights<T> rights{panels + static_cast<int64_t>(panelStart[s]), height, width, sums + p};
      if (isForward) {
        rights.forward(d);
      } else {
        rights.backward(d);
      }
    }
    std::memcpy(x + first * kRights, sums, static_cast<size_t>(width) * row);
    for (int64_t r = width; isForward && r < height; r++) {
      for (int64_t p = 0; p < kRights; p++) x[rows[start + r] * kRights + p] += sums[r * kRights + p];
    }
  };
  for (int64_t s = 0; s < supernodes && (halves & 1) != 0; s++) each(s, true);
  for (int64_t s = supernodes - 1; s >= 0 && (halves & 2) != 0; s--) each(s, false);
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
