import type { CooMatrix, StoredMatrix, ValueType } from '@spmv/core';
import { rowLengthOf, valueArray } from '@spmv/core';
import { columnBytes, createStepRanges, rangeSteps } from './column-widths.ts';
import type { PackedArrays, PackedParams } from './packed.ts';
import { planOfSizes, sizesOf } from './plan-packed.ts';
import { packFacts } from './slice-facts.ts';
import type { SliceLayout } from './slice-layout.ts';
import { isPlain, LANES, layOutSlices } from './slice-layout.ts';

/** Where the next slice goes. */
interface Cursor {
  step: number;
  byte: number;
  segment: number;
  slot: number;
  group: number;
}

interface Source {
  readonly layout: SliceLayout;
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** Columns of one width over the same bytes. */
type Columns = Uint8Array | Uint16Array | Uint32Array;

/** Stores the entries of one slice. */
function fillEntries({ layout, rowStart, colIndex, values }: Source, slice: number, arrays: PackedArrays, firstStep: number, columns: Columns, firstColumn: number): void {
  const log = layout.lanesLog[slice] as number;
  const mask = (1 << log) - 1;
  const from = layout.segmentStart[slice] as number;
  const to = layout.segmentStart[slice + 1] as number;
  const { baseColumn } = arrays;
  for (let i = from; i < to; i++) {
    const length = layout.segmentLength[i] as number;
    if (length === 0) continue;
    const at = (rowStart[layout.segmentRow[i] as number] as number) + (layout.segmentOffset[i] as number);
    const firstLane = (i - from) << log;
    for (let j = 0; j < length; j++) {
      const step = j >> log;
      const place = step * LANES + firstLane + (j & mask);
      columns[firstColumn + place] = (colIndex[at + j] as number) - (baseColumn[firstStep + step] as number);
      arrays.values[firstStep * LANES + place] = values[at + j] as number;
    }
  }
}

/** Stores the segments of one slice; returns what its third number is. */
function fillSegments(layout: SliceLayout, slice: number, arrays: PackedArrays, cursor: Cursor, plain: boolean): number {
  const from = layout.segmentStart[slice] as number;
  if (plain) return layout.segmentRow[from] as number;
  const first = cursor.segment;
  const to = layout.segmentStart[slice + 1] as number;
  for (let i = from; i < to; i++, cursor.segment++) {
    arrays.segments[2 * cursor.segment] = layout.segmentRow[i] as number;
    arrays.segments[2 * cursor.segment + 1] = layout.segmentLength[i] as number;
  }
  if (slice < layout.firstPiece) return first;
  if (layout.segmentOffset[from] === 0) {
    cursor.group++;
    arrays.groups[2 * cursor.group] = cursor.slot;
  }
  arrays.groups[2 * cursor.group + 1] = (arrays.groups[2 * cursor.group + 1] as number) + 1;
  arrays.segments[2 * cursor.segment] = cursor.slot;
  arrays.segments[2 * cursor.segment + 1] = cursor.group;
  cursor.segment++;
  cursor.slot++;
  return first;
}

/** The matrix in packed slices. Linear time. */
export function buildPacked(coo: CooMatrix, rowStart: Int32Array, params: PackedParams, valueType: ValueType): StoredMatrix<PackedArrays, PackedParams> {
  const layout = layOutSlices(rowLengthOf(coo), params);
  const plan = planOfSizes(sizesOf(layout, rowStart, coo.colIndex, params.steps), valueType);
  const length = (name: string): number => plan.arrays[name]?.length ?? 0;
  const bytes = new ArrayBuffer(length('columns'));
  const arrays: PackedArrays = {
    slices: new Int32Array(length('slices')),
    segments: new Int32Array(length('segments')),
    groups: new Int32Array(length('groups')),
    baseColumn: new Int32Array(length('baseColumn')),
    columns: new Uint8Array(bytes),
    values: valueArray(valueType, length('values')),
  };
  const views: Readonly<Record<number, Columns>> = { 1: arrays.columns, 2: new Uint16Array(bytes), 4: new Uint32Array(bytes) };
  const source: Source = { layout, rowStart, colIndex: coo.colIndex, values: coo.values };
  const ranges = createStepRanges(params.steps);
  const cursor: Cursor = { step: 0, byte: 0, segment: 0, slot: 0, group: -1 };
  for (let s = 0; s < layout.slices; s++) {
    const steps = layout.steps[s] as number;
    rangeSteps(layout, s, rowStart, coo.colIndex, ranges);
    const width = columnBytes(ranges, steps);
    arrays.baseColumn.set(ranges.smallest.subarray(0, steps), cursor.step);
    const plain = isPlain(layout, s);
    const third = fillSegments(layout, s, arrays, cursor, plain);
    const facts = packFacts({ steps, lanesLog: layout.lanesLog[s] as number, bytes: width, plain, piece: s >= layout.firstPiece });
    arrays.slices.set([cursor.step, cursor.byte / LANES, third, facts], 4 * s);
    fillEntries(source, s, arrays, cursor.step, views[width] as Columns, cursor.byte / width);
    cursor.step += steps;
    cursor.byte += steps * LANES * width;
  }
  return { format: 'packed', shape: { ...coo.shape }, nnz: coo.values.length, valueType, params, scalars: plan.scalars, arrays };
}
