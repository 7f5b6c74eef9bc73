// What C = AB asks of each row, bins of rows, and where rows of C start. `tally` is what the host reads back: eight
// bins of the pattern, eight of the values, then products, then entries of C.
#pragma once

#include "block-scan.cuh"
#include "column-words.cuh"

using Count = unsigned long long;

constexpr int kBins = 8;
constexpr int kLeastLog = 5;
/** Lanes that read a row here. */
constexpr int kLanes = 8;

/** The bin of a row of so many entries, with Values, or else words: tables of 2^5, 2^6 … slots; the last bin is for
 * what is above. */
template <bool Values> __device__ __forceinline__ int binOf(int size, int last) {
  int bin = 0;
  while (bin < last && size > (Values ? mostEntries(kLeastLog + bin) : mostWords(kLeastLog + bin))) bin++;
  return bin;
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
 * bound[row] <- at least the words of that row of C, counts[row] <- 0; adds to the tally how many rows a bin has, and
 * the products. Rows of more words than the largest table is for are in the last bin. room[row] <- at least the
 * entries of a row of another bin.
 */
__device__ __forceinline__ void boundRows(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                          const int* bWords, int* bound, int* counts, int* room, Count* tally, int rows,
                                          int cols, int last) {
  __shared__ int inBin[kBins];
  __shared__ Count blockProducts;
  if (threadIdx.x < kBins) inBin[threadIdx.x] = 0;
  if (threadIdx.x == 0) blockProducts = 0;
  __syncthreads();
  const int lane = threadIdx.x % kLanes;
  const Count most = (static_cast<unsigned>(cols) + kWordColumns - 1) / kWordColumns;
  const unsigned step = gridDim.x * (blockDim.x / kLanes);
  Count allProducts = 0;
  for (unsigned row = globalGroup<kLanes>(); __any_sync(kAllLanes, row < rows); row += step) {
    Count both[2] = {};
    const unsigned begin = row < rows ? aRowStart[row] : 0, end = row < rows ? aRowStart[row + 1] : 0;
    sumRow(begin, end, both, [&](unsigned k, unsigned, Count(&sums)[2]) {
      const int other = aColIndex[k];
      sums[0] += bWords[other];
      sums[1] += bRowStart[other + 1] - bRowStart[other];
    });
    const Count words = min(both[0], most), rowProducts = both[1];
    if (lane == 0) allProducts += rowProducts;
    if (row < rows && lane == 0) {
      bound[row] = static_cast<int>(words);
      counts[row] = 0;
      const bool fits = words <= static_cast<Count>(mostWords(kLeastLog + last - 1));
      room[row] = static_cast<int>(fits ? min(rowProducts, static_cast<Count>(cols)) : 0);
      if (words > 0) atomicAdd(&inBin[binOf<false>(static_cast<int>(words), last)], 1);
    }
  }
  atomicAdd(&blockProducts, allProducts);
  __syncthreads();
  if (threadIdx.x < kBins && inBin[threadIdx.x] > 0) atomicAdd(&tally[threadIdx.x], inBin[threadIdx.x]);
  if (threadIdx.x == 0 && blockProducts > 0) atomicAdd(&tally[2 * kBins], blockProducts);
}

/**
 * Puts the rows into list, bin after bin, those of no words left out; cursor, with places of both lists, is 0
 * before. With parts, for the values:
 * sizes are differences of rowStart, and rows of the last bin are put into `parts` as parts of the size that its table
 * is for. A thread a row.
 */
template <bool Values>
__device__ __forceinline__ void listRows(const int* sizes, const Count* tally, int* cursor, int* list, int2* parts,
                                         int rows, int last) {
  __shared__ int inBin[kBins], begin[kBins];
  if (threadIdx.x < kBins) inBin[threadIdx.x] = 0;
  __syncthreads();
  const unsigned row = globalThread();
  int size = 0;
  if (row < rows) size = Values ? sizes[row + 1] - sizes[row] : sizes[row];
  const int bin = size > 0 ? binOf<Values>(size, last) : -1;
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
    const Count* const bins = tally + (Values ? kBins : 0);
    for (int b = 0; b < threadIdx.x; b++) before += static_cast<int>(bins[b]);
    if (Values && threadIdx.x == last) before = 0;
    begin[threadIdx.x] =
        before +
        (inBin[threadIdx.x] > 0 ? atomicAdd(&cursor[(Values ? kBins : 0) + threadIdx.x], inBin[threadIdx.x]) : 0);
  }
  __syncthreads();
  if (bin < 0) return;
  place += begin[bin];
  if (!inParts) {
    list[place] = row;
  } else {
    for (int part = 0; part < amount; part++) parts[place + part] = make_int2(row, part);
  }
}

/** sums[block] <- entries of C in the rows of this block, a thread a row; adds the bins of the values to the tally. */
__device__ __forceinline__ void sumCounts(const int* counts, Count* sums, Count* tally, int rows, int last) {
  __shared__ int inBin[kBins];
  __shared__ Count scratch[kWarp + 1];
  if (threadIdx.x < kBins) inBin[threadIdx.x] = 0;
  __syncthreads();
  const unsigned row = globalThread();
  const int count = row < rows ? counts[row] : 0;
  if (count > 0) {
    const int bin = binOf<true>(count, last);
    const int partSize = mostEntries(kLeastLog + last - 1);
    atomicAdd(&inBin[bin], bin == last ? (count - 1) / partSize + 1 : 1);
  }
  Count all;
  sumBefore(static_cast<Count>(count), scratch, all);
  if (threadIdx.x < kBins && inBin[threadIdx.x] > 0) atomicAdd(&tally[kBins + threadIdx.x], inBin[threadIdx.x]);
  if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

/** sums[i] <- sum of those before; all of them to the tally. By one block. */
__device__ __forceinline__ void sumSums(Count* sums, Count* tally, int length) {
  __shared__ Count scratch[kWarp + 1];
  Count before = 0;
  for (int base = 0; base < length; base += blockDim.x) {
    const int i = base + threadIdx.x;
    Count all;
    const Count own = i < length ? sums[i] : 0;
    const Count sum = sumBefore(own, scratch, all);
    if (i < length) sums[i] = before + sum;
    before += all;
  }
  if (threadIdx.x == 0) tally[2 * kBins + 1] = before;
}

/** rowStart[row], which held the number of entries of the row, <- where the row starts; rowStart[rows] <- the end. */
__device__ __forceinline__ void startRows(int* rowStart, const Count* sums, int rows) {
  __shared__ Count scratch[kWarp + 1];
  const unsigned row = globalThread();
  const Count own = row < rows ? rowStart[row] : 0;
  Count all;
  const Count start = sums[blockIdx.x] + sumBefore(own, scratch, all);
  if (row < rows) rowStart[row] = static_cast<int>(start);
  if (row + 1 == rows) rowStart[rows] = static_cast<int>(start + own);
}

/** Columns of rows of at most `most` words, which wait where there was room for them, to their places in C. */
__device__ __forceinline__ void copyRows(const int* bound, const int* room, const int* from, const int* rowStart,
                                         int* colIndex, int rows, int most) {
  const unsigned row = globalGroup<kLanes>();
  if (row >= rows || bound[row] > most) return;
  const int begin = rowStart[row], length = rowStart[row + 1] - begin, place = room[row];
#pragma unroll 4
  for (int i = threadIdx.x % kLanes; i < length; i += kLanes) colIndex[begin + i] = from[place + i];
}

/** Zero to all of the tally and of the cursors, both lists' ones after each other; no rows start at 0. By one block. */
__device__ __forceinline__ void clearTally(Count* tally, int* cursor, int* rowStart) {
  if (threadIdx.x < 2 * kBins + 2) tally[threadIdx.x] = 0;
  if (threadIdx.x < 2 * kBins) cursor[threadIdx.x] = 0;
  if (threadIdx.x == 0) rowStart[0] = 0;
}

SPMV_ENTRY(, spgemm_clear, 3, clearTally)
SPMV_ENTRY(, spgemm_words, 4, wordsOfRows)
SPMV_ENTRY(, spgemm_bound, 11, boundRows)
SPMV_ENTRY(, spgemm_list_pattern, 7, listRows<false>)
SPMV_ENTRY(, spgemm_sum_counts, 5, sumCounts)
SPMV_ENTRY(, spgemm_sum_sums, 3, sumSums)
SPMV_ENTRY(, spgemm_start_rows, 3, startRows)
SPMV_ENTRY(, spgemm_copy_rows, 7, copyRows)
SPMV_ENTRY(, spgemm_list_values, 7, listRows<true>)
