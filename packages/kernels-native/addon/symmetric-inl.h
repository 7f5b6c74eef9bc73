// The lower triangle of a symmetric or skew-symmetric matrix: each entry for its row and its column. Passes and scratch
// are those of @spmv/format-symmetric.
#if defined(SPMV_SYMMETRIC_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_SYMMETRIC_INL_H
#undef SPMV_SYMMETRIC_INL_H
#else
#define SPMV_SYMMETRIC_INL_H
#endif

#include <cstring>

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Sums that are cleared and added up together.
constexpr int64_t kMirrored = 512;

// First row of worker `worker`: as much work, a row and an entry counting the same, comes before it as before the
// worker.
HWY_INLINE int64_t firstRow(const int32_t* rowStart, int64_t rows, int64_t worker, int64_t workers) {
  const int64_t wanted = (rowStart[rows] + rows) * worker / workers;
  int64_t low = 0, high = rows;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (rowStart[middle] + middle < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// A value as it is stored: mirrored ones are conjugated by their type.
template <typename T, typename V> HWY_INLINE T stored(V value) { return static_cast<T>(value); }
template <typename T, typename R> HWY_INLINE T stored(Conjugated<R> value) { return value.value; }

// Σ aᵢⱼxⱼ over `count` entries of row i, each of which is also added to element j of `to`, times `factor` (xᵢ, or −xᵢ
// of a skew-symmetric matrix) and, last, where no factor of it overflows, alpha. No column comes twice, so that four
// elements are read before one is written.
template <bool Unit, typename T, typename V>
HWY_INLINE T addMirror(const V* HWY_RESTRICT values, const int32_t* HWY_RESTRICT columns, const T* HWY_RESTRICT x,
                       T* to, T factor, T alpha, int64_t count) {
  const auto mirrored = [&](T old, const V& a) HWY_ATTR {
    const T part = static_cast<T>(a) * factor;
    return Unit ? old + part : old + spmv::scaled(alpha, part);
  };
  T sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  int64_t k = 0;
  for (; k + 4 <= count; k += 4) {
    const int64_t j0 = columns[k], j1 = columns[k + 1], j2 = columns[k + 2], j3 = columns[k + 3];
    const V a0 = values[k], a1 = values[k + 1], a2 = values[k + 2], a3 = values[k + 3];
    sum0 += stored<T>(a0) * x[j0];
    sum1 += stored<T>(a1) * x[j1];
    sum2 += stored<T>(a2) * x[j2];
    sum3 += stored<T>(a3) * x[j3];
    const T y0 = mirrored(to[j0], a0), y1 = mirrored(to[j1], a1), y2 = mirrored(to[j2], a2), y3 = mirrored(to[j3], a3);
    to[j0] = y0;
    to[j1] = y1;
    to[j2] = y2;
    to[j3] = y3;
  }
  for (; k < count; k++) {
    const int64_t j = columns[k];
    sum0 += stored<T>(values[k]) * x[j];
    to[j] = mirrored(to[j], values[k]);
  }
  return (sum0 + sum1) + (sum2 + sum3);
}

template <typename T, typename V> struct Triangle {
  const int32_t* HWY_RESTRICT rowStart;
  const int32_t* HWY_RESTRICT columns;
  const V* HWY_RESTRICT values;
  const T* HWY_RESTRICT x;
  T* y;
  T sign;

  // Rows begin … end − 1, all entries of which are in columns that are written here.
  template <bool Unit, bool Ask> HWY_INLINE void ownRows(Scale<T> scale, int64_t begin, int64_t end) const {
    for (int64_t i = begin; i < end; i++) {
      const int64_t start = rowStart[i], stop = rowStart[i + 1];
      T sum = 0;
      if (start < stop) {
        if constexpr (Ask) askAllAhead(values + start, columns + start, stop - start);
        const int64_t diagonal = columns[stop - 1] == i ? stop - 1 : stop;
        sum = addMirror<Unit>(values + start, columns + start, x, y, spmv::scaled(sign, x[i]), scale.alpha,
                              diagonal - start);
        if (diagonal < stop) sum += stored<T>(values[diagonal]) * x[i];
      }
      scale.finish(y + i, sum);
    }
  }

  // Rows begin … end − 1 whose entries before column `first` add to sums, where column j is at shift + j. `touched`
  // says which blocks of them hold one.
  HWY_INLINE void edgeRows(Scale<T> scale, T* sums, uint8_t* touched, int64_t shift, int64_t first, int64_t begin,
                           int64_t end) const {
    for (int64_t i = begin; i < end; i++) {
      const int64_t start = rowStart[i], stop = rowStart[i + 1];
      T sum = 0;
      if (start < stop) {
        const T factor = spmv::scaled(sign, x[i]);
        const int64_t diagonal = columns[stop - 1] == i ? stop - 1 : stop;
        int64_t inside = start;
        while (inside < diagonal && columns[inside] < first) touched[(columns[inside++] + shift) / kMirrored] = 1;
        sum = addMirror<true>(values + start, columns + start, x, sums + shift, factor, T{1}, inside - start);
        sum += addMirror<false>(values + inside, columns + inside, x, y, factor, scale.alpha, diagonal - inside);
        if (diagonal < stop) sum += stored<T>(values[diagonal]) * x[i];
      }
      scale.finish(y + i, sum);
    }
  }
};

// No sums yet: those of the product before are zeroed.
template <typename T> HWY_INLINE void clearTouched(T* sums, uint8_t* touched, int64_t bandwidth, int64_t blocks) {
  for (int64_t b = 0; b < blocks; b++) {
    if (touched[b] == 0) continue;
    touched[b] = 0;
    const int64_t count = HWY_MIN(kMirrored, bandwidth - b * kMirrored);
    memset(sums + b * kMirrored, 0, static_cast<size_t>(count) * sizeof(T));
  }
}

// First pass, for one worker: yᵢ ← βyᵢ + αΣaᵢⱼxⱼ over its rows, and yⱼ ← yⱼ + αaᵢⱼxᵢ for their entries in columns that
// are its rows, too. What belongs to rows of workers before it goes to its own sums, where column j is at j − (its
// first row − bandwidth).
SPMV_KERNEL(symmetric, const int32_t* rowStart, const int32_t* colIndex, const V* values, const X* x, X* y, X* sums,
            uint8_t* touched, int64_t rows, int64_t bandwidth, int64_t skew, int64_t blocks, int64_t worker,
            int64_t workers, T alpha, T beta) {
  const Triangle<T, V> a{rowStart, colIndex, values, x, y, (skew & 1) != 0 ? T{-1} : T{1}};
  const Scale<T> scale{alpha, beta};
  sums += worker * bandwidth;
  touched += worker * blocks;
  const int64_t begin = firstRow(rowStart, rows, worker, workers);
  const int64_t end = firstRow(rowStart, rows, worker + 1, workers);
  const int64_t edge = begin == 0 ? 0 : HWY_MIN(end, begin + bandwidth);
  clearTouched(sums, touched, bandwidth, blocks);
  a.edgeRows(scale, sums, touched, bandwidth - begin, begin, begin, edge);
  known(isFarAway<V>(rowStart[end] - rowStart[edge]), [&](auto ask) HWY_ATTR {
    known(scale.alpha == 1, [&](auto unit) HWY_ATTR { a.template ownRows<unit, ask>(scale, edge, end); });
  });
}

// Second pass, for one worker: adds to its rows what the workers after it have for them, in their order.
SPMV_KERNEL(addMirrored, const int32_t* rowStart, T* HWY_RESTRICT y, const T* HWY_RESTRICT sums, const uint8_t* touched,
            int64_t rows, int64_t bandwidth, int64_t blocks, int64_t worker, int64_t workers, T alpha) {
  const int64_t begin = firstRow(rowStart, rows, worker, workers);
  const int64_t end = firstRow(rowStart, rows, worker + 1, workers);
  for (int64_t w = worker + 1; w < workers; w++) {
    const int64_t leftmost = firstRow(rowStart, rows, w, workers) - bandwidth;
    const int64_t first = HWY_MAX(0, begin - leftmost), last = HWY_MIN(bandwidth, end - leftmost);
    for (int64_t place = first; place < last;) {
      const int64_t next = HWY_MIN(last, (place / kMirrored + 1) * kMirrored);
      if (touched[w * blocks + place / kMirrored] != 0) {
        for (; place < next; place++) y[leftmost + place] += spmv::scaled(alpha, sums[w * bandwidth + place]);
      }
      place = next;
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
