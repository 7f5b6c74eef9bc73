import type { CooMatrix } from '@spmv/core';
import { baseBytes, distancePlace } from './column-widths.ts';
import type { Packed } from './packed-layout.ts';
import { unpackFacts } from './slice-facts.ts';
import { LANES } from './slice-layout.ts';

/** A row, or a part of a split row, and where its entries are. */
export interface StoredSegment {
  readonly row: number;
  readonly length: number;
  /** A part of a split row. */
  readonly split: boolean;
  /** Column of entry j. */
  column(j: number): number;
  /** What it stores for that: the column less the smallest of its step. */
  distance(j: number): number;
  value(j: number): number;
}

/** Every segment that holds a row, in storage order: the parts of a split row follow one another. */
export function* storedSegments({ arrays }: Packed): Generator<StoredSegment> {
  const { slices, segments, values } = arrays;
  const bytes = new DataView(arrays.columns.buffer, arrays.columns.byteOffset, arrays.columns.byteLength);
  for (let s = 0; s < slices.length / 4; s++) {
    const firstStep = slices[4 * s];
    const firstByte = slices[4 * s + 1] * LANES;
    const third = slices[4 * s + 2];
    const facts = unpackFacts(slices[4 * s + 3]);
    const lanes = 1 << facts.lanesLog;
    const count = facts.split ? 1 : LANES / lanes;
    for (let i = 0; i < count; i++) {
      const row = facts.plain ? third + i : segments[2 * (third + i)];
      const length = facts.plain ? facts.steps * lanes : segments[2 * (third + i) + 1];
      if (row < 0) continue;
      const lane = (j: number): number => i * lanes + (j & (lanes - 1));
      const step = (j: number): number => j >> facts.lanesLog;
      const firstDistance = firstByte + baseBytes(facts.steps);
      const read = (at: number): number =>
        facts.bytes === 1
          ? bytes.getUint8(at)
          : facts.bytes === 2
            ? bytes.getUint16(at, true)
            : bytes.getUint32(at, true);
      const distance = (j: number): number =>
        read(firstDistance + distancePlace(facts.steps, step(j), lane(j)) * facts.bytes);
      yield {
        row,
        length,
        split: facts.split,
        distance,
        column: (j) => bytes.getInt32(firstByte + 4 * step(j), true) + distance(j),
        value: (j) => values[(firstStep + step(j)) * LANES + lane(j)],
      };
    }
  }
}

/** Exact inverse of building. */
export function readPacked(matrix: Packed): CooMatrix {
  const { shape, nnz } = matrix;
  const next = new Int32Array(shape.rows + 1);
  for (const { row, length } of storedSegments(matrix)) next[row + 1] = next[row + 1] + length;
  for (let i = 0; i < shape.rows; i++) next[i + 1] = next[i + 1] + next[i];
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  for (const segment of storedSegments(matrix)) {
    const at = next[segment.row];
    for (let j = 0; j < segment.length; j++) {
      rowIndex[at + j] = segment.row;
      colIndex[at + j] = segment.column(j);
      values[at + j] = segment.value(j);
    }
    next[segment.row] = at + segment.length;
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}
