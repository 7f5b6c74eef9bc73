import type { JsArguments, ValueArray } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/** The operands; those that an ending has not are missing. */
interface Operands {
  x: ValueArray;
  y: ValueArray;
  z?: ValueArray;
  s?: ValueArray;
  t?: ValueArray;
  gamma?: ValueArray;
  w?: ValueArray;
  alpha: number;
  beta: number;
  delta?: number;
}

type FusedArguments = JsArguments<Operands, FormatArrays['csr']>;

/** Rows of y ← αAx + βy in blocks begin..end; after each block its yᵀz and yᵀy are in scratch, or its w is done. Sums in f64. */
export function csr(args: FusedArguments): void {
  const { arrays, scratch, numbers, rows, x, y, z, w, gamma, alpha, beta, delta = 1, begin, end } = args;
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'] as Float64Array;
  const blockRows = numbers['blockRows'];
  const squares = args.t !== undefined;
  const factor = gamma === undefined ? 0 : gamma[0];
  for (let block = begin; block < end; block++) {
    const past = Math.min(rows, (block + 1) * blockRows);
    let dot = 0;
    let norm = 0;
    for (let i = block * blockRows; i < past; i++) {
      let result = 0;
      if (alpha !== 0) {
        let sum = 0;
        const last = rowStart[i + 1];
        for (let k = rowStart[i]; k < last; k++) sum += values[k] * x[colIndex[k]];
        result = alpha * sum;
      }
      if (beta !== 0) result += beta * y[i];
      y[i] = result;
      if (z !== undefined) dot += result * z[i];
      if (squares) norm += result * result;
      if (w !== undefined) w[i] = delta === 0 ? factor * result : factor * result + delta * w[i];
    }
    if (w !== undefined) continue;
    sums[2 * block] = dot;
    sums[2 * block + 1] = norm;
  }
}
