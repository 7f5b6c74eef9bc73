import type { GpuSource, KernelContext, WgslProgram } from '@spmv/core';
import type { CsrRowParams, NamedBuffer, WorkgroupParams } from '@spmv/kernel-kit';
import {
  boundTexts,
  csrRowText,
  csrRowParams,
  fileText,
  reads,
  loadsFourAhead,
  reductionBytes,
  reductionExtensions,
  reductionText,
  sellRowText,
  sumBytes,
  sumsAsStored,
  sumsOf,
  totalDispatches,
  workgroupObstacle,
  workgroupParams,
  writes,
} from '@spmv/kernel-kit';
import type { ProductEnding } from '../endings.ts';
import type { Endings } from './fused-kernel.ts';
import { eachEnding } from './fused-kernel.ts';
import { endingText } from './wgsl-texts.ts';

/** What a kernel is besides its ending: the dispatch of its rows. */
interface Rows {
  readonly entryPoint: string;
  readonly buffers: readonly NamedBuffer[];
  readonly texts: readonly GpuSource[];
  readonly constants: Readonly<Record<string, number>>;
  readonly numbers: readonly number[];
  readonly groups: number;
  readonly blockSize: number;
  readonly enable?: readonly string[];
}

function programOf(ending: ProductEnding, context: KernelContext, rows: Rows): WgslProgram {
  const { entryPoint, constants, numbers, groups, blockSize, enable = [] } = rows;
  const { buffers, words, texts } = endingText(ending, context.precision.precision);
  const bound = boundTexts([...rows.buffers, writes('y'), ...buffers], words, [...texts, ...rows.texts]);
  const sums = sumsOf(ending);
  return {
    source: bound.source ?? [],
    arithmetic: true,
    enable,
    scratch: sums.length === 0 ? {} : { sums: groups * sums.length * sumBytes(context) },
    dispatches: [
      { entryPoint, ...bound, constants: { blockSize, ...constants }, numbers, groups },
      ...totalDispatches(sums, groups, Math.min(blockSize, 256)),
    ],
  };
}

const ofA = (name: string, element: NamedBuffer['element']): NamedBuffer => reads(name, element, `A.${name}`);
/** Memory in which a workgroup adds up its sums. */
const endingBytes = (blockSize: number, context: KernelContext): number => blockSize * sumBytes(context);

/** CSR, several neighbouring threads a row, as `wgsl/csr-vector` has them. */
export const wgslCsr: Endings<'wgsl', CsrRowParams> = eachEnding('wgsl', (ending) => ({
  stem: 'wgsl/fused-csr',
  format: 'csr',
  title: 'CSR, several threads a row',
  precisions: sumsAsStored('wgsl'),
  params: {
    ...csrRowParams,
    reject: (params, context) => {
      const { blockSize, reduction } = params;
      const bytes = endingBytes(blockSize, context) + reductionBytes(reduction, blockSize, context);
      return csrRowParams.reject(params, context) ?? workgroupObstacle(context.device, blockSize, bytes);
    },
  },
  program: (context, { blockSize, threadsPerRow, reduction }) => {
    const { shape, nnz } = context.matrix;
    return programOf(ending, context, {
      entryPoint: 'fusedCsr',
      buffers: [ofA('rowStart', 'u32'), ofA('colIndex', 'u32'), ofA('values', 'Value'), reads('x', 'Value')],
      texts: [
        fileText(reductionText(reduction)),
        fileText(csrRowText()),
        fileText(new URL('../../src/kernels/fused-csr.wgsl', import.meta.url)),
      ],
      constants: { threadsPerRow, fourAhead: Number(loadsFourAhead(context, threadsPerRow)) },
      numbers: [shape.rows, nnz],
      groups: Math.ceil(shape.rows / (blockSize / threadsPerRow)),
      blockSize,
      enable: reductionExtensions(reduction),
    });
  },
}));

/** Sliced ELLPACK, a thread a row, as `wgsl/sell` has them. */
export const wgslSell: Endings<'wgsl', WorkgroupParams> = eachEnding('wgsl', (ending) => ({
  stem: 'wgsl/fused-sell',
  format: 'sell',
  title: 'Sliced ELLPACK, one thread a row',
  precisions: sumsAsStored('wgsl'),
  params: {
    ...workgroupParams,
    reject: ({ blockSize }, context) => workgroupObstacle(context.device, blockSize, endingBytes(blockSize, context)),
  },
  program: (context, { blockSize }) => {
    const { shape, params } = context.matrix;
    return programOf(ending, context, {
      entryPoint: 'fusedSell',
      buffers: [
        ofA('sliceStart', 'u32'),
        ofA('rowOrder', 'u32'),
        ofA('colIndex', 'i32'),
        ofA('values', 'Value'),
        reads('x', 'Value'),
      ],
      texts: [fileText(sellRowText()), fileText(new URL('../../src/kernels/fused-sell.wgsl', import.meta.url))],
      constants: { C: params['C'] as number, ordered: params['sigma'] === 1 ? 0 : 1 },
      numbers: [shape.rows],
      groups: Math.ceil(shape.rows / blockSize),
      blockSize,
    });
  },
}));
