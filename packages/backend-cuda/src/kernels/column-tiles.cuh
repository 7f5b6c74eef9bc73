// Tiles of entries stored by rows, whose products are added up by columns in shared memory (column-pieces.ts says in
// which order). Values and slots are read 16 bytes of values at a time. Which entry is of which row, 32 of them tell by
// (the entries that begin a row, the row before the first of these), rows with entries being counted.
#pragma once

#include "four-values.cuh"
#include "row-tiles.cuh"

/** Threads of a block, and blocks of a multiprocessor, for which registers suffice. */
constexpr int kMostThreads = 512;
template <typename V> constexpr int kBlocksHeld = sizeof(V) == 4 ? 4 : sizeof(V) == 8 ? 3 : 2;

/** The entries of a matrix in tiles of `capacity`, `nnz` in all. */
template <typename A> struct TileEntries {
  const unsigned short* slots;
  const uint2* groups;
  const int* filledRows;
  const A* values;
  int capacity, nnz;
};

/** The pieces of every tile. */
struct ColumnPieces {
  /** (first piece, piece after the last, first slice, what to add to a row's number, -1 if it is to be looked up). */
  const int4* tiles;
  const unsigned char* pieceLength;
  const unsigned short* sliceStart;
};

/** Number of entry k's row, among rows with entries. */
__device__ __forceinline__ int filledRowOf(uint2 group, int k) {
  return group.y + __popc(group.x & (kAllLanes >> (kWarp - 1 - k % kWarp)));
}

/** Products of this block's tile to their slots; `offset` is what to add to a row's number, -1 if it is to be looked
 * up. */
template <typename A, typename V>
__device__ __forceinline__ void formProducts(const TileEntries<A>& matrix, int offset, const V* x, V* products) {
  int k = blockIdx.x * matrix.capacity;
  const int end = min(k + matrix.capacity, matrix.nnz);
  k += kFour * threadIdx.x;
  V value[kFour];
  ushort4 slot;
  int row;
  unsigned begins;
  const auto load = [&] {
    if (k >= end) return;
    slot = stream(reinterpret_cast<const ushort4*>(matrix.slots + k));
    if (k + kFour <= end) {
      loadFour(matrix.values + k, value);
    } else {
#pragma unroll
      for (int i = 0; i < kFour; i++) value[i] = k + i < end ? stream(matrix.values + k + i) : V(0);
    }
    const uint2 group = matrix.groups[k / kWarp];
    row = filledRowOf(group, k);
    begins = group.x >> (k % kWarp);
  };
  load();
  const Operand<V> operand = waitForPrevious(x);
  for (; k < end; load()) {
#pragma unroll
    for (int i = 0; i < kFour; i++) {
      if (i > 0) row += begins >> i & 1;
      value[i] *= operand[offset >= 0 ? row + offset : matrix.filledRows[row]];
    }
    products[slot.x] = value[0];
    if (k + 1 < end) products[slot.y] = value[1];
    if (k + 2 < end) products[slot.z] = value[2];
    if (k + 3 < end) products[slot.w] = value[3];
    k += kFour * blockDim.x;
  }
}

/** finish(piece, whether it is one, sum) by every lane of a warp, for all pieces of this block's tile. */
template <typename A, typename V, typename Finish>
__device__ __forceinline__ void sumColumnTile(const TileEntries<A>& entries, const ColumnPieces& pieces, const V* x,
                                              V* products, Finish finish) {
  launchDependents();
  const int4 tile = pieces.tiles[blockIdx.x];
  formProducts(entries, tile.w, x, products);
  __syncthreads();
  const int lane = threadIdx.x % kWarp;
  for (int slice = threadIdx.x / kWarp; tile.x + slice * kWarp < tile.y; slice += blockDim.x / kWarp) {
    const int piece = tile.x + slice * kWarp + lane;
    const bool isPiece = piece < tile.y;
    const int length = isPiece ? pieces.pieceLength[piece] : 0;
    const V* next = products + pieces.sliceStart[tile.z + slice] + lane;
    const int longest = __shfl_sync(kAllLanes, length, 0);
    V sum = 0;
    for (int j = 0; j < longest; j += 4) {
      V product[4];
#pragma unroll
      for (int u = 0; u < 4; u++) {
        const bool has = length > j + u;
        product[u] = has ? *next : V(0);
        next += __popc(__ballot_sync(kAllLanes, has));
      }
#pragma unroll
      for (int u = 0; u < 4; u++) sum += product[u];
    }
    finish(piece, isPiece, sum);
  }
}
