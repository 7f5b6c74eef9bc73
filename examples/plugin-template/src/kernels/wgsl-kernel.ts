import type { Axis, SpmvKernel } from '@spmv/core';

// From src/kernels and from dist/kernels alike: the text is published with the sources.
const SOURCE = new URL('../../src/kernels/dia.wgsl', import.meta.url).href;

const block: Axis<number> = { values: [64, 128, 256], default: 256, doc: 'Threads per workgroup.' };

export interface WgslDiaParams {
  readonly [name: string]: number;
  readonly block: number;
}

/** One thread a row, for backends that run WGSL: in Node through Dawn, in a browser through navigator.gpu. */
export const wgslDia: SpmvKernel<'wgsl', WgslDiaParams> = {
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
  params: {
    axes: { block },
    reject: (params, { device }) => (params.block > (device.limits['maxWorkgroupThreads'] ?? 256) ? `${device.name} runs no workgroups of ${params.block} threads` : undefined),
  },
  program: ({ matrix }, params) => ({
    source: { kind: 'url', url: SOURCE },
    arithmetic: true,
    dispatches: [{
      entryPoint: 'multiply',
      bindings: [
        { buffer: 'matrix.offset', access: 'read' },
        { buffer: 'matrix.rowMask', access: 'read' },
        { buffer: 'matrix.values', access: 'read' },
        { buffer: 'x', access: 'read' },
        { buffer: 'y', access: 'read_write' },
      ],
      constants: { block: params.block },
      numbers: [matrix.shape.rows, matrix.scalars['diagonals'] as number],
      groups: Math.ceil(matrix.shape.rows / params.block),
    }],
  }),
};
