// CSR in tiles of at most `capacity` entries: whole rows, or a piece of a row too long for one tile. A block multiplies its tile with
// coalesced loads into shared memory, then 1 to 32 lanes add up each row. Pieces are joined as split-row.cuh says. One launch.
#include "split-row.cuh"

/** Rows rowBegin .. rowEnd and entries entryBegin .. entryEnd; a piece of row rowBegin when rowEnd = rowBegin. */
struct Tile {
  int rowBegin, rowEnd, entryBegin, entryEnd;
};

/** A row of more entries per lane than this is left to a whole warp. */
constexpr int kLong = 8;

/** Sum over the block, in thread 0; `scratch` has a place for each warp. */
template <typename V>
__device__ __forceinline__ V sumBlock(V sum, V* scratch) {
  sum = sumLanes<kWarp>(sum);
  if (threadIdx.x % kWarp == 0) scratch[threadIdx.x / kWarp] = sum;
  __syncthreads();
  sum = threadIdx.x < blockDim.x / kWarp ? scratch[threadIdx.x] : V(0);
  return threadIdx.x < kWarp ? sumLanes<kWarp>(sum) : V(0);
}

template <typename V>
__device__ __forceinline__ void piece(const Tile& tile, int2 place, const int* colIndex, const V* values, V* parts, const V* x, V* y, V alpha, V beta, V* shared) {
  V sum = 0;
#pragma unroll 4
  for (unsigned k = tile.entryBegin + threadIdx.x; k < tile.entryEnd; k += blockDim.x) sum += stream(values + k) * x[stream(colIndex + k)];
  sum = sumBlock(sum, shared);
  if (threadIdx.x < kWarp) joinRow(parts, place.x, place.y, y, tile.rowBegin, sum, alpha, beta);
}

template <typename V>
__device__ __forceinline__ void csrBalanced(const int4* tiles, const int2* places, const int* rowStart, const int* colIndex, const V* values, V* parts,
                                            const V* x, V* y, V alpha, V beta, V* products) {
  const int4 packed = tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  if (tile.rowEnd == tile.rowBegin) {
    piece(tile, places[blockIdx.x], colIndex, values, parts, x, y, alpha, beta, products);
    return;
  }
  const int entries = tile.entryEnd - tile.entryBegin;
  const int rowCount = tile.rowEnd - tile.rowBegin;
  const int* tileColumns = colIndex + tile.entryBegin;
  const V* tileValues = values + tile.entryBegin;
#pragma unroll 4
  for (int k = threadIdx.x; k < entries; k += blockDim.x) products[k] = stream(tileValues + k) * x[stream(tileColumns + k)];
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
      for (int k = __shfl_sync(kAllLanes, from, at) + static_cast<int>(threadIdx.x) % kWarp; k < last; k += kWarp) part += products[k];
      part = __shfl_sync(kAllLanes, sumLanes<kWarp>(part), 0);
      if (threadIdx.x % kWarp == at) sum = part;
    }
    if (row < tile.rowEnd && lane == 0) finishRow(y, row, sum, alpha, beta);
  }
}

#define CSR_BALANCED(V, SUFFIX) \
  extern "C" __global__ void csr_balanced_##SUFFIX(const int4* tiles, const int2* places, const int* rowStart, const int* colIndex, const V* values, V* parts, \
                                                   const V* x, V* y, V alpha, V beta) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    csrBalanced<V>(tiles, places, rowStart, colIndex, values, parts, x, y, alpha, beta, reinterpret_cast<V*>(shared)); \
  }
CSR_BALANCED(double, f64)
CSR_BALANCED(float, f32)
