import type { LuFront } from '../dense/lu-front.ts';
import type { Growing } from '../growing.ts';
import { push, reserve } from '../growing.ts';
import type { FrontalAnalysis } from './analyze.ts';

/** What a front leaves to its parent: `count` rows and columns, the first `candidates` of which may be pivots, with their ids and numbers from there on. */
interface Left {
  readonly count: number;
  readonly candidates: number;
  readonly ids: number;
  readonly numbers: number;
}

/** What fronts are made in. */
export interface FrontWork {
  /** Of the factor: see `FrontalFactor`. */
  readonly rowIds: Growing<Int32Array>;
  readonly colIds: Growing<Int32Array>;
  readonly numbers: Growing<Float64Array>;
  /** The front, and numbers that fronts left: those of the children of the next one last. */
  readonly front: Growing<Float64Array>;
  readonly stack: Growing<Float64Array>;
  readonly left: Left[];
  /** The line of a front that a row and a column is. */
  readonly atRow: Int32Array;
  readonly atCol: Int32Array;
}

/** Numbers that compiled code may read after a front. */
const BEYOND = 32;

/** Room for a factor where no pivot is delayed. */
export function workOf({ n, rows, bytes }: FrontalAnalysis): FrontWork {
  const ids = (): Growing<Int32Array> => ({ array: new Int32Array(rows.length), used: 0 });
  const numbers = (length: number): Growing<Float64Array> => ({ array: new Float64Array(length), used: 0 });
  return {
    rowIds: ids(),
    colIds: ids(),
    numbers: numbers(Math.ceil(bytes / 8)),
    front: numbers(0),
    stack: numbers(0),
    left: [],
    atRow: new Int32Array(n),
    atCol: new Int32Array(n),
  };
}

/** The front of supernode s: its entries of the scaled matrix, and what its children left, whose delayed rows and columns come first. */
export function assembled(
  analysis: FrontalAnalysis,
  scaled: Float64Array,
  work: FrontWork,
  s: number,
  children: number,
): LuFront {
  const { firstPivot, rowsStart, rows, entryStart, entryRow, entryCol } = analysis;
  const { rowIds, colIds, front, stack, left, atRow, atCol } = work;
  const given = left.splice(left.length - children);
  const own = rows.subarray(rowsStart[s], rowsStart[s + 1]);
  const inherited = given.reduce((sum, { candidates }) => sum + candidates, 0);
  const height = inherited + own.length;
  const ids = rowIds.used;
  for (const [to, at] of [
    [rowIds, atRow],
    [colIds, atCol],
  ] as const) {
    for (const child of given)
      if (child.candidates > 0) push(to, to.array.slice(child.ids, child.ids + child.candidates));
    push(to, own);
    for (let r = 0; r < height; r++) at[to.array[ids + r]] = r;
  }
  front.used = 0;
  reserve(front, height * height + BEYOND);
  const numbers = front.array;
  numbers.fill(0, 0, height * height);
  for (let e = entryStart[s]; e < entryStart[s + 1]; e++)
    numbers[atRow[entryRow[e]] * height + atCol[entryCol[e]]] += scaled[e];
  const place = new Int32Array(height);
  for (const { count, ids: begin, numbers: from } of given) {
    for (let j = 0; j < count; j++) place[j] = atCol[colIds.array[begin + j]];
    for (let i = 0; i < count; i++) {
      const line = atRow[rowIds.array[begin + i]] * height;
      const source = from + i * count;
      for (let j = 0; j < count; j++) numbers[line + place[j]] += stack.array[source + j];
    }
  }
  if (given.length > 0) stack.used = given[0].numbers;
  return {
    numbers,
    height,
    candidates: inherited + firstPivot[s + 1] - firstPivot[s],
    rowIds: rowIds.array,
    colIds: colIds.array,
    ids,
  };
}

/** Puts `done` rows and columns of a front to the factor, and leaves the others to the parent. */
export function stored(work: FrontWork, { numbers: front, height, candidates, ids }: LuFront, done: number): void {
  const { numbers, stack, left } = work;
  reserve(numbers, (2 * height - done) * done);
  numbers.array.set(front.subarray(0, done * height), numbers.used);
  numbers.used += done * height;
  const count = height - done;
  left.push({ count, candidates: candidates - done, ids: ids + done, numbers: stack.used });
  reserve(stack, count * count);
  for (let r = done; r < height; r++) {
    const line = r * height;
    copy(front, line, line + done, numbers);
    copy(front, line + done, line + height, stack);
  }
}

/** Short lines are copied one by one: a view of each costs more. */
function copy(from: Float64Array, begin: number, end: number, to: Growing<Float64Array>): void {
  const { array } = to;
  let at = to.used;
  for (let k = begin; k < end; k++) array[at++] = from[k];
  to.used = at;
}
