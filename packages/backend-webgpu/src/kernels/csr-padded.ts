import type { KernelContext, Kernel } from '@spmv/core';
import type { Reduction } from '@spmv/kernel-kit';
import {
  reductionAxis,
  reductionBytes,
  reductionExtensions,
  reductionObstacle,
  reductionText,
  suggestBlockSize,
  suggestReduction,
  suggestThreadsPerRow,
  threadsPerRowAxis,
  wgslBlockSizeAxis,
  wgslKernel,
  workgroupObstacle,
} from '@spmv/kernel-kit';
import { VAZQUEZ } from './sources.ts';

export interface CsrPaddedKernelParams {
  readonly [name: string]: number | string;
  readonly threadsPerRow: number;
  readonly blockSize: number;
  readonly reduction: Reduction;
  readonly width: number;
}

/** Whether rows begin at multiples of four places, so that a load can take four. */
function wideRows({ matrix }: KernelContext): boolean {
  return Number(matrix.params['multiple']) % 4 === 0;
}

/** Padded CSR, several neighbouring threads a row (SpMV4GPU takes half a warp, 16), one or four places a load. */
export const csrPadded: Kernel<'wgsl', CsrPaddedKernelParams> = wgslKernel<CsrPaddedKernelParams>({
  id: 'wgsl/csr-padded',
  format: 'csr-padded',
  title: 'Padded CSR, several threads a row',
  sources: [{ ...VAZQUEZ, section: 'III.D' }],
  params: {
    axes: {
      threadsPerRow: threadsPerRowAxis,
      blockSize: wgslBlockSizeAxis(256),
      reduction: reductionAxis,
      width: {
        values: [4, 1],
        default: 4,
        doc: 'Places per load: 4 (16 bytes), where rows are padded to a multiple of 4, or 1.',
      },
    },
    suggest: (context) => {
      const width = wideRows(context) ? 4 : 1;
      const threadsPerRow = suggestThreadsPerRow(context, width);
      const blockSize = suggestBlockSize(context.device, 256);
      return { threadsPerRow, width, blockSize, reduction: suggestReduction(context, threadsPerRow) };
    },
    reject: ({ threadsPerRow, blockSize, reduction, width }, context) => {
      if (width === 4 && !wideRows(context)) return 'rows are not padded to a multiple of 4 places.';
      return (
        reductionObstacle(reduction, context, threadsPerRow) ??
        workgroupObstacle(context.device, blockSize, reductionBytes(reduction, blockSize, context))
      );
    },
  },
  dispatch: ({ matrix }, { threadsPerRow, blockSize, reduction, width }) => {
    const own =
      width === 4
        ? new URL('../../src/kernels/csr-padded-wide.wgsl', import.meta.url)
        : new URL('../../src/kernels/csr-padded.wgsl', import.meta.url);
    return {
      enable: reductionExtensions(reduction),
      dispatches: [
        {
          entryPoint: width === 4 ? 'csrPaddedWide' : 'csrPadded',
          texts: [reductionText(reduction), own],
          arrays:
            width === 4
              ? ['rowStart: u32', 'colIndex: vec4<i32>', 'values: Value4']
              : ['rowStart: u32', 'colIndex: i32', 'values: Value'],
          constants: { blockSize, threadsPerRow },
          numbers: { rows: matrix.shape.rows },
          groups: Math.ceil(matrix.shape.rows / (blockSize / threadsPerRow)),
        },
      ],
    };
  },
});
