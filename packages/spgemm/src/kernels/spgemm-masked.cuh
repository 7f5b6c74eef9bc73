// C = M ∘ (αAB): a group of lanes takes an entry of the mask and looks for its column in the rows of B that its row of
// A names, G of them at once. What is found is added in the order of A's row: no atomic operation, and the bits of AB.
// The place of an entry is the number of entries of the mask before it that something was found for.
//
// By inner products: Milaković, Selvitopi, Nisa, Budimlić, Buluç, Parallel algorithms for masked sparse matrix-matrix
// products, ICPP 2022.
#pragma once

#include "spgeam.cuh"

constexpr int kMaskLanes = 8;
/** Entries of the mask of a block. */
constexpr int kMaskEntries = kUnionBlock / kMaskLanes;

/** Positions of A and B. */
struct Factors {
  const int* aRowStart;
  const int* aColIndex;
  const int* bRowStart;
  const int* bColIndex;
};

/**
 * Calls each(found, entry of A, entry of B) for every so many entries of a row of A, of which those that are found have
 * entries of B in that column; until it says that the group needs no more. By whole warps.
 */
template <typename Each>
__device__ __forceinline__ void eachMet(const Factors& factors, int row, int column, bool busy, Each&& each) {
  unsigned base = busy ? factors.aRowStart[row] : 0;
  const unsigned end = busy ? factors.aRowStart[row + 1] : 0;
  bool wanted = base < end;
  for (; __any_sync(kAllLanes, wanted); base += kMaskLanes) {
    const unsigned entry = base + laneOf<kMaskLanes>();
    unsigned at = 0;
    bool found = false;
    if (wanted && entry < end) {
      const int other = factors.aColIndex[entry];
      const unsigned past = factors.bRowStart[other + 1];
      at = firstFrom(factors.bColIndex, factors.bRowStart[other], past, column);
      found = at < past && factors.bColIndex[at] == column;
    }
    const bool more = each(found, entry, at);
    wanted = wanted && more && base + kMaskLanes < end;
  }
}

/** Lanes of the group for which this holds. By whole warps. */
__device__ __forceinline__ unsigned lanesWith(bool holds) {
  const unsigned shift = threadIdx.x % kWarp / kMaskLanes * kMaskLanes;
  return __ballot_sync(kAllLanes, holds) >> shift & ((1u << kMaskLanes) - 1);
}

/** counts[k] <- entries of the mask before entry k, from the first of its block on, that C has, too; sums[block] <- all
 * of the block. A group an entry, and one for their number `length`. */
__device__ __forceinline__ void findHits(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                         const int* bColIndex, const int* mRowStart, const int* mColIndex, int* counts,
                                         Count* sums, int rows, int length) {
  __shared__ int scratch[kWarp + 1];
  const unsigned k = globalGroup<kMaskLanes>();
  const bool busy = k < static_cast<unsigned>(length);
  bool isHit = false;
  eachMet({aRowStart, aColIndex, bRowStart, bColIndex}, busy ? rowOfEntry(mRowStart, rows, k) : 0,
          busy ? mColIndex[k] : 0, busy, [&](bool found, unsigned, unsigned) {
            isHit |= lanesWith(found) != 0;
            return !isHit;
          });
  const bool leads = laneOf<kMaskLanes>() == 0;
  int all;
  const int before = sumBefore(static_cast<int>(leads && isHit), scratch, all);
  if (leads && k <= static_cast<unsigned>(length)) counts[k] = before;
  if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

/** Where rows of C start, a thread a row and one for the end. */
__device__ __forceinline__ void startHits(const int* mRowStart, const int* counts, const Count* sums, int* rowStart,
                                          int rows) {
  const unsigned row = globalThread();
  if (row <= static_cast<unsigned>(rows))
    rowStart[row] = static_cast<int>(countBefore<kMaskEntries>(counts, sums, mRowStart[row]));
}

/** Values of C and, unless colIndex is null, columns. */
template <typename V>
__device__ __forceinline__ void putHits(const int* aRowStart, const int* aColIndex, const V* aValues,
                                        const int* bRowStart, const int* bColIndex, const V* bValues,
                                        const int* mRowStart, const int* mColIndex, const int* counts,
                                        const Count* sums, int* colIndex, V* values, V alpha, int rows, int length) {
  const unsigned k = globalGroup<kMaskLanes>();
  unsigned place = 0;
  bool busy = k < static_cast<unsigned>(length);
  if (busy) {
    place = countBefore<kMaskEntries>(counts, sums, k);
    busy = countBefore<kMaskEntries>(counts, sums, k + 1) > place;
  }
  const int column = busy ? mColIndex[k] : 0;
  V sum = 0;
  eachMet({aRowStart, aColIndex, bRowStart, bColIndex}, busy ? rowOfEntry(mRowStart, rows, k) : 0, column, busy,
          [&](bool found, unsigned entry, unsigned at) {
            const V a = found ? aValues[entry] : V(0), b = found ? bValues[at] : V(0);
            for (unsigned left = lanesWith(found); __any_sync(kAllLanes, left != 0); left &= left - 1) {
              const int of = left != 0 ? __ffs(left) - 1 : 0;
              const V factor = __shfl_sync(kAllLanes, a, of, kMaskLanes);
              const V other = __shfl_sync(kAllLanes, b, of, kMaskLanes);
              if (left != 0) sum = fma(factor, other, sum);
            }
            return true;
          });
  if (!busy || laneOf<kMaskLanes>() != 0) return;
  values[place] = alpha * sum;
  if (colIndex != nullptr) colIndex[place] = column;
}

SPMV_ENTRY(__launch_bounds__(kUnionBlock), spgemm_hits, 10, findHits)
SPMV_ENTRY(, spgemm_hit_starts, 5, startHits)
ENTRIES(spgemm_masked, 15, putHits<V>)
