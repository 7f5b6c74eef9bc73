import type { Partition, KernelContext } from '@spmv/core';
import { unitsOf } from '@spmv/kernel-kit';

/** Longest row of each slice of `C` rows; `rowLength` is in storage order. */
export function sliceWidths(rowLength: Int32Array, C: number): Int32Array {
  const widths = new Int32Array(Math.ceil(rowLength.length / C));
  for (let place = 0; place < rowLength.length; place++) {
    const slice = Math.trunc(place / C);
    const length = rowLength[place] as number;
    if (length > (widths[slice] as number)) widths[slice] = length;
  }
  return widths;
}

/** Rows in storage order: each window of `sigma` rows by falling length, rows of one length in the order they had. */
export function sortRows(rowLength: Int32Array, sigma: number): Int32Array {
  const rows = rowLength.length;
  const order = new Int32Array(rows);
  const window = Math.min(sigma, rows);
  const longest = rowLength.reduce((most, length) => Math.max(most, length), 0);
  const keys = new Float64Array(window);
  for (let first = 0; first < rows; first += window) {
    const count = Math.min(window, rows - first);
    const part = keys.subarray(0, count);
    // One number that sorts by length, then by row: exact as long as count · longest is below 2^53.
    for (let k = 0; k < count; k++) part[k] = (longest - (rowLength[first + k] as number)) * count + k;
    part.sort();
    for (let k = 0; k < count; k++) order[first + k] = first + ((part[k] as number) % count);
  }
  return order;
}

/** First slot of each slice, and the number of slots as last element. Numbers may pass 2³¹: this predicts. */
export function sliceStarts(widths: Int32Array, C: number, alignment: number): Float64Array {
  const starts = new Float64Array(widths.length + 1);
  for (let slice = 0; slice < widths.length; slice++) {
    const slots = Math.ceil(((widths[slice] as number) * C) / alignment) * alignment;
    starts[slice + 1] = (starts[slice] as number) + slots;
  }
  return starts;
}

/** Slices, weighed by their slots: what kernels for processors divide between threads. */
export function bySlices({ matrix }: KernelContext): Partition {
  return unitsOf('slices', matrix.scalars['slices'] as number, 'sliceStart');
}
