// CSR in tiles of equal work, a block a tile, ending in sums over y or an update of w: see csr-balanced.cuh.
#include "csr-balanced.cuh"
#include "ending.cuh"

#define CSR_PARAMETERS(V) \
  const int4 *tiles, const int2 *places, const int *rowStart, const int *colIndex, const V *values, V *partials
#define EXPECT(VECTOR) expect(VECTOR, tiles[blockIdx.x].x, tiles[blockIdx.x].y)
#define CSR_TILE(V, ENDING) \
  extern __shared__ __align__(16) unsigned char shared[]; \
  V* const products = reinterpret_cast<V*>(shared); \
  balancedTile(tiles, places, rowStart, colIndex, values, partials, x, products, ENDING)

#define FUSED_CSR(V, SUFFIX) \
  extern "C" __global__ void fused_csr_dot_##SUFFIX(CSR_PARAMETERS(V), V* sums, const V* x, V* y, const V* z, V alpha, \
                                                    V beta) { \
    EXPECT(z); \
    Sums<V, true, false> ending(y, z, alpha, beta); \
    CSR_TILE(V, ending); \
    ending.leave(sums, products); \
  } \
  extern "C" __global__ void fused_csr_norm_##SUFFIX(CSR_PARAMETERS(V), V* sums, const V* x, V* y, V alpha, V beta) { \
    Sums<V, false, true> ending(y, nullptr, alpha, beta); \
    CSR_TILE(V, ending); \
    ending.leave(sums, products); \
  } \
  extern "C" __global__ void fused_csr_dot_norm_##SUFFIX(CSR_PARAMETERS(V), V* sums, const V* x, V* y, const V* z, \
                                                         V alpha, V beta) { \
    EXPECT(z); \
    Sums<V, true, true> ending(y, z, alpha, beta); \
    CSR_TILE(V, ending); \
    ending.leave(sums, products); \
  } \
  extern "C" __global__ void fused_csr_axpy_##SUFFIX(CSR_PARAMETERS(V), const V* x, V* y, const V* gamma, V* w, \
                                                     V alpha, V beta, V delta) { \
    Update<V> ending(y, gamma, w, alpha, beta, delta); \
    CSR_TILE(V, ending); \
  }
FUSED_CSR(double, f64)
FUSED_CSR(float, f32)
