import type { SpmvContext, SpmvKernel } from '@spmv/core';
import { sourceUrl } from '../module-url.ts';
import { KREUTZER, MONAKOV, VAZQUEZ } from '../sources.ts';
import { suggestThreads, threadsAxis } from './threads-per-row.ts';
import type { WgslParams } from './wgsl-launch.ts';
import { bindings, WGSL_PRECISIONS, wgslParams } from './wgsl-launch.ts';

const BINDINGS = bindings('matrix.sliceStart', 'matrix.rowOrder', 'matrix.colIndex', 'matrix.values', 'x');

function constantsOf({ matrix }: SpmvContext): Readonly<Record<string, number>> {
  return { C: matrix.params['C'] as number, ordered: matrix.params['sigma'] === 1 ? 0 : 1 };
}

/** One thread a row, four places in flight. Neighbouring threads load side by side when C is at least the width of a load. */
export const wgslSell: SpmvKernel<'wgsl', WgslParams> = {
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
  params: wgslParams,
  program: (context, { block }) => ({
    source: { kind: 'url', url: sourceUrl('sell.wgsl', import.meta.url) },
    arithmetic: true,
    dispatches: [{
      entryPoint: 'sell',
      bindings: BINDINGS,
      constants: { block, ...constantsOf(context) },
      numbers: [context.matrix.shape.rows],
      groups: Math.ceil(context.matrix.shape.rows / block),
    }],
  }),
};

export interface WgslSellTParams extends WgslParams {
  readonly T: number;
}

/** T threads a row, as the τ threads of Sliced ELLPACK: long rows end T times sooner, and few rows fill the device. */
export const wgslSellT: SpmvKernel<'wgsl', WgslSellTParams> = {
  ...wgslSell,
  id: 'wgsl/sell-t',
  title: 'Sliced ELLPACK, T threads a row',
  params: {
    axes: { block: wgslParams.axes.block, T: threadsAxis },
    suggest: (context) => ({ ...wgslParams.suggest?.(context), T: suggestThreads(context.matrix) }),
    reject: (params, context) => wgslParams.reject?.(params, context),
  },
  program: (context, { block, T }) => ({
    source: { kind: 'url', url: sourceUrl('sell-t.wgsl', import.meta.url) },
    arithmetic: true,
    dispatches: [{
      entryPoint: 'sellT',
      bindings: BINDINGS,
      constants: { block, T, ...constantsOf(context) },
      numbers: [context.matrix.shape.rows],
      groups: Math.ceil(context.matrix.shape.rows / (block / T)),
    }],
  }),
};
