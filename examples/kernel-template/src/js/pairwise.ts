import type { ArraysOf, JsSpmvArguments } from '@spmv/core';

/** The arrays of CSR, as the `layout` of `csr` in @spmv/formats names them. */
type CsrArrays = ArraysOf<{ rowStart: 'i32'; colIndex: 'i32'; values: 'value' }>;

/** Rows begin..end of y ← αAx + βy. Sums in f64, rounded once; y is not read when β = 0. */
export function pairwise({ arrays, x, y, alpha, beta, begin, end }: JsSpmvArguments<CsrArrays>): void {
  const { rowStart, colIndex, values } = arrays;
  const product = (k: number): number => (values[k] as number) * (x[colIndex[k] as number] as number);
  for (let i = begin; i < end; i++) {
    const last = rowStart[i + 1] as number;
    let k = rowStart[i] as number;
    let [even, odd] = [0, 0];
    for (; k + 1 < last; k += 2) {
      even += product(k);
      odd += product(k + 1);
    }
    if (k < last) even += product(k);
    const sum = even + odd;
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[i] as number);
  }
}
