// Vectors as kernels have them: of real numbers Highway's own, of complex ones two lanes for each number, real part
// first. What has to be told apart takes the tag.
#if defined(SPMV_COMPLEX_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_COMPLEX_INL_H
#undef SPMV_COMPLEX_INL_H
#else
#define SPMV_COMPLEX_INL_H
#endif

#include "complex.h"
#include "gather-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Numbers of a tag.
template <class D> using Of = typename D::T;

template <class D> HWY_INLINE hn::Vec<D> zero(D d) { return hn::Zero(d); }
template <class D> HWY_INLINE size_t laneCount(D d) { return hn::Lanes(d); }
template <class D> constexpr size_t mostLanes(D) { return hn::MaxLanes(D()); }
template <class D> HWY_INLINE hn::Vec<D> set(D d, hn::TFromD<D> value) { return hn::Set(d, value); }
template <class D> HWY_INLINE void store(hn::Vec<D> values, D d, hn::TFromD<D>* to) { hn::StoreU(values, d, to); }
template <class D, class M> HWY_INLINE hn::Vec<D> loadWhere(D d, M mask, const hn::TFromD<D>* HWY_RESTRICT values) {
  return hn::MaskedLoad(mask, d, values);
}
// The lanes whose bits are set, bit 0 for the first one.
template <class D> HWY_INLINE hn::Mask<D> lanesOf(D d, uint32_t bits) {
  const hn::RebindToUnsigned<D> u;
  using U = hn::TFromD<decltype(u)>;
  HWY_ALIGN U powers[16] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
  // Not TestBit: of lanes that a part of a register does not have it is true, and AVX2 would load them.
  const auto is = hn::And(hn::Set(u, static_cast<U>(bits)), hn::Load(u, powers));
  return hn::RebindMask(d, hn::Ne(is, hn::Zero(u)));
}
template <class D> HWY_INLINE hn::Vec<D> add(D, hn::Vec<D> a, hn::Vec<D> b) { return hn::Add(a, b); }
// a·b + sum.
template <class D> HWY_INLINE hn::Vec<D> mulAdd(D, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> sum) {
  return hn::MulAdd(a, b, sum);
}
// α·values, as `scaled` of complex.h.
template <class D> HWY_INLINE hn::Vec<D> scaled(D d, hn::TFromD<D> alpha, hn::Vec<D> values) {
  return hn::Mul(hn::Set(d, alpha), values);
}
template <class D> HWY_INLINE hn::TFromD<D> sumOf(D d, hn::Vec<D> sums) { return hn::GetLane(hn::SumOfLanes(d, sums)); }
template <class D> HWY_INLINE hn::Vec<D> conjugate(D, hn::Vec<D> values) { return values; }
// sum + the squares of the parts.
template <class D> HWY_INLINE hn::Vec<D> addSquares(D, hn::Vec<D> values, hn::Vec<D> sum) {
  return hn::MulAdd(values, values, sum);
}

#if HWY_TARGET == HWY_SCALAR
// One number.
template <typename R> struct Pairs {
  using T = Complex<R>;
  template <typename U> using Rebind = hn::Sisd<U>;
};
template <typename R, size_t N> using PairsOf = Pairs<R>;
template <typename R, size_t N> using LongPairsOf = Pairs<R>;

template <typename R> constexpr Complex<R> zero(Pairs<R>) { return 0; }
template <typename R> constexpr size_t laneCount(Pairs<R>) { return 1; }
template <typename R> constexpr size_t mostLanes(Pairs<R>) { return 1; }
template <typename R> constexpr Complex<R> set(Pairs<R>, Complex<R> value) { return value; }
template <typename R> void store(Complex<R> value, Pairs<R>, Complex<R>* to) { *to = value; }
template <typename R, typename V> Complex<R> loadValues(Pairs<R>, const V* value) {
  return static_cast<Complex<R>>(*value);
}
template <typename R> constexpr Complex<R> add(Pairs<R>, Complex<R> a, Complex<R> b) { return a + b; }
template <typename R> constexpr Complex<R> mulAdd(Pairs<R>, Complex<R> a, Complex<R> b, Complex<R> sum) {
  return sum + a * b;
}
template <typename R> constexpr Complex<R> scaled(Pairs<R>, Complex<R> alpha, Complex<R> value) {
  return spmv::scaled(alpha, value);
}
template <typename R> constexpr Complex<R> sumOf(Pairs<R>, Complex<R> sum) { return sum; }
template <typename R> constexpr Complex<R> conjugate(Pairs<R>, Complex<R> value) { return spmv::conjugate(value); }
template <typename R> constexpr Complex<R> addSquares(Pairs<R>, Complex<R> value, Complex<R> sum) {
  return {sum.re + value.re * value.re, sum.im + value.im * value.im};
}
template <typename R, class At> Complex<R> collect(Pairs<R>, const Complex<R>* x, const At& at) { return x[at(0)]; }
#else
// Vectors of complex numbers whose parts are those of tag DR.
template <class DR> struct Pairs {
  using Parts = DR;
  using T = Complex<hn::TFromD<DR>>;
  template <typename U> using Rebind = hn::Half<hn::Rebind<U, DR>>;
};
// As many as there are, but at most N: half the longest vectors, since rows are short in them.
template <typename R, size_t N> using PairsOf = Pairs<hn::CappedTag<R, HWY_MIN(2 * N, 32 / sizeof(R))>>;
// The longest, for what lies side by side.
template <typename R, size_t N> using LongPairsOf = Pairs<hn::CappedTag<R, HWY_MIN(2 * N, 64 / sizeof(R))>>;

template <class DR> HWY_INLINE hn::Vec<DR> zero(Pairs<DR>) { return hn::Zero(DR()); }
template <class DR> HWY_INLINE size_t laneCount(Pairs<DR>) { return hn::Lanes(DR()) / 2; }
template <class DR> constexpr size_t mostLanes(Pairs<DR>) { return hn::MaxLanes(DR()) / 2; }
template <class DR> HWY_INLINE hn::Vec<DR> set(Pairs<DR>, Complex<hn::TFromD<DR>> value) {
  return hn::OddEven(hn::Set(DR(), value.im), hn::Set(DR(), value.re));
}
template <class DR> HWY_INLINE void store(hn::Vec<DR> values, Pairs<DR>, Complex<hn::TFromD<DR>>* to) {
  hn::StoreU(values, DR(), &to->re);
}
template <class DR, typename R> HWY_INLINE hn::Vec<DR> loadValues(Pairs<DR>, const Complex<R>* HWY_RESTRICT values) {
  return hn::LoadU(DR(), &values->re);
}
template <class DR, typename R> HWY_INLINE hn::Vec<DR> loadValues(Pairs<DR>, const Conjugated<R>* HWY_RESTRICT values) {
  const DR d;
  return hn::Xor(hn::LoadU(d, &values->value.re), hn::OddEven(hn::Set(d, R(-0.0)), hn::Zero(d)));
}
// The lanes of the numbers whose bits are set, bit 0 for the first one.
template <class DR> HWY_INLINE hn::Mask<DR> lanesOf(Pairs<DR>, uint32_t bits) {
  const hn::RebindToUnsigned<DR> u;
  using U = hn::TFromD<decltype(u)>;
  HWY_ALIGN U powers[16] = {1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 128, 128};
  return hn::RebindMask(DR(), hn::TestBit(hn::Set(u, static_cast<U>(bits)), hn::Load(u, powers)));
}
// Whole numbers of 32 bits, one a number, in every part of it as signed ones of its width.
template <class DR, class C> HWY_INLINE auto inParts(Pairs<DR>, C numbers) {
  const hn::Rebind<uint64_t, Columns<Pairs<DR>>> wide;
  const auto each = hn::PromoteTo(wide, hn::BitCast(hn::Rebind<uint32_t, Pairs<DR>>(), numbers));
  const auto twice = hn::BitCast(hn::Repartition<int32_t, decltype(wide)>(), hn::Or(each, hn::ShiftLeft<32>(each)));
  if constexpr (sizeof(hn::TFromD<DR>) == 8) {
    return hn::PromoteTo(hn::RebindToSigned<DR>(), twice);
  } else {
    return twice;
  }
}
// Those whose lanes are in the mask, 0 elsewhere: see kMasks of row-inl.h.
template <class DR, typename R>
HWY_INLINE hn::Vec<DR> loadWhere(Pairs<DR>, hn::Mask<DR> mask, const Complex<R>* HWY_RESTRICT values) {
  return hn::MaskedLoad(mask, DR(), &values->re);
}
template <class DR, typename R>
HWY_INLINE hn::Vec<DR> loadWhere(Pairs<DR>, hn::Mask<DR> mask, const Conjugated<R>* HWY_RESTRICT values) {
  const DR d;
  return hn::Xor(hn::MaskedLoad(mask, d, &values->value.re), hn::OddEven(hn::Set(d, R(-0.0)), hn::Zero(d)));
}
template <class DR> HWY_INLINE hn::Vec<DR> add(Pairs<DR>, hn::Vec<DR> a, hn::Vec<DR> b) { return hn::Add(a, b); }
template <class DR> HWY_INLINE hn::Vec<DR> mulAdd(Pairs<DR>, hn::Vec<DR> a, hn::Vec<DR> b, hn::Vec<DR> sum) {
  const DR d;
  const auto turned = hn::Xor(hn::Reverse2(d, b), hn::OddEven(hn::Zero(d), hn::Set(d, hn::TFromD<DR>(-0.0))));
  return hn::MulAdd(hn::DupOdd(a), turned, hn::MulAdd(hn::DupEven(a), b, sum));
}
template <class DR> HWY_INLINE hn::Vec<DR> conjugate(Pairs<DR>, hn::Vec<DR> values) {
  const DR d;
  return hn::Xor(values, hn::OddEven(hn::Set(d, hn::TFromD<DR>(-0.0)), hn::Zero(d)));
}
template <class DR> HWY_INLINE hn::Vec<DR> addSquares(Pairs<DR>, hn::Vec<DR> values, hn::Vec<DR> sum) {
  return hn::MulAdd(values, values, sum);
}
template <class DR> HWY_INLINE hn::Vec<DR> scaled(Pairs<DR> d, Complex<hn::TFromD<DR>> alpha, hn::Vec<DR> values) {
  if (alpha.im == 0) return hn::Mul(hn::Set(DR(), alpha.re), values);
  return mulAdd(d, set(d, alpha), values, zero(d));
}
template <class DR> HWY_INLINE Complex<hn::TFromD<DR>> sumOf(Pairs<DR> d, hn::Vec<DR> sums) {
#if !HWY_HAVE_SCALABLE
  if constexpr (hn::MaxLanes(DR()) > 2) {
    const hn::Half<DR> half;
    return sumOf(Pairs<hn::Half<DR>>(), hn::Add(hn::LowerHalf(half, sums), hn::UpperHalf(half, sums)));
  }
#endif
  Complex<hn::TFromD<DR>> each[mostLanes(d)];
  store(sums, d, each);
  for (size_t l = 1; l < laneCount(d); l++) each[0] += each[l];
  return each[0];
}
// x[at(0)], x[at(1)], …
template <class DR, class At>
HWY_INLINE hn::Vec<DR> collect(Pairs<DR> d, const Complex<hn::TFromD<DR>>* HWY_RESTRICT x, const At& at) {
#if HWY_HAVE_SCALABLE
  Complex<hn::TFromD<DR>> each[mostLanes(Pairs<DR>())];
  for (size_t l = 0; l < laneCount(d); l++) each[l] = x[at(l)];
  return loadValues(d, each);
#else
  constexpr size_t count = mostLanes(Pairs<DR>());
  if constexpr (count == 1) {
    return loadValues(d, x + at(0));
  } else {
    const Pairs<hn::Half<DR>> half;
    const auto upper = [&](size_t l) HWY_ATTR { return at(l + count / 2); };
    return hn::Combine(DR(), collect(half, x, upper), collect(half, x, at));
  }
#endif
}
#endif

template <class DR, typename X, typename J>
HWY_INLINE auto gatherAt(Pairs<DR> d, const X* HWY_RESTRICT x, const J* HWY_RESTRICT at) {
  return collect(d, x, [&](size_t l) HWY_ATTR { return static_cast<int64_t>(at[l]); });
}

// x[columns] for columns in a vector.
template <class D, class X, class C> HWY_INLINE auto gatherColumns(D d, const X* HWY_RESTRICT x, C columns) {
  if constexpr (kIsComplex<X>) {
    int32_t at[mostLanes(D())];
    hn::StoreU(columns, Columns<D>(), at);
    return gatherAt(d, x, at);
  } else {
    return gather(d, x, columns);
  }
}

template <class D> using Vec = decltype(zero(D()));

// Σ a·b in vectors. Of complex numbers: what equal parts give, re·re and im·im, apart from re·im and im·re. An entry
// takes one shuffle, that of b, and neither sum waits for the other; `total` subtracts once. SVE has no structs of
// vectors.
#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
template <class D> HWY_INLINE Vec<D> noProducts(D d) { return zero(d); }
#else
template <class DR> struct PairSums {
  hn::Vec<DR> equal, crossed;
};
template <class D> HWY_INLINE auto noProducts(D d) { return zero(d); }
template <class DR> HWY_INLINE PairSums<DR> noProducts(Pairs<DR> d) { return {zero(d), zero(d)}; }
template <class DR> HWY_INLINE PairSums<DR> mulAdd(Pairs<DR>, hn::Vec<DR> a, hn::Vec<DR> b, PairSums<DR> sums) {
#if HWY_ARCH_X86
  // Else GCC loads both once more for the second sum.
  __asm__("" : "+v"(a.raw), "+v"(b.raw));
#endif
  return {hn::MulAdd(a, b, sums.equal), hn::MulAdd(a, hn::Reverse2(DR(), b), sums.crossed)};
}
template <class DR> HWY_INLINE PairSums<DR> add(Pairs<DR>, PairSums<DR> a, PairSums<DR> b) {
  return {hn::Add(a.equal, b.equal), hn::Add(a.crossed, b.crossed)};
}
template <class DR> HWY_INLINE PairSums<DR> add(Pairs<DR>, PairSums<DR> sums, hn::Vec<DR> values) {
  const auto none = hn::Zero(DR());
  return {hn::Add(sums.equal, hn::OddEven(none, values)), hn::Add(sums.crossed, hn::OddEven(values, none))};
}
template <class DR> HWY_INLINE hn::Vec<DR> total(Pairs<DR>, PairSums<DR> sums) {
  const DR d;
  const auto first = hn::OddEven(hn::DupEven(sums.crossed), sums.equal);
  const auto second = hn::OddEven(sums.crossed, hn::DupOdd(sums.equal));
  return hn::Add(first, hn::Xor(second, hn::OddEven(hn::Zero(d), hn::Set(d, hn::TFromD<DR>(-0.0)))));
}
template <class DR> HWY_INLINE Complex<hn::TFromD<DR>> sumOf(Pairs<DR>, PairSums<DR> sums) {
  if constexpr (hn::MaxLanes(DR()) > 2) {
    const hn::Half<DR> half;
    const auto folded = [&](auto v) HWY_ATTR { return hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)); };
    return sumOf(Pairs<hn::Half<DR>>(), PairSums<hn::Half<DR>>{folded(sums.equal), folded(sums.crossed)});
  } else {
    const DR d;
    return {hn::GetLane(sums.equal) - hn::GetLane(hn::Reverse2(d, sums.equal)),
            hn::GetLane(sums.crossed) + hn::GetLane(hn::Reverse2(d, sums.crossed))};
  }
}
#endif
template <class D> HWY_INLINE Vec<D> total(D, Vec<D> sums) { return sums; }
template <class D> using Products = decltype(noProducts(D()));

// The number in a vector of one.
template <class D> HWY_INLINE Of<D> numberOf(D d, Vec<D> value) {
  Of<D> number;
  store(value, d, &number);
  return number;
}

// sum + β·values.
template <class D> HWY_INLINE Vec<D> addScaled(D d, Vec<D> sum, Of<D> beta, Vec<D> values) {
  if constexpr (kIsComplex<Of<D>>) {
    return add(d, sum, scaled(d, beta, values));
  } else {
    return hn::MulAdd(hn::Set(d, beta), values, sum);
  }
}

// The widest vectors of T, and those of at most N.
template <typename T> struct Tags {
  using Widest = hn::ScalableTag<T>;
  template <size_t N> using Capped = hn::CappedTag<T, N>;
  template <size_t N> using Long = hn::CappedTag<T, N>;
};
template <typename R> struct Tags<Complex<R>> {
  using Widest = PairsOf<R, 32>;
  template <size_t N> using Capped = PairsOf<R, N>;
  template <size_t N> using Long = LongPairsOf<R, N>;
};
template <typename T> using Lanes = typename Tags<T>::Widest;
template <typename T, size_t N> using Capped = typename Tags<T>::template Capped<N>;
template <typename T, size_t N> using Long = typename Tags<T>::template Long<N>;

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
