import type { Growing, NumbersMemory } from '../growing.ts';
import { push, reserve, room } from '../growing.ts';
import type { SymmetricAnalysis } from './symmetric.ts';

/** What a front leaves to its parent: `count` lines, the first `candidates` of which may be pivots, with their ids and the upper triangle of a square of numbers from there on. */
interface Left {
  readonly count: number;
  readonly candidates: number;
  readonly ids: number;
  readonly numbers: number;
}

/** What puts fronts of LDLᵀ together and takes them apart. Default: JavaScript. */
export interface IndefiniteCopies extends NumbersMemory {
  /** Adds the upper triangle of `count` lines of what a child left, from `begin` on, to those lines of a square of `height`, above its diagonal. */
  readonly addUpper?: (
    numbers: Float64Array,
    height: number,
    left: Float64Array,
    begin: number,
    place: Int32Array,
    count: number,
  ) => void;
  /** Copies the upper triangle of the lines of a square from `done` on. */
  readonly keepUpper?: (numbers: Float64Array, height: number, done: number, left: Float64Array, at: number) => void;
}

/** What fronts are made in. */
export interface IndefiniteWork {
  /** Of the factor: see `IndefiniteFactor`. */
  readonly ids: Growing<Int32Array>;
  readonly lines: Growing<Float64Array>;
  /** The front, and its lines behind it. */
  readonly square: Growing<Float64Array>;
  /** What fronts left: those of the children of the next one last. */
  readonly stack: Growing<Float64Array>;
  readonly left: Left[];
  /** The line of a front that a row is, and those of what a child left. */
  readonly at: Int32Array;
  readonly place: Int32Array;
}

/** A front with the numbers of its children. */
export interface SymmetricFront {
  readonly ids: Int32Array;
  readonly height: number;
  /** Lines that children left come first, the supernode's own after them. */
  readonly inherited: number;
  readonly candidates: number;
  readonly numbers: Float64Array;
  readonly lines: Float64Array;
}

/** Numbers that compiled code may read after a front. */
const BEYOND = 32;

/** Numbers of a front and of its lines. */
function roomOf(height: number, candidates: number): number {
  return (height + candidates) * height + 2 * BEYOND;
}

/** Room for a factor, and for the largest front, where no pivot is delayed. */
export function indefiniteWork(
  { n, firstPivot, rowsStart, rows, panelStart }: SymmetricAnalysis,
  { memory }: NumbersMemory,
): IndefiniteWork {
  const count = panelStart[panelStart.length - 1];
  let most = 0;
  for (let s = 0; s + 1 < firstPivot.length; s++) {
    const height = rowsStart[s + 1] - rowsStart[s];
    most = Math.max(most, roomOf(height, firstPivot[s + 1] - firstPivot[s]));
  }
  return {
    ids: { array: new Int32Array(rows.length), used: 0 },
    lines: { array: new Float64Array(count), used: 0 },
    square: { array: memory?.(most) ?? new Float64Array(most), used: 0, make: memory },
    stack: { array: new Float64Array(0), used: 0 },
    left: [],
    at: new Int32Array(n),
    place: new Int32Array(n),
  };
}

/** The front of supernode s with what its children left. */
export function frontOf(
  { firstPivot, rowsStart, rows }: SymmetricAnalysis,
  { ids, square, stack, left, at, place }: IndefiniteWork,
  s: number,
  children: number,
  { addUpper = addLeft }: IndefiniteCopies,
): SymmetricFront {
  const given = left.splice(left.length - children);
  const inherited = given.reduce((sum, { candidates }) => sum + candidates, 0);
  const own = rows.subarray(rowsStart[s], rowsStart[s + 1]);
  const height = inherited + own.length;
  const candidates = inherited + firstPivot[s + 1] - firstPivot[s];
  const start = ids.used;
  for (const child of given)
    if (child.candidates > 0) push(ids, ids.array.slice(child.ids, child.ids + child.candidates));
  push(ids, own);
  const mine = ids.array.subarray(start, ids.used);
  for (let r = 0; r < height; r++) at[mine[r]] = r;
  const numbers = room(square, roomOf(height, candidates));
  numbers.fill(0, 0, height * height);
  for (const { count, ids: begin, numbers: from } of given) {
    for (let j = 0; j < count; j++) place[j] = at[ids.array[begin + j]];
    addUpper(numbers, height, stack.array, from, place, count);
  }
  if (given.length > 0) stack.used = given[0].numbers;
  return { ids: mine, height, inherited, candidates, numbers, lines: numbers.subarray(height * height + BEYOND) };
}

/** Puts `done` lines of a front to the factor; the others are left to the parent, where there is one. */
export function stored(
  { ids, lines, stack, left }: IndefiniteWork,
  front: SymmetricFront,
  done: number,
  isRoot: boolean,
  { keepUpper = keepRest }: IndefiniteCopies,
): void {
  const { height, candidates, numbers } = front;
  push(lines, front.lines.subarray(0, done * height));
  if (isRoot) return;
  const count = height - done;
  left.push({ count, candidates: candidates - done, ids: ids.used - count, numbers: stack.used });
  reserve(stack, count * count);
  keepUpper(numbers, height, done, stack.array, stack.used);
  stack.used += count * count;
}

const addLeft: Required<IndefiniteCopies>['addUpper'] = (numbers, height, left, begin, place, count) => {
  for (let i = 0; i < count; i++) {
    const r = place[i];
    const from = begin + i * count;
    for (let j = i; j < count; j++) {
      const c = place[j];
      numbers[r < c ? r * height + c : c * height + r] += left[from + j];
    }
  }
};

const keepRest: Required<IndefiniteCopies>['keepUpper'] = (numbers, height, done, left, at) => {
  const count = height - done;
  for (let i = 0; i < count; i++) {
    const from = (i + done) * height + done;
    for (let j = i; j < count; j++) left[at + i * count + j] = numbers[from + j];
  }
};
