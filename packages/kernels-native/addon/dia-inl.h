// Diagonals, one after another, and a bit for every place that holds an entry.
#if defined(SPMV_DIA_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_DIA_INL_H
#undef SPMV_DIA_INL_H
#else
#define SPMV_DIA_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// The bits of places at … at + 31 of one diagonal of `rows` places, from bit 0 on; 0 where there is no such place.
HWY_INLINE uint32_t bitsFrom(const uint32_t* filled, int64_t at, int64_t rows) {
  if (at <= -32 || at >= rows) return 0;
  if (at < 0) return filled[0] << -at;
  const int64_t word = at / 32, past = at % 32;
  uint32_t bits = filled[word] >> past;
  if (past != 0 && (word + 1) * 32 < rows) bits |= filled[word + 1] << (32 - past);
  return bits;
}

// sum + values·x in the lanes whose bits are set; elsewhere nothing is read, and nothing added.
template <class D, typename V>
HWY_INLINE Products<D> addMasked(D d, Products<D> sum, const V* HWY_RESTRICT values, const Of<D>* HWY_RESTRICT x,
                                 uint32_t bits) {
  using T = Of<D>;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  if constexpr (kMasks && sizeof(V) == sizeof(T)) {
    const auto mask = lanesOf(d, bits);
    return mulAdd(d, loadWhere(d, mask, values), loadWhere(d, mask, x), sum);
  } else {
    HWY_ALIGN T products[8];
    for (int64_t l = 0; l < lanes; l++) products[l] = (bits >> l) & 1 ? static_cast<T>(values[l]) * x[l] : T{0};
    return add(d, sum, loadValues(d, products));
  }
}

// Elements begin … end − 1 of y, 32 or fewer at a time. Element k has its entry of a diagonal in row k, and it meets
// x[k + offset]; transposed, in row k − offset, where it meets x of that row.
template <bool Transposed, typename T, typename V>
HWY_INLINE void diagonalsOf(const int32_t* HWY_RESTRICT offset, const uint32_t* HWY_RESTRICT filled,
                            const V* HWY_RESTRICT values, const T* HWY_RESTRICT x, T* HWY_RESTRICT y, int64_t rows,
                            int64_t count, int64_t words, Scale<T> scale, int64_t begin, int64_t end) {
  const Long<T, 8> d;
  const int64_t lanes = static_cast<int64_t>(laneCount(d)), many = 4 * lanes;
  const auto low = [](int64_t bits) { return bits >= 32 ? ~uint32_t{0} : (uint32_t{1} << bits) - 1; };
  const uint32_t each = low(lanes);
  for (int64_t k = begin; k < end; k += many) {
    const uint32_t wanted = low(HWY_MIN(many, end - k));
    auto sum0 = noProducts(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (int64_t o = 0; o < count; o++) {
      const int64_t i = Transposed ? k - offset[o] : k;
      const uint32_t bits = bitsFrom(filled + o * words, i, rows) & wanted;
      if (bits == 0) continue;
      const V* const a = values + o * rows + i;
      const T* const met = x + (Transposed ? i : k + offset[o]);
      if (bits == low(many)) {
        askAllAhead(a, many);
        sum0 = mulAdd(d, loadValues(d, a), loadValues(d, met), sum0);
        sum1 = mulAdd(d, loadValues(d, a + lanes), loadValues(d, met + lanes), sum1);
        sum2 = mulAdd(d, loadValues(d, a + 2 * lanes), loadValues(d, met + 2 * lanes), sum2);
        sum3 = mulAdd(d, loadValues(d, a + 3 * lanes), loadValues(d, met + 3 * lanes), sum3);
        continue;
      }
      const auto part = [&, lanes](auto sum, int64_t vector) HWY_ATTR {
        const uint32_t here = (bits >> (vector * lanes)) & each;
        return here == 0 ? sum : addMasked(d, sum, a + vector * lanes, met + vector * lanes, here);
      };
      sum0 = part(sum0, 0);
      sum1 = part(sum1, 1);
      sum2 = part(sum2, 2);
      sum3 = part(sum3, 3);
    }
    const auto write = [&, lanes](auto sum, int64_t first) HWY_ATTR {
      if (first + lanes <= end) {
        scale.finish(d, y + first, sum);
        return;
      }
      HWY_ALIGN T sums[8];
      store(sum, d, sums);
      for (int64_t l = 0; first + l < end; l++) scale.finish(y + first + l, sums[l]);
    };
    if (k + many <= end) {
      scale.finish(d, y + k, total(d, sum0));
      scale.finish(d, y + k + lanes, total(d, sum1));
      scale.finish(d, y + k + 2 * lanes, total(d, sum2));
      scale.finish(d, y + k + 3 * lanes, total(d, sum3));
      continue;
    }
    write(total(d, sum0), k);
    write(total(d, sum1), k + lanes);
    write(total(d, sum2), k + 2 * lanes);
    write(total(d, sum3), k + 3 * lanes);
  }
}

SPMV_KERNEL(dia, const int32_t* offset, const uint32_t* filled, const V* values, const X* x, X* y, int64_t rows,
            int64_t diagonals, int64_t words, T alpha, T beta, int64_t begin, int64_t end) {
  diagonalsOf<false, T, V>(offset, filled, values, x, y, rows, diagonals, words, {alpha, beta}, begin, end);
}

SPMV_KERNEL(diaTransposed, const int32_t* offset, const uint32_t* filled, const V* values, const X* x, X* y,
            int64_t rows, int64_t diagonals, int64_t words, T alpha, T beta, int64_t begin, int64_t end) {
  diagonalsOf<true, T, V>(offset, filled, values, x, y, rows, diagonals, words, {alpha, beta}, begin, end);
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
