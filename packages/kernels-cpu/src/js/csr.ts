import type { JsSpmvArguments, NamedArrays, ValueArray } from '@spmv/core';

/** Of csr, or of csc, whose columns are the rows of its transpose. */
interface CsrArrays extends NamedArrays {
  readonly values: ValueArray;
}

/** The papers' serial loop over rows begin..end (Fraga 2018; Cristofori 2022, §3.1). Sums in f64. */
export function csr({ arrays, x, y, alpha, beta, begin, end }: JsSpmvArguments<CsrArrays>): void {
  const { values } = arrays;
  const rowStart = (arrays['rowStart'] ?? arrays['colStart']) as Int32Array;
  const colIndex = (arrays['colIndex'] ?? arrays['rowIndex']) as Int32Array;
  for (let i = begin; i < end; i++) {
    const last = rowStart[i + 1];
    let sum = 0;
    for (let k = rowStart[i]; k < last; k++) {
      sum += values[k] * x[colIndex[k]];
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}
