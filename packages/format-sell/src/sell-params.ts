import type { Axis, MatrixStructure, Params, ParamSpace } from '@spmv/core';
import { sliceWidths, sortRows } from './slices.ts';

/** The parameters of format `sell`. */
export interface SellParams extends Params {
  readonly C: number;
  readonly sigma: number;
  readonly alignment: number;
}

const C: Axis<number> = {
  values: [4, 8, 32, 64],
  default: 32,
  range: { min: 1, max: 1024, integer: true },
  doc: 'Rows of a slice, C of SELL-C-σ, S of Sliced ELLPACK: 32 for a warp, 4 or 8 for the lanes of a CPU.',
};

const sigma: Axis<number> = {
  values: [1, 256, 4096],
  default: 256,
  range: { min: 1, max: 2 ** 31 - 1, integer: true },
  doc: 'Rows of a window that is sorted by length, σ of SELL-C-σ; 1 keeps the order of the rows, as Sliced ELLPACK does.',
};

const alignment: Axis<number> = {
  values: [1],
  default: 1,
  range: { min: 1, max: 1024, integer: true },
  doc: 'Every slice begins at a multiple of this many elements. Of use where C is below 8 only: others begin aligned anyway.',
};

/** Padding below this share of the entries is not worth a permutation, which costs 4 bytes a row and scattered writes of y. */
const WORTH_SORTING = 0.02;

/** A window whose y is scattered over 32 KiB in f64, and the share of the entries that it has to remove more: it took 0.53 to 0.95 of the time on seven graphs. */
const WIDE_WINDOW = 4096;
const WORTH_WIDENING = 0.05;

/** Slots of all slices of `height` rows, from the lengths of the rows in storage order. */
function slotsOf(rowLength: Int32Array, height: number): number {
  return sliceWidths(rowLength, height).reduce((sum, width) => sum + width * height, 0);
}

/** The sums of a slice stay in a processor's registers when it is low; a GPU gives every row a lane of a warp. */
function heightFor(target: MatrixStructure['target']): number {
  return target === 'js' || target === 'wasm' || target === 'native' ? 8 : C.default;
}

/** Slots of all slices of `height` rows in windows of `window` rows that are sorted. */
function sortedSlots(rowLength: Int32Array, height: number, window: number): number {
  const order = sortRows(rowLength, window);
  return slotsOf(
    rowLength.map((_, place) => rowLength[order[place]]),
    height,
  );
}

/** Sorted only where sorting removes padding; for compiled kernels in wider windows where those remove more. */
function suggest({ rowLength, nnz, rows, target }: MatrixStructure): Partial<SellParams> {
  const height = heightFor(target);
  if (rows.min === rows.max) return { C: height, sigma: 1 };
  const unsorted = slotsOf(rowLength, height);
  // There is no more to remove than padding.
  if (unsorted - nnz <= WORTH_SORTING * nnz) return { C: height, sigma: 1 };
  const sorted = sortedSlots(rowLength, height, sigma.default);
  if (unsorted - sorted <= WORTH_SORTING * nnz) return { C: height, sigma: 1 };
  const most = WORTH_WIDENING * nnz;
  const isWide =
    target === 'native' && sorted - nnz > most && sorted - sortedSlots(rowLength, height, WIDE_WINDOW) > most;
  return isWide ? { C: height, sigma: WIDE_WINDOW } : { C: height };
}

export const sellParams: ParamSpace<MatrixStructure, SellParams> = { axes: { C, sigma, alignment }, suggest };
