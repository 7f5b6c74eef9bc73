// Products in which a row adds to many elements of y: each worker adds into sums of its own, which are added up
// afterwards. How they lie is said by scratchOf in @spmv/kernel-kit.
#if defined(SPMV_SCATTER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_SCATTER_INL_H
#undef SPMV_SCATTER_INL_H
#else
#define SPMV_SCATTER_INL_H
#endif

#include <climits>
#include <cstring>

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Scratch elements after a worker's sums, added up at a time; numbers in `touched` for each worker, a line of the
// cache.
constexpr int64_t kBlock = 512, kTouched = 16;

// The sums of one worker, and which of them it has added to in this product: from touched[0] to touched[1] − 1.
template <typename T> struct OwnSums {
  T* HWY_RESTRICT sums;
  int32_t* HWY_RESTRICT touched;

  OwnSums(T* all, int32_t* allTouched, int64_t stride, int64_t worker)
      : sums(all + worker * stride), touched(allTouched + worker * kTouched) {}

  HWY_INLINE void touch(int32_t first, int32_t last) const {
    touched[0] = HWY_MIN(touched[0], first);
    touched[1] = HWY_MAX(touched[1], last + 1);
  }
};

// sums[columns[k]] += values[k]·factor for k < count. No column comes twice, so that four sums are read before one is
// written; four neighbours are one vector. Not so where vectors are halves, on AMD's processors: a vector waits there
// where two were written for it, and to add takes half as long as to multiply and add, for which the next row waits
// (Zen 5: a band of blocks in 0.6 of the time, stencils in 0.85, cavity10 in 1.25).
template <typename T, typename V>
HWY_INLINE void scatter(const V* HWY_RESTRICT values, const int32_t* HWY_RESTRICT columns, T factor, T* sums,
                        int64_t count) {
  const Capped<T, 4> d;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  const Capped<T, 1> one;
  const auto sum = [&](int64_t entry, int64_t j) HWY_ATTR {
    return mulAdd(one, loadValues(one, values + entry), set(one, factor), loadValues(one, sums + j));
  };
  int64_t k = 0;
  if constexpr (kHalves && std::is_floating_point_v<T> && !kIsHalf<V>) {
    const hn::CappedTag<T, 2> two;
    for (; k + 2 <= count; k += 2) {
      const auto products = hn::Mul(loadValues(two, values + k), hn::Set(two, factor));
      sums[columns[k]] += hn::GetLane(products);
      sums[columns[k + 1]] += hn::ExtractLane(products, 1);
    }
  }
  for (; k + 4 <= count; k += 4) {
    const int64_t j0 = columns[k], j3 = columns[k + 3];
    if (j3 - j0 == 3) {
      for (int64_t l = 0; l < 4; l += lanes) {
        const auto added = mulAdd(d, loadValues(d, values + k + l), set(d, factor), loadValues(d, sums + j0 + l));
        store(added, d, sums + j0 + l);
      }
      continue;
    }
    const int64_t j1 = columns[k + 1], j2 = columns[k + 2];
    const auto s0 = sum(k, j0), s1 = sum(k + 1, j1), s2 = sum(k + 2, j2), s3 = sum(k + 3, j3);
    store(s0, one, sums + j0);
    store(s1, one, sums + j1);
    store(s2, one, sums + j2);
    store(s3, one, sums + j3);
  }
  for (; k < count; k++) store(sum(k, columns[k]), one, sums + columns[k]);
}

// Entries from … to − 1 of row i.
template <bool Ask, typename T, typename V>
HWY_INLINE void spreadRow(const OwnSums<T>& own, const int32_t* HWY_RESTRICT columns, const V* HWY_RESTRICT values,
                          T factor, int64_t from, int64_t past) {
  if (from >= past) return;
  if constexpr (Ask) askAllAhead(values + from, columns + from, past - from);
  own.touch(columns[from], columns[past - 1]);
  scatter(values + from, columns + from, factor, own.sums, past - from);
}

// Rows begin … end − 1 of CSR.
SPMV_KERNEL(csrTransposed, const int32_t* HWY_RESTRICT rowStart, const int32_t* HWY_RESTRICT colIndex,
            const V* HWY_RESTRICT values, const X* HWY_RESTRICT x, X* sums, int32_t* touched, int64_t stride,
            int64_t worker, int64_t begin, int64_t end) {
  const OwnSums<T> own(sums, touched, stride, worker);
  known(isFarAway<V>(rowStart[end] - rowStart[begin]), [&](auto ask) HWY_ATTR {
    for (int64_t i = begin; i < end; i++) spreadRow<ask>(own, colIndex, values, x[i], rowStart[i], rowStart[i + 1]);
  });
}

// Rows begin … end − 1 of CSR with padding.
SPMV_KERNEL(csrPaddedTransposed, const int32_t* HWY_RESTRICT rowStart, const int32_t* HWY_RESTRICT colIndex,
            const V* HWY_RESTRICT values, const X* HWY_RESTRICT x, X* sums, int32_t* touched, int64_t stride,
            int64_t worker, int64_t begin, int64_t end) {
  const OwnSums<T> own(sums, touched, stride, worker);
  known(isFarAway<V>(rowStart[end] - rowStart[begin]), [&](auto ask) HWY_ATTR {
    for (int64_t i = begin; i < end; i++) {
      spreadRow<ask>(own, colIndex, values, x[i], rowStart[i], rowEnd(colIndex, rowStart[i], rowStart[i + 1]));
    }
  });
}

// Entries begin … end − 1 of COO, run by run of a row.
SPMV_KERNEL(cooTransposed, const int32_t* HWY_RESTRICT rowIndex, const int32_t* HWY_RESTRICT colIndex,
            const V* HWY_RESTRICT values, const X* HWY_RESTRICT x, X* sums, int32_t* touched, int64_t stride,
            int64_t worker, int64_t begin, int64_t end) {
  const OwnSums<T> own(sums, touched, stride, worker);
  known(isFarAway<V>(end - begin), [&](auto ask) HWY_ATTR {
    for (int64_t k = begin; k < end;) {
      const int64_t i = rowIndex[k], first = k;
      while (k < end && rowIndex[k] == i) k++;
      spreadRow<ask>(own, colIndex, values, x[i], first, k);
    }
  });
}

// First pass, for workers begin … end − 1: no sums yet; those of the product before are zeroed.
SPMV_KERNEL(clearSums, T* sums, int32_t* touched, int64_t stride, int64_t begin, int64_t end) {
  for (int64_t worker = begin; worker < end; worker++) {
    const OwnSums<T> own(sums, touched, stride, worker);
    const int64_t count = own.touched[1] - static_cast<int64_t>(own.touched[0]);
    if (count > 0) memset(own.sums + own.touched[0], 0, static_cast<size_t>(count) * sizeof(T));
    own.touched[0] = INT_MAX;
    own.touched[1] = 0;
  }
}

// to[i] += from[i] for i < count.
template <typename T> HWY_INLINE void addAll(T* HWY_RESTRICT to, const T* HWY_RESTRICT from, int64_t count) {
  const Lanes<T> d;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) store(add(d, loadValues(d, to + i), loadValues(d, from + i)), d, to + i);
  for (; i < count; i++) to[i] += from[i];
}

// Last pass, over elements begin … end − 1 of y: the sums of all workers in their order, so that results repeat.
SPMV_KERNEL(reduceSums, T* sums, const int32_t* touched, T* HWY_RESTRICT y, int64_t stride, int64_t worker,
            int64_t workers, T alpha, T beta, int64_t begin, int64_t end) {
  const Scale<T> scale{alpha, beta};
  T* HWY_RESTRICT const block = sums + (worker + 1) * stride - kBlock;
  const Lanes<T> d;
  const int64_t lanes = static_cast<int64_t>(laneCount(d));
  for (int64_t first = begin; first < end; first += kBlock) {
    const int64_t past = HWY_MIN(first + kBlock, end);
    memset(block, 0, static_cast<size_t>(past - first) * sizeof(T));
    for (int64_t w = 0; w < workers; w++) {
      const int32_t* const own = touched + w * kTouched;
      const int64_t low = HWY_MAX(first, own[0]), high = HWY_MIN(past, own[1]);
      if (low < high) addAll(block + (low - first), sums + w * stride + low, high - low);
    }
    int64_t j = first;
    for (; j + lanes <= past; j += lanes) scale.finish(d, y + j, loadValues(d, block + (j - first)));
    for (; j < past; j++) scale.finish(y + j, block[j - first]);
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
