import type { Kernel } from '@spmv/core';
import type { Lines, WgslTileParams } from '@spmv/kernel-kit';
import {
  COLUMNS,
  joinPartialsText,
  manyPartialsDispatches,
  reductionExtensions,
  reductionText,
  ROWS,
  wgslKernel,
  wgslTileParams,
} from '@spmv/kernel-kit';
import { analyseCsr } from './csr-tiles.ts';
import { GREATHOUSE } from './sources.ts';

const balancedKernel = (id: string, title: string, lines: Lines): Kernel<'wgsl', WgslTileParams> =>
  wgslKernel<WgslTileParams>({
    id,
    options: lines.along,
    format: lines.format,
    title,
    sources: [{ ...GREATHOUSE, section: 'III' }],
    // Small tiles: many of them hide one another's waits, whatever the matrix.
    params: wgslTileParams({ blockSize: 64, items: [4, 8, 16], usual: 4, suggested: [4] }),
    analyse: ({ arrays, shape }, _context, { blockSize, items }) =>
      analyseCsr(arrays[lines.starts] as Int32Array, shape[lines.line], blockSize * items),
    dispatch: (context, { blockSize, items, reduction }) => ({
      enable: reductionExtensions(reduction),
      dispatches: [
        {
          entryPoint: 'csrBalanced',
          texts: [
            reductionText(reduction),
            joinPartialsText(),
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
export const csrBalanced: Kernel<'wgsl', WgslTileParams> = balancedKernel(
  'wgsl/csr-balanced',
  'CSR, balanced by entries',
  ROWS,
);

/** y ← αAᵀx + βy over CSC, as `wgsl/csr-balanced` has rows. */
export const cscTransposed: Kernel<'wgsl', WgslTileParams> = balancedKernel(
  'wgsl/csc-transposed',
  'CSC transposed, balanced by entries',
  COLUMNS,
);
