// A row of C of few terms: they are listed with their columns, sorted and added up. No array over columns is needed.
#if defined(SPMV_SHORT_ROW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_SHORT_ROW_INL_H
#undef SPMV_SHORT_ROW_INL_H
#else
#define SPMV_SHORT_ROW_INL_H
#endif

#include <cstdint>
#include <cstring>

#include "sort-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// The terms of a row. A key is a column, and behind it the number of the term, as the mantissa of a number in [1, 2):
// keys increase as these do, and terms of one column stay in their order.
class ShortRow {
  using D = hwy::HWY_NAMESPACE::CappedTag<double, kSortLanes>;
  static constexpr int kShift = 20;
  static constexpr uint64_t kOne = uint64_t{0x3FF} << 52;

public:
  // Sorting more costs more than finding their columns otherwise.
  static constexpr int64_t kMost = hwy::HWY_NAMESPACE::MaxLanes(D()) >= 8 ? 256 : 64;

  HWY_INLINE void clear() { count_ = 0; }

  // Lists factor·values. `isRoomy`: as many elements as a vector has may be read beyond the last.
  template <typename V>
  HWY_INLINE void append(double factor, const int32_t* HWY_RESTRICT columns, const V* HWY_RESTRICT values,
                         int64_t count, bool isRoomy) {
    namespace hn = hwy::HWY_NAMESPACE;
    const D d;
    const hn::RebindToUnsigned<D> du;
    const hn::Rebind<uint32_t, D> dc;
    const hn::Rebind<V, D> dv;
    const int64_t N = static_cast<int64_t>(hn::Lanes(d));
    const uint64_t first = kOne + static_cast<uint64_t>(count_);
    double* HWY_RESTRICT const keys = keys_ + count_;
    double* HWY_RESTRICT const products = products_ + count_;
    if (isRoomy) {
      const auto factors = hn::Set(d, factor);
      for (int64_t k = 0; k < count; k += N) {
        const auto column = hn::PromoteTo(du, hn::LoadU(dc, reinterpret_cast<const uint32_t*>(columns + k)));
        const auto key = hn::Or(hn::ShiftLeft<kShift>(column), hn::Iota(du, first + static_cast<uint64_t>(k)));
        hn::StoreU(hn::BitCast(d, key), d, keys + k);
        if constexpr (sizeof(V) == sizeof(double)) {
          hn::StoreU(hn::Mul(factors, hn::LoadU(d, values + k)), d, products + k);
        } else {
          hn::StoreU(hn::Mul(factors, hn::PromoteTo(d, hn::LoadU(dv, values + k))), d, products + k);
        }
      }
    } else {
      for (int64_t k = 0; k < count; k++) {
        const uint64_t key = (static_cast<uint64_t>(columns[k]) << kShift) + first + static_cast<uint64_t>(k);
        std::memcpy(keys + k, &key, sizeof key);
        products[k] = factor * static_cast<double>(values[k]);
      }
    }
    count_ += count;
  }

  // Values of the row, and its columns where they are not known.
  template <typename V, class IsKnown>
  HWY_INLINE void add(double alpha, int32_t* HWY_RESTRICT columns, V* HWY_RESTRICT values, int64_t count,
                      IsKnown isKnown) {
    size_t size = kSortLanes;
    while (size < static_cast<size_t>(count_)) size *= 2;
    const uint64_t last = kOne | (kOne - 1) >> 12;
    for (size_t k = static_cast<size_t>(count_); k < size; k++) std::memcpy(keys_ + k, &last, sizeof last);
    Sorter<double>::sort(keys_, size);
    for (int64_t p = 0; p < count; p++) sums_[p] = 0;
    int64_t p = -1;
    int32_t before = -1;
    for (int64_t t = 0; t < count_; t++) {
      uint64_t key;
      std::memcpy(&key, keys_ + t, sizeof key);
      const int32_t column = static_cast<int32_t>(key >> kShift);
      p += column != before;
      before = column;
      if (!isKnown) columns[p] = column;
      sums_[p] += products_[key & ((1 << kShift) - 1)];
    }
    for (int64_t q = 0; q < count; q++) values[q] = static_cast<V>(alpha * sums_[q]);
  }

private:
  HWY_ALIGN double keys_[kMost + 2 * kSortLanes];
  HWY_ALIGN double products_[kMost + 2 * kSortLanes];
  HWY_ALIGN double sums_[kMost];
  int64_t count_ = 0;
};

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
