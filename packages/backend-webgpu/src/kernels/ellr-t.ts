import type { KernelContext, Kernel } from '@spmv/core';
import type { Reduction } from '@spmv/kernel-kit';
import {
  loadsFourAhead,
  reductionAxis,
  reductionBytes,
  reductionExtensions,
  reductionObstacle,
  reductionText,
  suggestBlockSize,
  suggestReduction,
  suggestThreadsPerRow,
  rowObstacle,
  threadsPerRowAxis,
  wgslAnyBlockSizeAxis,
  wgslKernel,
  workgroupObstacle,
} from '@spmv/kernel-kit';
import { ellpackSteps } from './ellpack-slices.ts';
import { VAZQUEZ } from './sources.ts';

export interface WgslEllrTParams {
  readonly [name: string]: number | string;
  readonly threadsPerRow: number;
  readonly blockSize: number;
  readonly reduction: Reduction;
}

function columnOrder({ matrix }: KernelContext): boolean {
  return matrix.params['order'] !== 'row';
}

/** In column order two, or up to 8 where the rows alone do not fill the device: more would leave fewer than the 32 neighbouring rows that a load wants. */
function threadsInColumns(context: KernelContext): number {
  return loadsFourAhead(context, 2) ? Math.min(8, suggestThreadsPerRow(context)) : 2;
}

/** ELLR-T: ELLPACK-R with T threads a row, which shortens the longest row's time T-fold. */
export const ellrT: Kernel<'wgsl', WgslEllrTParams> = wgslKernel<WgslEllrTParams>({
  id: 'wgsl/ellr-t',
  format: 'ellpack-r',
  title: 'ELLR-T: ELLPACK-R, several threads a row',
  sources: [{ ...VAZQUEZ, section: 'IV' }],
  params: {
    axes: { threadsPerRow: threadsPerRowAxis, blockSize: wgslAnyBlockSizeAxis(256), reduction: reductionAxis },
    suggest: (context) => {
      const threadsPerRow = columnOrder(context) ? threadsInColumns(context) : suggestThreadsPerRow(context);
      return {
        threadsPerRow,
        blockSize: suggestBlockSize(context.device, 256),
        reduction: columnOrder(context) ? 'workgroup' : suggestReduction(context, threadsPerRow),
      };
    },
    reject: ({ threadsPerRow, blockSize, reduction }, context) => {
      if (reduction === 'subgroup' && columnOrder(context))
        return 'in column order the threads of a row are not neighbours.';
      return (
        rowObstacle(threadsPerRow, blockSize) ??
        reductionObstacle(reduction, context, threadsPerRow) ??
        workgroupObstacle(context.device, blockSize, reductionBytes(reduction, blockSize, context))
      );
    },
  },
  dispatch: (context, { threadsPerRow, blockSize, reduction }) => {
    const { rows } = context.matrix.shape;
    const { rowStep, placeStep } = ellpackSteps(context);
    return {
      enable: reductionExtensions(reduction),
      dispatches: [
        {
          entryPoint: 'ellrT',
          texts: [reductionText(reduction), new URL('../../src/kernels/ellr-t.wgsl', import.meta.url)],
          arrays: ['rowLength: u32', 'colIndex: i32', 'values: Value'],
          constants: {
            blockSize,
            threadsPerRow,
            columnOrder: columnOrder(context),
            fourAhead: loadsFourAhead(context, threadsPerRow),
          },
          numbers: { rows, width: context.matrix.scalars['width'] as number, rowStep, placeStep },
          groups: Math.ceil(rows / (blockSize / threadsPerRow)),
        },
      ],
    };
  },
});
