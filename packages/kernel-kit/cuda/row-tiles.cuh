// Tiles of CSR whose products are in shared memory: what the kernels that work a block a tile have in common.
#pragma once

#include "split-row.cuh"

/** Rows rowBegin .. rowEnd and entries entryBegin .. entryEnd; a part of the split row rowBegin when rowEnd = rowBegin.
 */
struct Tile {
  int rowBegin, rowEnd, entryBegin, entryEnd;
};

/** A row of more entries per lane than this is left to a whole warp. */
constexpr int kLong = 8;

/** Sum over the block, in thread 0; `scratch` has a place for each warp. */
template <typename V> __device__ __forceinline__ V sumBlock(V sum, V* scratch) {
  sum = sumLanes<kWarp>(sum);
  if (threadIdx.x % kWarp == 0) scratch[threadIdx.x / kWarp] = sum;
  __syncthreads();
  sum = threadIdx.x < blockDim.x / kWarp ? scratch[threadIdx.x] : V(0);
  return threadIdx.x < kWarp ? sumLanes<kWarp>(sum) : V(0);
}

/** Adds up every row of a tile whose `entries` products are being put into shared memory by the whole block;
 * finish(row, sum) by one lane. */
template <typename V, typename Finish>
__device__ __forceinline__ void sumTile(const Tile& tile, const int* rowStart, const V* products, Finish&& finish) {
  const int entries = tile.entryEnd - tile.entryBegin;
  const int rowCount = tile.rowEnd - tile.rowBegin;
  // As many lanes a row as make each add about four products.
  int lanes = 1;
  while (lanes < kWarp && lanes * 4 * rowCount < entries) lanes *= 2;
  const int perStep = blockDim.x / lanes;
  const int lane = threadIdx.x % lanes;
  __syncthreads();
  const int steps = (rowCount + perStep - 1) / perStep;
  for (int step = 0; step < steps; step++) {
    const int row = tile.rowBegin + step * perStep + static_cast<int>(threadIdx.x) / lanes;
    const int from = row < tile.rowEnd ? rowStart[row] - tile.entryBegin : 0;
    const int to = row < tile.rowEnd ? rowStart[row + 1] - tile.entryBegin : 0;
    // A row far longer than its neighbours would keep the other lanes waiting: the whole warp adds it up afterwards.
    const bool isLong = to - from > kLong * lanes;
    V sum = 0;
    if (!isLong) {
      for (int k = from + lane; k < to; k += lanes) sum += products[k];
    }
    sum = sumLanes(sum, lanes);
    for (unsigned rest = __ballot_sync(kAllLanes, isLong && lane == 0); rest != 0; rest &= rest - 1) {
      const int at = __ffs(rest) - 1;
      const int last = __shfl_sync(kAllLanes, to, at);
      V part = 0;
      for (int k = __shfl_sync(kAllLanes, from, at) + static_cast<int>(threadIdx.x) % kWarp; k < last; k += kWarp)
        part += products[k];
      part = __shfl_sync(kAllLanes, sumLanes<kWarp>(part), 0);
      if (threadIdx.x % kWarp == at) sum = part;
    }
    if (row < tile.rowEnd && lane == 0) finish(row, sum);
  }
}

/** The same, ending in y. */
template <typename V>
__device__ __forceinline__ void sumTile(const Tile& tile, const int* rowStart, const V* products, V* y, V alpha,
                                        V beta) {
  sumTile(tile, rowStart, products, [=](int row, V sum) { finishRow(y, row, sum, alpha, beta); });
}
