// Sorts a few numbers: a bitonic network, the same steps whatever the numbers are, so that no branch is guessed wrong.
#if defined(SPMV_SORT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_SORT_INL_H
#undef SPMV_SORT_INL_H
#else
#define SPMV_SORT_INL_H
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// What is sorted together: 64 bytes.
template <typename T> constexpr size_t kSortLanesOf = 64 / sizeof(T);
constexpr size_t kSortLanes = kSortLanesOf<double>;

// Sorts `count` numbers, a power of two and at least kSortLanesOf<T>, increasing. None is NaN.
template <typename T> class Sorter {
  using D = hwy::HWY_NAMESPACE::CappedTag<T, kSortLanesOf<T>>;
  using V = hwy::HWY_NAMESPACE::Vec<D>;
  using M = hwy::HWY_NAMESPACE::Mask<D>;
  static constexpr size_t kMost = hwy::HWY_NAMESPACE::MaxLanes(D());

  static HWY_INLINE M withBit(D d, int64_t bit) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::RebindToSigned<D> di;
    return hn::RebindMask(d, hn::TestBit(hn::Iota(di, 0), hn::Set(di, bit)));
  }

  // Elements and those in other lanes in order: the larger ones are where the mask is.
  static HWY_INLINE V inOrder(V v, V other, M mask) {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::IfThenElse(mask, hn::Max(v, other), hn::Min(v, other));
  }

  // What is bitonic in 16, 8, 4 or 2 lanes becomes sorted there.
  struct Lanes {
    D d;
    M one, two, four, eight;

    HWY_INLINE V by1(V v) const { return inOrder(v, hwy::HWY_NAMESPACE::Reverse2(d, v), one); }
    HWY_INLINE V by2(V v) const {
      namespace hn = hwy::HWY_NAMESPACE;
      if constexpr (kMost >= 4) {
        return hn::Lanes(d) < 4 ? v : inOrder(v, hn::Reverse2(d, hn::Reverse4(d, v)), two);
      } else {
        return v;
      }
    }
    HWY_INLINE V by4(V v) const {
      namespace hn = hwy::HWY_NAMESPACE;
      if constexpr (kMost >= 8) {
        return hn::Lanes(d) < 8 ? v : inOrder(v, hn::Reverse4(d, hn::Reverse8(d, v)), four);
      } else {
        return v;
      }
    }
    HWY_INLINE V by8(V v) const {
      namespace hn = hwy::HWY_NAMESPACE;
      if constexpr (kMost >= 16) {
        return hn::Lanes(d) < 16 ? v : inOrder(v, hn::Reverse(d, hn::Reverse8(d, v)), eight);
      } else {
        return v;
      }
    }
    HWY_INLINE V merged(V v) const { return by1(by2(by4(by8(v)))); }
    HWY_INLINE V sorted(V v) const {
      namespace hn = hwy::HWY_NAMESPACE;
      v = by1(v);
      if constexpr (kMost >= 4) {
        if (hn::Lanes(d) >= 4) v = by1(inOrder(v, hn::Reverse4(d, v), two));
      }
      if constexpr (kMost >= 8) {
        if (hn::Lanes(d) >= 8) v = by1(by2(inOrder(v, hn::Reverse8(d, v), four)));
      }
      if constexpr (kMost >= 16) {
        if (hn::Lanes(d) >= 16) v = by1(by2(by4(inOrder(v, hn::Reverse(d, v), eight))));
      }
      return v;
    }
  };

public:
  static HWY_INLINE void sort(T* HWY_RESTRICT keys, size_t count) {
    namespace hn = hwy::HWY_NAMESPACE;
    const D d;
    const size_t N = hn::Lanes(d);
    const Lanes lanes{d, withBit(d, 1), withBit(d, 2), withBit(d, 4), withBit(d, 8)};
    for (size_t e = 0; e < count; e += N) hn::Store(lanes.sorted(hn::Load(d, keys + e)), d, keys + e);
    for (size_t k = 2 * N; k <= count; k *= 2) {
      // Two sorted halves: the first with the mirror image of the second.
      for (size_t block = 0; block < count; block += k) {
        for (size_t e = 0; e < k / 2; e += N) {
          T* const low = keys + block + e;
          T* const high = keys + block + k - N - e;
          const auto a = hn::Load(d, low), b = hn::Reverse(d, hn::Load(d, high));
          hn::Store(hn::Min(a, b), d, low);
          hn::Store(hn::Reverse(d, hn::Max(a, b)), d, high);
        }
      }
      for (size_t j = k / 4; j >= N; j /= 2) {
        for (size_t block = 0; block < count; block += 2 * j) {
          for (size_t e = block; e < block + j; e += N) {
            const auto a = hn::Load(d, keys + e), b = hn::Load(d, keys + e + j);
            hn::Store(hn::Min(a, b), d, keys + e);
            hn::Store(hn::Max(a, b), d, keys + e + j);
          }
        }
      }
      for (size_t e = 0; e < count; e += N) hn::Store(lanes.merged(hn::Load(d, keys + e)), d, keys + e);
    }
  }
};

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
