import type { LuFront } from '../dense/lu-front.ts';
import type { Growing, NumbersMemory } from '../growing.ts';
import { push, reserve } from '../growing.ts';
import { tallestOf } from '../symmetric/symmetric.ts';
import type { FrontalAnalysis } from './analyze.ts';

/** What a front leaves to its parent: `count` rows and columns, the first `candidates` of which may be pivots, with their ids and numbers from there on. */
interface Left {
  readonly count: number;
  readonly candidates: number;
  readonly ids: number;
  readonly numbers: number;
}

/** What puts fronts together and takes them apart. Default: JavaScript. */
export interface FrontCopies extends NumbersMemory {
  /** Adds a square of `count` lines of what a child left, from `begin` on, to these lines and columns of a front. */
  readonly addFront?: (
    front: Pick<LuFront, 'numbers' | 'height'>,
    left: Float64Array,
    begin: number,
    lines: Int32Array,
    columns: Int32Array,
    count: number,
  ) => void;
  /** Copies lines of a front from `done` on: their columns before it to `factor` from `factorAt` on, the others to `left` from `leftAt` on. */
  readonly keepFront?: (
    front: LuFront,
    done: number,
    factor: Float64Array,
    factorAt: number,
    left: Float64Array,
    leftAt: number,
  ) => void;
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
  /** Lines and columns of what a child left. */
  readonly lines: Int32Array;
  readonly columns: Int32Array;
}

/** Numbers that compiled code may read after a front. */
const BEYOND = 32;

/** Room for a factor where no pivot is delayed. */
export function workOf({ n, rows, rowsStart, bytes }: FrontalAnalysis, { memory }: NumbersMemory): FrontWork {
  const ids = (): Growing<Int32Array> => ({ array: new Int32Array(rows.length), used: 0 });
  const numbers = (length: number): Growing<Float64Array> => ({ array: new Float64Array(length), used: 0 });
  const ofFront = tallestOf({ rowsStart }) ** 2 + BEYOND;
  return {
    rowIds: ids(),
    colIds: ids(),
    numbers: numbers(Math.ceil(bytes / 8)),
    front: { array: memory?.(ofFront) ?? new Float64Array(ofFront), used: 0, make: memory },
    stack: numbers(0),
    left: [],
    atRow: new Int32Array(n),
    atCol: new Int32Array(n),
    lines: new Int32Array(n),
    columns: new Int32Array(n),
  };
}

/** The front of supernode s: its entries of the scaled matrix, and what its children left, whose delayed rows and columns come first. */
export function assembled(
  analysis: FrontalAnalysis,
  scaled: Float64Array,
  work: FrontWork,
  s: number,
  children: number,
  { addFront = addLeft }: FrontCopies,
): LuFront {
  const { firstPivot, rowsStart, rows, entryStart, entryRow, entryCol } = analysis;
  const { rowIds, colIds, front, stack, left, atRow, atCol, lines, columns } = work;
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
  for (const { count, ids: begin, numbers: from } of given) {
    for (let j = 0; j < count; j++) {
      lines[j] = atRow[rowIds.array[begin + j]];
      columns[j] = atCol[colIds.array[begin + j]];
    }
    addFront({ numbers, height }, stack.array, from, lines, columns, count);
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

const addLeft: Required<FrontCopies>['addFront'] = ({ numbers, height }, left, begin, lines, columns, count) => {
  for (let i = 0; i < count; i++) {
    const line = lines[i] * height;
    const from = begin + i * count;
    for (let j = 0; j < count; j++) numbers[line + columns[j]] += left[from + j];
  }
};

const keepRest: Required<FrontCopies>['keepFront'] = ({ numbers, height }, done, factor, factorAt, left, leftAt) => {
  let [to, toLeft] = [factorAt, leftAt];
  for (let r = done; r < height; r++) {
    const line = r * height;
    for (let k = line; k < line + done; k++) factor[to++] = numbers[k];
    for (let k = line + done; k < line + height; k++) left[toLeft++] = numbers[k];
  }
};

/** Puts `done` rows and columns of a front to the factor, and leaves the others to the parent. */
export function stored(work: FrontWork, front: LuFront, done: number, { keepFront = keepRest }: FrontCopies): void {
  const { numbers, stack, left } = work;
  const { height, candidates, ids } = front;
  const count = height - done;
  reserve(numbers, (height + count) * done);
  numbers.array.set(front.numbers.subarray(0, done * height), numbers.used);
  left.push({ count, candidates: candidates - done, ids: ids + done, numbers: stack.used });
  reserve(stack, count * count);
  keepFront(front, done, numbers.array, numbers.used + done * height, stack.array, stack.used);
  numbers.used += done * (height + count);
  stack.used += count * count;
}
