// Aᵀx for A stored by rows where columns are anywhere, in two passes over memory that is only ever read and written in
// order. The first forms the products of a tile of entries in shared memory, by tiles of columns, and writes them; the
// second finds the products of a tile of columns in one run for each of those. No atomic addition.
#include "column-tiles.cuh"
#include "product-runs.cuh"

template <typename V>
__device__ __forceinline__ void leaveProducts(const TileEntries<V>& matrix, const int* rowOffset, const V* x,
                                              V* products, V* shared) {
  letNextBegin();
  formProducts(matrix, rowOffset[blockIdx.x], x, shared);
  __syncthreads();
  const int begin = blockIdx.x * matrix.capacity;
  const int entries = min(matrix.capacity, matrix.nnz - begin);
  for (int k = threadIdx.x; k < entries; k += blockDim.x) products[begin + k] = shared[k];
}

#define CSR_TRANSPOSED_TWO_PASS(V, SUFFIX) \
  extern "C" __global__ void __launch_bounds__(kMostThreads, kBlocksHeld<V>) csr_transposed_products_##SUFFIX( \
      const int* rowOffset, const unsigned short* slots, const uint2* groups, const int* filledRows, const V* values, \
      V* products, const V* x, int capacity, int nnz) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    leaveProducts<V>({slots, groups, filledRows, values, capacity, nnz}, rowOffset, x, products, \
                     reinterpret_cast<V*>(shared)); \
  } \
  extern "C" __global__ void __launch_bounds__(kMostThreads, kBlocksHeld<V>) csr_transposed_sums_##SUFFIX( \
      const int4* tiles, const int2* places, const int* columnStart, const uint2* groups, const int* ahead, \
      const unsigned short* slots, const V* products, V* partials, V* y, V alpha, V beta) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    sumProductRuns<V>(tiles, places, columnStart, groups, ahead, slots, products, partials, y, alpha, beta, \
                      reinterpret_cast<V*>(shared)); \
  }
CSR_TRANSPOSED_TWO_PASS(double, f64)
CSR_TRANSPOSED_TWO_PASS(float, f32)
