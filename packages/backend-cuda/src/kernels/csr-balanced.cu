// CSR in tiles of equal work, a block a tile: see csr-balanced.cuh.
#include "csr-balanced.cuh"

#define CSR_BALANCED(V, SUFFIX) \
  extern "C" __global__ void csr_balanced_##SUFFIX(const int4* tiles, const int2* places, const int* rowStart, \
                                                   const int* colIndex, const V* values, V* partials, const V* x, \
                                                   V* y, V alpha, V beta) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    balancedTile(tiles, places, rowStart, colIndex, values, partials, x, reinterpret_cast<V*>(shared), \
                 [=](int row, V sum) { finishRow(y, row, sum, alpha, beta); }); \
  }
CSR_BALANCED(double, f64)
CSR_BALANCED(float, f32)
