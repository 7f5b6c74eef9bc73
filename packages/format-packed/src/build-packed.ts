import type { CooMatrix, ValueArray } from '@spmv/core';
import { rowLengthOf, rowStartOf } from '@spmv/core';
import { baseBytes, columnBytes, createStepRanges, GROUP, rangeSteps, sliceBytes, tailWidth } from './column-widths.ts';
import type { Packed } from './packed-layout.ts';
import { packFacts } from './slice-facts.ts';
import type { SliceLayout } from './slice-layout.ts';
import { isPlain, LANES, layOutSlices } from './slice-layout.ts';

/** Where the next slice goes. */
interface Cursor {
  step: number;
  byte: number;
  segment: number;
  /** Next slot, which is also the first of the row being split. */
  slot: number;
}

interface Source {
  readonly layout: SliceLayout;
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** Columns of one width over the same bytes. */
type Columns = Uint8Array | Uint16Array | Uint32Array;

/** Stores the entries of one slice; its distances begin at `firstDistance` of `distances`. */
function fillEntries(
  { layout, rowStart, colIndex, values }: Source,
  slice: number,
  smallest: Int32Array,
  into: ValueArray,
  firstPlace: number,
  distances: Columns,
  firstDistance: number,
): void {
  const log = layout.lanesLog[slice];
  const mask = (1 << log) - 1;
  const steps = layout.steps[slice];
  const wholeSteps = Math.floor(steps / GROUP) * GROUP;
  const tail = tailWidth(steps);
  const from = layout.segmentStart[slice];
  const to = layout.segmentStart[slice + 1];
  for (let i = from; i < to; i++) {
    const length = layout.segmentLength[i];
    if (length === 0) continue;
    const at = rowStart[layout.segmentRow[i]] + layout.segmentOffset[i];
    const firstLane = (i - from) << log;
    for (let j = 0; j < length; j++) {
      const step = j >> log;
      const lane = firstLane + (j & mask);
      // As distancePlace says.
      const place = (step & ~(GROUP - 1)) * LANES + lane * (step < wholeSteps ? GROUP : tail) + (step & (GROUP - 1));
      distances[firstDistance + place] = colIndex[at + j] - smallest[step];
      into[firstPlace + step * LANES + lane] = values[at + j];
    }
  }
}

/** Stores the segments of one slice; returns what its third number is. */
function fillSegments(
  layout: SliceLayout,
  slice: number,
  rowLength: Int32Array,
  segments: Int32Array,
  cursor: Cursor,
  plain: boolean,
): number {
  const from = layout.segmentStart[slice];
  if (plain) return layout.segmentRow[from];
  const first = cursor.segment;
  const to = layout.segmentStart[slice + 1];
  for (let i = from; i < to; i++, cursor.segment++) {
    segments[2 * cursor.segment] = layout.segmentRow[i];
    segments[2 * cursor.segment + 1] = layout.segmentLength[i];
  }
  if (slice >= layout.splitSlices) return first;
  const offset = layout.segmentOffset[from];
  const length = layout.segmentLength[from];
  const isLast = offset + length === rowLength[layout.segmentRow[from]];
  segments[2 * cursor.segment] = cursor.slot;
  // All slices of a split row but the last have the length of the first.
  segments[2 * cursor.segment + 1] = isLast ? offset / layout.segmentLength[from - 1] : 0;
  cursor.segment++;
  if (!isLast) cursor.slot++;
  return first;
}

/** The matrix in packed slices. Linear time. */
export function buildPacked(coo: CooMatrix, { params, arrays }: Packed): void {
  const rowStart = rowStartOf(coo);
  const rowLength = rowLengthOf(coo);
  const layout = layOutSlices(rowLength, params);
  const { buffer, byteOffset, byteLength } = arrays.columns;
  const bases = new Int32Array(buffer, byteOffset, byteLength / 4);
  const views: Readonly<Record<number, Columns>> = {
    1: arrays.columns,
    2: new Uint16Array(buffer, byteOffset, byteLength / 2),
    4: new Uint32Array(buffer, byteOffset, byteLength / 4),
  };
  const source: Source = { layout, rowStart, colIndex: coo.colIndex, values: coo.values };
  const ranges = createStepRanges(params.steps);
  const cursor: Cursor = { step: 0, byte: 0, segment: 0, slot: 0 };
  for (let s = 0; s < layout.slices; s++) {
    const steps = layout.steps[s];
    rangeSteps(layout, s, rowStart, coo.colIndex, ranges);
    const width = columnBytes(ranges, steps);
    const plain = isPlain(layout, s);
    const third = fillSegments(layout, s, rowLength, arrays.segments, cursor, plain);
    const facts = packFacts({
      steps,
      lanesLog: layout.lanesLog[s],
      bytes: width,
      plain,
      split: s < layout.splitSlices,
    });
    arrays.slices[4 * s] = cursor.step;
    arrays.slices[4 * s + 1] = cursor.byte / LANES;
    arrays.slices[4 * s + 2] = third;
    arrays.slices[4 * s + 3] = facts;
    if (steps > 0) {
      bases.set(ranges.smallest.subarray(0, steps), cursor.byte / 4);
      fillEntries(
        source,
        s,
        ranges.smallest,
        arrays.values,
        cursor.step * LANES,
        views[width],
        (cursor.byte + baseBytes(steps)) / width,
      );
      cursor.byte += sliceBytes(steps, width);
    }
    cursor.step += steps;
  }
}
