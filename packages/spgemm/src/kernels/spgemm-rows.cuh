// What C = AB asks of each row, bins of rows, and where rows of C start. `tally` is what the host reads back: bins of
// the pattern, bins of the values, products of rows that are not merged, entries of C, and the most products of a row
// of each bin that is merged.
#pragma once

#include "scan.cuh"
#include "column-words.cuh"

using Count = unsigned long long;

/** Bins of the pattern: rows that threads merge, of at most 8 and 16 entries of A, by their products; then tables of
 * 2^5 to 2^11 slots; then rows of more words than the largest is for. */
constexpr int kMergeSizes = 2;
constexpr int kMergeParts = 3;
constexpr int kMergeBins = kMergeSizes * kMergeParts;
constexpr int kBins = kMergeBins + 8;
constexpr int kLeastLog = 5;
/** Places of the tally behind both kinds of bins. */
constexpr int kProducts = 2 * kBins;
constexpr int kEntries = kProducts + 1;
constexpr int kMost = kEntries + 1;
constexpr int kTally = kMost + kMergeBins;
/** Lanes that read a row here. */
constexpr int kLanes = 8;

/** The table for a row of so many entries, with Values, or else words: 2^5, 2^6 … slots; the last is what is above. */
template <bool Values> __device__ __forceinline__ int tableOf(int size, int last) {
  int table = 0;
  while (table < last && size > (Values ? mostEntries(kLeastLog + table) : mostWords(kLeastLog + table))) table++;
  return table;
}

/** The bin of a row that a thread merges; -1 where it has too many entries or products. */
__device__ __forceinline__ int mergeBinOf(unsigned entries, Count products) {
  for (int m = 0; m < kMergeSizes; m++) {
    const unsigned size = 8u << m;
    if (entries <= size && products <= 8 * size)
      return m * kMergeParts + (products <= 4 * size ? 2 : products <= 6 * size ? 1 : 0);
  }
  return -1;
}

/** The bin of the values of a row of so many entries; -1 where they are put with its columns, or there are none. */
__device__ __forceinline__ int valueBinOf(int patternBin, int entries, int last) {
  return entries == 0 || patternBin < kMergeBins ? -1 : tableOf<true>(entries, last);
}

__device__ __forceinline__ Count sumLanesToAll(Count sum) {
#pragma unroll
  for (int offset = kLanes / 2; offset > 0; offset /= 2) sum += __shfl_xor_sync(kAllLanes, sum, offset, kLanes);
  return sum;
}

/** Entries of a row from which on all lanes of a warp read it: the longest row is what everybody waits for. */
constexpr unsigned kLongRow = 32 * kLanes;

/** sums <- sums over k = begin .. end of what add(k, begin, sums) adds, in all lanes of a group. By whole warps. */
template <int N, typename Add>
__device__ __forceinline__ void sumRow(unsigned begin, unsigned end, Count (&sums)[N], Add&& add) {
  const int lane = threadIdx.x % kWarp;
  const bool isLong = end - begin > kLongRow;
  if (!isLong)
    for (unsigned k = begin + lane % kLanes; k < end; k += kLanes) add(k, begin, sums);
#pragma unroll
  for (int n = 0; n < N; n++) sums[n] = sumLanesToAll(sums[n]);
  for (unsigned left = __ballot_sync(kAllLanes, isLong && lane % kLanes == 0); left != 0; left &= left - 1) {
    const int of = __ffs(left) - 1;
    const unsigned first = __shfl_sync(kAllLanes, begin, of), last = __shfl_sync(kAllLanes, end, of);
    Count parts[N] = {};
    for (unsigned k = first + lane; k < last; k += kWarp) add(k, first, parts);
#pragma unroll
    for (int n = 0; n < N; n++) {
#pragma unroll
      for (int offset = kWarp / 2; offset > 0; offset /= 2) parts[n] += __shfl_xor_sync(kAllLanes, parts[n], offset);
      if (lane / kLanes == of / kLanes) sums[n] = parts[n];
    }
  }
}

/** words[row] <- number of words of that row of B. Blocks take rows in turn. */
__device__ __forceinline__ void wordsOfRows(const int* rowStart, const int* colIndex, int* words, int rows) {
  const unsigned step = gridDim.x * (blockDim.x / kLanes);
  for (unsigned row = globalGroup<kLanes>(); __any_sync(kAllLanes, row < rows); row += step) {
    Count count[1] = {};
    const unsigned begin = row < rows ? rowStart[row] : 0, end = row < rows ? rowStart[row + 1] : 0;
    sumRow(begin, end, count, [&](unsigned k, unsigned first, Count(&sums)[1]) {
      sums[0] += k == first || colIndex[k] >> kWordLog != colIndex[k - 1] >> kWordLog;
    });
    if (row < rows && threadIdx.x % kLanes == 0) words[row] = static_cast<int>(count[0]);
  }
}

/**
 * bins[row] <- the bin of the pattern of that row of C, -1 where it has no entries, counts[row] <- 0; adds to the tally
 * how many rows a bin has, and the products of those that are not merged. room[row] <- at least the entries of such a
 * row, whose columns wait. Tables are numbered to before `last`; rows above the last wait, too, with longWaits. Short
 * rows are merged with `merges`. A and counts, which may be null as room may, are of all rows, bins and room of `rows`
 * rows from `from` on.
 */
__device__ __forceinline__ void boundRows(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                          const int* bWords, int* bins, int* counts, int* room, Count* tally, int rows,
                                          int cols, int last, int longWaits, int merges, int from) {
  __shared__ int inBin[kBins], most[kMergeBins];
  __shared__ Count blockProducts;
  if (threadIdx.x < kBins) inBin[threadIdx.x] = 0;
  if (threadIdx.x < kMergeBins) most[threadIdx.x] = 0;
  if (threadIdx.x == 0) blockProducts = 0;
  __syncthreads();
  const int lane = threadIdx.x % kLanes;
  const Count allWords = (static_cast<unsigned>(cols) + kWordColumns - 1) / kWordColumns;
  const unsigned step = gridDim.x * (blockDim.x / kLanes);
  Count unmerged = 0;
  for (unsigned row = globalGroup<kLanes>(); __any_sync(kAllLanes, row < rows); row += step) {
    Count both[2] = {};
    const unsigned begin = row < rows ? aRowStart[from + row] : 0, end = row < rows ? aRowStart[from + row + 1] : 0;
    sumRow(begin, end, both, [&](unsigned k, unsigned, Count(&sums)[2]) {
      const int other = aColIndex[k];
      sums[0] += bWords[other];
      sums[1] += bRowStart[other + 1] - bRowStart[other];
    });
    if (row >= rows || lane != 0) continue;
    const Count words = min(both[0], allWords), products = both[1];
    int bin = -1;
    if (products > 0) {
      bin = merges != 0 ? mergeBinOf(end - begin, products) : -1;
      if (bin >= 0) atomicMax(&most[bin], static_cast<int>(products));
      if (bin < 0) bin = kMergeBins + tableOf<false>(static_cast<int>(words), last);
      atomicAdd(&inBin[bin], 1);
    }
    const bool waits = bin >= kMergeBins && (longWaits != 0 || bin < kMergeBins + last);
    if (bin >= kMergeBins) unmerged += products;
    bins[row] = bin;
    if (counts != nullptr) counts[from + row] = 0;
    if (room != nullptr) room[row] = waits ? static_cast<int>(min(products, static_cast<Count>(cols))) : 0;
  }
  if (unmerged > 0) atomicAdd(&blockProducts, unmerged);
  __syncthreads();
  if (threadIdx.x < kBins && inBin[threadIdx.x] > 0) atomicAdd(&tally[threadIdx.x], inBin[threadIdx.x]);
  if (threadIdx.x < kMergeBins && most[threadIdx.x] > 0)
    atomicMax(&tally[kMost + threadIdx.x], static_cast<Count>(most[threadIdx.x]));
  if (threadIdx.x == 0 && blockProducts > 0) atomicAdd(&tally[kProducts], blockProducts);
}

/**
 * Puts the rows into list, bin after bin, those of no bin left out; cursor, with places of both lists, is 0 before. For
 * the values sizes are differences of rowStart, and rows of the last bin are put into `parts` as parts of the size that
 * its table is for. A thread a row. rowStart is of all rows, bins of `rows` rows from `from` on.
 */
template <bool Values>
__device__ __forceinline__ void listRows(const int* bins, const int* rowStart, const Count* tally, int* cursor,
                                         int* list, int2* parts, int rows, int last, int from) {
  __shared__ int inBin[kBins], begin[kBins];
  if (threadIdx.x < kBins) inBin[threadIdx.x] = 0;
  __syncthreads();
  const unsigned row = globalThread();
  int bin = row < rows ? bins[row] : -1, size = 0;
  if (Values && row < rows) {
    size = rowStart[from + row + 1] - rowStart[from + row];
    bin = valueBinOf(bin, size, last);
  }
  const int partSize = mostEntries(kLeastLog + last - 1);
  const bool inParts = Values && bin == last;
  const int amount = inParts ? (size - 1) / partSize + 1 : 1;
  // Neighbours stay neighbours within a warp: one addition for all of a bin.
  const unsigned same = __match_any_sync(kAllLanes, bin);
  const int lane = threadIdx.x % kWarp;
  int place = 0;
  if (inParts) {
    place = atomicAdd(&inBin[bin], amount);
  } else if (bin >= 0) {
    const int leader = __ffs(same) - 1;
    if (lane == leader) place = atomicAdd(&inBin[bin], __popc(same));
    place = __shfl_sync(same, place, leader) + __popc(same & ((1u << lane) - 1));
  }
  __syncthreads();
  if (threadIdx.x < kBins) {
    int before = 0;
    const Count* const sizes = tally + (Values ? kBins : 0);
    for (int b = 0; b < threadIdx.x; b++) before += static_cast<int>(sizes[b]);
    if (Values && threadIdx.x == last) before = 0;
    begin[threadIdx.x] =
        before +
        (inBin[threadIdx.x] > 0 ? atomicAdd(&cursor[(Values ? kBins : 0) + threadIdx.x], inBin[threadIdx.x]) : 0);
  }
  __syncthreads();
  if (bin < 0) return;
  place += begin[bin];
  if (!inParts) {
    list[place] = from + row;
  } else {
    for (int part = 0; part < amount; part++) parts[place + part] = make_int2(from + row, part);
  }
}

/** sums[block] <- entries of C in the rows of this block, a thread a row; adds the bins of the values to the tally.
 * counts and sums are of all rows, bins of `rows` rows from `from` on, where a block begins. */
__device__ __forceinline__ void sumCounts(const int* counts, const int* bins, Count* sums, Count* tally, int rows,
                                          int last, int from) {
  __shared__ int inBin[kBins];
  __shared__ Count scratch[kWarp + 1];
  if (threadIdx.x < kBins) inBin[threadIdx.x] = 0;
  __syncthreads();
  const unsigned row = globalThread();
  const int count = row < rows ? counts[from + row] : 0;
  const int bin = row < rows ? valueBinOf(bins[row], count, last) : -1;
  if (bin >= 0) {
    const int partSize = mostEntries(kLeastLog + last - 1);
    atomicAdd(&inBin[bin], bin == last ? (count - 1) / partSize + 1 : 1);
  }
  Count all;
  sumBefore(static_cast<Count>(count), scratch, all);
  if (threadIdx.x < kBins && inBin[threadIdx.x] > 0) atomicAdd(&tally[kBins + threadIdx.x], inBin[threadIdx.x]);
  if (threadIdx.x == 0) sums[from / blockDim.x + blockIdx.x] = all;
}

/** sums[i] <- sum of those before; all of them to the tally. By one block. */
__device__ __forceinline__ void sumSums(Count* sums, Count* tally, int length) {
  const Count all = scanSums(sums, length);
  if (threadIdx.x == 0) tally[kEntries] = all;
}

/** rowStart[row], which held the number of entries of the row, <- where the row starts; rowStart[rows] <- the end. */
__device__ __forceinline__ void startRows(int* rowStart, const Count* sums, int rows) {
  scanPlaces(rowStart, sums, rows);
}

/** Columns of rows of bins to before `past`, which wait where there was room for them, to their places in C. */
__device__ __forceinline__ void copyRows(const int* bins, const int* room, const int* from, const int* rowStart,
                                         int* colIndex, int rows, int past) {
  const unsigned row = globalGroup<kLanes>();
  if (row >= rows || bins[row] < kMergeBins || bins[row] >= past) return;
  const int begin = rowStart[row], length = rowStart[row + 1] - begin, place = room[row];
#pragma unroll 4
  for (int i = threadIdx.x % kLanes; i < length; i += kLanes) colIndex[begin + i] = from[place + i];
}

/** Zero to all of the tally and of the cursors, both lists' ones after each other; no rows start at 0. By one block. */
__device__ __forceinline__ void clearTally(Count* tally, int* cursor, int* rowStart) {
  if (threadIdx.x < kTally) tally[threadIdx.x] = 0;
  if (threadIdx.x < 2 * kBins) cursor[threadIdx.x] = 0;
  if (threadIdx.x == 0) rowStart[0] = 0;
}

SPMV_ENTRY(, spgemm_clear, 3, clearTally)
SPMV_ENTRY(, spgemm_words, 4, wordsOfRows)
SPMV_ENTRY(, spgemm_bound, 14, boundRows)
SPMV_ENTRY(, spgemm_list_pattern, 9, listRows<false>)
SPMV_ENTRY(, spgemm_sum_counts, 7, sumCounts)
SPMV_ENTRY(, spgemm_sum_sums, 3, sumSums)
SPMV_ENTRY(, spgemm_start_rows, 3, startRows)
SPMV_ENTRY(, spgemm_copy_rows, 7, copyRows)
SPMV_ENTRY(, spgemm_list_values, 9, listRows<true>)
