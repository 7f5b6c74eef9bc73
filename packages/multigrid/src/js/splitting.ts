import type { JsArguments, NamedArrays } from '@spmv/core';

/** What passes are told: arrays are in memory, and scalars beside them. */
type Arguments = JsArguments & { readonly memory: NamedArrays };

/** A matrix by rows. */
interface Csr {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** Of each point those that depend on it: entries `start[j]` … `start[j + 1] − 1`. */
export interface Dependents {
  readonly start: Int32Array;
  readonly points: Int32Array;
}

export interface PointRange {
  readonly begin: number;
  readonly end: number;
}

/** The diagonal of rows begin … end − 1, 0 where there is no entry. */
export function takeDiagonal(
  { rowStart, colIndex, values }: Csr,
  diagonal: Float64Array,
  begin: number,
  end: number,
): void {
  for (let i = begin; i < end; i++) {
    let k = rowStart[i];
    while (k < rowStart[i + 1] && colIndex[k] < i) k++;
    diagonal[i] = k < rowStart[i + 1] && colIndex[k] === i ? values[k] : 0;
  }
}

/** Marks the entries of rows begin … end − 1 that are strong. Others are 0 already. */
export function markStrong(
  { rowStart, values }: Csr,
  { diagonal, theta, strong }: { readonly diagonal: Float64Array; readonly theta: number; readonly strong: Uint8Array },
  begin: number,
  end: number,
): void {
  for (let i = begin; i < end; i++) {
    const [first, past] = [rowStart[i], rowStart[i + 1]];
    const sign = diagonal[i] < 0 ? 1 : -1;
    let most = 0;
    for (let k = first; k < past; k++) if (sign * values[k] > most) most = sign * values[k];
    const limit = theta * most;
    if (limit > 0) for (let k = first; k < past; k++) strong[k] = Number(sign * values[k] >= limit);
  }
}

/** A bijection of 0 … mask, mask + 1 being a power of two, whose values look random (multiplications by odd numbers and shifts, as in MurmurHash3). */
function mixed(number: number, seed: number, mask: number, shift: number): number {
  let h = (Math.imul(number, 0x9e3779b1) + seed) & mask;
  h ^= h >>> shift;
  h = Math.imul(h, 0x85ebca6b) & mask;
  h ^= h >>> shift;
  h = Math.imul(h, 0xc2b2ae35) & mask;
  return h ^ (h >>> shift);
}

/** Adds to `at[j + 2]` how many points depend on j. */
export function countDependents(
  { rowStart, colIndex }: Omit<Csr, 'values'>,
  strong: Uint8Array,
  at: Int32Array,
  rows: PointRange,
): void {
  for (let k = rowStart[rows.begin]; k < rowStart[rows.end]; k++) at[colIndex[k] + 2] += strong[k];
}

/** Lists them from `at[j + 1]` on, which moves on. */
export function listDependents(
  { rowStart, colIndex }: Omit<Csr, 'values'>,
  strong: Uint8Array,
  at: Int32Array,
  points: Int32Array,
  { begin, end }: PointRange,
): void {
  for (let i = begin; i < end; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (strong[k] !== 0) points[at[colIndex[k] + 1]++] = i;
}

/** How many points have each number of dependents, `most` first. */
export function countMeasures(start: Int32Array, place: Int32Array, most: number, { begin, end }: PointRange): void {
  for (let i = begin; i < end; i++) place[most - (start[i + 1] - start[i]) + 1]++;
}

/** Puts points into `order` from `place` on, as numbers t = begin … end − 1 of `bits` bits are mixed. */
export function sortPart(
  start: Int32Array,
  order: Int32Array,
  place: Int32Array,
  { begin, end, most, bits, seed }: PointRange & Readonly<Record<'most' | 'bits' | 'seed', number>>,
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
const FINE = 1;
export const COARSE = 2;

/** Chooses, of points in this order, those that are open. */
export function choosePart(
  { start, points }: Dependents,
  order: Int32Array,
  state: Uint8Array,
  { begin, end }: PointRange,
): void {
  for (let at = begin; at < end; at++) {
    const i = order[at];
    if (state[i] !== 0) continue;
    const [first, past] = [start[i], start[i + 1]];
    if (first === past) continue;
    state[i] = COARSE;
    for (let k = first; k < past; k++) if (state[points[k]] === 0) state[points[k]] = FINE;
  }
}

const matrixA = (memory: NamedArrays): Csr => ({
  rowStart: memory['A.rowStart'] as Int32Array,
  colIndex: memory['A.colIndex'] as Int32Array,
  values: memory['A.values'] as Float64Array,
});

/** The diagonal alone, of new values. */
export function diagonals({ memory, begin, end }: Arguments): void {
  takeDiagonal(matrixA(memory), memory['work.diagonal'] as Float64Array, begin, end);
}

/** The diagonal, and what is strong. */
export function strength({ memory, begin, end, ...scalars }: Arguments): void {
  const A = matrixA(memory);
  const [diagonal, strong] = [memory['work.diagonal'] as Float64Array, memory['work.strong'] as Uint8Array];
  takeDiagonal(A, diagonal, begin, end);
  strong.fill(0, A.rowStart[begin], A.rowStart[end]);
  markStrong(A, { diagonal, theta: scalars['theta'] as number, strong }, begin, end);
}

/** Numbers of points on the coarse grid into `work.coarse`, and how many they are into `work.totals`. One unit: points are chosen one after another. */
export function choosePoints({ memory, numbers, ...scalars }: Arguments): void {
  const { rowStart, colIndex } = matrixA(memory);
  const n = numbers['rows'];
  const all = { begin: 0, end: n };
  const strong = memory['work.strong'] as Uint8Array;
  const points = memory['work.points'] as Int32Array;
  const at = (memory['work.starts'] as Int32Array).fill(0);
  const order = memory['work.order'] as Int32Array;
  const place = (memory['work.buckets'] as Int32Array).fill(0);
  countDependents({ rowStart, colIndex }, strong, at, all);
  for (let j = 0; j < n; j++) at[j + 2] += at[j + 1];
  listDependents({ rowStart, colIndex }, strong, at, points, all);
  const start = at.subarray(0, n + 1);
  let most = 0;
  for (let i = 0; i < n; i++) most = Math.max(most, start[i + 1] - start[i]);
  countMeasures(start, place, most, all);
  for (let d = 0; d <= most; d++) place[d + 1] += place[d];
  const bits = 32 - Math.clz32(n - 1);
  sortPart(start, order, place, { begin: 0, end: 2 ** bits, most, bits, seed: scalars['seed'] as number });
  const state = (memory['work.state'] as Uint8Array).fill(0);
  choosePart({ start, points }, order, state, all);
  const coarse = memory['work.coarse'] as Int32Array;
  let count = 0;
  for (let i = 0; i < n; i++) coarse[i] = state[i] === COARSE ? count++ : -1;
  (memory['work.totals'] as Float64Array)[0] = count;
}

/** Sums `P.rowStart` up. */
export function startRows({ memory, numbers }: Arguments): void {
  const rowStart = memory['P.rowStart'] as Int32Array;
  rowStart[0] = 0;
  for (let i = 0; i < numbers['rows']; i++) rowStart[i + 1] += rowStart[i];
  (memory['work.totals'] as Float64Array)[1] = rowStart[numbers['rows']];
}

/** Moves the rows that were made to where they are to be. */
export function compactRows({ memory, numbers, begin, end }: Arguments): void {
  const { room } = numbers;
  const rowStart = memory['P.rowStart'] as Int32Array;
  const [colIndex, values] = [memory['P.colIndex'] as Int32Array, memory['P.values'] as Float64Array];
  const [columns, weights] = [memory['work.columns'] as Int32Array, memory['work.weights'] as Float64Array];
  for (let i = begin; i < end; i++)
    for (let k = rowStart[i], from = room * i; k < rowStart[i + 1]; k++, from++) {
      colIndex[k] = columns[from];
      values[k] = weights[from];
    }
}
