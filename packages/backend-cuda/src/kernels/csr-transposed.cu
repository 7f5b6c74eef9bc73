// Aᵀx for A stored by rows, in two passes. The first adds up each tile of entries by columns (column-tiles.cuh) and
// leaves the sum of every run. The second adds up the sums of each column in the order of tiles. No atomic addition.
#include "column-tiles.cuh"

/** Numbers a thread has in flight. */
constexpr int kAtOnce = 4;

template <typename V>
__device__ __forceinline__ void splitColumn(const Tile& tile, int2 place, const int* columnRuns, const V* sums,
                                            V* partials, V* y, V alpha, V beta, V* shared) {
  const Operand<V> operand = afterEarlier(sums);
  V sum = 0;
#pragma unroll 4
  for (int k = tile.entryBegin + threadIdx.x; k < tile.entryEnd; k += blockDim.x) sum += operand[columnRuns[k]];
  sum = sumBlock(sum, shared);
  if (threadIdx.x < kWarp) joinRow(partials, place.x, place.y, y, tile.rowBegin, sum, alpha, beta);
}

/** A tile is whole columns (its rows), or a part of one too long, as csr-balanced.cu has rows. */
template <typename V>
__device__ __forceinline__ void sumColumns(const int4* tiles, const int2* places, const int* columnStart,
                                           const int* columnRuns, const V* sums, V* partials, V* y, V alpha, V beta,
                                           V* shared) {
  letNextBegin();
  const int4 packed = tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  if (tile.rowEnd == tile.rowBegin) {
    splitColumn(tile, places[blockIdx.x], columnRuns, sums, partials, y, alpha, beta, shared);
    return;
  }
  const int runs = tile.entryEnd - tile.entryBegin;
  const int* tileRuns = columnRuns + tile.entryBegin;
  int run[kAtOnce];
  const auto load = [&](int first) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const int k = first + u * blockDim.x;
      run[u] = k < runs ? stream(tileRuns + k) : -1;
    }
  };
  load(threadIdx.x);
  const Operand<V> operand = afterEarlier(sums);
  for (int first = threadIdx.x; first < runs; load(first)) {
    V sum[kAtOnce];
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) sum[u] = operand.at(run[u], run[u] >= 0);
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      if (run[u] >= 0) shared[first + u * blockDim.x] = sum[u];
    }
    first += kAtOnce * blockDim.x;
  }
  sumTile(tile, columnStart, shared, y, alpha, beta);
}

#define CSR_TRANSPOSED(V, SUFFIX) \
  extern "C" __global__ void csr_transposed_tiles_##SUFFIX( \
      const int4* tiles, const unsigned short* slots, const uint2* groups, const int* filledRows, const V* values, \
      const int* runStart, V* sums, const V* x) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    sumColumnTile<V>({tiles, slots, groups, filledRows, values, runStart}, x, reinterpret_cast<V*>(shared), \
                     [=](int run, V sum) { sums[run] = sum; }); \
  } \
  extern "C" __global__ void csr_transposed_columns_##SUFFIX(const int4* tiles, const int2* places, \
                                                             const int* columnStart, const int* columnRuns, \
                                                             const V* sums, V* partials, V* y, V alpha, V beta) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    sumColumns<V>(tiles, places, columnStart, columnRuns, sums, partials, y, alpha, beta, \
                  reinterpret_cast<V*>(shared)); \
  }
CSR_TRANSPOSED(double, f64)
CSR_TRANSPOSED(float, f32)
