import type { Axis, Kernel, KernelContext, NamedArrays } from '@spmv/core';
import { sumBytes, workgroupObstacle } from '@spmv/kernel-kit';
import { spmmKernel } from './spmm-kernel.ts';
import { transposedIndex } from './transposed-index.ts';
import type { WgslSpmmParams } from './wgsl-program.ts';
import { AXES, lanesOf, programOf, suggested, threadsOf, wgslText } from './wgsl-program.ts';

const CSR = wgslText(new URL('../../src/kernels/csr.wgsl', import.meta.url));
const PARTS = wgslText(new URL('../../src/kernels/csr-parts.wgsl', import.meta.url));
const LONG_ROWS = wgslText(new URL('../../src/kernels/csr-long-rows.wgsl', import.meta.url));
const SELL = wgslText(new URL('../../src/kernels/sell.wgsl', import.meta.url));

/** Parameters of kernels over CSR. */
export interface WgslCsrParams extends WgslSpmmParams {
  readonly longRow: number;
}

const longRowAxis: Axis<number> = {
  values: [32, 128, 512],
  default: 128,
  doc: 'Entries of a row above which it is divided among workgroups.',
};

/** Parts of a long row: this many entries each, and more where there would be more than {@link MOST_PARTS} of them. */
const PART = 1024;
const MOST_PARTS = 256;

/** The rows of more than `longRow` entries, as (row, first part, the one after the last), and their parts, as (first entry, the one after the last). */
export function partsOf(
  rowStart: Int32Array,
  longRow: number,
): { readonly longRows: Uint32Array; readonly parts: Uint32Array } {
  const longRows: number[] = [];
  const parts: number[] = [];
  for (let row = 0; row + 1 < rowStart.length; row++) {
    const [begin, end] = [rowStart[row] as number, rowStart[row + 1] as number];
    if (end - begin <= longRow) continue;
    const size = Math.max(PART, Math.ceil((end - begin) / MOST_PARTS));
    longRows.push(row, parts.length / 2);
    for (let k = begin; k < end; k += size) parts.push(k, Math.min(end, k + size));
    longRows.push(parts.length / 2);
  }
  return { longRows: Uint32Array.from(longRows), parts: Uint32Array.from(parts) };
}

function longRowArrays(rowStart: Int32Array, context: KernelContext, params: WgslCsrParams): NamedArrays {
  const { longRows, parts } = partsOf(rowStart, params.longRow);
  const sums = 4 * lanesOf(context, params) * (parts.length / 2);
  return { longRows, parts, partials: new Uint32Array((sums * sumBytes(context)) / 4) };
}

/** Threads of a workgroup that have columns: a power of two, so that the others divide into as many shares of the entries. */
function lanesHereOf(context: KernelContext, params: WgslCsrParams): number {
  return Math.min(params.blockSize, 2 ** Math.ceil(Math.log2(lanesOf(context, params))));
}

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
      axes: { ...AXES, longRow: longRowAxis },
      suggest: suggested,
      reject: (params, context) =>
        workgroupObstacle(context.device, params.blockSize, 4 * params.blockSize * sumBytes(context)),
    },
    analyse(matrix, context, params): NamedArrays {
      if (!transpose) return longRowArrays(matrix.arrays['rowStart'] as Int32Array, context, params);
      const index = transposedIndex(matrix);
      return { ...index, ...longRowArrays(index.rowStart, context, params) };
    },
    program(context, params) {
      const { ahead, blockSize, longRow } = params;
      const lanes = lanesOf(context, params);
      const lanesHere = lanesHereOf(context, params);
      const ordered = Number(transpose);
      const entries = [colIndex, 'A.values', order];
      return programOf(context, params, [
        {
          entryPoint: 'csr',
          text: CSR,
          reads: [rowStart, ...entries],
          constants: { ahead, longRow, ordered },
          groups: Math.ceil(threadsOf(id, context, params) / blockSize),
        },
        {
          entryPoint: 'csrParts',
          text: PARTS,
          reads: ['auxiliary.parts', ...entries],
          writes: ['auxiliary.partials'],
          constants: { lanesHere, ordered },
          groups: { auxiliary: 'parts', per: 2 / Math.ceil(lanes / lanesHere) },
        },
        {
          entryPoint: 'csrLongRows',
          text: LONG_ROWS,
          reads: ['auxiliary.longRows', 'auxiliary.partials'],
          constants: {},
          groups: { auxiliary: 'longRows', per: (3 * blockSize) / lanes },
        },
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
        text: SELL,
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
  wgslCsrTransposed,
  ...wgslTransposed,
  wgslSell,
] as readonly Kernel[];
