import type { ArraysOf, JsArguments, ValueArray } from '@spmv/core';

type CsrArrays = ArraysOf<{ rowStart: 'i32'; colIndex: 'i32'; values: 'value' }>;

interface Operands {
  x: ValueArray;
  y: ValueArray;
  alpha: number;
  beta: number;
}

/** Rows begin..end. Sums in f64, rounded once; y is not read when β = 0. */
export function magnitudes({ arrays, x, y, alpha, beta, begin, end }: JsArguments<Operands, CsrArrays>): void {
  const { rowStart, colIndex, values } = arrays;
  for (let i = begin; i < end; i++) {
    const last = rowStart[i + 1] as number;
    let sum = 0;
    for (let k = rowStart[i] as number; k < last; k++)
      sum += Math.abs(values[k] as number) * (x[colIndex[k] as number] as number);
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[i] as number);
  }
}
