import type { SpmvContext, SpmvKernel } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import { blockAxis, read, suggestBlock, sumBytes, workgroupObstacle, write } from './launch.ts';
import type { Reduction } from './reduction.ts';
import {
  reductionAxis,
  reductionExtensions,
  reductionObstacle,
  reductionSource,
  suggestReduction,
} from './reduction.ts';
import { file, VAZQUEZ } from './sources.ts';
import { suggestThreads, threadsAxis } from './threads-per-row.ts';

export interface CsrPaddedKernelParams {
  readonly [name: string]: number | string;
  readonly T: number;
  readonly block: number;
  readonly reduction: Reduction;
  readonly width: number;
}

/** Whether rows begin at multiples of four places, so that a load can take four. */
function wideRows({ matrix }: SpmvContext): boolean {
  return Number(matrix.params['multiple']) % 4 === 0;
}

/** Padded CSR, T neighbouring threads a row (SpMV4GPU takes half a warp, T = 16), one or four places a load. */
export const csrPadded: SpmvKernel<'wgsl', CsrPaddedKernelParams> = {
  kind: 'kernel',
  id: 'wgsl/csr-padded',
  operation: 'spmv',
  target: 'wgsl',
  format: 'csr-padded',
  title: 'Padded CSR, T threads a row',
  sources: [{ ...VAZQUEZ, section: 'III.D' }],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: {
      T: threadsAxis,
      block: blockAxis(256),
      reduction: reductionAxis,
      width: {
        values: [4, 1],
        default: 4,
        doc: 'Places per load: 4 (16 bytes), where rows are padded to a multiple of 4, or 1.',
      },
    },
    suggest: (context) => {
      const width = wideRows(context) ? 4 : 1;
      const T = suggestThreads(context, width);
      return { T, width, block: suggestBlock(context.device, 256), reduction: suggestReduction(context, T) };
    },
    reject: ({ T, block, reduction, width }, context) => {
      if (width === 4 && !wideRows(context)) return 'rows are not padded to a multiple of 4 places.';
      return (
        reductionObstacle(reduction, context, T) ??
        workgroupObstacle(context.device, block, reduction === 'workgroup' ? block * sumBytes(context) : 0)
      );
    },
  },
  program: (context, { T, block, reduction, width }) => {
    const { shape } = context.matrix;
    const own =
      width === 4
        ? file(new URL('../../src/kernels/csr-padded-wide.wgsl', import.meta.url))
        : file(new URL('../../src/kernels/csr-padded.wgsl', import.meta.url));
    return {
      source: [reductionSource(reduction), own],
      arithmetic: true,
      enable: reductionExtensions(reduction),
      dispatches: [
        {
          entryPoint: width === 4 ? 'csrPaddedWide' : 'csrPadded',
          bindings: [read('matrix.rowStart'), read('matrix.colIndex'), read('matrix.values'), read('x'), write('y')],
          constants: { block, T },
          numbers: [shape.rows],
          groups: Math.ceil(shape.rows / (block / T)),
        },
      ],
    };
  },
};
