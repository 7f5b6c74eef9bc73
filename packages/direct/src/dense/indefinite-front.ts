import type { NumbersMemory } from '../growing.ts';
import type { Slices } from '../slices.ts';
import { SLICED } from './front.ts';

/** A pivot has at least this part of the largest number of its column; a pair of pivots has an inverse that grows no number of their columns by more than one over it. */
const THRESHOLD = 0.01;

/** A front whose pivots are chosen: a square of `height` lines, of which the upper triangle counts, and what elimination leaves. */
export interface IndefiniteFront {
  readonly height: number;
  /** Lines, the first of them, that have all their entries and may be pivots. */
  readonly candidates: number;
  readonly numbers: Float64Array;
  /** Which row of the matrix each line is: exchanged with it. */
  readonly ids: Int32Array;
  /** Lines of Lᵀ, the diagonal 1 and what is before it not written: `height` numbers each, of at least `candidates` lines. */
  readonly lines: Float64Array;
  /** D: the pivot of each line, and what is beside it in a pair that begins there, else 0. */
  readonly pivots: Float64Array;
  readonly beside: Float64Array;
}

/** Takes the products of pivots `begin` to `end` − 1, of `lines` with `numbers`, off the lines of `numbers` from `past` on, whose columns begin at the diagonal. Compiled code may read 32 numbers beyond. */
export type RestKernel = (front: IndefiniteFront, begin: number, end: number, past: number) => void;

/** Eliminates candidates from `done` up to `past` as long as there are acceptable pivots, brings the lines before `past` up to date, and says where it ended. */
export type PivotKernel = (
  front: IndefiniteFront,
  done: number,
  past: number,
  tiny: number,
  threshold: number,
) => number;

/** What computes with fronts of LDLᵀ. Default: JavaScript. */
export interface IndefiniteKernels extends NumbersMemory {
  readonly choose?: PivotKernel;
  readonly rest?: RestKernel;
}

/** Candidates among which pivots are looked for, and whose lines are brought up to date with each. */
const TOGETHER = 32;

/**
 * LDLᵀ of as many candidates as have acceptable pivots, and the product of their lines taken off the others, which stay in `numbers`. Returns how many were eliminated: the first `eliminated` lines after exchanges.
 * A line without numbers above `tiny` is eliminated with pivot 0.
 *
 * Of some candidates at a time in turn: a pivot if it is at least 0.01 of its column, else the pair with the candidate where its largest number is, if the inverse of the pair grows no number of its two columns by more than 100. Candidates
 * without a pivot are tried again with those that follow. `rest`: by default JavaScript.
 * Source: I. S. Duff, J. K. Reid, The multifrontal solution of indefinite sparse symmetric linear equations, ACM TOMS 9, 1983, section 3; C. Ashcraft, R. Grimes, J. Lewis, Accurate symmetric indefinite linear
 * equation solvers, SIAM J. Matrix Anal. Appl. 20, 1998, section 3.4.
 */
export function* factorIndefiniteFront(
  front: IndefiniteFront,
  tiny: number,
  { choose = choosePivots, rest }: IndefiniteKernels = {},
): Slices<number> {
  const { height, candidates } = front;
  let done = 0;
  for (let past = Math.min(candidates, TOGETHER); ;) {
    const first = done;
    done = choose(front, done, past, tiny, THRESHOLD);
    if (rest && done > first && past < height) rest(front, first, done, past);
    else
      for (let i = past; i < height; i++) {
        if (height > SLICED) yield i;
        takeOff(front, i, first, done);
      }
    if (past === candidates) return done;
    past = Math.min(candidates, Math.max(past, done === first ? past + TOGETHER : done + TOGETHER));
    if (height > SLICED) yield done;
  }
}

/** `PivotKernel` in JavaScript. */
const choosePivots: PivotKernel = (front, from, past, tiny) => {
  let done = from;
  while (done < past) {
    const found = nextPivot(front, done, past, tiny);
    if (!found) break;
    const [c, r] = found;
    exchange(front, done, c);
    front.beside[done] = 0;
    if (r === -1) {
      eliminateOne(front, done, past, tiny);
      done++;
      continue;
    }
    exchange(front, done + 1, r === done ? c : r);
    eliminatePair(front, done, past);
    done += 2;
  }
  return done;
};

/** `RestKernel` in JavaScript. */
export const takeOffRest: RestKernel = (front, begin, end, past) => {
  for (let i = past; i < front.height; i++) takeOff(front, i, begin, end);
};

/** Takes lines `begin` to `end` off line i. */
function takeOff({ height, numbers, lines }: IndefiniteFront, i: number, begin: number, end: number): void {
  const to = i * height;
  let k = begin;
  for (; k + 2 <= end; k += 2) {
    const [first, second] = [k * height, (k + 1) * height];
    const [a, b] = [lines[first + i], lines[second + i]];
    if (a === 0 && b === 0) continue;
    for (let j = i; j < height; j++) numbers[to + j] -= a * numbers[first + j] + b * numbers[second + j];
  }
  for (; k < end; k++) {
    const a = lines[k * height + i];
    if (a !== 0) for (let j = i; j < height; j++) numbers[to + j] -= a * numbers[k * height + j];
  }
}

function eliminateOne(front: IndefiniteFront, k: number, past: number, tiny: number): void {
  const { height, numbers, lines, pivots } = front;
  const line = k * height;
  const pivot = numbers[line + k];
  const isNull = Math.abs(pivot) <= tiny;
  pivots[k] = isNull ? 0 : pivot;
  for (let j = k + 1; j < height; j++) lines[line + j] = isNull ? 0 : numbers[line + j] / pivot;
  for (let i = k + 1; i < past; i++) takeOff(front, i, k, k + 1);
}

function eliminatePair(front: IndefiniteFront, k: number, past: number): void {
  const { height, numbers, lines, pivots, beside } = front;
  const [first, second] = [k * height, (k + 1) * height];
  const [a, b, d] = [numbers[first + k], numbers[first + k + 1], numbers[second + k + 1]];
  [pivots[k], beside[k], pivots[k + 1], beside[k + 1]] = [a, b, d, 0];
  // Divided by b, which is the largest of them, no product overflows.
  const [p, q] = [a / b, d / b];
  const det = (p * q - 1) * b;
  lines[first + k + 1] = 0;
  for (let j = k + 2; j < height; j++) {
    const [u, v] = [numbers[first + j], numbers[second + j]];
    lines[first + j] = (q * u - v) / det;
    lines[second + j] = (p * v - u) / det;
  }
  for (let i = k + 2; i < past; i++) takeOff(front, i, k, k + 2);
}

/** The largest number beside the diagonal in a column of what is left, among all lines and among those before `past`, and where the latter is; `but` is left out. */
function largestBeside(
  { height, numbers }: IndefiniteFront,
  done: number,
  past: number,
  c: number,
  but = -1,
): readonly [number, number, number] {
  let [all, own, at] = [0, 0, -1];
  for (let r = done; r < height; r++) {
    if (r === c || r === but) continue;
    const size = Math.abs(numbers[r < c ? r * height + c : c * height + r]);
    // NaN is larger than all: nothing is a pivot then.
    if (!(size <= all)) all = size;
    if (r < past && size > own) [own, at] = [size, r];
  }
  return [all, own, at];
}

/** An acceptable pivot c, with r −1, or an acceptable pair, before `past`. */
function nextPivot(
  front: IndefiniteFront,
  done: number,
  past: number,
  tiny: number,
): readonly [number, number] | undefined {
  const { height, numbers } = front;
  for (let c = done; c < past; c++) {
    const pivot = Math.abs(numbers[c * height + c]);
    const [largest, , r] = largestBeside(front, done, past, c);
    if (pivot <= tiny && largest <= tiny) return [c, -1];
    if (pivot > tiny && pivot >= THRESHOLD * largest) return [c, -1];
    if (r === -1) continue;
    const b = numbers[Math.min(c, r) * height + Math.max(c, r)];
    if (Math.abs(b) <= tiny) continue;
    const [p, q] = [numbers[c * height + c] / b, numbers[r * height + r] / b];
    const det = Math.abs(p * q - 1) * Math.abs(b);
    const [mine] = largestBeside(front, done, past, c, r);
    const [other] = largestBeside(front, done, past, r, c);
    const most = Math.max(Math.abs(q) * mine + other, mine + Math.abs(p) * other);
    // The inverse of the pair times the largest of its columns.
    if (det > tiny && most * THRESHOLD <= det) return [c, r];
  }
  return undefined;
}

/** Lines and columns i and k change places, i ≤ k, in what is eliminated too. */
function exchange({ height, numbers, ids, lines }: IndefiniteFront, i: number, k: number): void {
  if (i === k) return;
  const swap = (array: Float64Array | Int32Array, a: number, b: number): void => {
    const kept = array[a];
    array[a] = array[b];
    array[b] = kept;
  };
  for (let j = 0; j < i; j++) {
    swap(numbers, j * height + i, j * height + k);
    swap(lines, j * height + i, j * height + k);
  }
  for (let j = i + 1; j < k; j++) swap(numbers, i * height + j, j * height + k);
  for (let j = k + 1; j < height; j++) swap(numbers, i * height + j, k * height + j);
  swap(numbers, i * height + i, k * height + k);
  swap(ids, i, k);
}
