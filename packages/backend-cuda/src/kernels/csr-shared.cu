// CSR, one thread a row, the entries of a block's rows through shared memory: the block takes them in tiles of as many
// entries as it has threads, each tile loaded side by side, and every thread adds up those of its own row.
// also complex
#include "overlap.cuh"

template <typename V>
__device__ __forceinline__ void csrShared(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y,
                                          V alpha, V beta, int rows) {
  launchDependents();
  V* tileValues = reinterpret_cast<V*>(kernelShared);
  int* tileColumns = reinterpret_cast<int*>(tileValues + blockDim.x);
  const unsigned row = globalThread();
  const unsigned firstRow = row - threadIdx.x;
  const unsigned lastRow = min(firstRow + blockDim.x, static_cast<unsigned>(rows));
  const unsigned blockEnd = rowStart[lastRow];
  const unsigned begin = row < rows ? rowStart[row] : blockEnd;
  const unsigned end = row < rows ? rowStart[row + 1] : blockEnd;
  const Operand<V> operand = waitForPrevious(x);
  V sum = 0;
  // All threads of the block go through the same tiles: the barriers are met by all of them.
  for (unsigned tile = rowStart[firstRow]; tile < blockEnd; tile += blockDim.x) {
    const unsigned mine = tile + threadIdx.x;
    if (mine < blockEnd) {
      tileValues[threadIdx.x] = stream(values + mine);
      tileColumns[threadIdx.x] = stream(colIndex + mine);
    }
    __syncthreads();
    const unsigned to = min(end, tile + blockDim.x);
    for (unsigned k = max(begin, tile); k < to; k++) sum += tileValues[k - tile] * operand[tileColumns[k - tile]];
    __syncthreads();
  }
  if (row < rows) finishRow(y, row, sum, alpha, beta);
}

BOUNDED_ENTRIES((1024), csr_shared, 8, csrShared<V>)
