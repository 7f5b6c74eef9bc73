import type { JsArguments, NamedArrays, TypedArray, ValueArray } from '@spmv/core';

/** What passes are told: arrays are in memory. */
type Arguments = JsArguments & { readonly memory: NamedArrays };

/** Of CSR, or whole numbers of 64 bits where C has more entries than 32 bits number. */
type RowStarts = Int32Array | Float64Array;

/** What all passes read; names are those of the arrays in memory. */
interface Arrays {
  readonly rowStart: RowStarts;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

const matrix = (memory: NamedArrays, name: string): Arrays => ({
  rowStart: memory[`${name}.rowStart`] as RowStarts,
  colIndex: memory[`${name}.colIndex`] as Int32Array,
  values: memory[`${name}.values`] as ValueArray,
});

/** Where row i of D begins and ends, the matrix that is added; without one, it has no entries. */
function rowOfD(D: Arrays, i: number): readonly [first: number, past: number] {
  const { rowStart } = D as { rowStart: RowStarts | undefined };
  return rowStart ? [rowStart[i], rowStart[i + 1]] : NOTHING;
}

const NOTHING = [0, 0] as const;

/** A span of columns up to here is summed in an array of its own, 256 KiB: what a second-level cache holds. */
const DENSE_SPAN = 2 ** 15;

/** Whether the sums of a row lie in one array over its columns, first to last; else in a hash table. */
const isDense = (span: number, terms: number): boolean => span <= DENSE_SPAN || span <= 8 * terms;

/** Slots of the hash table of a row: a power of two, at least twice its columns. */
function slotsOf(span: number, terms: number): number {
  const columns = terms < span ? terms : span;
  return 2 ** (32 - Math.clz32(2 * columns - 1));
}

/** Of each row of C its terms into `work.terms`, its first column into `work.low`, and the columns from that to the last into `work.span`. */
export function countTerms({ memory, begin, end }: Arguments): void {
  const A = matrix(memory, 'A');
  const B = matrix(memory, 'B');
  const D = matrix(memory, 'D');
  const terms = memory['work.terms'] as Float64Array;
  const low = memory['work.low'] as Int32Array;
  const spans = memory['work.span'] as Int32Array;
  for (let i = begin; i < end; i++) {
    const [d, past] = rowOfD(D, i);
    let count = past - d;
    let least = count > 0 ? D.colIndex[d] : 0x7fffffff;
    let most = count > 0 ? D.colIndex[past - 1] : -1;
    for (let k = A.rowStart[i]; k < A.rowStart[i + 1]; k++) {
      const l = A.colIndex[k];
      const first = B.rowStart[l];
      const last = B.rowStart[l + 1] - 1;
      if (last < first) continue;
      count += last - first + 1;
      if (B.colIndex[first] < least) least = B.colIndex[first];
      if (B.colIndex[last] > most) most = B.colIndex[last];
    }
    terms[i + 1] = count;
    low[i] = most < 0 ? 0 : least;
    spans[i] = most < 0 ? 0 : most - least + 1;
  }
}

/** Sums `work.terms` up, and leaves in `work.totals`: all terms, the largest span, the largest dense span and the largest hash table. */
export function startTerms({ memory, numbers }: Arguments): void {
  const terms = memory['work.terms'] as Float64Array;
  const spans = memory['work.span'] as Int32Array;
  const totals = memory['work.totals'] as Float64Array;
  let [widest, dense, slots] = [0, 0, 0];
  terms[0] = 0;
  for (let i = 0; i < numbers['rows']; i++) {
    const count = terms[i + 1];
    const span = spans[i];
    if (span > widest) widest = span;
    if (isDense(span, count)) {
      if (span > dense) dense = span;
    } else slots = Math.max(slots, slotsOf(span, count));
    terms[i + 1] += terms[i];
  }
  totals[0] = terms[numbers['rows']];
  totals[1] = widest;
  totals[2] = dense;
  totals[3] = slots;
}

/**
 * The columns of a row as a set that is read in order: one bit each, over them one bit for each word that is not 0, and one for each word of those. So a row costs its terms
 * and a 32768th of its span, and nothing is sorted. All zero between rows.
 */
interface ColumnSet {
  readonly words: Int32Array;
  /** Where the worker's words begin, and those of the two levels over them. */
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

function columnSet({ scratch, numbers, worker }: Arguments): ColumnSet {
  const first = worker * numbers['setWords'];
  const second = first + numbers['words'];
  return { words: scratch['set'] as Int32Array, first, second, third: second + numbers['summary'] };
}

/** Puts a column in, counted from the first of the row. Whether it is new. */
function insert({ words, first, second, third }: ColumnSet, column: number): boolean {
  const w = column >>> 5;
  const bit = 1 << (column & 31);
  const old = words[first + w];
  if ((old & bit) !== 0) return false;
  words[first + w] = old | bit;
  if (old === 0) {
    const s = w >>> 5;
    const summary = words[second + s];
    words[second + s] = summary | (1 << (w & 31));
    if (summary === 0) words[third + (s >>> 5)] |= 1 << (s & 31);
  }
  return true;
}

/** Takes all columns out, in order, into `into` from `at` on, or only out where there is none. */
function drain(
  { words, first, second, third }: ColumnSet,
  span: number,
  low: number,
  into: TypedArray | undefined,
  at: number,
): void {
  const tops = (span + 32767) >>> 15;
  let to = at;
  for (let t = 0; t < tops; t++) {
    for (let top = words[third + t]; top !== 0; top &= top - 1) {
      const s = t * 32 + 31 - Math.clz32(top & -top);
      for (let summary = words[second + s]; summary !== 0; summary &= summary - 1) {
        const w = s * 32 + 31 - Math.clz32(summary & -summary);
        if (into) {
          for (let word = words[first + w]; word !== 0; word &= word - 1)
            into[to++] = low + w * 32 + 31 - Math.clz32(word & -word);
        }
        words[first + w] = 0;
      }
      words[second + s] = 0;
    }
    words[third + t] = 0;
  }
}

/** The number of entries of each row of C, those of D among them, into `C.rowStart` one place later. */
export function countEntries(args: Arguments): void {
  const { memory, begin, end } = args;
  const A = matrix(memory, 'A');
  const B = matrix(memory, 'B');
  const rowStart = memory['C.rowStart'] as RowStarts;
  const low = memory['work.low'] as Int32Array;
  const spans = memory['work.span'] as Int32Array;
  const D = matrix(memory, 'D');
  const set = columnSet(args);
  for (let i = begin; i < end; i++) {
    const [from, to] = [A.rowStart[i], A.rowStart[i + 1]];
    const [d, past] = rowOfD(D, i);
    if (to - from <= 1 && d === past) {
      const l = from < to ? A.colIndex[from] : -1;
      rowStart[i + 1] = l < 0 ? 0 : B.rowStart[l + 1] - B.rowStart[l];
      continue;
    }
    const least = low[i];
    let count = 0;
    for (let k = from; k < to; k++) {
      const l = A.colIndex[k];
      const last = B.rowStart[l + 1];
      for (let q = B.rowStart[l]; q < last; q++) if (insert(set, B.colIndex[q] - least)) count++;
    }
    for (let q = d; q < past; q++) if (insert(set, D.colIndex[q] - least)) count++;
    drain(set, spans[i], 0, undefined, 0);
    rowStart[i + 1] = count;
  }
}

/** Sums `C.rowStart` up; the number of all entries goes into `work.totals`, where it is exact also beyond 2³¹. */
export function startRows({ memory, numbers }: Arguments): void {
  const rowStart = memory['C.rowStart'] as RowStarts;
  const totals = memory['work.totals'] as Float64Array;
  let sum = 0;
  rowStart[0] = 0;
  for (let i = 0; i < numbers['rows']; i++) {
    sum += rowStart[i + 1];
    rowStart[i + 1] = sum;
  }
  totals[0] = sum;
}

/** The slot of a column in a table of `mask` + 1 slots from `base` on: its own, or the empty one where it belongs. */
function slotOf(keys: Int32Array, base: number, mask: number, column: number): number {
  let slot = (Math.imul(column, 0x9e3779b1) >>> 7) & mask;
  while (keys[base + slot] !== 0 && keys[base + slot] !== ~column) slot = (slot + 1) & mask;
  return base + slot;
}

/** Rows begin … end − 1 of C: values, and columns where they are not there yet. Each element is summed in the order of A's row, from 0, in f64; then comes that of D. */
function fillRows(args: Arguments, again: boolean): void {
  const { memory, scratch, numbers, worker, begin, end } = args;
  const A = matrix(memory, 'A');
  const B = matrix(memory, 'B');
  const C = matrix(memory, 'C');
  const D = matrix(memory, 'D');
  const terms = memory['work.terms'] as Float64Array;
  const lows = memory['work.low'] as Int32Array;
  const spans = memory['work.span'] as Int32Array;
  const sums = scratch['sums'] as Float64Array;
  const keys = scratch['keys'] as Int32Array;
  const [sumBase, keyBase] = [worker * numbers['sums'], worker * numbers['keys']];
  const set = columnSet(args);
  const alpha = args['alpha'] as number;
  const beta = args['beta'] as number;
  for (let i = begin; i < end; i++) {
    const [from, to] = [A.rowStart[i], A.rowStart[i + 1]];
    const [first, last] = [C.rowStart[i], C.rowStart[i + 1]];
    const [added, past] = rowOfD(D, i);
    let d = added;
    if (to - from <= 1 && d === past) {
      const q = from < to ? B.rowStart[A.colIndex[from]] - first : 0;
      for (let p = first; p < last; p++) {
        if (!again) C.colIndex[p] = B.colIndex[p + q];
        C.values[p] = alpha * (0 + A.values[from] * B.values[p + q]);
      }
      continue;
    }
    const low = lows[i];
    const span = spans[i];
    const count = terms[i + 1] - terms[i];
    const dense = isDense(span, count);
    const mask = dense ? 0 : slotsOf(span, count) - 1;
    const offset = sumBase - low;
    for (let k = from; k < to; k++) {
      const l = A.colIndex[k];
      const value = A.values[k];
      const stop = B.rowStart[l + 1];
      if (dense) {
        for (let q = B.rowStart[l]; q < stop; q++) {
          const j = B.colIndex[q];
          if (!again) insert(set, j - low);
          sums[offset + j] += value * B.values[q];
        }
        continue;
      }
      for (let q = B.rowStart[l]; q < stop; q++) {
        const j = B.colIndex[q];
        const slot = slotOf(keys, keyBase, mask, j);
        const place = slot - keyBase + sumBase;
        if (keys[slot] === 0) {
          keys[slot] = ~j;
          sums[place] = 0;
          if (!again) insert(set, j - low);
        }
        sums[place] += value * B.values[q];
      }
    }
    if (!again) {
      for (let q = d; q < past; q++) insert(set, D.colIndex[q] - low);
      drain(set, span, low, C.colIndex, first);
    }
    for (let p = first; p < last; p++) {
      const j = C.colIndex[p];
      const place = dense ? offset + j : slotOf(keys, keyBase, mask, j) - keyBase + sumBase;
      let value = alpha * sums[place];
      if (d < past && D.colIndex[d] === j) {
        if (beta !== 0) value += beta * D.values[d];
        d++;
      }
      C.values[p] = value;
      if (dense) sums[place] = 0;
    }
    if (dense) continue;
    keys.fill(0, keyBase, keyBase + mask + 1);
    // The next row may keep its sums densely, and finds zeros then.
    sums.fill(0, sumBase, sumBase + mask + 1);
  }
}

/** Columns and values of C. */
export function fill(args: Arguments): void {
  fillRows(args, false);
}

/** Values of C, whose columns are there. */
export function refill(args: Arguments): void {
  fillRows(args, true);
}
