// Other values of C = AB in rows that threads merged: the place of every product in its row is known, a byte each, so
// that neither columns are read nor rows merged. G lanes work on a row; they take one row of B after another, in the
// order of A's row, and no two of them add to the same number: the bits that merging gives.
#pragma once

#include "row-products.cuh"

/** Lanes that find the places of a row. */
constexpr int kPlacers = 8;

/** The places of a row: `pitch` bytes each, from `offset` on. */
__device__ __forceinline__ unsigned char* placesOf(unsigned char* places, long long offset, unsigned row, int pitch) {
  return places + offset + static_cast<long long>(row) * pitch;
}

/** places <- which entry of its row of C each product is added to, in rows list[first ..] of at most `pitch` products,
 * which have at most 256 entries. */
__device__ __forceinline__ void findPlaces(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                           const int* bColIndex, const int* rowStart, const int* colIndex,
                                           const int* list, unsigned char* places, long long offset, int first,
                                           int length, int pitch) {
  const unsigned group = globalGroup<kPlacers>();
  if (group >= static_cast<unsigned>(length)) return;
  const int row = list[first + group];
  const unsigned begin = rowStart[row], past = rowStart[row + 1], last = aRowStart[row + 1];
  unsigned char* to = placesOf(places, offset, group, pitch);
  for (unsigned k = aRowStart[row]; k < last; k++) {
    const int other = aColIndex[k];
    const unsigned from = bRowStart[other];
    const int count = bRowStart[other + 1] - from;
    for (int i = laneOf<kPlacers>(); i < count; i += kPlacers)
      to[i] = static_cast<unsigned char>(firstFrom(colIndex, begin, past, bColIndex[from + i]) - begin);
    to += count;
  }
}

/** Values of the same rows, by their places. A group needs shared memory for `sums` numbers, at least `pitch`. */
template <int G, typename V>
__device__ __forceinline__ void putPlaced(const int* aRowStart, const int* aColIndex, const V* aValues,
                                          const int* bRowStart, const V* bValues, const int* rowStart, V* values,
                                          const int* list, unsigned char* places, V alpha, long long offset, int first,
                                          int length, int pitch, int sumPitch) {
  const unsigned group = globalGroup<G>();
  const bool busy = group < static_cast<unsigned>(length);
  if (!__any_sync(kAllLanes, busy)) return;
  const int lane = laneOf<G>();
  V* const sums = reinterpret_cast<V*>(kernelShared) + threadIdx.x / G * sumPitch;
  const unsigned char* const own = placesOf(places, offset, busy ? group : 0, pitch);
  const int row = busy ? list[first + group] : 0;
  const unsigned begin = busy ? rowStart[row] : 0, end = busy ? aRowStart[row + 1] : 0;
  const int entries = busy ? rowStart[row + 1] - begin : 0;
  for (int i = lane; i < entries; i += G) sums[i] = 0;
  __syncwarp();
  int placed = 0;
  for (unsigned base = busy ? aRowStart[row] : 0; __any_sync(kAllLanes, base < end); base += G) {
    unsigned from = 0;
    int size = 0;
    V value = 0;
    if (base + lane < end) {
      const int other = aColIndex[base + lane];
      value = aValues[base + lane];
      from = bRowStart[other];
      size = bRowStart[other + 1] - from;
    }
    int upTo = size;
#pragma unroll
    for (int step = 1; step < G; step *= 2) {
      const int before = __shfl_up_sync(kAllLanes, upTo, step, G);
      if (lane >= step) upTo += before;
    }
    const int before = placed + upTo - size;
    placed += __shfl_sync(kAllLanes, upTo, G - 1, G);
    const int count = base < end ? static_cast<int>(min(end - base, static_cast<unsigned>(G))) : 0;
#pragma unroll 1
    for (int k = 0; __any_sync(kAllLanes, k < count); k += kRowsAtOnce) {
      unsigned at[kRowsAtOnce];
      int left[kRowsAtOnce], next[kRowsAtOnce], place[kRowsAtOnce];
      V a[kRowsAtOnce], b[kRowsAtOnce];
      bool more = false;
#pragma unroll
      for (int u = 0; u < kRowsAtOnce; u++) {
        at[u] = __shfl_sync(kAllLanes, from, k + u, G) + lane;
        left[u] = __shfl_sync(kAllLanes, size, k + u, G) - lane;
        next[u] = __shfl_sync(kAllLanes, before, k + u, G) + lane;
        a[u] = __shfl_sync(kAllLanes, value, k + u, G);
        place[u] = left[u] > 0 ? own[next[u]] : -1;
        b[u] = left[u] > 0 ? bValues[at[u]] : V(0);
        more |= left[u] > G;
      }
      const bool longer = __any_sync(kAllLanes, more);
#pragma unroll
      for (int u = 0; u < kRowsAtOnce; u++) {
        if (place[u] >= 0) sums[place[u]] = fma(a[u], b[u], sums[place[u]]);
        if (longer)
#pragma unroll 1
          for (int i = G; i < left[u]; i += G) {
            V& sum = sums[own[next[u] + i]];
            sum = fma(a[u], bValues[at[u] + i], sum);
          }
        __syncwarp();
      }
    }
  }
  for (int i = lane; i < entries; i += G) values[begin + i] = alpha * sums[i];
}

SPMV_ENTRY(, spgemm_find_places, 12, findPlaces)
#define PLACED(G) BOUNDED_ENTRIES((128, 8), spgemm_placed_##G, 15, putPlaced<G, V>)
PLACED(8)
PLACED(16)
PLACED(32)
