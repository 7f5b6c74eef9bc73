import type { Axis, Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { precisionsOf, stepNumbers } from '@spmv/kernel-kit';
import { GOTO, GUNJA } from '../sources.ts';

/** The papers' sequential product, row by row. */
export const jsNaive: Kernel<'js'> = {
  kind: 'kernel',
  id: 'js/gemm-naive',
  operation: 'gemm',
  target: 'js',
  title: 'Three loops, row by row',
  sources: [GUNJA],
  precisions: precisionsOf('js'),
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  program: (context) => ({
    passes: [
      {
        module: new URL('../js/naive.ts', import.meta.url).href,
        export: 'naive',
        partition: { unit: 'rows', count: (context.sizes['m'] ?? 0) * (context.sizes['batch'] ?? 1) },
        numbers: stepNumbers(context),
      },
    ],
  }),
};

/** Steps of k of a block. Constant, so that every product adds up in the same order. */
const DEPTH = 256;

const edge: Axis<number> = {
  values: [16, 32, 64, 128],
  default: 64,
  doc: 'Rows and columns of a block of C. So many rows of A and columns of B, 256 steps of each in f64, have to fit the second-level cache; smaller where threads would have nothing to do.',
};

/** Tiles of 4 × 4 sums over packed panels, block by block. */
export const jsBlocked: Kernel<'js', { readonly edge: number }> = {
  kind: 'kernel',
  id: 'js/gemm-blocked',
  operation: 'gemm',
  target: 'js',
  title: 'Packed blocks, tiles of 4 × 4 sums',
  sources: [GOTO],
  precisions: precisionsOf('js'),
  reproducibility: 'bitwise',
  requires: [],
  params: {
    axes: { edge },
    suggest: ({ sizes: { m = 0, n = 0, batch = 1 }, device }) => {
      const blocks = (side: number): number => Math.ceil(m / side) * Math.ceil(n / side) * batch;
      const wanted = 8 * (device.limits['threads'] ?? 1);
      return { edge: [64, 32].find((side) => blocks(side) >= wanted) ?? (wanted > 8 ? 16 : 64) };
    },
  },
  program: (context, { edge: side }) => {
    const { m = 0, n = 0, k = 0, batch = 1 } = context.sizes;
    const depth = Math.min(DEPTH, k);
    return {
      passes: [
        {
          module: new URL('../js/blocked.ts', import.meta.url).href,
          export: 'blocked',
          partition: { unit: 'blocks', count: Math.ceil(m / side) * Math.ceil(n / side) * batch },
          numbers: { ...stepNumbers(context), edge: side, depth },
        },
      ],
      scratch: {
        panels: { element: 'f64', length: 2 * side * depth, perWorker: true },
        sums: { element: 'f64', length: side * side, perWorker: true },
      },
    };
  },
};
