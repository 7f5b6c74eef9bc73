import type { Finding, StoredMatrix } from '@spmv/core';
import { sliceBytes } from './column-widths.ts';
import type { PackedArrays, PackedParams } from './packed.ts';
import { storedSegments } from './read-packed.ts';
import { unpackFacts } from './slice-facts.ts';
import { LANES } from './slice-layout.ts';

type Packed = StoredMatrix<PackedArrays, PackedParams>;

/** Slices follow one another without gaps and name what exists. */
function checkSlices({ arrays, shape, params }: Packed): Finding | undefined {
  const { slices, segments } = arrays;
  let step = 0;
  let byte = 0;
  for (let s = 0; s < slices.length / 4; s++) {
    const facts = unpackFacts(slices[4 * s + 3] as number);
    const third = slices[4 * s + 2] as number;
    if (slices[4 * s] !== step) return { invariant: 'slices.steps', message: `slice ${s} begins at step ${slices[4 * s]}, not ${step}` };
    if (slices[4 * s + 1] !== byte / LANES) return { invariant: 'slices.columns', message: `slice ${s} begins at byte ${(slices[4 * s + 1] as number) * LANES}, not ${byte}` };
    if (facts.steps > params.steps || facts.lanesLog > 5) return { invariant: 'slices.facts', message: `slice ${s} has ${facts.steps} steps on 2^${facts.lanesLog} lanes` };
    const count = facts.piece ? 2 : LANES >> facts.lanesLog;
    const end = facts.plain ? shape.rows : segments.length / 2;
    if (third < 0 || third + count > end) return { invariant: 'slices.segments', message: `slice ${s} names ${third} … ${third + count - 1} of ${end}` };
    step += facts.steps;
    if (facts.steps > 0) byte += sliceBytes(facts.steps, facts.bytes);
  }
  if (step * LANES !== arrays.values.length || byte !== arrays.columns.length) {
    return { invariant: 'slices.last', message: `the slices end at place ${step * LANES} and byte ${byte}, the arrays at ${arrays.values.length} and ${arrays.columns.length}` };
  }
  return undefined;
}

/** Every row once (pieces in order), columns increasing and in range, as many entries as nnz. */
function checkRows(matrix: Packed): Finding | undefined {
  const { shape, nnz } = matrix;
  const last = new Int32Array(shape.rows).fill(-2);
  let entries = 0;
  for (const { row, length, column } of storedSegments(matrix)) {
    if (row >= shape.rows) return { invariant: 'segments.row', message: `a segment is of row ${row} of ${shape.rows}` };
    let previous = last[row] as number;
    if (previous === -2) previous = -1;
    for (let j = 0; j < length; j++) {
      const found = column(j);
      if (found >= shape.cols) return { invariant: 'columns.range', message: `row ${row}, entry ${j}: column ${found} is outside 0..${shape.cols - 1}` };
      if (found <= previous) return { invariant: 'columns.increasing', message: `row ${row}, entry ${j}: column ${found} follows ${previous}` };
      previous = found;
    }
    last[row] = previous;
    entries += length;
  }
  const missing = last.indexOf(-2);
  if (missing >= 0) return { invariant: 'segments.rows', message: `row ${missing} is in no slice` };
  return entries === nnz ? undefined : { invariant: 'nnz', message: `${entries} entries are stored, nnz is ${nnz}` };
}

/** Broken invariants, the first found. */
export function checkPacked(matrix: Packed): readonly Finding[] {
  const finding = checkSlices(matrix) ?? checkRows(matrix);
  return finding ? [finding] : [];
}
