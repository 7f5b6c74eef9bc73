// CSR with 16-bit columns.
#if defined(SPMV_CSR16_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_CSR16_INL_H
#undef SPMV_CSR16_INL_H
#else
#define SPMV_CSR16_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// A row whose base is negative is wide: the high halves of its columns are in `high`, from ~base on.
SPMV_KERNEL(csr16, const int32_t* HWY_RESTRICT rowStart, const int32_t* HWY_RESTRICT rowBase,
            const uint16_t* HWY_RESTRICT offset, const uint16_t* HWY_RESTRICT high, const V* HWY_RESTRICT values,
            const X* HWY_RESTRICT x, X* HWY_RESTRICT y, T alpha, T beta, int64_t begin, int64_t end) {
  const Scale<T> scale{alpha, beta};
  const RowLanes<T> d;
  const hn::Rebind<uint16_t, RowLanes<T>> narrow;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  const bool ask = !SPMV_SINGLY || isFarAway<V>(rowStart[end] - rowStart[begin]);
  int64_t k = rowStart[begin];
  for (int64_t i = begin; i < end; i++) {
    const int64_t stop = rowStart[i + 1];
    const int32_t base = rowBase[i];
    T rest = 0;
    if (base < 0) {
      const uint16_t* h = high + ~base;
      for (; k < stop; k++, h++) rest += static_cast<T>(values[k]) * x[offset[k] | (static_cast<uint32_t>(*h) << 16)];
    } else {
      const X* HWY_RESTRICT const row = x + base;
      const auto columnsOf = [](auto loaded) HWY_ATTR { return hn::PromoteTo(Columns<RowLanes<T>>(), loaded); };
      auto sum = noProducts(d);
      for (; k + lanes <= stop; k += lanes) {
        if (ask) askAhead(values + k);
        if (ask) askAhead(offset + k);
        const auto found = gatherAt(d, row, offset + k);
        sum = mulAdd(d, loadValues(d, values + k), found, sum);
      }
      if constexpr (kMasksOf16 && !kIsComplex<T> && !kHalves) {
        if (k < stop) {
          askAhead(values + k);
          askAhead(offset + k);
          const size_t left = static_cast<size_t>(stop - k);
          const auto at = hn::MaskedLoad(hn::FirstN(narrow, left), narrow, offset + k);
          sum = addSomeFound(d, sum, values + k, gatherSome(d, row, columnsOf(at), left), left);
          k = stop;
        }
      }
      rest = sumOf(d, sum);
      for (; k < stop; k++) rest += static_cast<T>(values[k]) * row[offset[k]];
    }
    scale.finish(y + i, rest);
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
