import type { NamedArrays, ValueArray } from '@spmv/core';
import type { SpmmJsArguments } from './operands.ts';

interface CsrArrays extends NamedArrays {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

/** Rows begin … end of Y ← αAX + βY: eight vectors at a time, then one. Sums in f64, in the order of the entries, rounded once. */
export function csr(range: SpmmJsArguments<CsrArrays>): void {
  const { arrays, X, Y, alpha, beta, sizes, numbers, begin, end } = range;
  const { rowStart, colIndex, values } = arrays;
  const vectors = sizes['vectors'] as number;
  const xRow = numbers['X.row'] as number;
  const xCol = numbers['X.col'] as number;
  const yRow = numbers['Y.row'] as number;
  const yCol = numbers['Y.col'] as number;
  for (let i = begin; i < end; i++) {
    const first = rowStart[i] as number;
    const last = rowStart[i + 1] as number;
    for (let j = 0; j < vectors; j++) {
      let sum = 0;
      for (let e = first; e < last; e++)
        sum += (values[e] as number) * (X[(colIndex[e] as number) * xRow + j * xCol] as number);
      const at = i * yRow + j * yCol;
      Y[at] = beta === 0 ? alpha * sum : alpha * sum + beta * (Y[at] as number);
    }
  }
}
