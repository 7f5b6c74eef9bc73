import type { Finding } from '@spmv/core';
import { sliceBytes } from './column-widths.ts';
import { checkSlicePadding } from './check-padding.ts';
import type { Packed } from './packed-layout.ts';
import { storedSegments } from './read-packed.ts';
import type { SliceFacts } from './slice-facts.ts';
import { packFacts, unpackFacts } from './slice-facts.ts';
import { LANES } from './slice-layout.ts';

/** Segments that a slice stores: none where it is plain, and two where it holds a part of a split row. */
function segmentsOf({ plain, split, lanesLog }: SliceFacts): number {
  return plain ? 0 : split ? 2 : LANES >> lanesLog;
}

function checkFacts(packed: number, facts: SliceFacts, s: number, steps: number): Finding | undefined {
  const { lanesLog, plain, split } = facts;
  const isWhole =
    packFacts(facts) === packed &&
    facts.bytes <= 4 &&
    facts.steps <= steps &&
    lanesLog <= 5 &&
    !(split && (plain || lanesLog !== 5));
  return isWhole
    ? undefined
    : {
        invariant: 'slices.facts',
        message: `slice ${s} has ${facts.steps} steps on 2^${lanesLog} lanes, of facts ${packed}`,
      };
}

/** Slices follow one another without gaps, those of split rows first, and name what exists: every row has a place in one of them. */
function checkSlices({ arrays, shape, params }: Packed): Finding | undefined {
  const { slices, segments } = arrays;
  let step = 0;
  let byte = 0;
  let segment = 0;
  let places = 0;
  let inSplitRows = true;
  for (let s = 0; s < slices.length / 4; s++) {
    const packed = slices[4 * s + 3];
    const facts = unpackFacts(packed);
    const third = slices[4 * s + 2];
    const wrong = checkFacts(packed, facts, s, params.steps);
    if (wrong) return wrong;
    if (slices[4 * s] !== step)
      return { invariant: 'slices.steps', message: `slice ${s} begins at step ${slices[4 * s]}, not ${step}` };
    if (slices[4 * s + 1] !== byte / LANES)
      return {
        invariant: 'slices.columns',
        message: `slice ${s} begins at byte ${slices[4 * s + 1] * LANES}, not ${byte}`,
      };
    const rows = LANES >> facts.lanesLog;
    if (facts.plain ? third < 0 || third + rows > shape.rows : third !== segment)
      return {
        invariant: 'slices.segments',
        message: `slice ${s} names ${third}, ${facts.plain ? `of ${shape.rows} rows` : `not segment ${segment}`}`,
      };
    if (facts.split && !inSplitRows)
      return { invariant: 'slices.splitRows', message: `slice ${s} is of a split row, but follows whole rows` };
    inSplitRows = facts.split;
    segment += segmentsOf(facts);
    places += facts.split ? 1 : rows;
    step += facts.steps;
    if (facts.steps > 0) byte += sliceBytes(facts.steps, facts.bytes);
  }
  if (2 * segment !== segments.length)
    return {
      invariant: 'slices.last',
      message: `the slices name ${segment} segments, there are ${segments.length / 2}`,
    };
  if (step * LANES !== arrays.values.length || byte !== arrays.columns.length) {
    return {
      invariant: 'slices.last',
      message: `the slices end at place ${step * LANES} and byte ${byte}, the arrays at ${arrays.values.length} and ${arrays.columns.length}`,
    };
  }
  return places >= shape.rows
    ? undefined
    : { invariant: 'segments.rows', message: `the slices have places for ${places} of ${shape.rows} rows` };
}

/** Rows and lengths of segments; what is no row has none. */
function checkSegments({ arrays, shape }: Packed): Finding | undefined {
  const { slices, segments } = arrays;
  for (let s = 0; s < slices.length / 4; s++) {
    const facts = unpackFacts(slices[4 * s + 3]);
    if (facts.plain) continue;
    const first = slices[4 * s + 2];
    const count = facts.split ? 1 : segmentsOf(facts);
    for (let i = first; i < first + count; i++) {
      const row = segments[2 * i];
      const length = segments[2 * i + 1];
      const most = row === -1 ? 0 : facts.steps << facts.lanesLog;
      if (row < -1 || row >= shape.rows || (facts.split && row < 0))
        return { invariant: 'segments.row', message: `segment ${i} is of row ${row} of ${shape.rows}` };
      if (length < 0 || length > most)
        return {
          invariant: 'segments.length',
          message: `segment ${i} has ${length} entries, its slice room for ${most}`,
        };
    }
  }
  return undefined;
}

/** The slices of a split row follow one another, all but the last full. Each but the last has its own slot; the last says how many came before it. */
function checkSplitRows({ arrays, params, scalars }: Packed): Finding | undefined {
  const { slices, segments } = arrays;
  let slot = 0;
  let before = 0;
  const split = new Set<number>();
  for (let s = 0; s < slices.length / 4; s++) {
    if (!unpackFacts(slices[4 * s + 3]).split) break;
    const at = 2 * slices[4 * s + 2];
    const isNext =
      4 * (s + 1) < slices.length &&
      unpackFacts(slices[4 * s + 7]).split &&
      segments[2 * slices[4 * s + 6]] === segments[at];
    const expected = isNext ? 0 : before;
    if (
      segments[at + 2] !== slot ||
      segments[at + 3] !== expected ||
      (isNext ? segments[at + 1] !== params.steps * LANES : before === 0)
    ) {
      return {
        invariant: 'segments.splitRows',
        message: `slice ${s} of a split row has ${segments[at + 1]} entries, slot ${segments[at + 2]} and ${segments[at + 3]} slices before it, not slot ${slot} and ${expected}`,
      };
    }
    before = isNext ? before + 1 : 0;
    if (isNext) slot++;
    else if (split.size === split.add(segments[at]).size)
      return { invariant: 'segments.rows', message: `row ${segments[at]} is split twice` };
  }
  return slot === scalars['slotCount']
    ? undefined
    : { invariant: 'layout.scalars', message: `the split rows have ${slot} slots, not ${scalars['slotCount']}` };
}

/** Every row once (the slices of a split row in order), columns increasing and in range, as many entries as nnz. */
function checkRows(matrix: Packed): Finding | undefined {
  const { shape, nnz } = matrix;
  const last = new Int32Array(shape.rows).fill(-2);
  let entries = 0;
  for (const { row, length, split, column } of storedSegments(matrix)) {
    let previous = last[row];
    if (previous !== -2 && !split) return { invariant: 'segments.rows', message: `row ${row} is in two slices` };
    if (previous === -2) previous = -1;
    for (let j = 0; j < length; j++) {
      const found = column(j);
      if (!(found >= 0 && found < shape.cols))
        return {
          invariant: 'columns.range',
          message: `row ${row}, entry ${j}: column ${found} is outside 0..${shape.cols - 1}`,
        };
      if (found <= previous)
        return {
          invariant: 'columns.increasing',
          message: `row ${row}, entry ${j}: column ${found} follows ${previous}`,
        };
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
  const finding =
    checkSlices(matrix) ??
    checkSegments(matrix) ??
    checkSplitRows(matrix) ??
    checkRows(matrix) ??
    checkSlicePadding(matrix);
  return finding ? [finding] : [];
}
