import type { JsSpmvArguments, Params, KernelContext, Kernel } from '@spmv/core';
import type { ToyArrays } from './toy-format.ts';

/** What the toy backend calls: the arguments of a kernel, with columns unrolled for readability. */
export type ToyFunction = (args: JsSpmvArguments<ToyArrays>) => void;

/** Calls `entry` with slot and column of every entry of row i. */
export function eachEntry(
  { arrays, scalars }: JsSpmvArguments<ToyArrays>,
  i: number,
  entry: (slot: number, j: number) => void,
): void {
  const start = i * (scalars['stride'] as number);
  for (let place = 0; place < (arrays.rowLength[i] as number); place++)
    entry(start + place, arrays.colIndex[start + place] as number);
}

/** (Ax)ᵢ, summed in f64 in order. */
export function rowSum(args: JsSpmvArguments<ToyArrays>, i: number): number {
  let sum = 0;
  eachEntry(args, i, (slot, j) => (sum += (args.arrays.values[slot] as number) * (args.x[j] as number)));
  return sum;
}

/** yᵢ ← α·sum + βyᵢ */
export function finish({ y, alpha, beta }: JsSpmvArguments<ToyArrays>, i: number, sum: number): void {
  y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[i] as number);
}

/** The correct product. */
export const product: ToyFunction = (args) => {
  for (let i = args.begin; i < args.end; i++) finish(args, i, rowSum(args, i));
};

interface ToyKernelParams extends Params {
  readonly chunk: number;
}

/** A correct kernel of the toy format. */
export const toyKernel: Kernel<'js', ToyKernelParams> = {
  kind: 'kernel',
  id: 'js/toy/padded',
  operation: 'spmv',
  target: 'js',
  format: 'toy/padded',
  title: 'Padded rows, one after another',
  sources: [],
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f64' },
  ],
  reproducibility: 'bitwise',
  requires: [],
  params: {
    axes: { chunk: { values: [1, 16], default: 1, doc: 'Rows taken at once.' } },
    reject: ({ chunk }: ToyKernelParams, { matrix }: KernelContext) =>
      chunk > Math.max(1, matrix.shape.rows) ? 'there are fewer rows' : undefined,
  },
  program: ({ matrix }) => ({
    passes: [{ module: import.meta.url, export: 'product', partition: { unit: 'rows', count: matrix.shape.rows } }],
  }),
};
