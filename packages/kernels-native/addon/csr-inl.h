// CSR and what is stored like it: whole rows, the merge path, rows with padding, sorted entries.
#if defined(SPMV_CSR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_CSR_INL_H
#undef SPMV_CSR_INL_H
#else
#define SPMV_CSR_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Up to how many entries are not worth masks.
constexpr int64_t kFew = 12;

// Rows of entries one after another, values stored as V and vectors as X in a product of T. Starts are whole numbers of
// type S.
template <typename T, typename V, typename S = int32_t, typename X = T> struct Rows {
  const S* HWY_RESTRICT rowStart;
  const int32_t* HWY_RESTRICT colIndex;
  const V* HWY_RESTRICT values;
  const X* HWY_RESTRICT x;
  X* HWY_RESTRICT y;
  bool isFar;

  template <bool Masked = !kHalves> HWY_INLINE T sum(int64_t from, int64_t to) const {
    return dot<T, Masked>(values + from, colIndex + from, x, static_cast<size_t>(to - from), isFar);
  }

  // Entries k … k + L − 1. Those of f64 by pairs: loads are what a core of x86 has too few of.
  template <int L> HWY_INLINE T sumOfJust(int64_t k) const {
    if constexpr (L == 0) {
      return 0;
#if SPMV_AVX512 || HWY_TARGET == HWY_AVX2
    } else if constexpr (L >= 2 && std::is_same_v<T, double> && std::is_same_v<V, double>) {
      const hn::CappedTag<double, 2> two;
      const auto found = [&](int64_t e) HWY_ATTR {
        return loadEach(two, x,
                        [&](size_t l) HWY_ATTR { return static_cast<size_t>(colIndex[e + static_cast<int64_t>(l)]); });
      };
      auto sums = hn::Mul(hn::LoadU(two, values + k), found(k));
#pragma GCC unroll 3
      for (int e = 2; e + 2 <= L; e += 2) sums = hn::MulAdd(hn::LoadU(two, values + k + e), found(k + e), sums);
      const T sum = hn::GetLane(sums) + hn::ExtractLane(sums, 1);
      return L % 2 == 0 ? sum : sum + values[k + L - 1] * x[colIndex[k + L - 1]];
#endif
    } else if constexpr (L == 1) {
      return static_cast<T>(values[k]) * static_cast<T>(x[colIndex[k]]);
    } else {
      return sumOfJust<L / 2>(k) + sumOfJust<L - L / 2>(k + L / 2);
    }
  }

  // The same as `sum` for few entries, without masks.
  HWY_INLINE T sumOfFew(int64_t k, int64_t to) const {
    T sum = 0;
    for (; k + 4 <= to; k += 4) sum += sumOfJust<4>(k);
    if (to - k >= 2) return sum + (to - k == 2 ? sumOfJust<2>(k) : sumOfJust<3>(k));
    return k < to ? sum + sumOfJust<1>(k) : sum;
  }

  // The whole rows begin … end − 1; where most are short, those of few entries without masks.
  template <bool AreShort = false> HWY_INLINE void whole(Scale<T> scale, int64_t begin, int64_t end) const {
    if (begin >= end) return;
    int64_t k = static_cast<int64_t>(rowStart[begin]);
    for (int64_t i = begin; i < end; i++) {
      const int64_t next = static_cast<int64_t>(rowStart[i + 1]);
      scale.finish(y + i, AreShort && next - k <= kFew ? sumOfFew(k, next) : sum(k, next));
      k = next;
    }
  }
};

// Products of more bytes ask for blocks ahead: 0.6 of the time on a Xeon, but half as long again where a cache holds
// all.
constexpr int64_t kFarBytes = int64_t{1} << 24;

// Rows by length within blocks of 128: `order` of rowOrder in @spmv/kernel-kit, which says how it is laid out.
constexpr int64_t kBlockRows = 128, kBlockBytes = 144, kRowsAt = 16, kShort = 8;

// The rows of a block whose numbers are at id … past − 1, all of L entries: no end of a row is mispredicted. Where they
// are the whole block nothing is looked up. A function each: one with all of these loops has too few registers.
template <int L, typename T, typename V, typename X>
HWY_NOINLINE void rowsOfLength(const Rows<T, V, int32_t, X>& a, Scale<T> scale, int64_t base, const uint8_t* id,
                               const uint8_t* past) {
  if (past - id == kBlockRows) {
    const int64_t k = a.rowStart[base];
    for (int64_t i = 0; i < kBlockRows; i++) scale.finish(a.y + base + i, a.template sumOfJust<L>(k + i * L));
    return;
  }
  for (; id < past; id++) {
    const int64_t i = base + *id;
    scale.finish(a.y + i, a.template sumOfJust<L>(a.rowStart[i]));
  }
}

// The whole rows begin … end − 1, those of complete blocks by length. Not in one function with the rest: it has many
// loops.
template <typename T, typename V, typename X>
HWY_NOINLINE void byLength(const Rows<T, V, int32_t, X>& a, const uint8_t* order, Scale<T> scale, int64_t begin,
                           int64_t end) {
  const int64_t first = HWY_MIN((begin + kBlockRows - 1) / kBlockRows * kBlockRows, end);
  const int64_t last = HWY_MAX(end / kBlockRows * kBlockRows, first);
  const bool isFar = (a.rowStart[end] - a.rowStart[begin]) * int64_t{sizeof(V) + sizeof(int32_t)} > kFarBytes;
  a.whole(scale, begin, first);
  for (int64_t base = first; base < last; base += kBlockRows) {
    const uint8_t* const ends = order + base / kBlockRows * kBlockBytes;
    const uint8_t* const id = ends + kRowsAt;
    if (ends[kShort] == 0) {
      a.whole(scale, base, base + kBlockRows);
      continue;
    }
    const int64_t start = a.rowStart[base], count = a.rowStart[base + kBlockRows] - start;
    if (isFar) askAllAhead(a.values + start, a.colIndex + start, count);
    const auto ofLength = [&](auto length) HWY_ATTR {
      const int from = length == 0 ? 0 : ends[length - 1];
      if (from < ends[length]) rowsOfLength<length>(a, scale, base, id + from, id + ends[length]);
    };
    ofLength(std::integral_constant<int, 0>());
    ofLength(std::integral_constant<int, 1>());
    ofLength(std::integral_constant<int, 2>());
    ofLength(std::integral_constant<int, 3>());
    ofLength(std::integral_constant<int, 4>());
    ofLength(std::integral_constant<int, 5>());
    ofLength(std::integral_constant<int, 6>());
    ofLength(std::integral_constant<int, 7>());
    ofLength(std::integral_constant<int, 8>());
    // A mask costs less than the branch that where these end mispredicts (email-Enron, Zen 5: 0.8).
    for (const uint8_t* at = id + ends[kShort]; at < id + kBlockRows; at++) {
      const int64_t i = base + *at;
      scale.finish(a.y + i, a.template sum<true>(a.rowStart[i], a.rowStart[i + 1]));
    }
  }
  a.whole(scale, last, end);
}

// Whole rows in the order that rowOrder chose: by length (1), mostly short (2) or in turn.
template <typename T, typename V, typename X = T> struct OrderedRows {
  Rows<T, V, int32_t, X> a;
  int choice;
  const uint8_t* order;

  HWY_INLINE void whole(Scale<T> scale, int64_t begin, int64_t end) const {
    if (choice == 1) {
      byLength(a, order, scale, begin, end);
    } else if (choice == 2) {
      a.template whole<true>(scale, begin, end);
    } else {
      a.whole(scale, begin, end);
    }
  }
};

SPMV_KERNEL(csr, const int32_t* rowStart, const int32_t* colIndex, const V* values, const int32_t* choice,
            const uint8_t* order, const X* x, X* y, T alpha, T beta, int64_t begin, int64_t end) {
  const bool isFar = isFarAway<V>(rowStart[end] - rowStart[begin]);
  const OrderedRows<T, V, X> a{{rowStart, colIndex, values, x, y, isFar}, *choice, order};
  a.whole({alpha, beta}, begin, end);
}

// Rows begin … end − 1 of CSR whose starts are whole numbers in f64: more entries than 32 bits count.
SPMV_KERNEL(csr64, const double* rowStart, const int32_t* colIndex, const V* values, const X* x, X* y, T alpha, T beta,
            int64_t begin, int64_t end) {
  const bool isFar = isFarAway<V>(static_cast<int64_t>(rowStart[end] - rowStart[begin]));
  const Rows<T, V, double, X> a{rowStart, colIndex, values, x, y, isFar};
  a.whole({alpha, beta}, begin, end);
}

// Rows that end in padding.
SPMV_KERNEL(csrPadded, const int32_t* HWY_RESTRICT rowStart, const int32_t* HWY_RESTRICT colIndex,
            const V* HWY_RESTRICT values, const X* HWY_RESTRICT x, X* HWY_RESTRICT y, T alpha, T beta, int64_t begin,
            int64_t end) {
  const Scale<T> scale{alpha, beta};
  known(isFarAway<V>(rowStart[end] - rowStart[begin]), [&](auto ask) HWY_ATTR {
    int64_t k = rowStart[begin];
    for (int64_t i = begin; i < end; i++) {
      const int64_t next = rowStart[i + 1];
      if constexpr (ask && !SPMV_SINGLY) askAllAhead(values + k, colIndex + k, next - k);
      scale.finish(y + i, dotPadded<T>(values + k, colIndex + k, x, next - k, ask));
      k = next;
    }
  });
}

// Rows that end before step `diagonal` of the merge of row ends with entries 0 … nnz − 1 (Merrill, Garland 2016, §3).
HWY_INLINE int64_t rowsBefore(const int32_t* rowStart, int64_t rows, int64_t nnz, int64_t diagonal) {
  int64_t low = diagonal > nnz ? diagonal - nnz : 0;
  int64_t high = diagonal < rows ? diagonal : rows;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (rowStart[middle + 1] < diagonal - middle) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Steps begin … end − 1 of the merge path, each an entry or an end of a row: equal ranges are equal work whatever the
// rows.
SPMV_KERNEL(csrMerge, const int32_t* rowStart, const int32_t* colIndex, const V* values, const int32_t* choice,
            const uint8_t* order, const X* x, X* y, PartialSums* partialSums, int64_t rows, int64_t nnz, T alpha,
            T beta, int64_t begin, int64_t end) {
  const OrderedRows<T, V, X> ordered{{rowStart, colIndex, values, x, y, isFarAway<V>(end - begin)}, *choice, order};
  const Rows<T, V, int32_t, X>& a = ordered.a;
  const Scale<T> scale{alpha, beta};
  partialSums->clear();
  int64_t i = rowsBefore(a.rowStart, rows, nnz, begin);
  int64_t k = begin - i;
  const int64_t lastRow = rowsBefore(a.rowStart, rows, nnz, end);
  const int64_t lastEntry = end - lastRow;
  if (i < rows && a.rowStart[i] < k) {
    const int64_t stop = i < lastRow ? a.rowStart[i + 1] : lastEntry;
    partialSums->setHead(i, a.sum(k, stop));
    k = stop;
    if (i == lastRow) return;
    i++;
  }
  if (i < lastRow) {
    ordered.whole(scale, i, lastRow);
    k = a.rowStart[lastRow];
  }
  if (k < lastEntry) partialSums->setTail(lastRow, a.sum(k, lastEntry));
}

// Entries begin … end − 1, sorted by rows. A range writes the rows that begin in it and the empty ones before each of
// them.
SPMV_KERNEL(coo, const int32_t* rowIndex, const int32_t* colIndex, const V* values, const X* x, X* y,
            PartialSums* partialSums, int64_t rows, int64_t nnz, T alpha, T beta, int64_t begin, int64_t end) {
  const Rows<T, V, int32_t, X> a{rowIndex, colIndex, values, x, y, isFarAway<V>(end - begin)};
  const Scale<T> scale{alpha, beta};
  partialSums->clear();
  int64_t next = begin > 0 ? rowIndex[begin - 1] + 1 : 0;
  for (int64_t k = begin; k < end;) {
    const int64_t i = rowIndex[k];
    for (; next < i; next++) scale.finish(a.y + next, 0);
    int64_t stop = k;
    while (stop + 8 <= end && rowIndex[stop + 7] == i) stop += 8;
    while (stop < end && rowIndex[stop] == i) stop++;
    if (!SPMV_SINGLY && a.isFar) askAllAhead(a.values + k, a.colIndex + k, stop - k);
    const T sum = a.sum(k, stop);
    k = stop;
    if (i < next) {
      partialSums->setHead(i, sum);
    } else if (k == end && end < nnz && rowIndex[end] == i) {
      partialSums->setTail(i, sum);
    } else {
      scale.finish(a.y + i, sum);
    }
    next = i + 1;
  }
  if (end == nnz) {
    for (; next < rows; next++) scale.finish(a.y + next, 0);
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
