// The union of two matrices X and D with sorted rows, a thread an entry, whatever the lengths of rows. All entries of a
// matrix before one of its own lie before it in the union, too, and so do those of the other one that a search in its
// row finds; what is in both is there once. So the place of an entry needs no more than the number of entries of X
// before it that D has, too.
#pragma once

#include "block-scan.cuh"
#include "row-products.cuh"
#include "spgemm-rows.cuh"

constexpr int kUnionBlock = 1024;

/** CSR positions of one of both. */
struct Positions {
  const int* rowStart;
  const int* colIndex;
};

/** The row of entry k: the last that begins no later, which is none without entries. */
__device__ __forceinline__ int rowOfEntry(const int* rowStart, int rows, unsigned k) {
  int low = 0, high = rows;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (static_cast<unsigned>(rowStart[middle]) <= k)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/** Where the column of entry k of one matrix is, or would be, in the other: its entries before; and whether it is. */
struct Met {
  unsigned before;
  bool isThere;
};

__device__ __forceinline__ Met meet(const Positions& own, const Positions& other, int rows, unsigned k) {
  const int row = rowOfEntry(own.rowStart, rows, k), column = own.colIndex[k];
  const unsigned end = other.rowStart[row + 1];
  const unsigned before = firstFrom(other.colIndex, other.rowStart[row], end, column);
  return {before, before < end && other.colIndex[before] == column};
}

/** What was counted before entry k, which may be their number: in its block of so many, and in the blocks before. */
template <int Block> __device__ __forceinline__ unsigned countBefore(const int* counts, const Count* sums, unsigned k) {
  return static_cast<unsigned>(counts[k]) + static_cast<unsigned>(sums[k / Block]);
}

/** counts[k] <- entries of X before entry k, from the first of its block on, that D has, too; sums[block] <- all of
 * the block. A thread an entry of X, and one for their number `length`. */
__device__ __forceinline__ void matchEntries(const int* xRowStart, const int* xColIndex, const int* dRowStart,
                                             const int* dColIndex, int* counts, Count* sums, int rows, int length) {
  __shared__ int scratch[kWarp + 1];
  const unsigned k = globalThread(), entries = length;
  const int own = k < entries && meet({xRowStart, xColIndex}, {dRowStart, dColIndex}, rows, k).isThere;
  int all;
  const int before = sumBefore(own, scratch, all);
  if (k <= entries) counts[k] = before;
  if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

/** Where rows of the union start, a thread a row and one for the end. */
__device__ __forceinline__ void startUnion(const int* xRowStart, const int* dRowStart, const int* counts,
                                           const Count* sums, int* rowStart, int rows) {
  const unsigned row = globalThread();
  if (row > static_cast<unsigned>(rows)) return;
  const unsigned begin = xRowStart[row];
  rowStart[row] =
      static_cast<int>(begin + static_cast<unsigned>(dRowStart[row]) - countBefore<kUnionBlock>(counts, sums, begin));
}

/** Entries of alpha X + beta D that X has, columns and values; columns stay where colIndex is null. Values of X are
 * alpha X already where `scaled`. beta = 0 leaves values of D unread. */
template <typename V>
__device__ __forceinline__ void putFirst(const int* xRowStart, const int* xColIndex, const V* xValues,
                                         const int* dRowStart, const int* dColIndex, const V* dValues,
                                         const int* counts, const Count* sums, int* colIndex, V* values, V alpha,
                                         V beta, int rows, int length, int scaled) {
  const unsigned k = globalThread();
  if (k >= static_cast<unsigned>(length)) return;
  const Met met = meet({xRowStart, xColIndex}, {dRowStart, dColIndex}, rows, k);
  const unsigned place = k + met.before - countBefore<kUnionBlock>(counts, sums, k);
  V value = scaled != 0 ? xValues[k] : alpha * xValues[k];
  if (met.isThere && beta != V(0)) value += beta * dValues[met.before];
  if (colIndex != nullptr) colIndex[place] = xColIndex[k];
  values[place] = value;
}

/** The same that D alone has: X is 0 there, which alpha is a factor of. */
template <typename V>
__device__ __forceinline__ void putRest(const int* xRowStart, const int* xColIndex, const int* dRowStart,
                                        const int* dColIndex, const V* dValues, const int* counts, const Count* sums,
                                        int* colIndex, V* values, V alpha, V beta, int rows, int length) {
  const unsigned k = globalThread();
  if (k >= static_cast<unsigned>(length)) return;
  const Met met = meet({dRowStart, dColIndex}, {xRowStart, xColIndex}, rows, k);
  if (met.isThere) return;
  const unsigned place = k + met.before - countBefore<kUnionBlock>(counts, sums, met.before);
  if (colIndex != nullptr) colIndex[place] = dColIndex[k];
  values[place] = beta != V(0) ? alpha * V(0) + beta * dValues[k] : alpha * V(0);
}

SPMV_ENTRY(__launch_bounds__(kUnionBlock), spgeam_match, 8, matchEntries)
SPMV_ENTRY(, spgeam_starts, 6, startUnion)
ENTRIES(spgeam_first, 15, putFirst<V>)
ENTRIES(spgeam_rest, 13, putRest<V>)
