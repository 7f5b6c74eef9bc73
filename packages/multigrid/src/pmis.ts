import type { CsrMatrix } from '@spmv/spgemm';
import type { Parts } from './parts.ts';
import { byRows, inParts } from './parts.ts';
import type { Scratch } from './scratch.ts';
import { createScratch } from './scratch.ts';

/** A bijection of 0 … mask, mask + 1 being a power of two, whose values look random (multiplications by odd numbers and shifts, as in MurmurHash3). */
function mixed(number: number, seed: number, mask: number, shift: number): number {
  let h = (Math.imul(number, 0x9e3779b1) + seed) & mask;
  h ^= h >>> shift;
  h = Math.imul(h, 0x85ebca6b) & mask;
  h ^= h >>> shift;
  h = Math.imul(h, 0xc2b2ae35) & mask;
  return h ^ (h >>> shift);
}

/** Of each point those that depend on it: entries `start[j]` … `start[j + 1] − 1`. */
interface Dependents {
  readonly start: Int32Array;
  readonly points: Int32Array;
}

function countDependents({ rowStart, colIndex }: CsrMatrix, strong: Uint8Array, at: Int32Array, rows: Range): void {
  for (let k = rowStart[rows.begin]; k < rowStart[rows.end]; k++) at[colIndex[k] + 2] += strong[k];
}

function listDependents(
  { rowStart, colIndex }: CsrMatrix,
  strong: Uint8Array,
  at: Int32Array,
  points: Int32Array,
  { begin, end }: Range,
): void {
  for (let i = begin; i < end; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (strong[k] !== 0) points[at[colIndex[k] + 1]++] = i;
}

interface Range {
  readonly begin: number;
  readonly end: number;
}

function* dependentsOf(A: CsrMatrix, strong: Uint8Array, scratch: Scratch): Parts<Dependents> {
  const n = A.shape.rows;
  // Where the list of j + 1 is to begin is at j + 2 as it is counted, and moves on at j + 1 as it is filled.
  const at = scratch.i32('starts', n + 2).fill(0);
  yield* byRows(A, (begin, end) => countDependents(A, strong, at, { begin, end }));
  yield* inParts(n, (begin, end) => {
    for (let j = begin; j < end; j++) at[j + 2] += at[j + 1];
  });
  const points = scratch.i32('columns', at[n + 1]);
  yield* byRows(A, (begin, end) => listDependents(A, strong, at, points, { begin, end }));
  return { start: at.subarray(0, n + 1), points };
}

/** All points, by their number of dependents, falling, and in a random order among equals. */
function* byMeasure({ start }: Dependents, seed: number, scratch: Scratch): Parts<Int32Array> {
  const n = start.length - 1;
  let most = 0;
  yield* inParts(n, (begin, end) => {
    for (let i = begin; i < end; i++) most = Math.max(most, start[i + 1] - start[i]);
  });
  const place = new Int32Array(most + 2);
  yield* inParts(n, (begin, end) => {
    for (let i = begin; i < end; i++) place[most - (start[i + 1] - start[i]) + 1]++;
  });
  for (let d = 0; d <= most; d++) place[d + 1] += place[d];
  const bits = 32 - Math.clz32(Math.max(0, n - 1));
  const order = scratch.i32('points', n);
  yield* inParts(2 ** bits, (begin, end) => sortPart(start, order, place, { begin, end, most, bits, seed }));
  return order;
}

function sortPart(
  start: Int32Array,
  order: Int32Array,
  place: Int32Array,
  { begin, end, most, bits, seed }: Range & Readonly<Record<'most' | 'bits' | 'seed', number>>,
): void {
  const n = order.length;
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  const shift = Math.max(1, (bits + 1) >> 1);
  for (let t = begin; t < end; t++) {
    const i = mixed(t, seed, mask, shift);
    if (i < n) order[place[most - (start[i + 1] - start[i])]++] = i;
  }
}

/** Of each point: not decided, fine, or coarse. */
const [FINE, COARSE] = [1, 2];

function choosePart({ start, points }: Dependents, order: Int32Array, state: Uint8Array, { begin, end }: Range): void {
  for (let at = begin; at < end; at++) {
    const i = order[at];
    if (state[i] !== 0) continue;
    const [first, past] = [start[i], start[i + 1]];
    if (first === past) continue;
    state[i] = COARSE;
    for (let k = first; k < past; k++) if (state[points[k]] === 0) state[points[k]] = FINE;
  }
}

/**
 * Points of the coarse grid: of each point its number there, −1 where it is a fine one. PMIS (De Sterck, Yang, Heys 2006, "Reducing complexity in parallel algebraic multigrid
 * preconditioners", section 3): a set of points none of which depends on another, largest measure first, the measure being the number of points that depend on it and a random part. Going through points
 * by falling measure gives the set that their rounds in parallel give, in time of the order of the entries. Points that nobody depends on are fine.
 */
export function* pmis(
  A: CsrMatrix,
  strong: Uint8Array,
  seed: number,
  scratch: Scratch = createScratch(),
): Parts<{ readonly coarse: Int32Array; readonly count: number }> {
  const n = A.shape.rows;
  const dependents = yield* dependentsOf(A, strong, scratch);
  const order = yield* byMeasure(dependents, seed, scratch);
  const state = new Uint8Array(n);
  yield* inParts(n, (begin, end) => choosePart(dependents, order, state, { begin, end }));
  const coarse = new Int32Array(n);
  let count = 0;
  yield* inParts(n, (begin, end) => {
    for (let i = begin; i < end; i++) coarse[i] = state[i] === COARSE ? count++ : -1;
  });
  return { coarse, count };
}
