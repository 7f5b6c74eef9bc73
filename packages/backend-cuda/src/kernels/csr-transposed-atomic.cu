// Aᵀx for A stored by rows, added to y atomically, so in another order each time: after y is scaled, entry by entry, or
// piece by piece of the tiles of column-tiles.cuh.
#include "column-tiles.cuh"

/** Entries a thread of the kernel without tiles has. */
constexpr int kEntries = 4;

template <typename V> __device__ __forceinline__ void scale(V* y, V alpha, V beta, int cols) {
  launchDependents();
  V* to = const_cast<V*>(waitForPrevious<V>(y).address);
  const unsigned j = globalThread();
  if (j < cols) to[j] = beta == V(0) ? V(0) : beta * to[j];
}

/** A block has as many entries whatever their rows. */
template <typename V>
__device__ __forceinline__ void scatter(const uint2* groups, const int* filledRows, const int* colIndex,
                                        const V* values, const V* x, V* y, V alpha, V beta, int nnz) {
  launchDependents();
  const unsigned first = blockIdx.x * (kEntries * blockDim.x) + threadIdx.x;
  int column[kEntries];
  int row[kEntries];
  V value[kEntries];
#pragma unroll
  for (int u = 0; u < kEntries; u++) {
    const unsigned k = first + u * blockDim.x;
    column[u] = -1;
    if (k >= nnz) continue;
    column[u] = stream(colIndex + k);
    value[u] = stream(values + k);
    row[u] = filledRows[filledRowOf(groups[k / kWarp], k)];
  }
  const Operand<V> operand = waitForPrevious(x);
#pragma unroll
  for (int u = 0; u < kEntries; u++) {
    if (column[u] >= 0) value[u] *= alpha * operand[row[u]];
  }
#pragma unroll
  for (int u = 0; u < kEntries; u++) {
    if (column[u] >= 0) atomicAdd(y + column[u], value[u]);
  }
}

/** The sum of a piece, by every lane of a warp. Where all 32 are of one column, its element is added to once. */
template <typename V> __device__ __forceinline__ void addPiece(V* y, int column, V sum) {
  const bool isFirst = column == __shfl_sync(kAllLanes, column, 0);
  if (__all_sync(kAllLanes, isFirst)) {
    sum = sumLanes<kWarp>(sum);
    if (threadIdx.x % kWarp != 0) return;
  }
  if (column >= 0) atomicAdd(y + column, sum);
}

template <typename V>
__device__ __forceinline__ void scatterRuns(const int4* tiles, const unsigned short* slots, const uint2* groups,
                                            const int* filledRows, const V* values, const unsigned char* pieceLength,
                                            const unsigned short* sliceStart, const int* pieceColumn, const V* x, V* y,
                                            V alpha, V beta, int capacity, int nnz) {
  sumColumnTile<V>({slots, groups, filledRows, values, capacity, nnz}, {tiles, pieceLength, sliceStart}, x,
                   reinterpret_cast<V*>(kernelShared), [=](int piece, bool isPiece, V sum) {
                     addPiece(y, isPiece ? pieceColumn[piece] : -1, alpha * sum);
                   });
}

ENTRIES(csr_transposed_scale, 4, scale<V>)
ENTRIES(csr_transposed_scatter, 9, scatter<V>)
BOUNDED_ENTRIES((kMostThreads, kBlocksHeld<V>), csr_transposed_runs, 14, scatterRuns<V>)
