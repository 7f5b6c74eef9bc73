// CSR: y ← αAx + βy over whole rows, and along the merge path.
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

template <typename T> struct Csr {
  const int32_t* HWY_RESTRICT rowStart;
  const int32_t* HWY_RESTRICT colIndex;
  const T* HWY_RESTRICT values;
  const T* HWY_RESTRICT x;
  T* HWY_RESTRICT y;

  explicit Csr(Arguments& from)
      : rowStart(from.pointer<const int32_t>()), colIndex(from.pointer<const int32_t>()),
        values(from.pointer<const T>()), x(from.pointer<const T>()), y(from.pointer<T>()) {}

  HWY_INLINE T sum(int64_t from, int64_t to) const {
    return dot<T>(values + from, colIndex + from, x, static_cast<size_t>(to - from));
  }
};

// The whole rows begin … end − 1.
template <typename T> HWY_INLINE void csrRows(const Csr<T>& a, T alpha, T beta, int64_t begin, int64_t end) {
  if (begin >= end) return;
  int64_t k = a.rowStart[begin];
  for (int64_t i = begin; i < end; i++) {
    const int64_t next = a.rowStart[i + 1];
    finish(a.y + i, a.sum(k, next), alpha, beta);
    k = next;
  }
}

template <typename T> void csr(Arguments from) {
  const Csr<T> a(from);
  const T alpha = from.number<T>(), beta = from.number<T>();
  const int64_t begin = from.integer(), end = from.integer();
  csrRows(a, alpha, beta, begin, end);
}

// Rows that end before step `diagonal` of the merge of row ends with entries 0 … nnz − 1 (Merrill, Garland 2016, §3).
inline int64_t rowsBefore(const int32_t* rowStart, int64_t rows, int64_t nnz, int64_t diagonal) {
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
template <typename T> void csrMerge(Arguments from) {
  const Csr<T> a(from);
  PartialSums* const partial = from.pointer<PartialSums>();
  const int64_t rows = from.integer(), nnz = from.integer();
  const T alpha = from.number<T>(), beta = from.number<T>();
  const int64_t begin = from.integer(), end = from.integer();
  partial->headRow = partial->tailRow = -1;
  int64_t i = rowsBefore(a.rowStart, rows, nnz, begin);
  int64_t k = begin - i;
  const int64_t lastRow = rowsBefore(a.rowStart, rows, nnz, end);
  const int64_t lastEntry = end - lastRow;
  if (i < rows && a.rowStart[i] < k) {
    const int64_t stop = i < lastRow ? a.rowStart[i + 1] : lastEntry;
    partial->headRow = static_cast<int32_t>(i);
    partial->headSum = a.sum(k, stop);
    k = stop;
    if (i == lastRow) return;
    i++;
  }
  if (i < lastRow) {
    csrRows(a, alpha, beta, i, lastRow);
    k = a.rowStart[lastRow];
  }
  if (k < lastEntry) {
    partial->tailRow = static_cast<int32_t>(lastRow);
    partial->tailSum = a.sum(k, lastEntry);
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
