import type { SpmvKernel, WorkgroupParams } from '@spmv/core';
import { wgslBindings, workgroupParams } from '@spmv/core';

// From src/kernels and from dist/kernels alike: the text is published with the sources.
const SOURCE = new URL('../../src/kernels/dia.wgsl', import.meta.url).href;

/** One thread a row, for backends that run WGSL: in Node through Dawn, in a browser through navigator.gpu. */
export const wgslDia: SpmvKernel<'wgsl', WorkgroupParams> = {
  kind: 'kernel',
  id: 'wgsl/acme/dia',
  operation: 'spmv',
  target: 'wgsl',
  format: 'acme/dia',
  title: 'DIA, one thread a row',
  sources: [],
  precisions: [
    { precision: 'f32', accumulator: 'f32' },
    { precision: 'df64', accumulator: 'df64' },
  ],
  reproducibility: 'run-to-run',
  requires: [],
  params: workgroupParams,
  program: ({ matrix }, params) => ({
    source: { kind: 'url', url: SOURCE },
    arithmetic: true,
    dispatches: [
      {
        entryPoint: 'multiply',
        bindings: wgslBindings('matrix.offset', 'matrix.rowMask', 'matrix.values', 'x'),
        constants: { block: params.block },
        numbers: [matrix.shape.rows, matrix.scalars['diagonals'] as number],
        groups: Math.ceil(matrix.shape.rows / params.block),
      },
    ],
  }),
};
