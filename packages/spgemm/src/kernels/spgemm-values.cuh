// The values of C = AB, its pattern being there: a group of G lanes adds the products of a row of C up in shared
// memory, where the columns of the row are a hash table of words. It takes one row of B after another, in the order of
// A's row, and no two of its lanes add to the same number: so no atomic addition, and the same bits always. Each number
// is a chain of fused multiply-adds in that order, beginning with 0, times alpha.
#pragma once

#include "row-products.cuh"

/** Values of rows of C, list[first ..]. A group needs 8 bytes of shared memory for each of 2^logSlots slots and a value
 * for half of those. */
template <int G, typename V>
__device__ __forceinline__ void putValues(const int* aRowStart, const int* aColIndex, const V* aValues,
                                          const int* bRowStart, const int* bColIndex, const V* bValues,
                                          const int* rowStart, const int* colIndex, V* values, const int* list, V alpha,
                                          int first, int length, int logSlots) {
  const unsigned group = globalGroup<G>();
  const bool busy = group < static_cast<unsigned>(length);
  if (!__any_sync(kAllLanes, busy)) return;
  const int lane = laneOf<G>();
  unsigned char* const shared =
      kernelShared + threadIdx.x / G * ((8u << logSlots) + static_cast<unsigned>(sizeof(V)) * mostEntries(logSlots));
  const ColumnWords words = {reinterpret_cast<ColumnWord*>(shared), logSlots};
  V* const sums = reinterpret_cast<V*>(shared + (8u << logSlots));
  const int row = busy ? list[first + group] : 0;
  const unsigned begin = busy ? rowStart[row] : 0;
  const int count = busy ? rowStart[row + 1] - begin : 0;
  words.clear<G>(lane);
  for (int i = lane; i < count; i += G) sums[i] = 0;
  __syncwarp();
  words.number<G>(colIndex + begin, count, lane);
  __syncwarp();
  eachProduct<G>(aColIndex, aValues, busy ? aRowStart[row] : 0, busy ? aRowStart[row + 1] : 0, bRowStart, bColIndex,
                 bValues, [&](const int(&column)[kRowsAtOnce], const V(&a)[kRowsAtOnce], const V(&b)[kRowsAtOnce]) {
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

#define VALUES(G) BOUNDED_ENTRIES((128, 8), spgemm_values_##G, 14, putValues<G, V>)
VALUES(8)
VALUES(16)
VALUES(32)
