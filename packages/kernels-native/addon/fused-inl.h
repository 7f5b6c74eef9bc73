// Products that go on with y while they have it: y ← αAx + βy by blocks of rows, each followed, while it is in the
// nearest cache, by its zᴴy and yᴴy, or by w ← δw + γy.
#if defined(SPMV_FUSED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_FUSED_INL_H
#undef SPMV_FUSED_INL_H
#else
#define SPMV_FUSED_INL_H
#endif

#include "arguments.h"
#include "csr-inl.h"
#include "sell-inl.h"
#include "passes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// What follows the rows of a block. An address that is 0 stands for what the ending has not.
template <typename T> struct Ending {
  T* y;
  const T* z;
  const T* t;
  const T* gamma;
  T* w;
  double* sums;
  T delta;

  // Elements first … past − 1 of y, or rowOrder[first] … rowOrder[past − 1].
  HWY_INLINE void end(int64_t block, const int32_t* rowOrder, int64_t first, int64_t past) const {
    if (w != nullptr) {
      update(rowOrder, first, past);
      return;
    }
    known(rowOrder != nullptr, [&](auto isOrdered) HWY_ATTR {
      known(z != nullptr, [&](auto dots) HWY_ATTR {
        known(t != nullptr, [&](auto norms) HWY_ATTR {
          sumsOf<T, dots, norms>(first, past, sums + 2 * kParts<T> * block,
                                 [&](auto d, int64_t i, auto& other) HWY_ATTR {
                                   const auto element = [&](const T* from) HWY_ATTR {
                                     if constexpr (isOrdered)
                                       return gatherAt(d, from, rowOrder + i);
                                     else
                                       return loadValues(d, from + i);
                                   };
                                   if constexpr (dots) other = conjugate(d, element(z));
                                   return element(y);
                                 });
        });
      });
    });
  }

private:
  HWY_INLINE void update(const int32_t* rowOrder, int64_t first, int64_t past) const {
    const Scale<T> scale{*gamma, delta};
    if (rowOrder != nullptr) {
      for (int64_t place = first; place < past; place++) scale.finish(w + rowOrder[place], y[rowOrder[place]]);
      return;
    }
    inLanes<T>(
        first, past, [&](auto d, int64_t i) HWY_ATTR { scale.finish(d, w + i, loadValues(d, y + i)); },
        [&](int64_t i) HWY_ATTR { scale.finish(w + i, y[i]); });
  }
};

// CSR, blocks of `size` rows.
SPMV_KERNEL(fusedCsr, const int32_t* rowStart, const int32_t* colIndex, const V* values, const int32_t* choice,
            const uint8_t* order, const X* x, X* y, const T* z, const T* t, const T* gamma, T* w, double* sums,
            int64_t rows, int64_t size, T alpha, T beta, T delta, int64_t begin, int64_t end) {
  const bool isFar = isFarAway<V>(rowStart[HWY_MIN(end * size, rows)] - rowStart[HWY_MIN(begin * size, rows)]);
  const OrderedRows<T, V, X> a{{rowStart, colIndex, values, x, y, isFar}, *choice, order};
  const Ending<T> ending{y, z, t, gamma, w, sums, delta};
  const Scale<T> scale{alpha, beta};
  for (int64_t block = begin; block < end; block++) {
    const int64_t first = block * size, past = HWY_MIN(first + size, rows);
    if (scale.alpha == 0) {
      for (int64_t i = first; i < past; i++) scale.finish(y + i, T(0));
    } else {
      a.whole(scale, first, past);
    }
    ending.end(block, nullptr, first, past);
  }
}

// Sliced ELLPACK, blocks of `size` slices.
SPMV_KERNEL(fusedSell, const int32_t* sliceStart, const int32_t* rowOrder, const int32_t* colIndex, const V* values,
            const X* x, X* y, const T* z, const T* t, const T* gamma, T* w, double* sums, int64_t C, int64_t sigma,
            int64_t rows, int64_t slices, int64_t size, T alpha, T beta, T delta, int64_t begin, int64_t end) {
  const Slices<T, V, X> a{sliceStart, sigma == 1 ? nullptr : rowOrder, {colIndex, values, x, C}, y, C, rows};
  const Ending<T> ending{y, z, t, gamma, w, sums, delta};
  const Scale<T> scale{alpha, beta};
  const bool isFar = a.isFar(HWY_MIN(begin * size, slices), HWY_MIN(end * size, slices));
  for (int64_t block = begin; block < end; block++) {
    const int64_t first = block * size, past = HWY_MIN(first + size, slices);
    const int64_t firstPlace = first * C, pastPlace = HWY_MIN(past * C, rows);
    if (scale.alpha == 0) {
      for (int64_t p = firstPlace; p < pastPlace; p++) scale.finish(y + a.row(p), T(0));
    } else {
      a.whole(scale, first, past, isFar);
    }
    ending.end(block, a.rowOrder, firstPlace, pastPlace);
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
