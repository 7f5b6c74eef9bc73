// The vector work of iterative solvers: updates by factors that are numbers in memory, sums in the same pass. Blocks of
// elements have sums of their own, yᵀz and yᵀy at elements 2·block and the one after, which a last function adds up in
// their order.
#if defined(SPMV_PASSES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_PASSES_INL_H
#undef SPMV_PASSES_INL_H
#else
#define SPMV_PASSES_INL_H
#endif

#include <cmath>
#include <type_traits>

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// each(d, i, other) for elements first … past − 1, as many at a time as d has lanes: it does what there is to do, gives
// what is added up and sets what that is multiplied with. Four vectors of each sum, so that no addition waits for
// another.
template <typename T, bool Dots, bool Norms, class Each>
HWY_INLINE void sumsOf(int64_t first, int64_t past, double* HWY_RESTRICT sums, const Each& each) {
  const Lanes<T> d;
  const hn::CappedTag<T, 1> single;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  auto dot0 = hn::Zero(d), dot1 = dot0, dot2 = dot0, dot3 = dot0;
  auto norm0 = dot0, norm1 = dot0, norm2 = dot0, norm3 = dot0;
  const auto add = [&](int64_t i, auto& dot, auto& norm) HWY_ATTR {
    auto other = hn::Zero(d);
    const auto result = each(d, i, other);
    if constexpr (Dots) dot = hn::MulAdd(result, other, dot);
    if constexpr (Norms) norm = hn::MulAdd(result, result, norm);
  };
  int64_t i = first;
  for (; i + 4 * lanes <= past; i += 4 * lanes) {
    add(i, dot0, norm0);
    add(i + lanes, dot1, norm1);
    add(i + 2 * lanes, dot2, norm2);
    add(i + 3 * lanes, dot3, norm3);
  }
  for (; i + lanes <= past; i += lanes) add(i, dot0, norm0);
  const auto total = [&](auto a, auto b, auto c, auto e) HWY_ATTR {
    return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(a, b), hn::Add(c, e)))));
  };
  double dot = Dots ? total(dot0, dot1, dot2, dot3) : 0, norm = Norms ? total(norm0, norm1, norm2, norm3) : 0;
  for (; i < past; i++) {
    auto other = hn::Zero(single);
    const double result = static_cast<double>(hn::GetLane(each(single, i, other)));
    if constexpr (Dots) dot += result * static_cast<double>(hn::GetLane(other));
    if constexpr (Norms) norm += result * result;
  }
  if constexpr (Dots || Norms) {
    sums[0] = dot;
    sums[1] = norm;
  }
}

// Blocks begin … end − 1 of `size` elements each, of n.
struct Blocks {
  int64_t n, size, begin, end;

  // run(first, past, sums) for each of them.
  template <class Run> HWY_INLINE void each(double* sums, const Run& run) const {
    for (int64_t block = begin; block < end; block++) {
      run(block * size, HWY_MIN((block + 1) * size, n), sums == nullptr ? nullptr : sums + 2 * block);
    }
  }
};

// a/c, 0 where it is not finite.
template <typename T> HWY_INLINE T safeQuotient(T a, T c) {
  const T value = a / c;
  return std::isfinite(value) ? value : 0;
}

// y ← (αa)x + (βb)y. What is multiplied by 0 is not read; addresses z and t are 0 for what is not added up.
template <typename T> void linear(Arguments from) {
  const T* HWY_RESTRICT const x = from.pointer<const T>();
  const T a = *from.pointer<const T>();
  T* HWY_RESTRICT const y = from.pointer<T>();
  const T b = *from.pointer<const T>();
  const T* const z = from.pointer<const T>();
  const bool isNormed = from.pointer<const T>() != nullptr;
  double* const sums = from.pointer<double>();
  const int64_t n = from.integer(), size = from.integer();
  const T alpha = from.number<T>(), beta = from.number<T>();
  const int64_t begin = from.integer(), end = from.integer();
  const T ofX = alpha * a, ofY = beta * b;
  const bool readsX = alpha != 0 && a != 0, readsY = beta != 0 && b != 0;
  const auto run = [&](auto X, auto Y, auto dots, auto norms) HWY_ATTR {
    Blocks{n, size, begin, end}.each(sums, [&](int64_t first, int64_t past, double* own) HWY_ATTR {
      sumsOf<T, dots, norms>(first, past, own, [&](auto d, int64_t i, auto& other) HWY_ATTR {
        auto result = hn::Zero(d);
        if constexpr (Y) result = hn::Mul(hn::Set(d, ofY), hn::LoadU(d, y + i));
        if constexpr (X) result = hn::MulAdd(hn::Set(d, ofX), hn::LoadU(d, x + i), result);
        hn::StoreU(result, d, y + i);
        if constexpr (dots) other = hn::LoadU(d, z + i);
        return result;
      });
    });
  };
  known(z != nullptr, [&](auto dots) HWY_ATTR {
    known(isNormed, [&](auto norms) HWY_ATTR {
      known(readsX, [&](auto X) HWY_ATTR { known(readsY, [&](auto Y) HWY_ATTR { run(X, Y, dots, norms); }); });
    });
  });
}

// x ← x + step·p and p ← r + share·p, d ∘ r in place of r where there is a d.
template <typename T>
HWY_INLINE void alongAndAnew(T* HWY_RESTRICT p, T* HWY_RESTRICT x, const T* HWY_RESTRICT r,
                             const T* HWY_RESTRICT scales, T step, T share, const Blocks& blocks) {
  const auto run = [&](auto moves, auto keeps, auto isScaled) HWY_ATTR {
    blocks.each(nullptr, [&](int64_t first, int64_t past, double*) HWY_ATTR {
      sumsOf<T, false, false>(first, past, nullptr, [&](auto d, int64_t i, auto&) HWY_ATTR {
        const auto before = hn::LoadU(d, p + i);
        if constexpr (moves) hn::StoreU(hn::MulAdd(hn::Set(d, step), before, hn::LoadU(d, x + i)), d, x + i);
        auto result = hn::LoadU(d, r + i);
        if constexpr (isScaled) result = hn::Mul(hn::LoadU(d, scales + i), result);
        if constexpr (keeps) result = hn::MulAdd(hn::Set(d, share), before, result);
        hn::StoreU(result, d, p + i);
        return result;
      });
    });
  };
  known(scales != nullptr, [&](auto isScaled) HWY_ATTR {
    known(step != 0,
          [&](auto moves) HWY_ATTR { known(share != 0, [&](auto keeps) HWY_ATTR { run(moves, keeps, isScaled); }); });
  });
}

HWY_INLINE Blocks blocksOf(Arguments& from) {
  const int64_t n = from.integer(), size = from.integer(), begin = from.integer();
  return {n, size, begin, from.integer()};
}

// x ← x + ap; p ← r + bp.
template <typename T> void advance(Arguments from) {
  T* const p = from.pointer<T>();
  const T a = *from.pointer<const T>();
  T* const x = from.pointer<T>();
  const T* const r = from.pointer<const T>();
  const T b = *from.pointer<const T>();
  alongAndAnew<T>(p, x, r, nullptr, a, b, blocksOf(from));
}

// x ← x + (a/c)p; p ← r + (b/a)p.
template <typename T> void conjugate(Arguments from) {
  T* const p = from.pointer<T>();
  const T a = *from.pointer<const T>(), c = *from.pointer<const T>(), b = *from.pointer<const T>();
  T* const x = from.pointer<T>();
  const T* const r = from.pointer<const T>();
  const T* const scales = from.pointer<const T>();
  alongAndAnew<T>(p, x, r, scales, safeQuotient(a, c), safeQuotient(b, a), blocksOf(from));
}

// r ← r − (a/c)q, its rᵀ(d ∘ r) and rᵀr.
template <typename T> void descend(Arguments from) {
  const T* HWY_RESTRICT const q = from.pointer<const T>();
  const T a = *from.pointer<const T>(), c = *from.pointer<const T>();
  T* HWY_RESTRICT const r = from.pointer<T>();
  const T* HWY_RESTRICT const scales = from.pointer<const T>();
  double* const sums = from.pointer<double>();
  const Blocks blocks = blocksOf(from);
  const T minus = -safeQuotient(a, c);
  const auto run = [&](auto moves, auto isScaled) HWY_ATTR {
    blocks.each(sums, [&](int64_t first, int64_t past, double* own) HWY_ATTR {
      sumsOf<T, isScaled, true>(first, past, own, [&](auto d, int64_t i, auto& other) HWY_ATTR {
        auto result = hn::LoadU(d, r + i);
        if constexpr (moves) {
          result = hn::MulAdd(hn::Set(d, minus), hn::LoadU(d, q + i), result);
          hn::StoreU(result, d, r + i);
        }
        if constexpr (isScaled) other = hn::Mul(hn::LoadU(d, scales + i), result);
        return result;
      });
    });
  };
  known(minus != 0,
        [&](auto moves) HWY_ATTR { known(scales != nullptr, [&](auto isScaled) HWY_ATTR { run(moves, isScaled); }); });
}

// y ← d ∘ x, and yᵀx where there is an address s.
template <typename T> void hadamard(Arguments from) {
  const T* HWY_RESTRICT const scales = from.pointer<const T>();
  const T* HWY_RESTRICT const x = from.pointer<const T>();
  T* HWY_RESTRICT const y = from.pointer<T>();
  const bool isSummed = from.pointer<const T>() != nullptr;
  double* const sums = from.pointer<double>();
  const Blocks blocks = blocksOf(from);
  known(isSummed, [&](auto dots) HWY_ATTR {
    blocks.each(sums, [&](int64_t first, int64_t past, double* own) HWY_ATTR {
      sumsOf<T, dots, false>(first, past, own, [&](auto d, int64_t i, auto& other) HWY_ATTR {
        other = hn::LoadU(d, x + i);
        const auto result = hn::Mul(hn::LoadU(d, scales + i), other);
        hn::StoreU(result, d, y + i);
        return result;
      });
    });
  });
}

// xᵀz and xᵀx; addresses z and t are 0 for what is not added up.
template <typename T> void dots(Arguments from) {
  const T* HWY_RESTRICT const x = from.pointer<const T>();
  const T* HWY_RESTRICT const z = from.pointer<const T>();
  const bool isNormed = from.pointer<const T>() != nullptr;
  double* const sums = from.pointer<double>();
  const Blocks blocks = blocksOf(from);
  known(z != nullptr, [&](auto isDotted) HWY_ATTR {
    known(isNormed, [&](auto norms) HWY_ATTR {
      blocks.each(sums, [&](int64_t first, int64_t past, double* own) HWY_ATTR {
        sumsOf<T, isDotted, norms>(first, past, own, [&](auto d, int64_t i, auto& other) HWY_ATTR {
          if constexpr (isDotted) other = hn::LoadU(d, z + i);
          return hn::LoadU(d, x + i);
        });
      });
    });
  });
}

// s and t from the sums of `count` blocks, four at a time; an address that is 0 stands for what is not wanted.
template <typename T> void total(Arguments from) {
  const double* HWY_RESTRICT const sums = from.pointer<const double>();
  T* const s = from.pointer<T>();
  T* const t = from.pointer<T>();
  const int64_t count = from.integer();
  const auto sumOf = [&](int64_t which) {
    double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
    int64_t block = 0;
    for (; block + 4 <= count; block += 4) {
      sum0 += sums[2 * block + which];
      sum1 += sums[2 * block + 2 + which];
      sum2 += sums[2 * block + 4 + which];
      sum3 += sums[2 * block + 6 + which];
    }
    for (; block < count; block++) sum0 += sums[2 * block + which];
    return static_cast<T>((sum0 + sum1) + (sum2 + sum3));
  };
  if (s != nullptr) *s = sumOf(0);
  if (t != nullptr) *t = sumOf(1);
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
