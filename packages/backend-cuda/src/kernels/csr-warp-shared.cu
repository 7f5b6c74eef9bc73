// CSR, a warp a row, its sums added up in shared memory. A warp takes every row that lies as many rows behind its last
// one as the grid has warps: one row, or more where the grid is smaller.
// also complex
#include "overlap.cuh"

template <typename V>
__device__ __forceinline__ void csrWarpShared(const int* rowStart, const int* colIndex, const V* values, const V* x,
                                              V* y, V alpha, V beta, int rows) {
  launchDependents();
  V* partial = reinterpret_cast<V*>(kernelShared) + threadIdx.x;
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warps = gridDim.x * (blockDim.x / kWarp);
  const Operand<V> operand = waitForPrevious(x);
  for (unsigned row = globalGroup<kWarp>(); row < rows; row += warps) {
    const unsigned end = rowStart[row + 1];
    V sum = 0;
    for (unsigned k = rowStart[row] + lane; k < end; k += kWarp)
      sum += stream(values + k) * operand[stream(colIndex + k)];
    *partial = sum;
    __syncwarp();
    // As in print, but with a barrier of the warp after each step, and no lane reads beyond its warp.
    for (int offset = kWarp / 2; offset > 0; offset /= 2) {
      if (lane < offset) *partial += partial[offset];
      __syncwarp();
    }
    if (lane == 0) finishRow(y, row, *partial, alpha, beta);
    __syncwarp();
  }
}

BOUNDED_ENTRIES((1024), csr_warp_shared, 8, csrWarpShared<V>)
