import type { SpmvContext, SpmvKernel } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import { analyseCoo } from './coo-analysis.ts';
import { cutDispatches } from './cuts.ts';
import { blockAxis, read, suggestBlock, sumBytes, workgroupObstacle, write } from './launch.ts';
import { BELL_GARLAND, file, VAZQUEZ } from './sources.ts';

export interface CooKernelParams {
  readonly [name: string]: number;
  readonly block: number;
  readonly items: number;
}

/** Products, rows of entries, tails and flags. */
function workgroupBytes({ block, items }: CooKernelParams, context: SpmvContext): number {
  const tile = block * items;
  return (tile + tile / 32 + 1) * sumBytes(context) + (tile + 2) * 4 + block * (sumBytes(context) + 4);
}

/**
 * COO with segmented sums: every workgroup takes as many entries, whatever the rows, so that no row length slows it down. Rows cut
 * between workgroups are finished by a second dispatch, rows without entries by a third.
 */
export const coo: SpmvKernel<'wgsl', CooKernelParams> = {
  kind: 'kernel',
  id: 'wgsl/coo',
  operation: 'spmv',
  target: 'wgsl',
  format: 'coo',
  title: 'COO, segmented sums',
  sources: [
    { ...BELL_GARLAND, section: '4.4' },
    { ...VAZQUEZ, section: 'III.A' },
  ],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: { block: blockAxis(256), items: { values: [4, 8, 16], default: 8, doc: 'Entries per thread.' } },
    suggest: (context) => {
      const block = suggestBlock(context.device, 256);
      const fits = [8, 4].find(
        (items) => workgroupObstacle(context.device, block, workgroupBytes({ block, items }, context)) === undefined,
      );
      return { block, items: fits ?? 4 };
    },
    reject: (params, context) => workgroupObstacle(context.device, params.block, workgroupBytes(params, context)),
  },
  analyse: ({ arrays, shape }, _context, { block, items }) =>
    analyseCoo(arrays['rowIndex'] as Int32Array, shape.rows, block * items),
  program: (context, { block, items }) => {
    const { nnz } = context.matrix;
    const tiles = Math.ceil(nnz / (block * items));
    return {
      source: file(new URL('../../src/kernels/coo.wgsl', import.meta.url)),
      arithmetic: true,
      scratch: { carry: 2 * tiles * sumBytes(context) },
      dispatches: [
        {
          entryPoint: 'coo',
          bindings: [
            read('matrix.rowIndex'),
            read('matrix.colIndex'),
            read('matrix.values'),
            read('x'),
            write('y'),
            write('scratch.carry'),
          ],
          constants: { block, items },
          numbers: [nnz],
          groups: tiles,
        },
        ...cutDispatches(block),
        {
          source: file(new URL('../../src/kernels/scale-rows.wgsl', import.meta.url)),
          entryPoint: 'scaleRows',
          bindings: [read('auxiliary.emptyRows'), write('y')],
          constants: { block },
          groups: { auxiliary: 'emptyRows', per: block },
        },
      ],
    };
  },
};
