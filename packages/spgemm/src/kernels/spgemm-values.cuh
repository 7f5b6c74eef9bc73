// The values of C = AB, its pattern being there: a group of G lanes adds the products of a row of C up in shared
// memory, where the columns of the row are a hash table of words. It takes one row of B after another, in the order of
// A's row, and no two of its lanes add to the same number: so no atomic addition, and the same bits always. Each number
// is a chain of fused multiply-adds in that order, beginning with 0, times alpha.
#pragma once

#include "row-products.cuh"

/**
 * Values of rows of C, or of parts of them: list[i] is a row and which part, of `size` entries, of it. A group needs 8
 * bytes of shared memory for each of 2^logSlots slots and a value for half of those.
 */
template <int G, bool Part, typename V, typename Item>
__device__ __forceinline__ void putValues(const int* aRowStart, const int* aColIndex, const V* aValues,
                                          const int* bRowStart, const int* bColIndex, const V* bValues,
                                          const int* rowStart, const int* colIndex, V* values, const Item* list,
                                          V alpha, int first, int length, int logSlots) {
  const unsigned group = globalGroup<G>();
  const bool busy = group < static_cast<unsigned>(length);
  if (!__any_sync(kAllLanes, busy)) return;
  const int lane = laneOf<G>();
  const int size = mostEntries(logSlots);
  unsigned char* const shared =
      kernelShared + threadIdx.x / G * ((8u << logSlots) + static_cast<unsigned>(sizeof(V)) * size);
  const ColumnWords words = {reinterpret_cast<ColumnWord*>(shared), logSlots};
  V* const sums = reinterpret_cast<V*>(shared + (8u << logSlots));

  int row = 0;
  unsigned begin = 0, end = 0;
  if (busy) {
    if constexpr (Part) {
      const int2 part = list[first + group];
      row = part.x;
      begin = rowStart[row] + part.y * static_cast<unsigned>(size);
      end = min(begin + size, static_cast<unsigned>(rowStart[row + 1]));
    } else {
      row = list[first + group];
      begin = rowStart[row];
      end = rowStart[row + 1];
    }
  }
  const int count = end - begin;
  words.clear<G>(lane);
  for (int i = lane; i < count; i += G) sums[i] = 0;
  __syncwarp();
  for (int i = lane; i < count; i += G) {
    const int column = colIndex[begin + i];
    const int word = column >> kWordLog;
    const bool isFirst = i == 0 || colIndex[begin + i - 1] >> kWordLog != word;
    const unsigned bit = 1u << (column & (kWordColumns - 1));
    atomicOr(&words.slots[words.put(word, [] {})].bits, isFirst ? i << kWordColumns | bit : bit);
  }
  __syncwarp();
  ColumnRange range = {0, 0};
  if (Part && busy) range = {colIndex[begin], colIndex[end - 1]};
  eachProduct<G, Part>(aColIndex, aValues, busy ? aRowStart[row] : 0, busy ? aRowStart[row + 1] : 0, bRowStart,
                       bColIndex, bValues, range,
                       [&](const int(&column)[kRowsAtOnce], const V(&a)[kRowsAtOnce], const V(&b)[kRowsAtOnce]) {
                         int place[kRowsAtOnce];
                         words.findPlaces(column, place);
#pragma unroll
                         for (int u = 0; u < kRowsAtOnce; u++) {
                           if (place[u] >= 0) sums[place[u]] = fma(a[u], b[u], sums[place[u]]);
                           __syncwarp();
                         }
                       });
  for (int i = lane; i < count; i += G) values[begin + i] = alpha * sums[i];
}

#define VALUES(G) BOUNDED_ENTRIES((128, 8), spgemm_values_##G, 14, putValues<G, false, V, int>)
VALUES(8)
VALUES(16)
VALUES(32)
BOUNDED_ENTRIES((128, 4), spgemm_values_part, 14, putValues<kWarp, true, V, int2>)
