import type { GpuSource, Kernel, KernelContext, NamedArrays } from '@spmv/core';
import { workgroupObstacle } from '@spmv/kernel-kit';
import { spmmKernel } from './spmm-kernel.ts';
import { transposedIndex } from './transposed-index.ts';
import { wgslCsrBlocks } from './wgsl-csr-blocks.ts';
import { wgslCsrEntries } from './wgsl-csr-entries.ts';
import type { LongRowParams } from './wgsl-long-rows.ts';
import { longRowArrays, longRowAxis, longRowDispatches } from './wgsl-long-rows.ts';
import type { WgslSpmmParams } from './wgsl-program.ts';
import { AXES, programOf, suggested, sumsObstacle, threadsOf, wgslText } from './wgsl-program.ts';

const csrText = (): GpuSource => wgslText(new URL('../../src/kernels/csr.wgsl', import.meta.url));
const sellText = (): GpuSource => wgslText(new URL('../../src/kernels/sell.wgsl', import.meta.url));

/** Parameters of kernels of whole rows over CSR. */
interface WgslCsrParams extends WgslSpmmParams, LongRowParams {}

/** What differs between A and its transpose: where rows begin, columns, and which value each entry has. */
interface CsrVariant {
  readonly id: string;
  readonly format?: string;
  readonly title: string;
  readonly transpose: boolean;
  readonly rowStart: string;
  readonly colIndex: string;
  readonly order: string;
}

/**
 * Where rows are short in the mean, one long row stalls its subgroup: rows are divided from 33 entries on. Measured on an H200: a power law of six
 * entries a row takes 0.93 of what it takes with 128.
 */
function suggestLongRow({ matrix: { nnz, shape } }: KernelContext, transpose: boolean): number {
  const mean = nnz / Math.max(1, transpose ? shape.cols : shape.rows);
  return 4 * mean <= 32 ? 32 : 128;
}

function csrKernel({
  id,
  format = 'csr',
  title,
  transpose,
  rowStart,
  colIndex,
  order,
}: CsrVariant): Kernel<'wgsl', WgslCsrParams> {
  return spmmKernel<'wgsl', WgslCsrParams>('wgsl', {
    id,
    format,
    title,
    options: { transpose },
    params: {
      axes: { ...AXES, longRow: longRowAxis([32, 128, 512], 128) },
      suggest: (context) => ({ ...suggested(context), longRow: suggestLongRow(context, transpose) }),
      reject: sumsObstacle,
    },
    analyse(matrix, context, params): NamedArrays {
      if (!transpose) return longRowArrays(matrix.arrays['rowStart'] as Int32Array, context, params);
      const index = transposedIndex(matrix);
      return { ...index, ...longRowArrays(index.rowStart, context, params) };
    },
    program(context, params) {
      const { ahead, blockSize, longRow } = params;
      const reads = [colIndex, 'A.values', order] as const;
      return programOf(context, params, [
        {
          entryPoint: 'csr',
          text: csrText(),
          reads: [rowStart, ...reads],
          constants: { ahead, longRow, ordered: Number(transpose) },
          groups: Math.ceil(threadsOf(id, context, params) / blockSize),
        },
        ...longRowDispatches(context, params, { reads, ordered: transpose }),
      ]);
    },
  });
}

/** CSR: a thread has a row of A and up to four columns of X and Y; rows of very many entries are divided among workgroups. */
export const wgslCsr: Kernel<'wgsl', WgslCsrParams> = csrKernel({
  id: 'wgsl/spmm-csr',
  title: 'CSR, a thread a row and four vectors, long rows divided',
  transpose: false,
  rowStart: 'A.rowStart',
  colIndex: 'A.colIndex',
  // Not read.
  order: 'A.colIndex',
});

/** Y ← αAᵀX + βY in the same way, over an index of eight bytes an entry that is made once: sums are taken in one order, without atomics. */
export const wgslCsrTransposed: Kernel<'wgsl', WgslCsrParams> = transposedKernel('csr');

function transposedKernel(format: string): Kernel<'wgsl', WgslCsrParams> {
  return csrKernel({
    id: `wgsl/spmm-${format}-transposed`,
    format,
    title: 'Transposed by an index of the columns',
    transpose: true,
    rowStart: 'auxiliary.rowStart',
    colIndex: 'auxiliary.colIndex',
    order: 'auxiliary.order',
  });
}

/** The same for the other formats: an index tells where each entry's value is, however they lay them. */
export const wgslTransposed: readonly Kernel<'wgsl', WgslCsrParams>[] = ['ellpack', 'sell', 'packed'].map(
  transposedKernel,
);

/** Sliced ELLPACK, whose neighbouring rows lie side by side: a thread has a row and up to four columns. */
export const wgslSell: Kernel<'wgsl', WgslSpmmParams> = spmmKernel<'wgsl', WgslSpmmParams>('wgsl', {
  id: 'wgsl/spmm-sell',
  format: 'sell',
  title: 'Sliced ELLPACK, a thread a row and four vectors',
  params: {
    axes: AXES,
    suggest: suggested,
    reject: ({ blockSize }, { device }) => workgroupObstacle(device, blockSize),
  },
  program: (context, params) => {
    const { C, sigma } = context.matrix.params as { readonly C: number; readonly sigma: number };
    return programOf(context, params, [
      {
        entryPoint: 'sell',
        text: sellText(),
        reads: ['sliceStart', 'rowOrder', 'colIndex', 'values'].map((name) => `A.${name}`),
        constants: { C, ordered: Number(sigma !== 1), ahead: params.ahead },
        groups: Math.ceil(threadsOf('wgsl/spmm-sell', context, params) / params.blockSize),
      },
    ]);
  },
});

/** Every WGSL kernel of this package. */
export const wgslKernels: readonly Kernel[] = [
  wgslCsr,
  wgslCsrBlocks,
  wgslCsrEntries,
  wgslCsrTransposed,
  ...wgslTransposed,
  wgslSell,
] as readonly Kernel[];
