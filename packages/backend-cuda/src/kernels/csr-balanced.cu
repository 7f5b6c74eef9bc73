// CSR in tiles of equal work, a block a tile: see csr-balanced.cuh.
// also complex
#include "csr-balanced.cuh"

template <typename V>
__device__ __forceinline__ void csrBalanced(const int4* tiles, const int2* places, const int* rowStart,
                                            const int* colIndex, const V* values, V* partials, const V* x, V* y,
                                            V alpha, V beta) {
  balancedTile(tiles, places, rowStart, colIndex, values, partials, x, reinterpret_cast<V*>(kernelShared),
               [=](int row, V sum) { finishRow(y, row, sum, alpha, beta); });
}

ENTRIES(csr_balanced, 10, csrBalanced<V>)
