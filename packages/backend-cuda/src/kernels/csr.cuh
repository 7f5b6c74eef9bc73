// CSR, one thread a row: y[row] <- alpha * sum of values[k] * operand[colIndex[k]] + beta * y[row] over k in
// rowStart[row] .. rowStart[row + 1].
#pragma once

#include "overlap.cuh"

template <typename V>
__device__ void csr(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y, Sum<V> alpha,
                    Sum<V> beta, int rows) {
  launchDependents();
  const unsigned row = globalThread();
  if (row >= rows) return;
  const unsigned end = rowStart[row + 1];
  const Operand<V> operand = waitForPrevious(x);
  Sum<V> sum = 0;
  for (unsigned k = rowStart[row]; k < end; k++) sum += Sum<V>(values[k]) * operand[colIndex[k]];
  finishRow(y, row, sum, alpha, beta);
}

ENTRIES(csr, 8, csr<V>)
ENTRY(csr, bf16, 8, csr<V>)
