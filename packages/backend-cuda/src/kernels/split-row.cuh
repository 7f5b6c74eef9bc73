// Rows divided between several warps or blocks: each leaves its part in memory, and whoever comes last adds all parts of the row in
// their order. So the sum never depends on timing, no floating-point number is added atomically, and one launch is enough.
#pragma once

#include "common.cuh"

/**
 * To be called by all lanes of one warp. `part` is this warp's share of the row (in lane 0), `slot` its place among the parts,
 * `group` (first slot, number of parts) of the row, `ticket` the row's counter, 0 before and after a product.
 * True for the warp that came last, which then has the whole sum in lane 0.
 */
template <typename V>
__device__ __forceinline__ bool lastPart(V part, int slot, int2 group, V* parts, int* ticket, V* total) {
  const int lane = threadIdx.x % kWarp;
  int before = 0;
  if (lane == 0) {
    __stcg(parts + slot, part);
    __threadfence();
    before = atomicAdd(ticket, 1);
  }
  before = __shfl_sync(kAllLanes, before, 0);
  if (before != group.y - 1) return false;
  __threadfence();
  V sum = 0;
  for (int i = lane; i < group.y; i += kWarp) sum += __ldcg(parts + group.x + i);
  *total = sumLanes<kWarp>(sum);
  if (lane == 0) *ticket = 0;
  return true;
}
