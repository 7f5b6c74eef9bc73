import type { Kernel } from '@spmv/core';
import { calledFused, FUSED_ROWS, nativeSuffix } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { inAddon, PRECISIONS } from './build.ts';
import { KREUTZER_GHOST } from './sources.ts';

const FORMATS = [
  {
    rows: FUSED_ROWS.csr,
    name: 'fusedCsr',
    title: 'CSR, blocks of rows, as many entries at a time as a vector has lanes',
  },
  { rows: FUSED_ROWS.sell, name: 'fusedSell', title: 'Sliced ELLPACK, blocks of slices, a row in each lane' },
] as const;

/** Kernels of the operation `fused` of @spmv/fused, which is named and not imported, as formats are. */
export function fusedKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  return FORMATS.flatMap(({ rows, name, title }) =>
    ['dot', 'norm', 'dot-norm', 'axpy'].map((ending): Kernel<'native'> => ({
      kind: 'kernel',
      id: `native/fused-${rows.format}-${ending}`,
      operation: 'fused',
      options: { ending },
      target: 'native',
      format: rows.format,
      title,
      sources: [KREUTZER_GHOST],
      precisions: PRECISIONS,
      reproducibility: 'run-to-run',
      requires: ['node-api'],
      params: rows.params,
      analyse: rows.analyse,
      program: (context) => {
        const { precision } = context.precision;
        const functions = { name: `${name}${nativeSuffix(context)}`, suffix: precision.toUpperCase() };
        const { passes, ...rest } = calledFused(rows, ending, context, functions);
        return { ...rest, passes: passes.map((pass) => inAddon(build, pass)) };
      },
    })),
  );
}
