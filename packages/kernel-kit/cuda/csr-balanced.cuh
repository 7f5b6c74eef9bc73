// CSR in tiles of at most `capacity` entries: whole rows, or a part of a row too long for one tile. A block multiplies
// its tile with coalesced loads into shared memory, then 1 to 32 lanes add up each row. Their partial sums are joined
// as split-row.cuh says. One launch. What is done with the sum of a row is the caller's.
#pragma once

#include "row-tiles.cuh"

/** Entries a thread has in flight. */
constexpr int kTileAtOnce = 4;

/** A part of a row that has several tiles, `place` saying which: finish(row, sum) with the last one. */
template <typename V, typename Finish>
__device__ __forceinline__ void splitTile(const Tile& tile, int2 place, const int* colIndex, const V* values,
                                          V* partials, const V* x, V* shared, Finish&& finish) {
  const Operand<V> operand = waitForPrevious(x);
  V sum = 0;
#pragma unroll 4
  for (unsigned k = tile.entryBegin + threadIdx.x; k < tile.entryEnd; k += blockDim.x)
    sum += stream(values + k) * operand[stream(colIndex + k)];
  sum = sumBlock(sum, shared);
  if (threadIdx.x < kWarp) joinRow(partials, place.x, place.y, tile.rowBegin, sum, finish);
}

/**
 * The tile of this block. Calls finish(row, sum) once for every row of A, by one thread, which is the same one each
 * time: always after the kernels before have ended. `products` has room for the entries of a tile, and for one of each
 * warp.
 */
template <typename V, typename Finish>
__device__ __forceinline__ void balancedTile(const int4* tiles, const int2* places, const int* rowStart,
                                             const int* colIndex, const V* values, V* partials, const V* x, V* products,
                                             Finish&& finish) {
  launchDependents();
  const int4 packed = tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  if (tile.rowEnd == tile.rowBegin) {
    splitTile(tile, places[blockIdx.x], colIndex, values, partials, x, products, finish);
    return;
  }
  const int entries = tile.entryEnd - tile.entryBegin;
  const int* tileColumns = colIndex + tile.entryBegin;
  const V* tileValues = values + tile.entryBegin;
  int column[kTileAtOnce];
  V value[kTileAtOnce];
  const auto load = [&](int first) {
#pragma unroll
    for (int u = 0; u < kTileAtOnce; u++) {
      const int k = first + u * blockDim.x;
      column[u] = k < entries ? stream(tileColumns + k) : -1;
      value[u] = k < entries ? stream(tileValues + k) : V(0);
    }
  };
  load(threadIdx.x);
  const Operand<V> operand = waitForPrevious(x);
  for (int first = threadIdx.x; first < entries; load(first)) {
#pragma unroll
    for (int u = 0; u < kTileAtOnce; u++) value[u] *= operand.at(column[u], column[u] >= 0);
#pragma unroll
    for (int u = 0; u < kTileAtOnce; u++) {
      if (column[u] >= 0) products[first + u * blockDim.x] = value[u];
    }
    first += kTileAtOnce * blockDim.x;
  }
  sumTile(tile, rowStart, products, finish);
}
