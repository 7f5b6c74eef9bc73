// The second of two passes: the products of a tile lie in runs, one in each block that a first pass has left, and are
// put into shared memory in the order of the tile's rows and added up (product-runs.ts).
#pragma once

#include "row-tiles.cuh"

/** Products that a thread has in flight. */
constexpr int kRunFlight = 4;

/**
 * Where the product of entry `k` is, entries counted tile by tile and column block by column block: 32 of them have
 * (the entries at which a run begins, the run before the first of these), a run how far its products are ahead.
 */
__device__ __forceinline__ int placeOf(int k, const uint2* groups, const int* ahead) {
  const uint2 group = __ldg(groups + k / kWarp);
  return k + __ldg(ahead + (group.y + __popc(group.x & (kAllLanes >> (kWarp - 1 - k % kWarp)))));
}

/** The sums of this block's tile of rows, of the products that a first pass has left in runs. */
template <typename V>
__device__ __forceinline__ void sumProductRuns(const int4* tiles, const int2* places, const int* rowStart,
                                               const uint2* groups, const int* ahead, const unsigned short* slots,
                                               const V* products, V* partials, V* y, V alpha, V beta) {
  V* const shared = reinterpret_cast<V*>(kernelShared);
  launchDependents();
  const int4 packed = tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  // From a multiple of 32, so that a warp's entries are in one group.
  const int from = (tile.entryBegin & ~(kWarp - 1)) + static_cast<int>(threadIdx.x);
  if (tile.rowEnd == tile.rowBegin) {
    const Operand<V> formed = waitForPrevious(products);
    V sum = 0;
#pragma unroll 4
    for (int k = from; k < tile.entryEnd; k += blockDim.x) {
      if (k >= tile.entryBegin) sum += formed[placeOf(k, groups, ahead)];
    }
    sum = sumBlock(sum, shared);
    const int2 place = places[blockIdx.x];
    if (threadIdx.x < kWarp) joinRow(partials, place.x, place.y, y, tile.rowBegin, sum, alpha, beta);
    return;
  }
  int slot[kRunFlight];
  int place[kRunFlight];
  const auto load = [&](int first) {
#pragma unroll
    for (int i = 0; i < kRunFlight; i++) {
      const int k = first + i * blockDim.x;
      const bool there = k >= tile.entryBegin && k < tile.entryEnd;
      slot[i] = there ? stream(slots + k) : -1;
      place[i] = there ? placeOf(k, groups, ahead) : 0;
    }
  };
  load(from);
  const Operand<V> formed = waitForPrevious(products);
  for (int first = from; first < tile.entryEnd; load(first)) {
    V product[kRunFlight];
#pragma unroll
    for (int i = 0; i < kRunFlight; i++) product[i] = formed.at(place[i], slot[i] >= 0);
#pragma unroll
    for (int i = 0; i < kRunFlight; i++) {
      if (slot[i] >= 0) shared[slot[i]] = product[i];
    }
    first += kRunFlight * blockDim.x;
  }
  sumTile(tile, rowStart, static_cast<const V*>(shared), y, alpha, beta);
}
