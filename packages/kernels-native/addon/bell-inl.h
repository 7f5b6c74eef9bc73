// Blocked ELLPACK.
#if defined(SPMV_BELL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_BELL_INL_H
#undef SPMV_BELL_INL_H
#else
#define SPMV_BELL_INL_H
#endif

#include "arguments.h"
#include "ellpack-inl.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Whether bit `at` is set.
HWY_INLINE bool bitOf(uint32_t bits, int64_t at) { return ((bits >> at) & 1) != 0; }

// Blocked ELLPACK with blocks of C columns, any where C is 0. Elements that no bit of the mask names are never
// multiplied.
template <typename T, typename V, int C> struct Bell {
  const int32_t* HWY_RESTRICT blockColumns;
  const void* HWY_RESTRICT masks;
  const V* HWY_RESTRICT values;
  const T* HWY_RESTRICT x;
  int64_t r, c, width, stride;
  bool byColumn;

  HWY_INLINE uint32_t mask(int64_t place) const {
    if (r * c <= 8) return static_cast<const uint8_t*>(masks)[place];
    if (r * c <= 16) return static_cast<const uint16_t*>(masks)[place];
    return static_cast<const uint32_t*>(masks)[place];
  }

  // The sum of row e of row of blocks b. A full row of a block is one vector of values times one of x.
  HWY_INLINE T row(int64_t b, int64_t e) const {
    const int64_t columns = C == 0 ? c : C, size = r * columns;
    const int64_t first = e * columns, step = byColumn ? stride : 1;
    const uint32_t full = (1u << columns) - 1;
    const Capped<T, C == 0 ? 1 : C> d;
    const int64_t lanes = static_cast<int64_t>(laneCount(d));
    auto sums = noProducts(d);
    T rest = 0;
    for (int64_t k = 0; k < width; k++) {
      const int64_t place = byColumn ? b + k * stride : b * stride + k;
      const int64_t blockColumn = blockColumns[place];
      if (blockColumn < 0) break;
      const uint32_t bits = (mask(place) >> first) & full;
      const V* const at = values + (byColumn ? b + (k * size + first) * stride : place * size + first);
      const T* const xs = x + blockColumn * columns;
      if constexpr (C != 0 && kMasks) {
        for (int64_t l = 0; l < columns; l += lanes) {
          const auto is = lanesOf(d, bits >> l);
          sums = mulAdd(d, hn::IfThenElseZero(is, loadValues(d, at + l)), loadWhere(d, is, xs + l), sums);
        }
      } else if (C != 0 && bits == full) {
        for (int64_t l = 0; l < columns; l += lanes) {
          sums = mulAdd(d, loadValues(d, at + l), loadValues(d, xs + l), sums);
        }
      } else {
        for (int64_t l = 0; l < columns; l++) {
          if (bitOf(bits, l)) rest += static_cast<T>(at[l * step]) * xs[l];
        }
      }
    }
    return rest + sumOf(d, sums);
  }

  // Masks of neighbouring places.
  template <class DC> HWY_INLINE hn::Vec<DC> masksAt(DC dc, int64_t place) const {
    const auto from = [&](auto narrow) HWY_ATTR {
      using Narrow = hn::TFromD<decltype(narrow)>;
      return hn::LoadU(narrow, static_cast<const Narrow*>(masks) + place);
    };
    if (r * c <= 8) return hn::PromoteTo(dc, from(hn::Rebind<uint8_t, DC>()));
    if (r * c <= 16) return hn::PromoteTo(dc, from(hn::Rebind<uint16_t, DC>()));
    return from(dc);
  }

  // Those masks, one for each part of a number in a lane.
  template <class D, class Bits> static HWY_INLINE auto forParts(D, Bits bits) {
    if constexpr (kIsComplex<T>) {
      return inParts(D(), bits);
    } else if constexpr (sizeof(T) == 8) {
      return hn::PromoteTo(hn::RebindToSigned<D>(), bits);
    } else {
      return bits;
    }
  }

  // sum + a·b in the lanes whose mask has the bit.
  template <class D, class Masks>
  static HWY_INLINE Products<D> addNamed(D d, Products<D> sum, Vec<D> a, Vec<D> b, Masks masks, int64_t bit) {
    const auto wanted = [&](auto parts) HWY_ATTR {
      const hn::RebindToSigned<decltype(parts)> wide;
      return hn::RebindMask(parts,
                            hn::TestBit(masks, hn::Set(wide, static_cast<Of<decltype(wide)>>(int64_t{1} << bit))));
    };
    if constexpr (kIsComplex<T>) {
      const auto is = wanted(typename D::Parts());
      return mulAdd(d, hn::IfThenElseZero(is, a), hn::IfThenElseZero(is, b), sum);
    } else {
      return hn::IfThenElse(wanted(d), mulAdd(d, a, b, sum), sum);
    }
  }

  // Rows of blocks b, b + 1, … by columns, one in each lane, whose blocks have R rows: x is gathered once for all of
  // these.
  template <int R, class D>
  HWY_INLINE void lanes(D d, Scale<T> scale, T* HWY_RESTRICT y, int64_t count, int64_t b) const {
    const Columns<D> dc;
    auto sum0 = noProducts(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (int64_t k = 0; k < width; k++) {
      const auto block = hn::LoadU(dc, blockColumns + b + k * stride);
      const auto isHere = hn::Gt(block, hn::Set(dc, -1));
      if (hn::AllFalse(dc, isHere)) break;
      const auto bits = hn::IfThenElseZero(isHere, masksAt(dc, b + k * stride));
      const auto first = hn::Mul(block, hn::Set(dc, static_cast<int32_t>(c)));
      const auto named = forParts(d, bits);
      for (int64_t l = 0; l < c; l++) {
        uint32_t any = 0;
        for (int64_t e = 0; e < R; e++) any |= 1u << (e * c + l);
        const auto isRead = hn::Ne(hn::And(bits, hn::Set(dc, static_cast<int32_t>(any))), hn::Zero(dc));
        const auto at = hn::IfThenElseZero(isRead, hn::Add(first, hn::Set(dc, static_cast<int32_t>(l))));
        const auto found = gatherColumns(d, x, at);
        const auto next = [&](auto sum, int64_t e) HWY_ATTR {
          const V* const from = values + b + (k * R * c + e * c + l) * stride;
          return addNamed(d, sum, loadValues(d, from), found, named, e * c + l);
        };
        sum0 = next(sum0, 0);
        if constexpr (R > 1) sum1 = next(sum1, 1);
        if constexpr (R > 2) sum2 = next(sum2, 2);
        if constexpr (R > 3) sum3 = next(sum3, 3);
      }
    }
    T each[4][mostLanes(d)];
    store(total(d, sum0), d, each[0]);
    store(total(d, sum1), d, each[1]);
    store(total(d, sum2), d, each[2]);
    store(total(d, sum3), d, each[3]);
    for (int64_t i = b * R; i < HWY_MIN(count, (b + static_cast<int64_t>(laneCount(d))) * R); i++) {
      scale.finish(y + i, each[i % R][i / R - b]);
    }
  }

  // Rows of blocks begin … end − 1 of R rows each, by columns.
  template <int R>
  HWY_NOINLINE void columns(Scale<T> scale, T* HWY_RESTRICT y, int64_t count, int64_t begin, int64_t end) const {
    inLanes<T>(
        begin, end, [&](auto d, int64_t b) HWY_ATTR { lanes<R>(d, scale, y, count, b); },
        [&](int64_t b) HWY_ATTR { rows(scale, y, count, b, b + 1); });
  }

  // Rows of blocks begin … end − 1.
  HWY_NOINLINE void rows(Scale<T> scale, T* HWY_RESTRICT y, int64_t count, int64_t begin, int64_t end) const {
    for (int64_t b = begin; b < end; b++) {
      const int64_t here = HWY_MIN(r, count - b * r);
      for (int64_t e = 0; e < here; e++) scale.finish(y + b * r + e, row(b, e));
    }
  }
};

SPMV_KERNEL(bellColumn, const int32_t* blockColIndex, const void* mask, const V* values, const X* x, X* y,
            int64_t blockRows, int64_t blockCols, int64_t width, int64_t stride, int64_t rows, T alpha, T beta,
            int64_t begin, int64_t end) {
  const Bell<T, V, 0> a{blockColIndex, mask, values, x, blockRows, blockCols, width, stride, true};
  const Scale<T> scale{alpha, beta};
  if constexpr (!kIsComplex<T> || HWY_TARGET != HWY_SCALAR) {
    if (blockRows == 1) return a.template columns<1>(scale, y, rows, begin, end);
    if (blockRows == 2) return a.template columns<2>(scale, y, rows, begin, end);
    if (blockRows == 3) return a.template columns<3>(scale, y, rows, begin, end);
    if (blockRows == 4) return a.template columns<4>(scale, y, rows, begin, end);
  }
  a.rows(scale, y, rows, begin, end);
}

SPMV_KERNEL(bellRow, const int32_t* blockColIndex, const void* mask, const V* values, const X* x, X* y,
            int64_t blockRows, int64_t blockCols, int64_t width, int64_t stride, int64_t rows, T alpha, T beta,
            int64_t begin, int64_t end) {
  const auto run = [&](auto columns) HWY_ATTR {
    const Bell<T, V, columns> a{blockColIndex, mask, values, x, blockRows, blockCols, width, stride, false};
    a.rows({alpha, beta}, y, rows, begin, end);
  };
  if (blockCols == 2) return run(std::integral_constant<int, 2>());
  if (blockCols == 4) return run(std::integral_constant<int, 4>());
  if (blockCols == 8) return run(std::integral_constant<int, 8>());
  run(std::integral_constant<int, 0>());
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
