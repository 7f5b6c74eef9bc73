import type { SpmvContext, SpmvKernel } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import { analyseCsr } from './csr-tiles.ts';
import { blockAxis, read, suggestBlock, sumBytes, workgroupObstacle, write } from './launch.ts';
import { joinSource, partDispatches } from './parts.ts';
import type { Reduction } from './reduction.ts';
import {
  reductionAxis,
  reductionExtensions,
  reductionObstacle,
  reductionSource,
  suggestReduction,
} from './reduction.ts';
import { file, GREATHOUSE } from './sources.ts';

export interface CsrBalancedParams {
  readonly [name: string]: number | string;
  readonly block: number;
  readonly items: number;
  readonly reduction: Reduction;
}

/** Most lanes the kernel gives a row. */
const MOST_LANES = 32;

function workgroupBytes({ block, items, reduction }: CsrBalancedParams, context: SpmvContext): number {
  return (block * items + (reduction === 'workgroup' ? block : 0)) * sumBytes(context);
}

/**
 * CSR balanced by entries: tiles of about block·items entries, rows packed whole, so that nothing is left to a second dispatch
 * unless a row is longer than eight tiles. No row length slows it down, and no atomics are used.
 */
export const csrBalanced: SpmvKernel<'wgsl', CsrBalancedParams> = {
  kind: 'kernel',
  id: 'wgsl/csr-balanced',
  operation: 'spmv',
  target: 'wgsl',
  format: 'csr',
  title: 'CSR, balanced by entries',
  sources: [{ ...GREATHOUSE, section: 'III' }],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: {
      block: blockAxis(64),
      items: { values: [4, 8, 16], default: 4, doc: 'Entries per thread of a tile.' },
      reduction: reductionAxis,
    },
    // Small tiles: many of them hide one another's waits, whatever the matrix.
    suggest: (context) => ({
      block: suggestBlock(context.device, 64),
      items: 4,
      reduction: suggestReduction(context, MOST_LANES),
    }),
    reject: (params, context) =>
      reductionObstacle(params.reduction, context, MOST_LANES) ??
      workgroupObstacle(context.device, params.block, workgroupBytes(params, context)),
  },
  analyse: ({ arrays, shape }, _context, { block, items }) =>
    analyseCsr(arrays['rowStart'] as Int32Array, shape.rows, block * items),
  program: (context, { block, items, reduction }) => ({
    source: [
      reductionSource(reduction),
      joinSource,
      file(new URL('../../src/kernels/csr-balanced.wgsl', import.meta.url)),
    ],
    arithmetic: true,
    enable: reductionExtensions(reduction),
    dispatches: [
      {
        entryPoint: 'csrBalanced',
        bindings: [
          read('auxiliary.tiles'),
          read('matrix.rowStart'),
          read('matrix.colIndex'),
          read('matrix.values'),
          read('x'),
          write('y'),
          write('auxiliary.parts'),
        ],
        constants: { block, items },
        groups: { auxiliary: 'tiles', per: 4 },
      },
      ...partDispatches(block, context),
    ],
  }),
};
