// Elements of x that do not lie side by side, in the lanes of a vector.
#if defined(SPMV_GATHER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_GATHER_INL_H
#undef SPMV_GATHER_INL_H
#else
#define SPMV_GATHER_INL_H
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Columns of as many entries as D has lanes.
template <class D> using Columns = hn::Rebind<int32_t, D>;

// Whether vectors of D are put together from single loads: AVX2's gather takes Zen 3 up to twice as long.
template <class D> constexpr bool singly() { return SPMV_SINGLY && hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) >= 32; }

#if HWY_TARGET == HWY_AVX2 || SPMV_AVX512
// x[at(0)], x[at(1)], and so on to x[at(7)].
template <class D, class At> HWY_INLINE hn::Vec<D> loadEach(D, const double* HWY_RESTRICT x, const At& at) {
  const auto two = [&](size_t l) HWY_ATTR { return _mm_loadh_pd(_mm_load_sd(x + at(l)), x + at(l + 1)); };
  const auto four = [&](size_t l)
                        HWY_ATTR { return _mm256_insertf128_pd(_mm256_castpd128_pd256(two(l)), two(l + 2), 1); };
#if SPMV_AVX512
  if constexpr (hn::MaxLanes(D()) == 8)
    return hn::Vec<D>{_mm512_insertf64x4(_mm512_castpd256_pd512(four(0)), four(4), 1)};
  else
#endif
      if constexpr (hn::MaxLanes(D()) == 2)
    return hn::Vec<D>{two(0)};
  else
    return hn::Vec<D>{four(0)};
}
template <class D, class At> HWY_INLINE hn::Vec<D> loadEach(D, const float* HWY_RESTRICT x, const At& at) {
  const auto four = [&](size_t l) HWY_ATTR {
    const __m128 two = _mm_insert_ps(_mm_load_ss(x + at(l)), _mm_load_ss(x + at(l + 1)), 0x10);
    const __m128 three = _mm_insert_ps(two, _mm_load_ss(x + at(l + 2)), 0x20);
    return _mm_insert_ps(three, _mm_load_ss(x + at(l + 3)), 0x30);
  };
  const auto eight = [&](size_t l)
                         HWY_ATTR { return _mm256_insertf128_ps(_mm256_castps128_ps256(four(l)), four(l + 4), 1); };
#if SPMV_AVX512
  if constexpr (hn::MaxLanes(D()) == 16)
    return hn::Vec<D>{_mm512_insertf32x8(_mm512_castps256_ps512(eight(0)), eight(8), 1)};
  else
#endif
    return hn::Vec<D>{eight(0)};
}

#endif

#if SPMV_SINGLY
// Lanes 2l and 2l + 1 of columns.
HWY_INLINE uint64_t twoOf(__m128i columns, size_t l) {
  return static_cast<uint64_t>(l == 0 ? _mm_cvtsi128_si64(columns) : _mm_extract_epi64(columns, 1));
}
HWY_INLINE uint64_t twoOf(__m256i columns, size_t l) {
  return l < 2 ? twoOf(_mm256_castsi256_si128(columns), l) : twoOf(_mm256_extracti128_si256(columns, 1), l - 2);
}
#if SPMV_AVX512
HWY_INLINE uint64_t twoOf(__m512i columns, size_t l) {
  return l < 4 ? twoOf(_mm512_castsi512_si256(columns), l) : twoOf(_mm512_extracti64x4_epi64(columns, 1), l - 4);
}
#endif
#endif

// x[at(0)], x[at(1)], … lane by lane.
template <class D, class At> HWY_INLINE hn::Vec<D> collect(D d, const hn::TFromD<D>* HWY_RESTRICT x, const At& at) {
  // Not by way of memory, where a vector that is read waits for all that was written for it.
#if HWY_TARGET == HWY_AVX2 || SPMV_AVX512
  constexpr size_t bytes = hn::MaxLanes(D()) * sizeof(hn::TFromD<D>);
  if constexpr (bytes == 32 || (bytes == 64 && sizeof(hn::TFromD<D>) == 8)) return loadEach(d, x, at);
#endif
  HWY_ALIGN hn::TFromD<D> each[hn::MaxLanes(d)];
  for (size_t l = 0; l < hn::Lanes(d); l++) each[l] = x[at(l)];
  return hn::Load(d, each);
}

#if HWY_TARGET == HWY_AVX3
// x[columns] in the lanes of `mask`, 0 in the others, for which nothing is read. What a gather writes to is one of its
// operands, so that it waits for whoever wrote there before: it is given zeros, and a mask of which the compiler does
// not know that it may be all ones, since then it would leave there what was.
template <typename M> HWY_INLINE M unknown(M mask) {
  __asm__("" : "+k"(mask));
  return mask;
}
template <class D, class C>
HWY_INLINE hn::Vec<D> gatherWhere(D d, uint32_t mask, const double* HWY_RESTRICT x, C columns) {
  if constexpr (hn::MaxLanes(d) == 8) {
    const auto bits = unknown(static_cast<__mmask8>(mask));
    return hn::Vec<D>{_mm512_mask_i32gather_pd(_mm512_setzero_pd(), bits, columns.raw, x, 8)};
  } else if constexpr (hn::MaxLanes(d) == 4) {
    const auto bits = unknown(static_cast<__mmask8>(mask));
    return hn::Vec<D>{_mm256_mmask_i32gather_pd(_mm256_setzero_pd(), bits, columns.raw, x, 8)};
  } else {
    const auto bits = unknown(static_cast<__mmask8>(mask));
    return hn::Vec<D>{_mm_mmask_i32gather_pd(_mm_setzero_pd(), bits, columns.raw, x, 8)};
  }
}
template <class D, class C>
HWY_INLINE hn::Vec<D> gatherWhere(D d, uint32_t mask, const float* HWY_RESTRICT x, C columns) {
  if constexpr (hn::MaxLanes(d) == 16) {
    const auto bits = unknown(static_cast<__mmask16>(mask));
    return hn::Vec<D>{_mm512_mask_i32gather_ps(_mm512_setzero_ps(), bits, columns.raw, x, 4)};
  } else if constexpr (hn::MaxLanes(d) == 8) {
    const auto bits = unknown(static_cast<__mmask8>(mask));
    return hn::Vec<D>{_mm256_mmask_i32gather_ps(_mm256_setzero_ps(), bits, columns.raw, x, 4)};
  } else {
    const auto bits = unknown(static_cast<__mmask8>(mask));
    return hn::Vec<D>{_mm_mmask_i32gather_ps(_mm_setzero_ps(), bits, columns.raw, x, 4)};
  }
}
#endif

// x[columns], lane by lane.
template <class D, class C> HWY_INLINE hn::Vec<D> gather(D d, const hn::TFromD<D>* HWY_RESTRICT x, C columns) {
#if SPMV_SINGLY
  if constexpr (singly<D>()) {
    uint64_t twos[hn::MaxLanes(d) / 2];
    for (size_t l = 0; l < hn::MaxLanes(d) / 2; l++) twos[l] = twoOf(columns.raw, l);
    return loadEach(d, x, [&](size_t l) HWY_ATTR {
      return l % 2 == 0 ? static_cast<uint32_t>(twos[l / 2]) : static_cast<uint32_t>(twos[l / 2] >> 32);
    });
  }
#endif
#if HWY_TARGET == HWY_AVX3
  return gatherWhere(d, (1u << hn::MaxLanes(d)) - 1, x, columns);
#else
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    return hn::GatherIndex(d, x, hn::PromoteTo(hn::Rebind<int64_t, D>(), columns));
  } else {
    return hn::GatherIndex(d, x, columns);
  }
#endif
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
