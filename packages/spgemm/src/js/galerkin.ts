import type { JsArguments, NamedArrays, ValueArray } from '@spmv/core';

/** What passes are told: arrays are in memory. */
type Arguments = JsArguments & { readonly memory: NamedArrays };

interface Arrays {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

const matrix = (memory: NamedArrays, name: string): Arrays => ({
  rowStart: memory[`${name}.rowStart`] as Int32Array,
  colIndex: memory[`${name}.colIndex`] as Int32Array,
  values: memory[`${name}.values`] as ValueArray,
});

/** Rows of Pᵀ: `work.start` says where they begin, `work.row` is a row of P with an entry in that column, `work.entry` which entry. */
const transposed = (memory: NamedArrays) => ({
  start: memory['work.start'] as Int32Array,
  row: memory['work.row'] as Int32Array,
  entry: memory['work.entry'] as Int32Array,
});

/** Puts the entries of P in the order of its columns. */
export function transpose({ memory, numbers }: Arguments): void {
  const P = matrix(memory, 'P');
  const { start, row, entry } = transposed(memory);
  const { rows, cols } = numbers;
  start.fill(0);
  for (let k = 0; k < P.rowStart[rows]; k++) start[P.colIndex[k] + 1]++;
  for (let j = 0; j < cols; j++) start[j + 1] += start[j];
  for (let i = 0; i < rows; i++) {
    for (let k = P.rowStart[i]; k < P.rowStart[i + 1]; k++) {
      const at = start[P.colIndex[k]]++;
      row[at] = i;
      entry[at] = k;
    }
  }
  start.copyWithin(1, 0, cols);
  start[0] = 0;
}

/** Of each row of C the terms of that row of PᵀA into `work.first`, and those of the row of C into `work.terms`, both one place later. */
export function countTriples({ memory, begin, end }: Arguments): void {
  const [A, P] = [matrix(memory, 'A'), matrix(memory, 'P')];
  const { start, row } = transposed(memory);
  const [first, terms] = [memory['work.first'] as Float64Array, memory['work.terms'] as Float64Array];
  for (let i = begin; i < end; i++) {
    let [inRow, all] = [0, 0];
    for (let r = start[i]; r < start[i + 1]; r++) {
      const [from, past] = [A.rowStart[row[r]], A.rowStart[row[r] + 1]];
      inRow += past - from;
      for (let k = from; k < past; k++) all += P.rowStart[A.colIndex[k] + 1] - P.rowStart[A.colIndex[k]];
    }
    first[i + 1] = inRow;
    terms[i + 1] = all;
  }
}

/** Leaves in `work.totals` the most terms of a row of PᵀA and of C, and makes of `work.terms` where the terms of both begin. */
export function startTriples({ memory, numbers }: Arguments): void {
  const [first, terms] = [memory['work.first'] as Float64Array, memory['work.terms'] as Float64Array];
  const totals = memory['work.totals'] as Float64Array;
  let [most, mostAll] = [0, 0];
  terms[0] = 0;
  for (let i = 1; i <= numbers['cols']; i++) {
    if (first[i] > most) most = first[i];
    if (terms[i] > mostAll) mostAll = terms[i];
    terms[i] += first[i] + terms[i - 1];
  }
  totals[0] = most;
  totals[1] = mostAll;
}

/** Sums of one row by columns, of a worker. `place`: 0 where the row has no entry in a column, else one more than where that is among `columns`, as they came, and `sums`. Places and sums are 0 between rows. */
interface Row {
  readonly place: Int32Array;
  readonly columns: Int32Array;
  readonly sums: Float64Array;
}

function rowOf(scratch: NamedArrays, name: string, worker: number, cols: number, most: number): Row {
  const own = (array: string, length: number) =>
    (scratch[`${name}${array}`] as Int32Array).subarray(worker * length, (worker + 1) * length);
  const sums = (scratch[`${name}Sums`] as Float64Array).subarray(worker * most, (worker + 1) * most);
  return { place: own('Place', cols), columns: own('Columns', most), sums };
}

/** Puts in the columns of row i of a matrix, where a row has `count` already. How many it has then. Whether a column is new is as good as random: no branch asks. */
function meet({ place, columns }: Row, count: number, { rowStart, colIndex }: Arrays, i: number): number {
  const past = rowStart[i + 1];
  let met = count;
  for (let k = rowStart[i]; k < past; k++) {
    const j = colIndex[k];
    const at = place[j] - 1;
    const isNew = at >> 31;
    const to = (at & ~isNew) | (met & isNew);
    place[j] = to + 1;
    columns[to] = j;
    met -= isNew;
  }
  return met;
}

/** The same, and adds factor·(row i). */
function add(
  { place, columns, sums }: Row,
  count: number,
  factor: number,
  { rowStart, colIndex, values }: Arrays,
  i: number,
): number {
  const past = rowStart[i + 1];
  let met = count;
  for (let k = rowStart[i]; k < past; k++) {
    const j = colIndex[k];
    const at = place[j] - 1;
    const isNew = at >> 31;
    const to = (at & ~isNew) | (met & isNew);
    place[j] = to + 1;
    columns[to] = j;
    sums[to] += factor * values[k];
    met -= isNew;
  }
  return met;
}

function empty({ place, columns, sums }: Row, count: number): void {
  for (let t = 0; t < count; t++) {
    place[columns[t]] = 0;
    sums[t] = 0;
  }
}

/** The number of entries of each row of C, into `C.rowStart` one place later. */
export function countTripleEntries({ memory, scratch, numbers, worker, begin, end }: Arguments): void {
  const [A, P] = [matrix(memory, 'A'), matrix(memory, 'P')];
  const { start, row } = transposed(memory);
  const rowStart = memory['C.rowStart'] as Int32Array;
  const middle = rowOf(scratch, 'middle', worker, numbers['rows'], numbers['middle']);
  const last = rowOf(scratch, 'last', worker, numbers['cols'], numbers['last']);
  for (let i = begin; i < end; i++) {
    let [inMiddle, inLast] = [0, 0];
    for (let r = start[i]; r < start[i + 1]; r++) inMiddle = meet(middle, inMiddle, A, row[r]);
    for (let t = 0; t < inMiddle; t++) inLast = meet(last, inLast, P, middle.columns[t]);
    rowStart[i + 1] = inLast;
    empty(middle, inMiddle);
    empty(last, inLast);
  }
}

/** Sums `C.rowStart` up; the number of all entries goes into `work.totals`, where it is exact also beyond 2³¹. */
export function startRows({ memory, numbers }: Arguments): void {
  const rowStart = memory['C.rowStart'] as Int32Array;
  let sum = 0;
  rowStart[0] = 0;
  for (let i = 0; i < numbers['cols']; i++) {
    sum += rowStart[i + 1];
    rowStart[i + 1] = sum;
  }
  (memory['work.totals'] as Float64Array)[0] = sum;
}

/** Rows begin … end − 1 of C: values, and columns where they are not there yet. Sums are in the order of the rows of A, then of the columns of PᵀA as they came. */
export function fillTriples({ memory, scratch, numbers, worker, begin, end }: Arguments): void {
  const [A, P, C] = [matrix(memory, 'A'), matrix(memory, 'P'), matrix(memory, 'C')];
  const { start, row, entry } = transposed(memory);
  const middle = rowOf(scratch, 'middle', worker, numbers['rows'], numbers['middle']);
  const last = rowOf(scratch, 'last', worker, numbers['cols'], numbers['last']);
  for (let i = begin; i < end; i++) {
    let [inMiddle, inLast] = [0, 0];
    for (let r = start[i]; r < start[i + 1]; r++) inMiddle = add(middle, inMiddle, P.values[entry[r]], A, row[r]);
    for (let t = 0; t < inMiddle; t++) inLast = add(last, inLast, middle.sums[t], P, middle.columns[t]);
    const [first, past] = [C.rowStart[i], C.rowStart[i + 1]];
    if (numbers['again'] === 0) {
      C.colIndex.set(last.columns.subarray(0, inLast), first);
      C.colIndex.subarray(first, past).sort();
    }
    for (let p = first; p < past; p++) C.values[p] = last.sums[last.place[C.colIndex[p]] - 1];
    empty(middle, inMiddle);
    empty(last, inLast);
  }
}
