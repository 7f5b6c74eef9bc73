import type { GpuSource, Axis, KernelContext, NamedArrays } from '@spmv/core';
import { sumBytes } from '@spmv/kernel-kit';
import type { ColumnParams, SpmmDispatch } from './wgsl-program.ts';
import { lanesOf, wgslText } from './wgsl-program.ts';

const partsText = (): GpuSource => wgslText(new URL('../../src/kernels/csr-parts.wgsl', import.meta.url));
const longRowsText = (): GpuSource => wgslText(new URL('../../src/kernels/csr-long-rows.wgsl', import.meta.url));

/** Parameters of kernels that divide long rows among workgroups. */
export interface LongRowParams extends ColumnParams {
  readonly longRow: number;
}

/** The axis of that, with its usual value. */
export function longRowAxis(values: readonly number[], usual: number): Axis<number> {
  return { values, default: usual, doc: 'Entries of a row above which it is divided among workgroups.' };
}

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
    const [begin, end] = [rowStart[row], rowStart[row + 1]];
    if (end - begin <= longRow) continue;
    const size = Math.max(PART, Math.ceil((end - begin) / MOST_PARTS));
    longRows.push(row, parts.length / 2);
    for (let k = begin; k < end; k += size) parts.push(k, Math.min(end, k + size));
    longRows.push(parts.length / 2);
  }
  return { longRows: Uint32Array.from(longRows), parts: Uint32Array.from(parts) };
}

/** Bytes of `count` parts of rows, each with all columns. */
export function partialBytes(context: KernelContext, params: ColumnParams, count: number): number {
  return 4 * lanesOf(context, params) * sumBytes(context) * count;
}

/** What the dispatches below need. */
export function longRowArrays(rowStart: Int32Array, context: KernelContext, params: LongRowParams): NamedArrays {
  const { longRows, parts } = partsOf(rowStart, params.longRow);
  return { longRows, parts, partials: new Uint32Array(partialBytes(context, params, parts.length / 2) / 4) };
}

/** The columns of the entries, their values, and what says which value an entry has where they are `ordered`. */
export interface EntryArrays {
  readonly reads: readonly [colIndex: string, values: string, order: string];
  readonly ordered: boolean;
}

/** Adds up `auxiliary.parts` into `auxiliary.partials`, and these into the rows of `auxiliary.longRows`; either is left out where there are none. */
export function longRowDispatches(
  context: KernelContext,
  params: ColumnParams,
  { reads, ordered }: EntryArrays,
): readonly SpmmDispatch[] {
  const { blockSize } = params;
  const lanes = lanesOf(context, params);
  // Threads of a workgroup that have columns: a power of two, so that the others divide into as many shares of the entries.
  const lanesHere = Math.min(blockSize, 2 ** Math.ceil(Math.log2(lanes)));
  return [
    {
      entryPoint: 'csrParts',
      text: partsText(),
      reads: ['auxiliary.parts', ...reads],
      writes: ['auxiliary.partials'],
      constants: { lanesHere, ordered: Number(ordered) },
      groups: { auxiliary: 'parts', per: 2 / Math.ceil(lanes / lanesHere) },
    },
    {
      entryPoint: 'csrLongRows',
      text: longRowsText(),
      reads: ['auxiliary.longRows', 'auxiliary.partials'],
      constants: {},
      groups: { auxiliary: 'longRows', per: (3 * blockSize) / lanes },
    },
  ];
}
