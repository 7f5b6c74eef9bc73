// Aᵀx for A stored by rows where columns are anywhere, in two passes over memory that is only ever read and written in
// order. The first forms the products of a tile of entries in shared memory, by tiles of columns, and writes them; the
// second finds the products of a tile of columns in one run for each of those. No atomic addition.
#include "column-tiles.cuh"
#include "product-runs.cuh"

template <typename V>
__device__ __forceinline__ void leaveProducts(const int* rowOffset, const unsigned short* slots, const uint2* groups,
                                              const int* filledRows, const V* values, V* products, const V* x,
                                              int capacity, int nnz) {
  V* const shared = reinterpret_cast<V*>(kernelShared);
  launchDependents();
  formProducts<V>({slots, groups, filledRows, values, capacity, nnz}, rowOffset[blockIdx.x], x, shared);
  __syncthreads();
  const int begin = blockIdx.x * capacity;
  const int entries = min(capacity, nnz - begin);
  for (int k = threadIdx.x; k < entries; k += blockDim.x) products[begin + k] = shared[k];
}

BOUNDED_ENTRIES((kMostThreads, kBlocksHeld<V>), csr_transposed_products, 9, leaveProducts<V>)
BOUNDED_ENTRIES((kMostThreads, kBlocksHeld<V>), csr_transposed_sums, 11, sumProductRuns<V>)
