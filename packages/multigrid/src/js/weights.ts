import type { JsArguments, NamedArrays } from '@spmv/core';

/** What passes are told: arrays are in memory, and scalars beside them. */
type Arguments = JsArguments & { readonly memory: NamedArrays };

/** A matrix by rows. */
interface Csr {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** A fine neighbour with more entries is not looked through: one that all depend on would cost the square of the rows. */
export const LONG = 1024;

/** What P is made of. */
export interface Splitting {
  readonly A: Csr;
  readonly strong: Uint8Array;
  /** The number of a point on the coarse grid, −1 of a fine one. */
  readonly coarse: Int32Array;
  readonly diagonal: Float64Array;
}

/** A row of P as it is made: points of the fine grid, their weights, and where a point is in the list, −1 elsewhere; entries of a neighbour that meet them. Used again and again. */
export interface Row {
  readonly points: Int32Array;
  readonly weights: Float64Array;
  readonly place: Int32Array;
  readonly hits: Int32Array;
  readonly parts: Float64Array;
}

/** Of each fine point the coarse points that it depends on: `points[start[j]]` … `points[start[j + 1] − 1]`; none of one that is not looked through. */
export interface Near {
  readonly start: Int32Array;
  readonly points: Int32Array;
}

/** Lists those of rows begin … end − 1. */
export function listNear(
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

/** Row i of P, at most `most` entries from `first` on, columns in order. Where it ends. */
export function fillRow(
  splitting: Splitting,
  near: Near,
  row: Row,
  { colIndex, values }: Pick<Csr, 'colIndex' | 'values'>,
  { i, first, most }: Readonly<Record<'i' | 'first' | 'most', number>>,
): number {
  const { coarse } = splitting;
  const { points, weights } = row;
  if (coarse[i] >= 0) {
    colIndex[first] = coarse[i];
    values[first] = 1;
    return first + 1;
  }
  const count = weigh(splitting, near, i, row);
  const factor = cut(row, count, most);
  let at = first;
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
  return at;
}

/** New weights of rows begin … end − 1 of P. */
export function refillRows(
  splitting: Splitting,
  near: Near,
  row: Row,
  { rowStart, colIndex, values }: Csr,
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

const matrix = (memory: NamedArrays, name: string): Csr => ({
  rowStart: memory[`${name}.rowStart`] as Int32Array,
  colIndex: memory[`${name}.colIndex`] as Int32Array,
  values: memory[`${name}.values`] as Float64Array,
});

const splittingOf = (memory: NamedArrays): Splitting => ({
  A: matrix(memory, 'A'),
  strong: memory['work.strong'] as Uint8Array,
  coarse: memory['work.coarse'] as Int32Array,
  diagonal: memory['work.diagonal'] as Float64Array,
});

const nearIn = (memory: NamedArrays): Near => ({
  start: memory['work.nearStart'] as Int32Array,
  points: memory['work.near'] as Int32Array,
});

/** The arrays of a worker, after those of the ones before it; its places are −1, which each row leaves behind. */
function rowOf({ scratch, numbers, worker }: Arguments): Row {
  const integers = (name: string, length: number): Int32Array =>
    (scratch[name] as Int32Array).subarray(worker * length, (worker + 1) * length);
  const floats = (name: string, length: number): Float64Array =>
    (scratch[name] as Float64Array).subarray(worker * length, (worker + 1) * length);
  const n = numbers['rows'] + 1;
  return {
    points: integers('points', n),
    weights: floats('weights', n),
    place: integers('place', n).fill(-1),
    hits: integers('hits', LONG + 1),
    parts: floats('parts', LONG + 1),
  };
}

/** Points near each. One unit: they follow one another. */
export function nearPoints({ memory, numbers }: Arguments): void {
  const near = nearIn(memory);
  near.start[0] = 0;
  listNear(splittingOf(memory), near, 0, numbers['rows']);
}

/** Rows of P where each has room for `room` entries, their lengths into `P.rowStart` one place later. */
export function weighRows(args: Arguments): void {
  const { memory, numbers, begin, end, ...scalars } = args;
  const { room } = numbers;
  const [splitting, near, row] = [splittingOf(memory), nearIn(memory), rowOf(args)];
  const rowStart = memory['P.rowStart'] as Int32Array;
  const made = { colIndex: memory['work.columns'] as Int32Array, values: memory['work.weights'] as Float64Array };
  const most = Math.min(room, scalars['keep'] as number);
  for (let i = begin; i < end; i++)
    rowStart[i + 1] = fillRow(splitting, near, row, made, { i, first: room * i, most }) - room * i;
}

/** Weights for new values. */
export function reweighRows(args: Arguments): void {
  const { memory, begin, end } = args;
  refillRows(splittingOf(memory), nearIn(memory), rowOf(args), matrix(memory, 'P'), begin, end);
}
