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

  // What is bitonic in 2, 4, 8 or 16 lanes becomes sorted there. Masks are arguments: vectors of SVE, whose size is
  // known late, are no members.
  static HWY_INLINE V by1(D d, V v, M one) { return inOrder(v, hwy::HWY_NAMESPACE::Reverse2(d, v), one); }
  static HWY_INLINE V by2(D d, V v, M one, M two) {
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (kMost >= 4) {
      if (hn::Lanes(d) >= 4) v = inOrder(v, hn::Reverse2(d, hn::Reverse4(d, v)), two);
    }
    return by1(d, v, one);
  }
  static HWY_INLINE V by4(D d, V v, M one, M two, M four) {
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (kMost >= 8) {
      if (hn::Lanes(d) >= 8) v = inOrder(v, hn::Reverse4(d, hn::Reverse8(d, v)), four);
    }
    return by2(d, v, one, two);
  }
  static HWY_INLINE V merged(D d, V v, M one, M two, M four, M eight) {
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (kMost >= 16) {
      if (hn::Lanes(d) >= 16) v = inOrder(v, hn::Reverse(d, hn::Reverse8(d, v)), eight);
    }
    return by4(d, v, one, two, four);
  }
  static HWY_INLINE V sorted(D d, V v, M one, M two, M four, M eight) {
    namespace hn = hwy::HWY_NAMESPACE;
    v = by1(d, v, one);
    if constexpr (kMost >= 4) {
      if (hn::Lanes(d) >= 4) v = by1(d, inOrder(v, hn::Reverse4(d, v), two), one);
    }
    if constexpr (kMost >= 8) {
      if (hn::Lanes(d) >= 8) v = by2(d, inOrder(v, hn::Reverse8(d, v), four), one, two);
    }
    if constexpr (kMost >= 16) {
      if (hn::Lanes(d) >= 16) v = by4(d, inOrder(v, hn::Reverse(d, v), eight), one, two, four);
    }
    return v;
  }

public:
  static HWY_INLINE void sort(T* HWY_RESTRICT keys, size_t count) {
    namespace hn = hwy::HWY_NAMESPACE;
    const D d;
    const size_t N = hn::Lanes(d);
    const M one = withBit(d, 1), two = withBit(d, 2), four = withBit(d, 4), eight = withBit(d, 8);
    for (size_t e = 0; e < count; e += N)
      hn::Store(sorted(d, hn::Load(d, keys + e), one, two, four, eight), d, keys + e);
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
      for (size_t e = 0; e < count; e += N)
        hn::Store(merged(d, hn::Load(d, keys + e), one, two, four, eight), d, keys + e);
    }
  }
};

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
