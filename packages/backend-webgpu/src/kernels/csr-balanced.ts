import type { KernelContext, Kernel } from '@spmv/core';
import type { Lines, Reduction } from '@spmv/kernel-kit';
import {
  COLUMNS,
  JOIN_PARTIALS,
  manyPartialsDispatches,
  reductionAxis,
  reductionBytes,
  reductionExtensions,
  reductionObstacle,
  reductionText,
  ROWS,
  suggestBlockSize,
  suggestReduction,
  sumBytes,
  wgslBlockSizeAxis,
  wgslKernel,
  workgroupObstacle,
} from '@spmv/kernel-kit';
import { analyseCsr } from './csr-tiles.ts';
import { GREATHOUSE } from './sources.ts';

export interface CsrBalancedParams {
  readonly [name: string]: number | string;
  readonly blockSize: number;
  readonly items: number;
  readonly reduction: Reduction;
}

/** Most lanes the kernel gives a row. */
const MOST_LANES = 32;

function workgroupBytes({ blockSize, items, reduction }: CsrBalancedParams, context: KernelContext): number {
  return blockSize * items * sumBytes(context) + reductionBytes(reduction, blockSize, context);
}

const balancedKernel = (id: string, title: string, lines: Lines): Kernel<'wgsl', CsrBalancedParams> =>
  wgslKernel<CsrBalancedParams>({
    id,
    options: lines.along,
    format: lines.format,
    title,
    sources: [{ ...GREATHOUSE, section: 'III' }],
    params: {
      axes: {
        blockSize: wgslBlockSizeAxis(64),
        items: { values: [4, 8, 16], default: 4, doc: 'Entries per thread of a tile.' },
        reduction: reductionAxis,
      },
      // Small tiles: many of them hide one another's waits, whatever the matrix.
      suggest: (context) => ({
        blockSize: suggestBlockSize(context.device, 64),
        items: 4,
        reduction: suggestReduction(context, MOST_LANES),
      }),
      reject: (params, context) =>
        reductionObstacle(params.reduction, context, MOST_LANES) ??
        workgroupObstacle(context.device, params.blockSize, workgroupBytes(params, context)),
    },
    analyse: ({ arrays, shape }, _context, { blockSize, items }) =>
      analyseCsr(arrays[lines.starts] as Int32Array, shape[lines.line], blockSize * items),
    dispatch: (context, { blockSize, items, reduction }) => ({
      enable: reductionExtensions(reduction),
      dispatches: [
        {
          entryPoint: 'csrBalanced',
          texts: [
            reductionText(reduction),
            JOIN_PARTIALS,
            new URL('../../src/kernels/csr-balanced.wgsl', import.meta.url),
          ],
          arrays: [
            'auxiliary.tiles: vec4<u32>',
            `rowStart: u32 = ${lines.starts}`,
            `colIndex: vec4<u32> = ${lines.indices}`,
            'values: Value4',
          ],
          written: ['auxiliary.partials: atomic<u32>'],
          constants: { blockSize, items },
          groups: { auxiliary: 'tiles', per: 4 },
        },
        ...manyPartialsDispatches(blockSize, context),
      ],
    }),
  });

/**
 * CSR balanced by entries: tiles of about blockSize·items entries, rows packed whole, so that nothing is left to a second dispatch
 * unless a row is longer than eight tiles. No row length slows it down, and no atomics are used.
 */
export const csrBalanced: Kernel<'wgsl', CsrBalancedParams> = balancedKernel(
  'wgsl/csr-balanced',
  'CSR, balanced by entries',
  ROWS,
);

/** y ← αAᵀx + βy over CSC, as `wgsl/csr-balanced` has rows. */
export const cscTransposed: Kernel<'wgsl', CsrBalancedParams> = balancedKernel(
  'wgsl/csc-transposed',
  'CSC transposed, balanced by entries',
  COLUMNS,
);
