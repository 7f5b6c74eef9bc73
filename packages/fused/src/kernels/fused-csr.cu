// CSR in tiles of equal work, a block a tile, ending in sums over y or an update of w: see csr-balanced.cuh.
// also complex
#include "csr-balanced.cuh"
#include "ending.cuh"

template <bool NORM, typename V>
__device__ __forceinline__ void csrDot(const int4* tiles, const int2* places, const int* rowStart, const int* colIndex,
                                       const V* values, V* partials, V* sums, const V* x, V* y, const V* z, V alpha,
                                       V beta) {
  V* const products = reinterpret_cast<V*>(kernelShared);
  expect(z, tiles[blockIdx.x].x, tiles[blockIdx.x].y);
  Sums<V, true, NORM> ending(y, z, alpha, beta);
  balancedTile(tiles, places, rowStart, colIndex, values, partials, x, products, ending);
  ending.leave(sums, products);
}

template <typename V>
__device__ __forceinline__ void csrNorm(const int4* tiles, const int2* places, const int* rowStart, const int* colIndex,
                                        const V* values, V* partials, V* sums, const V* x, V* y, V alpha, V beta) {
  V* const products = reinterpret_cast<V*>(kernelShared);
  Sums<V, false, true> ending(y, nullptr, alpha, beta);
  balancedTile(tiles, places, rowStart, colIndex, values, partials, x, products, ending);
  ending.leave(sums, products);
}

template <typename V>
__device__ __forceinline__ void csrAxpy(const int4* tiles, const int2* places, const int* rowStart, const int* colIndex,
                                        const V* values, V* partials, const V* x, V* y, const V* gamma, V* w, V alpha,
                                        V beta, V delta) {
  V* const products = reinterpret_cast<V*>(kernelShared);
  Update<V> ending(y, gamma, w, alpha, beta, delta);
  balancedTile(tiles, places, rowStart, colIndex, values, partials, x, products, ending);
}

ENTRIES(fused_csr_dot, 12, csrDot<false, V>)
ENTRIES(fused_csr_norm, 11, csrNorm<V>)
ENTRIES(fused_csr_dot_norm, 12, csrDot<true, V>)
ENTRIES(fused_csr_axpy, 13, csrAxpy<V>)
