import type { Finding, StoredMatrix } from '@spmv/core';
import { checkScalars } from '@spmv/core';
import type { SellArrays } from './sell-layout.ts';
import type { SellParams } from './sell-params.ts';

type Stored = StoredMatrix<SellArrays, SellParams>;

/** Places along a row that its slice has. */
function widthAt({ params, arrays }: Stored, place: number): number {
  const slice = Math.trunc(place / params.C);
  return Math.trunc((arrays.sliceStart[slice + 1] - arrays.sliceStart[slice]) / params.C);
}

/** Column at place k of the row stored at `place`. */
function columnAt({ params, arrays }: Stored, place: number, k: number): number {
  return arrays.colIndex[arrays.sliceStart[Math.trunc(place / params.C)] + k * params.C + (place % params.C)];
}

/** Entries of the row stored at `place`: the places before its first padding. */
export function lengthAt(matrix: Stored, place: number): number {
  const width = widthAt(matrix, place);
  let length = 0;
  while (length < width && columnAt(matrix, place, length) >= 0) length++;
  return length;
}

function checkStarts({ params, scalars, arrays }: Stored): Finding | undefined {
  const { sliceStart } = arrays;
  const slices = scalars['slices'];
  if (sliceStart[0] !== 0)
    return { invariant: 'sliceStart.first', message: `sliceStart[0] is ${sliceStart[0]}, not 0` };
  for (let s = 1; s <= slices; s++) {
    const start = sliceStart[s];
    if (start < sliceStart[s - 1])
      return { invariant: 'sliceStart.monotone', message: `sliceStart[${s}] = ${start} is below the one before` };
    if (start % params.alignment !== 0)
      return {
        invariant: 'sliceStart.aligned',
        message: `sliceStart[${s}] = ${start} is not a multiple of ${params.alignment}`,
      };
  }
  if (sliceStart[slices] === scalars['slots']) return undefined;
  return {
    invariant: 'sliceStart.last',
    message: `sliceStart[${slices}] is ${sliceStart[slices]}, not ${scalars['slots']}`,
  };
}

function checkOrder({ shape, params, arrays }: Stored): Finding | undefined {
  if (params.sigma === 1) return undefined;
  const seen = new Uint8Array(shape.rows);
  for (let place = 0; place < shape.rows; place++) {
    const row = arrays.rowOrder[place];
    if (row < 0 || row >= shape.rows || seen[row] === 1)
      return {
        invariant: 'rowOrder.permutation',
        message: `rowOrder[${place}] = ${row} is outside the rows, or there twice`,
      };
    if (Math.trunc(row / params.sigma) !== Math.trunc(place / params.sigma)) {
      return {
        invariant: 'rowOrder.window',
        message: `row ${row} is stored at ${place}, outside its window of ${params.sigma}`,
      };
    }
    seen[row] = 1;
  }
  return undefined;
}

/** Columns of the row stored at `place`; everything is padding at places past the matrix. */
function checkRow(matrix: Stored, place: number, length: number): Finding | undefined {
  const width = widthAt(matrix, place);
  let previous = -1;
  for (let k = 0; k < width; k++) {
    const j = columnAt(matrix, place, k);
    if (k >= length) {
      if (j !== -1)
        return {
          invariant: 'padding.marked',
          message: `place ${place}, ${k} is padding but its column is ${j}, not -1`,
        };
      continue;
    }
    if (j >= matrix.shape.cols)
      return {
        invariant: 'colIndex.range',
        message: `place ${place}, entry ${k}: column ${j} is outside 0..${matrix.shape.cols - 1}`,
      };
    if (j <= previous)
      return {
        invariant: 'colIndex.increasing',
        message: `place ${place}, entry ${k}: column ${j} follows ${previous}`,
      };
    previous = j;
  }
  return undefined;
}

function checkSlice(matrix: Stored, slice: number, longest: number): Finding | undefined {
  const { C, alignment } = matrix.params;
  const slots = matrix.arrays.sliceStart[slice + 1] - matrix.arrays.sliceStart[slice];
  const needed = Math.ceil((longest * C) / alignment) * alignment;
  return slots === needed
    ? undefined
    : {
        invariant: 'padding.least',
        message: `slice ${slice} has ${slots} slots, its longest row of ${longest} needs ${needed}`,
      };
}

/** Broken invariants of a sliced matrix, the first of each kind that reading in order meets. */
export function checkSell(matrix: Stored): readonly Finding[] {
  const { shape, nnz, params, scalars } = matrix;
  const early =
    checkScalars(matrix, { slices: Math.ceil(shape.rows / params.C) }) ?? checkStarts(matrix) ?? checkOrder(matrix);
  if (early) return [early];
  let entries = 0;
  let before = 0;
  for (let slice = 0; slice < scalars['slices']; slice++) {
    let longest = 0;
    for (let place = slice * params.C; place < (slice + 1) * params.C; place++) {
      const length = place < shape.rows ? lengthAt(matrix, place) : 0;
      const finding = checkRow(matrix, place, length);
      if (finding) return [finding];
      if (place < shape.rows && place % params.sigma !== 0 && length > before) {
        return [
          {
            invariant: 'rowOrder.sorted',
            message: `the row at place ${place} has ${length} entries, the one before it ${before}`,
          },
        ];
      }
      before = length;
      longest = Math.max(longest, length);
      entries += length;
    }
    const finding = checkSlice(matrix, slice, longest);
    if (finding) return [finding];
  }
  if (entries !== nnz) return [{ invariant: 'nnz', message: `${entries} entries are stored, nnz is ${nnz}` }];
  let columns = 0;
  for (let slot = 0; slot < matrix.arrays.colIndex.length; slot++) if (matrix.arrays.colIndex[slot] !== -1) columns++;
  return columns === entries
    ? []
    : [{ invariant: 'padding.marked', message: `${columns} columns are stored, the rows have ${entries} entries` }];
}
