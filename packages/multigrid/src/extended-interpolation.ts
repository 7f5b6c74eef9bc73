import type { CsrMatrix } from '@spmv/spgemm';
import { fitted } from './csr.ts';
import type { Parts } from './parts.ts';
import { byRows } from './parts.ts';
import type { Scratch } from './scratch.ts';
import { createScratch } from './scratch.ts';

/** Entries of P in a row, usually. */
const MOST = 4;
/** A fine neighbour with more entries is not looked through: one that all depend on would cost the square of the rows. */
const LONG = 1024;

/** What P is made of. */
interface Splitting {
  readonly A: CsrMatrix;
  readonly strong: Uint8Array;
  /** The number of a point on the coarse grid, −1 of a fine one. */
  readonly coarse: Int32Array;
  readonly diagonal: Float64Array;
}

/** A row of P as it is made: points of the fine grid, their weights, and where a point is in the list, −1 elsewhere; entries of a neighbour that meet them. Used again and again. */
interface Row {
  readonly points: Int32Array;
  readonly weights: Float64Array;
  readonly place: Int32Array;
  readonly hits: Int32Array;
  readonly parts: Float64Array;
}

function rowFor({ A: { shape } }: Splitting, scratch: Scratch): Row {
  // One more than points: it is the fine point itself.
  const n = shape.rows + 1;
  return {
    points: scratch.i32('points', n),
    weights: scratch.f64('sums', n),
    place: scratch.i32('place', n).fill(-1),
    hits: new Int32Array(LONG + 1),
    parts: new Float64Array(LONG + 1),
  };
}

/** Of each fine point the coarse points that it depends on: `points[start[j]]` … `points[start[j + 1] − 1]`; none of one that is not looked through. */
interface Near {
  readonly start: Int32Array;
  readonly points: Int32Array;
}

function listNear(
  { A: { rowStart, colIndex }, strong, coarse }: Splitting,
  { start, points }: Near,
  begin: number,
  end: number,
): void {
  let at = start[begin];
  for (let i = begin; i < end; i++) {
    const past = rowStart[i + 1];
    if (coarse[i] < 0)
      for (let k = rowStart[i]; k < past; k++) {
        // Whether it counts is as good as random: the next one overwrites it where it does not.
        points[at] = colIndex[k];
        at += strong[k] & ~(coarse[colIndex[k]] >> 31);
      }
    start[i + 1] = at;
  }
}

function* nearOf(splitting: Splitting, scratch: Scratch): Parts<Near> {
  const { shape, colIndex } = splitting.A;
  const near = { start: scratch.i32('starts', shape.rows + 1), points: scratch.i32('columns', colIndex.length + 1) };
  near.start[0] = 0;
  yield* byRows(splitting.A, (begin, end) => listNear(splitting, near, begin, end));
  return near;
}

/** The coarse points that i interpolates from: those that it depends on, and those that the fine points depend on that it depends on. How many they are. */
function gatherPoints(
  { A: { rowStart, colIndex }, strong, coarse }: Splitting,
  near: Near,
  i: number,
  { points, place }: Row,
): number {
  const past = rowStart[i + 1];
  let count = gatherNear(near, i, 0, points, place);
  for (let k = rowStart[i]; k < past; k++) {
    const j = colIndex[k];
    if (strong[k] !== 0 && coarse[j] < 0 && rowStart[j + 1] - rowStart[j] <= LONG)
      count = gatherNear(near, j, count, points, place);
  }
  return count;
}

function gatherNear(
  { start, points: from }: Near,
  j: number,
  before: number,
  points: Int32Array,
  place: Int32Array,
): number {
  let count = before;
  const past = start[j + 1];
  for (let m = start[j]; m < past; m++) {
    const l = from[m];
    if (place[l] >= 0) continue;
    place[l] = count;
    points[count++] = l;
  }
  return count;
}

/**
 * Weights of a fine point i: what fine neighbours contribute is divided between its points and i itself, what is weak goes to the diagonal (De Sterck, Falgout, Nolting, Yang 2008, "Distance-two
 * interpolation for parallel algebraic multigrid", section 4.3). How many there are.
 */
function weigh(splitting: Splitting, near: Near, i: number, row: Row): number {
  const {
    A: { rowStart, colIndex, values },
    strong,
    diagonal,
  } = splitting;
  const { points, weights, place, hits, parts } = row;
  const own = gatherPoints(splitting, near, i, row);
  for (let p = 0; p < own; p++) weights[p] = 0;
  place[i] = own;
  weights[own] = diagonal[i];
  const past = rowStart[i + 1];
  for (let k = rowStart[i]; k < past; k++) {
    const j = colIndex[k];
    const value = values[k];
    if (j === i) continue;
    if (place[j] >= 0) {
      weights[place[j]] += value;
      continue;
    }
    const [begin, end] = [rowStart[j], rowStart[j + 1]];
    let sum = 0;
    let count = 0;
    if (strong[k] !== 0 && end - begin <= LONG) {
      const sign = diagonal[j];
      for (let m = begin; m < end; m++) {
        const part = values[m];
        if (!(part * sign < 0)) continue;
        const at = place[colIndex[m]];
        hits[count] = at;
        parts[count] = part;
        count += 1 + (at >> 31);
      }
      for (let h = 0; h < count; h++) sum += parts[h];
    }
    if (sum === 0) weights[own] += value;
    else {
      const share = value / sum;
      for (let h = 0; h < count; h++) weights[hits[h]] += share * parts[h];
    }
  }
  place[i] = -1;
  for (let p = 0; p < own; p++) {
    const weight = -weights[p] / weights[own];
    weights[p] = Number.isFinite(weight) ? weight : 0;
    place[points[p]] = -1;
  }
  return own;
}

/** The sum of weights p = 0 … count − 1. */
function sumOf(weights: Float64Array, count: number): number {
  let sum = 0;
  for (let p = 0; p < count; p++) sum += weights[p];
  return sum;
}

/** Brings the `most` largest weights to the front, and gives what they are to be multiplied by, so that their sum is that of all. */
function cut({ points, weights }: Row, count: number, most: number): number {
  if (count <= most) return 1;
  const all = sumOf(weights, count);
  for (let at = 0; at < most; at++) {
    let best = at;
    for (let p = at + 1; p < count; p++) if (Math.abs(weights[p]) > Math.abs(weights[best])) best = p;
    const point = points[best];
    const weight = weights[best];
    points[best] = points[at];
    weights[best] = weights[at];
    points[at] = point;
    weights[at] = weight;
  }
  const kept = sumOf(weights, most);
  return kept === 0 ? 1 : all / kept;
}

/** Rows begin … end − 1 of P: entries from `rowStart[begin]` on, columns in order. */
function fillRows(
  splitting: Splitting,
  near: Near,
  row: Row,
  P: Pick<CsrMatrix, 'rowStart' | 'colIndex' | 'values'>,
  { begin, end, most }: Readonly<Record<'begin' | 'end' | 'most', number>>,
): void {
  const { coarse } = splitting;
  const { points, weights } = row;
  const { rowStart, colIndex, values } = P;
  let at = rowStart[begin];
  for (let i = begin; i < end; i++) {
    if (coarse[i] >= 0) {
      colIndex[at] = coarse[i];
      values[at++] = 1;
      rowStart[i + 1] = at;
      continue;
    }
    const count = weigh(splitting, near, i, row);
    const factor = cut(row, count, most);
    const first = at;
    for (let p = 0; p < count && p < most; p++) {
      if (weights[p] === 0) continue;
      const column = coarse[points[p]];
      let to = at++;
      for (; to > first && colIndex[to - 1] > column; to--) {
        colIndex[to] = colIndex[to - 1];
        values[to] = values[to - 1];
      }
      colIndex[to] = column;
      values[to] = weights[p] * factor;
    }
    rowStart[i + 1] = at;
  }
}

/**
 * P: n × n_c. Coarse points are taken as they are; fine ones by extended+i interpolation, cut to the `most` largest weights, usually four, which keep the sum of all. A fine point without
 * such neighbours has an empty row, and is left to the smoother.
 */
export function* extendedInterpolation(
  splitting: Splitting,
  coarseCount: number,
  scratch: Scratch = createScratch(),
  most: number = MOST,
): Parts<CsrMatrix> {
  const n = splitting.A.shape.rows;
  const room = coarseCount + most * (n - coarseCount);
  const made = { rowStart: new Int32Array(n + 1), colIndex: new Int32Array(room), values: new Float64Array(room) };
  const near = yield* nearOf(splitting, scratch);
  const row = rowFor(splitting, scratch);
  yield* byRows(splitting.A, (begin, end) => fillRows(splitting, near, row, made, { begin, end, most }));
  const { rowStart, colIndex, values } = made;
  const nnz = rowStart[n];
  return {
    shape: { rows: n, cols: coarseCount },
    rowStart,
    colIndex: fitted(colIndex, nnz),
    values: fitted(values, nnz),
  };
}

function refillRows(
  splitting: Splitting,
  near: Near,
  row: Row,
  { rowStart, colIndex, values }: CsrMatrix,
  begin: number,
  end: number,
): void {
  const { coarse } = splitting;
  const { points, weights } = row;
  for (let i = begin; i < end; i++) {
    const [first, past] = [rowStart[i], rowStart[i + 1]];
    if (coarse[i] >= 0) {
      values[first] = 1;
      continue;
    }
    const count = weigh(splitting, near, i, row);
    values.fill(0, first, past);
    let kept = 0;
    for (let p = 0; p < count; p++)
      for (let k = first; k < past; k++)
        if (colIndex[k] === coarse[points[p]]) {
          values[k] = weights[p];
          kept += weights[p];
        }
    const factor = kept === 0 ? 1 : sumOf(weights, count) / kept;
    for (let k = first; k < past; k++) values[k] *= factor;
  }
}

/** The weights of P, whose places stay, for new values of A in the same places. */
export function* reweigh(splitting: Splitting, P: CsrMatrix, scratch: Scratch): Parts<void> {
  const near = yield* nearOf(splitting, scratch);
  const row = rowFor(splitting, scratch);
  yield* byRows(splitting.A, (begin, end) => refillRows(splitting, near, row, P, begin, end));
}
