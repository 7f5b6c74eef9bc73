// Aᵀx for A stored by rows, in two passes. The first adds up each tile of entries by columns (column-tiles.cuh) and
// leaves the sum of every piece. The second adds up the sums of each column in the order of tiles. No atomic addition.
// also complex
#include "column-tiles.cuh"

/** Numbers a thread has in flight. */
constexpr int kAtOnce = 4;

template <typename V>
__device__ __forceinline__ void splitColumn(const Tile& tile, int2 place, const int* columnPieces, const V* sums,
                                            V* partials, V* y, V alpha, V beta, V* shared) {
  const Operand<V> operand = waitForPrevious(sums);
  V sum = 0;
#pragma unroll 4
  for (int k = tile.entryBegin + threadIdx.x; k < tile.entryEnd; k += blockDim.x) sum += operand[columnPieces[k]];
  sum = sumBlock(sum, shared);
  if (threadIdx.x < kWarp) joinRow(partials, place.x, place.y, y, tile.rowBegin, sum, alpha, beta);
}

/** A tile is whole columns (its rows), or a part of one too long, as csr-balanced.cu has rows. */
template <typename V>
__device__ __forceinline__ void sumColumns(const int4* tiles, const int2* places, const int* columnStart,
                                           const int* columnPieces, const V* sums, V* partials, V* y, V alpha, V beta) {
  V* const shared = reinterpret_cast<V*>(kernelShared);
  launchDependents();
  const int4 packed = tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  if (tile.rowEnd == tile.rowBegin) {
    splitColumn(tile, places[blockIdx.x], columnPieces, sums, partials, y, alpha, beta, shared);
    return;
  }
  const int pieces = tile.entryEnd - tile.entryBegin;
  const int* tilePieces = columnPieces + tile.entryBegin;
  int piece[kAtOnce];
  const auto load = [&](int first) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const int k = first + u * blockDim.x;
      piece[u] = k < pieces ? stream(tilePieces + k) : -1;
    }
  };
  load(threadIdx.x);
  const Operand<V> operand = waitForPrevious(sums);
  for (int first = threadIdx.x; first < pieces; load(first)) {
    V sum[kAtOnce];
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) sum[u] = operand.at(piece[u], piece[u] >= 0);
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      if (piece[u] >= 0) shared[first + u * blockDim.x] = sum[u];
    }
    first += kAtOnce * blockDim.x;
  }
  sumTile(tile, columnStart, shared, y, alpha, beta);
}

template <typename A, typename V>
__device__ __forceinline__ void leaveSums(const int4* tiles, const unsigned short* slots, const uint2* groups,
                                          const int* filledRows, const A* values, const unsigned char* pieceLength,
                                          const unsigned short* sliceStart, V* sums, const V* x, int capacity,
                                          int nnz) {
  sumColumnTile<A>({slots, groups, filledRows, values, capacity, nnz}, {tiles, pieceLength, sliceStart}, x,
                   reinterpret_cast<V*>(kernelShared), [=](int piece, bool isPiece, V sum) {
                     if (isPiece) sums[piece] = sum;
                   });
}

BOUNDED_ENTRIES((kMostThreads, kBlocksHeld<V>), csr_transposed_tiles, 11, leaveSums<A, V>)
CONJUGATED_ENTRIES(__launch_bounds__(kMostThreads, kBlocksHeld<V>), csr_transposed_tiles, 11, leaveSums<A, V>)
ENTRIES(csr_transposed_columns, 9, sumColumns<V>)
