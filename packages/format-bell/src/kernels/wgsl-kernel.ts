import type { SpmvKernel, WorkgroupParams } from '@spmv/core';
import { elementBytes, WGSL_PRECISIONS, wgslBindings, workgroupParams } from '@spmv/core';
import type { BellParams } from '../bell-params.ts';
import { maskElement } from '../bell-params.ts';
import { geometryOf } from '../geometry.ts';
import { CHOI, VAZQUEZ } from '../sources.ts';

/** One thread a row of A; the rows of a block are block / blockRows threads apart. */
export const wgslBell: SpmvKernel<'wgsl', WorkgroupParams> = {
  kind: 'kernel',
  id: 'wgsl/bell',
  operation: 'spmv',
  target: 'wgsl',
  format: 'bell',
  title: 'Blocked ELLPACK, one thread a row',
  sources: [CHOI, VAZQUEZ],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: workgroupParams,
  program: ({ matrix }, { block }) => {
    const params = matrix.params as BellParams;
    const { width, rowStep, placeStep, valueRowStep, valuePlaceStep, elementStep, blockRowCount } = geometryOf(
      matrix.shape,
      matrix.scalars['width'] as number,
      params,
    );
    const maskBits = 8 * elementBytes(maskElement(params.blockRows, params.blockCols));
    return {
      source: { kind: 'url', url: new URL('../../src/kernels/bell.wgsl', import.meta.url).href },
      arithmetic: true,
      dispatches: [
        {
          entryPoint: 'bell',
          bindings: wgslBindings('matrix.blockColIndex', 'matrix.mask', 'matrix.values', 'x'),
          constants: { block, R: params.blockRows, c: params.blockCols, maskBits },
          numbers: [matrix.shape.rows, width, rowStep, placeStep, valueRowStep, valuePlaceStep, elementStep],
          groups: Math.ceil(blockRowCount / Math.floor(block / params.blockRows)),
        },
      ],
    };
  },
};
