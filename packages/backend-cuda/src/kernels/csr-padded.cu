// CSR with padded rows, half a warp a row (SpMV4GPU): every row begins aligned; padding has column -1 and is not
// multiplied.
#include "overlap.cuh"

constexpr int kHalfWarp = 16;

template <typename V>
__device__ void csrPadded(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y, Sum<V> alpha,
                          Sum<V> beta, int rows) {
  letNextBegin();
  // In 64 bits: sums of 32 bits might wrap for all the compiler knows, and f64 took a fifth longer for it on an H200.
  const size_t row = (static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kHalfWarp;
  const unsigned lane = threadIdx.x % kHalfWarp;
  const Operand<V> operand = afterEarlier(x);
  Sum<V> sum = 0;
  if (row < rows) {
    const unsigned end = rowStart[row + 1];
#pragma unroll 4
    for (unsigned k = rowStart[row] + lane; k < end; k += kHalfWarp) {
      const int column = stream(colIndex + k);
      sum += stream(values + k) * operand.at(column, column >= 0);
    }
  }
  sum = sumLanes<kHalfWarp>(sum);
  if (row < rows && lane == 0) finishRow(y, row, sum, alpha, beta);
}

ENTRIES(csr_padded, 8, csrPadded<V>)
ENTRY(csr_padded, bf16, 8, csrPadded<V>)
