import type { SpmvContext, SpmvKernel, WorkgroupParams } from '@spmv/core';
import { WGSL_PRECISIONS, wgslBindings, workgroupParams } from '@spmv/core';
import { KREUTZER, MONAKOV, VAZQUEZ } from '../sources.ts';
import { suggestThreads, threadsAxis } from './threads-per-row.ts';

const BINDINGS = wgslBindings('matrix.sliceStart', 'matrix.rowOrder', 'matrix.colIndex', 'matrix.values', 'x');

function constantsOf({ matrix }: SpmvContext): Readonly<Record<string, number>> {
  return { C: matrix.params['C'] as number, ordered: matrix.params['sigma'] === 1 ? 0 : 1 };
}

/** One thread a row, four places in flight. Neighbouring threads load side by side when C is at least the width of a load. */
export const wgslSell: SpmvKernel<'wgsl', WorkgroupParams> = {
  kind: 'kernel',
  id: 'wgsl/sell',
  operation: 'spmv',
  target: 'wgsl',
  format: 'sell',
  title: 'Sliced ELLPACK, one thread a row',
  sources: [MONAKOV, KREUTZER, VAZQUEZ],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: workgroupParams,
  program: (context, { block }) => ({
    source: { kind: 'url', url: new URL('../../src/kernels/sell.wgsl', import.meta.url).href },
    arithmetic: true,
    dispatches: [
      {
        entryPoint: 'sell',
        bindings: BINDINGS,
        constants: { block, ...constantsOf(context) },
        numbers: [context.matrix.shape.rows],
        groups: Math.ceil(context.matrix.shape.rows / block),
      },
    ],
  }),
};

export interface WgslSellTParams extends WorkgroupParams {
  readonly T: number;
}

/** T threads a row, as the τ threads of Sliced ELLPACK: long rows end T times sooner, and few rows fill the device. */
export const wgslSellT: SpmvKernel<'wgsl', WgslSellTParams> = {
  ...wgslSell,
  id: 'wgsl/sell-t',
  title: 'Sliced ELLPACK, T threads a row',
  params: {
    axes: { block: workgroupParams.axes.block, T: threadsAxis },
    suggest: (context) => ({ ...workgroupParams.suggest?.(context), T: suggestThreads(context.matrix) }),
    reject: (params, context) => workgroupParams.reject?.(params, context),
  },
  program: (context, { block, T }) => ({
    source: { kind: 'url', url: new URL('../../src/kernels/sell-t.wgsl', import.meta.url).href },
    arithmetic: true,
    dispatches: [
      {
        entryPoint: 'sellT',
        bindings: BINDINGS,
        constants: { block, T, ...constantsOf(context) },
        numbers: [context.matrix.shape.rows],
        groups: Math.ceil(context.matrix.shape.rows / (block / T)),
      },
    ],
  }),
};
