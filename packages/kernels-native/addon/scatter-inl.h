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

  HWY_INLINE void touch(int32_t first, int32_t last) const {
    touched[0] = HWY_MIN(touched[0], first);
    touched[1] = HWY_MAX(touched[1], last + 1);
  }
};

// The arguments before the numbers of such a kernel: x, sums, touched; and after them: stride, worker, begin, end.
template <typename T> struct Spread {
  const T* HWY_RESTRICT x;
  OwnSums<T> own;
  int64_t begin, end;

  explicit Spread(Arguments& from) {
    x = from.pointer<const T>();
    T* const sums = from.pointer<T>();
    int32_t* const touched = from.pointer<int32_t>();
    const int64_t stride = from.integer(), worker = from.integer();
    own = {sums + worker * stride, touched + worker * kTouched};
    begin = from.integer();
    end = from.integer();
  }
};

// sums[columns[k]] += values[k]·factor for k < count. No column comes twice, so that four sums are read before one is
// written; four neighbours are one vector.
template <typename T, typename V>
HWY_INLINE void scatter(const V* HWY_RESTRICT values, const int32_t* HWY_RESTRICT columns, T factor, T* sums,
                        int64_t count) {
  const hn::CappedTag<T, 4> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t k = 0;
  for (; k + 4 <= count; k += 4) {
    const int64_t j0 = columns[k], j3 = columns[k + 3];
    if (j3 - j0 == 3) {
      for (int64_t l = 0; l < 4; l += lanes) {
        const auto added = hn::MulAdd(loadValues(d, values + k + l), hn::Set(d, factor), hn::LoadU(d, sums + j0 + l));
        hn::StoreU(added, d, sums + j0 + l);
      }
      continue;
    }
    const int64_t j1 = columns[k + 1], j2 = columns[k + 2];
    const T s0 = sums[j0] + static_cast<T>(values[k]) * factor;
    const T s1 = sums[j1] + static_cast<T>(values[k + 1]) * factor;
    const T s2 = sums[j2] + static_cast<T>(values[k + 2]) * factor;
    const T s3 = sums[j3] + static_cast<T>(values[k + 3]) * factor;
    sums[j0] = s0;
    sums[j1] = s1;
    sums[j2] = s2;
    sums[j3] = s3;
  }
  for (; k < count; k++) sums[columns[k]] += static_cast<T>(values[k]) * factor;
}

// Entries from … to − 1 of row i.
template <bool Ask, typename T, typename V>
HWY_INLINE void spreadRow(const Spread<T>& to, const int32_t* HWY_RESTRICT columns, const V* HWY_RESTRICT values,
                          int64_t i, int64_t from, int64_t past) {
  if (from >= past) return;
  if constexpr (Ask) askAllAhead(values + from, columns + from, past - from);
  to.own.touch(columns[from], columns[past - 1]);
  scatter(values + from, columns + from, to.x[i], to.own.sums, past - from);
}

// Rows begin … end − 1 of CSR.
template <typename T, typename V = T> void csrTransposed(Arguments from) {
  const int32_t* HWY_RESTRICT const rowStart = from.pointer<const int32_t>();
  const int32_t* HWY_RESTRICT const columns = from.pointer<const int32_t>();
  const V* HWY_RESTRICT const values = from.pointer<const V>();
  const Spread<T> to(from);
  known(isFarAway<V>(rowStart[to.end] - rowStart[to.begin]), [&](auto ask) HWY_ATTR {
    for (int64_t i = to.begin; i < to.end; i++) spreadRow<ask>(to, columns, values, i, rowStart[i], rowStart[i + 1]);
  });
}

// Rows begin … end − 1 of CSR with padding.
template <typename T, typename V = T> void csrPaddedTransposed(Arguments from) {
  const int32_t* HWY_RESTRICT const rowStart = from.pointer<const int32_t>();
  const int32_t* HWY_RESTRICT const columns = from.pointer<const int32_t>();
  const V* HWY_RESTRICT const values = from.pointer<const V>();
  const Spread<T> to(from);
  known(isFarAway<V>(rowStart[to.end] - rowStart[to.begin]), [&](auto ask) HWY_ATTR {
    for (int64_t i = to.begin; i < to.end; i++) {
      spreadRow<ask>(to, columns, values, i, rowStart[i], rowEnd(columns, rowStart[i], rowStart[i + 1]));
    }
  });
}

// Entries begin … end − 1 of COO, run by run of a row.
template <typename T, typename V = T> void cooTransposed(Arguments from) {
  const int32_t* HWY_RESTRICT const rowIndex = from.pointer<const int32_t>();
  const int32_t* HWY_RESTRICT const columns = from.pointer<const int32_t>();
  const V* HWY_RESTRICT const values = from.pointer<const V>();
  const Spread<T> to(from);
  known(isFarAway<V>(to.end - to.begin), [&](auto ask) HWY_ATTR {
    for (int64_t k = to.begin; k < to.end;) {
      const int64_t i = rowIndex[k], first = k;
      while (k < to.end && rowIndex[k] == i) k++;
      spreadRow<ask>(to, columns, values, i, first, k);
    }
  });
}

// First pass, for workers begin … end − 1: no sums yet; those of the product before are zeroed.
template <typename T> void clearSums(Arguments from) {
  T* const sums = from.pointer<T>();
  int32_t* const all = from.pointer<int32_t>();
  const int64_t stride = from.integer(), begin = from.integer(), end = from.integer();
  for (int64_t worker = begin; worker < end; worker++) {
    int32_t* const touched = all + worker * kTouched;
    const int64_t count = touched[1] - static_cast<int64_t>(touched[0]);
    if (count > 0) memset(sums + worker * stride + touched[0], 0, static_cast<size_t>(count) * sizeof(T));
    touched[0] = INT_MAX;
    touched[1] = 0;
  }
}

// to[i] += from[i] for i < count.
template <typename T> HWY_INLINE void addAll(T* HWY_RESTRICT to, const T* HWY_RESTRICT from, int64_t count) {
  const Lanes<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(hn::Add(hn::LoadU(d, to + i), hn::LoadU(d, from + i)), d, to + i);
  for (; i < count; i++) to[i] += from[i];
}

// Last pass, over elements begin … end − 1 of y: the sums of all workers in their order, so that results repeat.
template <typename T> void reduceSums(Arguments from) {
  T* const sums = from.pointer<T>();
  const int32_t* const all = from.pointer<const int32_t>();
  T* HWY_RESTRICT const y = from.pointer<T>();
  const int64_t stride = from.integer(), worker = from.integer(), workers = from.integer();
  const Scale<T> scale = scaleOf<T>(from);
  const int64_t begin = from.integer(), end = from.integer();
  T* HWY_RESTRICT const block = sums + (worker + 1) * stride - kBlock;
  const Lanes<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t first = begin; first < end; first += kBlock) {
    const int64_t past = HWY_MIN(first + kBlock, end);
    memset(block, 0, static_cast<size_t>(past - first) * sizeof(T));
    for (int64_t w = 0; w < workers; w++) {
      const int32_t* const touched = all + w * kTouched;
      const int64_t low = HWY_MAX(first, touched[0]), high = HWY_MIN(past, touched[1]);
      if (low < high) addAll(block + (low - first), sums + w * stride + low, high - low);
    }
    int64_t j = first;
    for (; j + lanes <= past; j += lanes) scale.finish(d, y + j, hn::LoadU(d, block + (j - first)));
    for (; j < past; j++) scale.finish(y + j, block[j - first]);
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
