import type { Kernel } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { wgslKernel, workgroupParams } from '@spmv/kernel-kit';
import { dia } from '../dia.ts';

const diaKernel = (id: string, title: string, transpose: boolean): Kernel<'wgsl', WorkgroupParams> =>
  wgslKernel<WorkgroupParams>({
    id,
    options: { transpose },
    format: 'dia',
    title,
    sources: dia.sources,
    params: workgroupParams,
    dispatch: ({ matrix: { shape, scalars } }, { blockSize }) => {
      const length = transpose ? shape.cols : shape.rows;
      return {
        entryPoint: 'dia',
        texts: [new URL('../../src/kernels/dia.wgsl', import.meta.url)],
        arrays: ['offset: i32', 'filled: u32', 'values: Value'],
        constants: { blockSize, transposed: transpose ? 1 : 0 },
        // Elements of y; numbers of `filled` of each diagonal.
        numbers: {
          length,
          rows: shape.rows,
          diagonals: scalars['diagonals'],
          words: scalars['words'],
        },
        groups: Math.ceil(length / blockSize),
      };
    },
  });

/** One thread an element of y: neighbouring threads load neighbouring values and neighbouring x. */
export const wgslDia: readonly Kernel<'wgsl', WorkgroupParams>[] = [
  diaKernel('wgsl/dia', 'DIA, one thread a row', false),
  diaKernel('wgsl/dia-transposed', 'DIA transposed, one thread a column', true),
];
