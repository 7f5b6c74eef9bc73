import type { CsrMatrix } from '@spmv/spgemm';
import type { Dependents } from './js/splitting.ts';
import { choosePart, COARSE, countDependents, countMeasures, listDependents, sortPart } from './js/splitting.ts';
import type { Parts } from './parts.ts';
import { byRows, inParts } from './parts.ts';
import type { Scratch } from './scratch.ts';
import { createScratch } from './scratch.ts';

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
    countMeasures(start, place, most, { begin, end });
  });
  for (let d = 0; d <= most; d++) place[d + 1] += place[d];
  const bits = 32 - Math.clz32(Math.max(0, n - 1));
  const order = scratch.i32('points', n);
  yield* inParts(2 ** bits, (begin, end) => sortPart(start, order, place, { begin, end, most, bits, seed }));
  return order;
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
