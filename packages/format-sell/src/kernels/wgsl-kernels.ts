import type { KernelContext, Kernel } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { sellRowText, wgslKernel, workgroupParams } from '@spmv/kernel-kit';
import { KREUTZER, MONAKOV, VAZQUEZ } from '../sources.ts';
import { suggestThreadsPerRow, threadsPerRowAxis } from './threads-per-row.ts';

const COMMON = {
  format: 'sell',
  sources: [MONAKOV, KREUTZER, VAZQUEZ],
} as const;

const ARRAYS = ['sliceStart: u32', 'rowOrder: u32', 'colIndex: i32', 'values: Value'] as const;

function constantsOf({ matrix }: KernelContext): Readonly<Record<string, number | boolean>> {
  return { C: matrix.params['C'] as number, ordered: matrix.params['sigma'] !== 1 };
}

/** One thread a row, four places in flight. Neighbouring threads load side by side when C is at least the width of a load. */
export const wgslSell: Kernel<'wgsl', WorkgroupParams> = wgslKernel<WorkgroupParams>({
  ...COMMON,
  id: 'wgsl/sell',
  title: 'Sliced ELLPACK, one thread a row',
  params: workgroupParams,
  dispatch: (context, { blockSize }) => ({
    entryPoint: 'sell',
    texts: [sellRowText(), new URL('../../src/kernels/sell.wgsl', import.meta.url)],
    arrays: ARRAYS,
    constants: { blockSize, ...constantsOf(context) },
    numbers: { rows: context.matrix.shape.rows },
    groups: Math.ceil(context.matrix.shape.rows / blockSize),
  }),
});

export interface WgslSellTParams extends WorkgroupParams {
  readonly threadsPerRow: number;
}

/** T threads a row, as the τ threads of Sliced ELLPACK: long rows end T times sooner, and few rows fill the device. */
export const wgslSellT: Kernel<'wgsl', WgslSellTParams> = wgslKernel<WgslSellTParams>({
  ...COMMON,
  id: 'wgsl/sell-t',
  title: 'Sliced ELLPACK, several threads a row',
  params: {
    ...workgroupParams,
    axes: { ...workgroupParams.axes, threadsPerRow: threadsPerRowAxis },
    suggest: (context) => ({
      ...workgroupParams.suggest(context),
      threadsPerRow: suggestThreadsPerRow(context.matrix),
    }),
  },
  dispatch: (context, { blockSize, threadsPerRow }) => ({
    entryPoint: 'sellT',
    texts: [new URL('../../src/kernels/sell-t.wgsl', import.meta.url)],
    arrays: ARRAYS,
    constants: { blockSize, threadsPerRow, ...constantsOf(context) },
    numbers: { rows: context.matrix.shape.rows },
    groups: Math.ceil(context.matrix.shape.rows / (blockSize / threadsPerRow)),
  }),
});
