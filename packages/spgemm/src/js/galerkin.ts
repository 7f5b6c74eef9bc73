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
export function countTerms({ memory, begin, end }: Arguments): void {
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
export function startTerms({ memory, numbers }: Arguments): void {
  const [first, terms] = [memory['work.first'] as Float64Array, memory['work.terms'] as Float64Array];
  const totals = memory['work.totals'] as Float64Array;
  let [most, mostAll] = [0, 0];
  terms[0] = 0;
  for (let i = 1; i <= numbers['rows']; i++) {
    if (first[i] > most) most = first[i];
    if (terms[i] > mostAll) mostAll = terms[i];
    terms[i] += first[i] + terms[i - 1];
  }
  totals[0] = most;
  totals[1] = mostAll;
}

/** Sums of one row by columns, of a worker: a hash table whose slots are listed as they are taken. All empty between rows. */
interface Table {
  /** 0 where a slot is empty, else ~column. */
  readonly keys: Int32Array;
  readonly sums: Float64Array;
  readonly taken: Int32Array;
  /** Slots less 1. */
  readonly mask: number;
  count: number;
}

function tableOf(scratch: NamedArrays, name: string, slots: number, worker: number): Table {
  const own = (array: string) =>
    (scratch[`${name}${array}`] as Int32Array).subarray(worker * slots, (worker + 1) * slots);
  const sums = (scratch[`${name}Sums`] as Float64Array).subarray(worker * slots, (worker + 1) * slots);
  return { keys: own('Keys'), sums, taken: own('Taken'), mask: slots - 1, count: 0 };
}

/** The slot of a column, which it takes where it had none. */
function slotOf(table: Table, column: number): number {
  const { keys, mask } = table;
  let slot = (Math.imul(column, 0x9e3779b1) >>> 7) & mask;
  while (keys[slot] !== ~column) {
    if (keys[slot] === 0) {
      keys[slot] = ~column;
      table.taken[table.count++] = slot;
      break;
    }
    slot = (slot + 1) & mask;
  }
  return slot;
}

function empty(table: Table): void {
  for (let t = 0; t < table.count; t++) {
    table.keys[table.taken[t]] = 0;
    table.sums[table.taken[t]] = 0;
  }
  table.count = 0;
}

/** Row i of PᵀA in `middle`, then row i of C in `last`, sums where `isSummed`: in the order of the rows of A, then of the columns of PᵀA as they came first. */
function formRow(memory: NamedArrays, i: number, middle: Table, last: Table, isSummed: boolean): void {
  const [A, P] = [matrix(memory, 'A'), matrix(memory, 'P')];
  const { start, row, entry } = transposed(memory);
  for (let r = start[i]; r < start[i + 1]; r++) {
    const factor = isSummed ? P.values[entry[r]] : 0;
    for (let k = A.rowStart[row[r]]; k < A.rowStart[row[r] + 1]; k++) {
      const slot = slotOf(middle, A.colIndex[k]);
      if (isSummed) middle.sums[slot] += factor * A.values[k];
    }
  }
  for (let t = 0; t < middle.count; t++) {
    const from = middle.taken[t];
    const factor = middle.sums[from];
    const l = ~middle.keys[from];
    for (let k = P.rowStart[l]; k < P.rowStart[l + 1]; k++) {
      const slot = slotOf(last, P.colIndex[k]);
      if (isSummed) last.sums[slot] += factor * P.values[k];
    }
  }
}

/** The number of entries of each row of C, into `C.rowStart` one place later. */
export function countGalerkin({ memory, scratch, numbers, worker, begin, end }: Arguments): void {
  const middle = tableOf(scratch, 'middle', numbers['middle'], worker);
  const last = tableOf(scratch, 'last', numbers['last'], worker);
  const rowStart = memory['C.rowStart'] as Int32Array;
  for (let i = begin; i < end; i++) {
    formRow(memory, i, middle, last, false);
    rowStart[i + 1] = last.count;
    empty(middle);
    empty(last);
  }
}

/** Sums `C.rowStart` up; the number of all entries goes into `work.totals`, where it is exact also beyond 2³¹. */
export function startGalerkin({ memory, numbers }: Arguments): void {
  const rowStart = memory['C.rowStart'] as Int32Array;
  let sum = 0;
  rowStart[0] = 0;
  for (let i = 0; i < numbers['rows']; i++) {
    sum += rowStart[i + 1];
    rowStart[i + 1] = sum;
  }
  (memory['work.totals'] as Float64Array)[0] = sum;
}

/** Rows begin … end − 1 of C: values, and columns where they are not there yet. */
export function fillGalerkin({ memory, scratch, numbers, worker, begin, end }: Arguments): void {
  const middle = tableOf(scratch, 'middle', numbers['middle'], worker);
  const last = tableOf(scratch, 'last', numbers['last'], worker);
  const C = matrix(memory, 'C');
  for (let i = begin; i < end; i++) {
    formRow(memory, i, middle, last, true);
    const [first, past] = [C.rowStart[i], C.rowStart[i + 1]];
    if (numbers['again'] === 0) {
      for (let t = 0; t < last.count; t++) C.colIndex[first + t] = ~last.keys[last.taken[t]];
      C.colIndex.subarray(first, past).sort();
    }
    for (let p = first; p < past; p++) C.values[p] = last.sums[slotOf(last, C.colIndex[p])];
    empty(middle);
    empty(last);
  }
}
