// The values of rows of C = AB that are too long for a warp: a block adds them up in shared memory. Its threads take
// products as they come in the order of A's row, whatever the lengths of the rows of B, and its warps add theirs in
// turn: no atomic addition, and the same bits as everywhere, a chain of fused multiply-adds in that order.
#pragma once

#include "block-scan.cuh"
#include "row-products.cuh"

constexpr int kValueBlock = 256;

/** Of as many entries of A as the block has threads: where the products of each begin, and what they are of. */
template <typename V> struct ProductsInOrder {
  int before[kValueBlock];
  unsigned from[kValueBlock];
  V factor[kValueBlock];
  int scratch[kWarp + 1];
};

/** sums[place] <- chain of a b: of a place that several lanes have the lowest comes first. By whole warps. */
template <typename V> __device__ __forceinline__ void addInOrder(V* sums, int place, V a, V b) {
  const unsigned same = __match_any_sync(kAllLanes, place);
  const int rank = __popc(same & ((1u << (threadIdx.x % kWarp)) - 1));
  unsigned left = __ballot_sync(kAllLanes, place >= 0);
  for (int turn = 0; left != 0; turn++) {
    const bool mine = place >= 0 && rank == turn;
    if (mine) sums[place] = fma(a, b, sums[place]);
    // Votes order no memory: the next of this place reads what was written.
    __syncwarp();
    left &= ~__ballot_sync(kAllLanes, mine);
  }
}

/**
 * Values of a row of C a block, or of a part of it: list[first + i] is a row, or a row and which part, of `size`
 * entries, of it. A block needs 8 bytes of shared memory for each of 2^logSlots slots and a value for half of those.
 */
template <bool Part, typename V, typename Item>
__device__ __forceinline__ void putBlockValues(const int* aRowStart, const int* aColIndex, const V* aValues,
                                               const int* bRowStart, const int* bColIndex, const V* bValues,
                                               const int* rowStart, const int* colIndex, V* values, const Item* list,
                                               V alpha, int first, int logSlots) {
  __shared__ ProductsInOrder<V> staged;
  const int size = mostEntries(logSlots);
  const ColumnWords words = {reinterpret_cast<ColumnWord*>(kernelShared), logSlots};
  V* const sums = reinterpret_cast<V*>(kernelShared + (8u << logSlots));
  int row;
  unsigned begin, past;
  if constexpr (Part) {
    const int2 part = list[first + blockIdx.x];
    row = part.x;
    begin = rowStart[row] + part.y * static_cast<unsigned>(size);
    past = min(begin + size, static_cast<unsigned>(rowStart[row + 1]));
  } else {
    row = list[first + blockIdx.x];
    begin = rowStart[row];
    past = rowStart[row + 1];
  }
  const int count = past - begin, thread = threadIdx.x;
  words.clear<kValueBlock>(thread);
  for (int i = thread; i < count; i += kValueBlock) sums[i] = 0;
  __syncthreads();
  words.number<kValueBlock>(colIndex + begin, count, thread);
  const int low = colIndex[begin], high = colIndex[past - 1];
  const unsigned last = aRowStart[row + 1];
  for (unsigned base = aRowStart[row]; base < last; base += kValueBlock) {
    unsigned from = 0, to = 0;
    if (base + thread < last) {
      const int other = aColIndex[base + thread];
      from = bRowStart[other];
      to = bRowStart[other + 1];
      if constexpr (Part) narrowTo(bColIndex, from, to, low, high + 1);
      staged.factor[thread] = aValues[base + thread];
    }
    int products;
    staged.before[thread] = sumBefore(static_cast<int>(to - from), staged.scratch, products);
    staged.from[thread] = from;
    __syncthreads();
    for (int p = thread; p - thread < products; p += kValueBlock) {
      int place = -1;
      V a = 0, b = 0;
      if (p < products) {
        // The last that begins no later than p: those without products before it begin there, too.
        int of = 0;
#pragma unroll
        for (int step = kValueBlock / 2; step > 0; step /= 2)
          if (staged.before[of + step] <= p) of += step;
        const unsigned at = staged.from[of] + (p - staged.before[of]);
        const int column = bColIndex[at];
        a = staged.factor[of];
        b = bValues[at];
        place = placeIn(words.find(column >> kWordLog), column);
      }
      for (int warp = 0; warp < kValueBlock / kWarp; warp++) {
        if (thread / kWarp == warp) addInOrder(sums, place, a, b);
        __syncthreads();
      }
    }
    __syncthreads();
  }
  for (int i = thread; i < count; i += kValueBlock) values[begin + i] = alpha * sums[i];
}

BOUNDED_ENTRIES((kValueBlock), spgemm_values_block, 13, putBlockValues<false, V, int>)
BOUNDED_ENTRIES((kValueBlock), spgemm_values_part, 13, putBlockValues<true, V, int2>)
