// CSR in tiles of at most `capacity` entries: whole rows, or a part of a row too long for one tile. A block multiplies
// its tile with coalesced loads into shared memory, then 1 to 32 lanes add up each row. Their partial sums are joined
// as split-row.cuh says. One launch.
#include "row-tiles.cuh"

/** Entries a thread has in flight. */
constexpr int kAtOnce = 4;

template <typename V>
__device__ __forceinline__ void splitTile(const Tile& tile, int2 place, const int* colIndex, const V* values,
                                          V* partials, const V* x, V* y, V alpha, V beta, V* shared) {
  const Operand<V> operand = afterEarlier(x);
  V sum = 0;
#pragma unroll 4
  for (unsigned k = tile.entryBegin + threadIdx.x; k < tile.entryEnd; k += blockDim.x)
    sum += stream(values + k) * operand[stream(colIndex + k)];
  sum = sumBlock(sum, shared);
  if (threadIdx.x < kWarp) joinRow(partials, place.x, place.y, y, tile.rowBegin, sum, alpha, beta);
}

template <typename V>
__device__ __forceinline__ void csrBalanced(const int4* tiles, const int2* places, const int* rowStart,
                                            const int* colIndex, const V* values, V* partials, const V* x, V* y,
                                            V alpha, V beta, V* products) {
  letNextBegin();
  const int4 packed = tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  if (tile.rowEnd == tile.rowBegin) {
    splitTile(tile, places[blockIdx.x], colIndex, values, partials, x, y, alpha, beta, products);
    return;
  }
  const int entries = tile.entryEnd - tile.entryBegin;
  const int* tileColumns = colIndex + tile.entryBegin;
  const V* tileValues = values + tile.entryBegin;
  int column[kAtOnce];
  V value[kAtOnce];
  const auto load = [&](int first) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const int k = first + u * blockDim.x;
      column[u] = k < entries ? stream(tileColumns + k) : -1;
      value[u] = k < entries ? stream(tileValues + k) : V(0);
    }
  };
  load(threadIdx.x);
  const Operand<V> operand = afterEarlier(x);
  for (int first = threadIdx.x; first < entries; load(first)) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) value[u] *= operand.at(column[u], column[u] >= 0);
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      if (column[u] >= 0) products[first + u * blockDim.x] = value[u];
    }
    first += kAtOnce * blockDim.x;
  }
  sumTile(tile, rowStart, products, y, alpha, beta);
}

#define CSR_BALANCED(V, SUFFIX) \
  extern "C" __global__ void csr_balanced_##SUFFIX(const int4* tiles, const int2* places, const int* rowStart, \
                                                   const int* colIndex, const V* values, V* partials, const V* x, \
                                                   V* y, V alpha, V beta) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    csrBalanced<V>(tiles, places, rowStart, colIndex, values, partials, x, y, alpha, beta, \
                   reinterpret_cast<V*>(shared)); \
  }
CSR_BALANCED(double, f64)
CSR_BALANCED(float, f32)
