import type { JsSpmvArguments, Kernel } from '@spmv/core';
import type { SymmetricArrays } from './symmetric-format.ts';

/**
 * Both halves of a symmetric matrix from its lower triangle, by adding to y in any row. Right when one range does all of it; ranges
 * that run at the same time write the same rows.
 */
export function scatter({ arrays, x, y, alpha, beta, begin, end }: JsSpmvArguments<SymmetricArrays>): void {
  if (begin === 0) for (let i = 0; i < y.length; i++) y[i] = beta === 0 ? 0 : beta * (y[i] as number);
  const add = (i: number, value: number): void => void (y[i] = (y[i] as number) + alpha * value);
  for (let i = begin; i < end; i++) {
    for (let k = arrays.rowStart[i] as number; k < (arrays.rowStart[i + 1] as number); k++) {
      const j = arrays.colIndex[k] as number;
      add(i, (arrays.values[k] as number) * (x[j] as number));
      if (j < i) add(j, (arrays.values[k] as number) * (x[i] as number));
    }
  }
}

/** The kernel with its rows divided into as many ranges as wanted, which races; or with all of them in one. */
export function symmetricKernel(divided: boolean): Kernel<'js'> {
  return {
    kind: 'kernel',
    id: 'js/toy/symmetric',
    operation: 'spmv',
    target: 'js',
    format: 'toy/symmetric',
    title: 'Adds to y in both halves',
    sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    reproducibility: 'run-to-run',
    requires: [],
    params: { axes: {} },
    program: ({ matrix }) => ({
      passes: [
        divided
          ? { module: import.meta.url, export: 'scatter', partition: { unit: 'rows', count: matrix.shape.rows } }
          : { module: import.meta.url, export: 'whole', partition: { unit: 'rows', count: 1 } },
      ],
    }),
  };
}

/** The same as one unit of work. */
export function whole(args: JsSpmvArguments<SymmetricArrays>): void {
  scatter({ ...args, begin: 0, end: args.rows });
}
