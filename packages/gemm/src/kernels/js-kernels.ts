import type { Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { precisionsOf } from '@spmv/kernel-kit';
import { GUNJA } from '../sources.ts';
import { stepNumbers } from './steps.ts';

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
