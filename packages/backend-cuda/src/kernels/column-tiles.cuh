// Tiles of entries stored by rows, whose products are added up by columns: each goes to the slot of its tile at which
// its column is next, so that a column's products follow one another, in a run. Which entry is of which row, 32 of them
// tell by (the entries that begin a row, the row before the first of these), rows with entries being counted.
#pragma once

#include "row-tiles.cuh"

/** Entries a thread has in flight. */
constexpr int kEntries = 4;

/** The matrix as the first pass reads it. */
template <typename V> struct ColumnTiles {
  const int4* tiles;
  const unsigned short* slots;
  const uint2* groups;
  const int* filledRows;
  const V* values;
  const int* runStart;
};

/** finish(run, sum) of every run of this block's tile. */
template <typename V, typename Finish>
__device__ __forceinline__ void sumColumnTile(const ColumnTiles<V>& matrix, const V* x, V* products, Finish finish) {
  letNextBegin();
  const int4 packed = matrix.tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  const int entries = tile.entryEnd - tile.entryBegin;
  const unsigned short* slots = matrix.slots + tile.entryBegin;
  const V* values = matrix.values + tile.entryBegin;
  const uint2* groups = matrix.groups + tile.entryBegin / kWarp;
  const unsigned upToHere = kAllLanes >> (kWarp - 1 - threadIdx.x % kWarp);
  int row[kEntries];
  unsigned short slot[kEntries];
  V value[kEntries];
  const auto load = [&](int first) {
#pragma unroll
    for (int u = 0; u < kEntries; u++) {
      const int k = first + u * blockDim.x;
      row[u] = -1;
      slot[u] = 0;
      value[u] = 0;
      if (k < entries) {
        const uint2 group = groups[k / kWarp];
        row[u] = group.y + __popc(group.x & upToHere);
        slot[u] = stream(slots + k);
        value[u] = stream(values + k);
      }
    }
#pragma unroll
    for (int u = 0; u < kEntries; u++) row[u] = row[u] >= 0 ? matrix.filledRows[row[u]] : -1;
  };
  load(threadIdx.x);
  const Operand<V> operand = afterEarlier(x);
  for (int first = threadIdx.x; first < entries; load(first)) {
#pragma unroll
    for (int u = 0; u < kEntries; u++) value[u] *= operand.at(row[u], row[u] >= 0);
#pragma unroll
    for (int u = 0; u < kEntries; u++) {
      if (row[u] >= 0) products[slot[u]] = value[u];
    }
    first += kEntries * blockDim.x;
  }
  sumTile(tile, matrix.runStart, products, finish);
}
