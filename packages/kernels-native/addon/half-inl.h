// Vectors of numbers of 16 bits, computed with as f32.
#if defined(SPMV_HALF_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_HALF_INL_H
#undef SPMV_HALF_INL_H
#else
#define SPMV_HALF_INL_H
#endif

#include "halves.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// As many neighbouring numbers as D has lanes.
template <class D> HWY_INLINE hn::Vec<D> promote(D d, Bf16, hn::Vec<hn::Rebind<uint16_t, D>> bits) {
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(hn::Rebind<uint32_t, D>(), bits)));
}
// As F16 of halves.h does it, where the processor has no instruction. Highway's own way makes numbers of infinities.
template <class D> HWY_INLINE hn::Vec<D> promote(D d, F16, hn::Vec<hn::Rebind<uint16_t, D>> bits) {
#if SPMV_AVX512 || HWY_TARGET == HWY_AVX2
  return hn::PromoteTo(d, hn::Vec<hn::Rebind<hwy::float16_t, D>>{bits.raw});
#else
  const hn::Rebind<uint32_t, D> w;
  const hn::Rebind<int32_t, D> i;
  const auto wide = hn::PromoteTo(w, bits);
  const auto magnitude = hn::And(wide, hn::Set(w, 0x7FFFu));
  const auto scaled = hn::Mul(hn::BitCast(d, hn::ShiftLeft<13>(magnitude)), hn::Set(d, 0x1p112f));
  const auto special = hn::VecFromMask(i, hn::Gt(hn::BitCast(i, magnitude), hn::Set(i, 0x7BFF)));
  const auto exponent = hn::And(hn::BitCast(w, special), hn::Set(w, 0x7F800000u));
  const auto sign = hn::ShiftLeft<16>(hn::Sub(wide, magnitude));
  return hn::BitCast(d, hn::Or(hn::Or(hn::BitCast(w, scaled), exponent), sign));
#endif
}

template <typename H> HWY_INLINE const uint16_t* bitsAt(const H* from) {
  return reinterpret_cast<const uint16_t*>(from);
}

template <class D, typename H> HWY_INLINE hn::Vec<D> loadHalves(D d, const H* HWY_RESTRICT from) {
  return promote(d, H(), hn::LoadU(hn::Rebind<uint16_t, D>(), bitsAt(from)));
}

// The first `count`, in the first lanes; the others are 0. Only where a masked load reads nothing else.
template <class D, typename H> HWY_INLINE hn::Vec<D> loadSomeHalves(D d, const H* HWY_RESTRICT from, size_t count) {
  const hn::Rebind<uint16_t, D> narrow;
  return promote(d, H(), hn::MaskedLoad(hn::FirstN(narrow, count), narrow, bitsAt(from)));
}

#if HWY_TARGET == HWY_AVX3
// Words whose upper halves are x[columns]: those that end with the element, and for element 0 the first one, shifted.
// So nothing outside of x is read, which has 4 bytes at least.
HWY_INLINE __m512i wordsWith(const uint16_t* x, __m512i columns) {
  const __m512i at = _mm512_max_epi32(columns, _mm512_set1_epi32(1));
  // Over zeros, as gatherWhere of gather-inl.h says.
  const __m512i words = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), unknown<__mmask16>(0xFFFF), at, x - 1, 2);
  return _mm512_mask_slli_epi32(words, _mm512_testn_epi32_mask(columns, columns), words, 16);
}
HWY_INLINE __m256i wordsWith(const uint16_t* x, __m256i columns) {
  const __m256i at = _mm256_max_epi32(columns, _mm256_set1_epi32(1));
  const __m256i words = _mm256_mmask_i32gather_epi32(_mm256_setzero_si256(), unknown<__mmask8>(0xFF), at, x - 1, 2);
  return _mm256_mask_slli_epi32(words, _mm256_testn_epi32_mask(columns, columns), words, 16);
}
HWY_INLINE __m128i wordsWith(const uint16_t* x, __m128i columns) {
  const __m128i at = _mm_max_epi32(columns, _mm_set1_epi32(1));
  const __m128i words = _mm_mmask_i32gather_epi32(_mm_setzero_si128(), unknown<__mmask8>(0xF), at, x - 1, 2);
  return _mm_mask_slli_epi32(words, _mm_testn_epi32_mask(columns, columns), words, 16);
}
HWY_INLINE __m512 fromUpper(Bf16, __m512i w) {
  return _mm512_castsi512_ps(_mm512_and_si512(w, _mm512_set1_epi32(-65536)));
}
HWY_INLINE __m256 fromUpper(Bf16, __m256i w) {
  return _mm256_castsi256_ps(_mm256_and_si256(w, _mm256_set1_epi32(-65536)));
}
HWY_INLINE __m128 fromUpper(Bf16, __m128i w) { return _mm_castsi128_ps(_mm_and_si128(w, _mm_set1_epi32(-65536))); }
HWY_INLINE __m512 fromUpper(F16, __m512i w) { return _mm512_cvtph_ps(_mm512_cvtepi32_epi16(_mm512_srli_epi32(w, 16))); }
HWY_INLINE __m256 fromUpper(F16, __m256i w) { return _mm256_cvtph_ps(_mm256_cvtepi32_epi16(_mm256_srli_epi32(w, 16))); }
HWY_INLINE __m128 fromUpper(F16, __m128i w) { return _mm_cvtph_ps(_mm_cvtepi32_epi16(_mm_srli_epi32(w, 16))); }
#endif

template <class D, typename H, class C> HWY_INLINE hn::Vec<D> gatherHalves(D d, const H* HWY_RESTRICT x, C columns) {
#if HWY_TARGET == HWY_AVX3
  (void)d;
  return hn::Vec<D>{fromUpper(H(), wordsWith(bitsAt(x), columns.raw))};
#else
  HWY_ALIGN int32_t at[hn::MaxLanes(d)];
  HWY_ALIGN uint16_t each[hn::MaxLanes(d)];
  hn::Store(columns, hn::Rebind<int32_t, D>(), at);
  for (size_t l = 0; l < hn::Lanes(d); l++) each[l] = x[at[l]].bits;
  return promote(d, H(), hn::Load(hn::Rebind<uint16_t, D>(), each));
#endif
}

// x[columns], lane by lane, as gather of gather-inl.h.
template <class D, class C> HWY_INLINE hn::Vec<D> gather(D d, const Bf16* HWY_RESTRICT x, C columns) {
  return gatherHalves(d, x, columns);
}
template <class D, class C> HWY_INLINE hn::Vec<D> gather(D d, const F16* HWY_RESTRICT x, C columns) {
  return gatherHalves(d, x, columns);
}

// All lanes, rounded.
template <class D> HWY_INLINE void storeHalves(D d, hn::Vec<D> values, Bf16* to) {
  const hn::Rebind<uint32_t, D> w;
  const hn::Rebind<uint16_t, D> narrow;
  const auto bits = hn::BitCast(w, values);
  const auto upper = hn::ShiftRight<16>(bits);
  const auto odd = hn::And(upper, hn::Set(w, 1u));
  const auto rounded = hn::ShiftRight<16>(hn::Add(bits, hn::Add(odd, hn::Set(w, 0x7FFFu))));
  const auto isNumber = hn::BitCast(w, hn::VecFromMask(d, hn::Eq(values, values)));
  const auto result = hn::Or(hn::And(isNumber, rounded), hn::AndNot(isNumber, hn::Or(upper, hn::Set(w, 0x40u))));
  hn::StoreU(hn::DemoteTo(narrow, hn::BitCast(hn::Rebind<int32_t, D>(), result)), narrow, &to->bits);
}
template <class D> HWY_INLINE void storeHalves(D d, hn::Vec<D> values, F16* to) {
#if SPMV_AVX512 || HWY_TARGET == HWY_AVX2
  const hn::Rebind<uint16_t, D> narrow;
  const auto halves = hn::DemoteTo(hn::Rebind<hwy::float16_t, D>(), values);
  hn::StoreU(hn::Vec<hn::Rebind<uint16_t, D>>{halves.raw}, narrow, &to->bits);
#else
  float each[hn::MaxLanes(d)];
  hn::StoreU(values, d, each);
  for (size_t l = 0; l < hn::Lanes(d); l++) to[l] = F16::of(each[l]);
#endif
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
