import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { bitOf, drain, insert, ownSet } from './column-set';

/*
 * C ← PᵀAP row by row: a row of PᵀA is formed and multiplied with P at once. Of each row that is formed the columns are listed as they came, with their sums beside; `place` is 0 where the row has no
 * entry in a column, else one more than where that is. Places and sums are 0 between rows. Whether a column is new is as good as random: no branch asks.
 */

/** Pᵀ: which rows of P, and which entries of it, have a column; `start` has one element more than P has columns. */
export function transpose(rowStartP: usize, colIndexP: usize, start: usize, row: usize, entry: usize, rows: i32, cols: i32): void {
  checkRange(start, 0, cols + 1, 2);
  memory.fill(start, 0, (<usize>cols + 1) << 2);
  const entries = load<i32>(element<i32>(rowStartP, rows));
  for (let k = 0; k < entries; k++) {
    const at = element<i32>(start, load<i32>(element<i32>(colIndexP, k)) + 1);
    store<i32>(at, load<i32>(at) + 1);
  }
  for (let j = 0; j < cols; j++) {
    const at = element<i32>(start, j + 1);
    store<i32>(at, load<i32>(at) + load<i32>(element<i32>(start, j)));
  }
  for (let i = 0; i < rows; i++) {
    const past = load<i32>(element<i32>(rowStartP, i + 1));
    for (let k = load<i32>(element<i32>(rowStartP, i)); k < past; k++) {
      const next = element<i32>(start, load<i32>(element<i32>(colIndexP, k)));
      const at = load<i32>(next);
      store<i32>(next, at + 1);
      store<i32>(element<i32>(row, at), i);
      store<i32>(element<i32>(entry, at), k);
    }
  }
  memory.copy(start + 4, start, <usize>cols << 2);
  store<i32>(start, 0);
}

/** Terms of row i of PᵀA into first[i + 1], of row i of C into terms[i + 1]. */
export function countTriples(
  rowStartA: usize, colIndexA: usize, rowStartP: usize, start: usize, row: usize, first: usize, terms: usize, begin: i32, end: i32,
): void {
  checkRange(first, begin + 1, end + 1, 3);
  checkRange(terms, begin + 1, end + 1, 3);
  for (let i = begin; i < end; i++) {
    const last = load<i32>(element<i32>(start, i + 1));
    let middle: i64 = 0;
    let all: i64 = 0;
    for (let r = load<i32>(element<i32>(start, i)); r < last; r++) {
      const rowA = element<i32>(rowStartA, load<i32>(element<i32>(row, r)));
      const past = load<i32>(rowA, 4);
      for (let k = load<i32>(rowA); k < past; k++) {
        const rowP = element<i32>(rowStartP, load<i32>(element<i32>(colIndexA, k)));
        all += <i64>(load<i32>(rowP, 4) - load<i32>(rowP));
      }
      middle += <i64>(past - load<i32>(rowA));
    }
    store<f64>(element<f64>(first, i + 1), <f64>middle);
    store<f64>(element<f64>(terms, i + 1), <f64>all);
  }
}

/** totals: terms of the longest row of PᵀA and of C. Sums terms of both up. */
export function startTriples(first: usize, terms: usize, totals: usize, rows: i32): void {
  let sum: f64 = 0;
  let middle: f64 = 0;
  let most: f64 = 0;
  store<f64>(element<f64>(terms, 0), 0);
  for (let i = 1; i <= rows; i++) {
    const at = element<f64>(terms, i);
    const ofFirst = load<f64>(element<f64>(first, i));
    middle = max<f64>(middle, ofFirst);
    most = max<f64>(most, load<f64>(at));
    sum += load<f64>(at) + ofFirst;
    store<f64>(at, sum);
  }
  store<f64>(element<f64>(totals, 0), middle);
  store<f64>(element<f64>(totals, 1), most);
}

/** Where column j is among those of a row of so many; a new one comes last. */
// @ts-ignore: decorator
@inline
function meet(place: usize, columns: usize, count: i32, j: i32): i32 {
  const at = place + (<usize>j << 2);
  const there = load<i32>(at);
  const to = select<i32>(count, there - 1, there == 0);
  store<i32>(at, to + 1);
  store<i32>(columns + (<usize>to << 2), j);
  return to;
}

/** rowStartC[i + 1]: the entries of row i of C. */
export function countTripleEntries(
  rowStartA: usize, colIndexA: usize, rowStartP: usize, colIndexP: usize, start: usize, row: usize, rowStartC: usize,
  middlePlace: usize, middleColumns: usize, lastPlace: usize, lastColumns: usize, rows: i32, cols: i32, middle: i32, last: i32, worker: i32, begin: i32, end: i32,
): void {
  checkRange(middlePlace, worker * rows, (worker + 1) * rows, 2);
  checkRange(middleColumns, worker * middle, (worker + 1) * middle, 2);
  checkRange(lastPlace, worker * cols, (worker + 1) * cols, 2);
  checkRange(lastColumns, worker * last, (worker + 1) * last, 2);
  checkRange(rowStartC, begin + 1, end + 1, 2);
  const place = middlePlace + (<usize>worker * <usize>rows << 2);
  const columns = middleColumns + (<usize>worker * <usize>middle << 2);
  const placeC = lastPlace + (<usize>worker * <usize>cols << 2);
  const columnsC = lastColumns + (<usize>worker * <usize>last << 2);
  for (let i = begin; i < end; i++) {
    const pastR = load<i32>(element<i32>(start, i + 1));
    let count = 0;
    for (let r = load<i32>(element<i32>(start, i)); r < pastR; r++) {
      const rowA = element<i32>(rowStartA, load<i32>(element<i32>(row, r)));
      const past = load<i32>(rowA, 4);
      for (let k = load<i32>(rowA); k < past; k++)
        count += <i32>(meet(place, columns, count, load<i32>(element<i32>(colIndexA, k))) == count);
    }
    let found = 0;
    for (let t = 0; t < count; t++) {
      const l = load<i32>(columns + (<usize>t << 2));
      store<i32>(place + (<usize>l << 2), 0);
      const rowP = element<i32>(rowStartP, l);
      const past = load<i32>(rowP, 4);
      for (let k = load<i32>(rowP); k < past; k++)
        found += <i32>(meet(placeC, columnsC, found, load<i32>(element<i32>(colIndexP, k))) == found);
    }
    for (let t = 0; t < found; t++) store<i32>(placeC + (<usize>load<i32>(columnsC + (<usize>t << 2)) << 2), 0);
    store<i32>(element<i32>(rowStartC, i + 1), found);
  }
}

/** Rows begin … end − 1 of C: values, and columns unless `again` says that they are there. Sums are over the rows of A, then over the columns of PᵀA as they came, from 0, in f64. */
// @ts-ignore: decorator
@inline
export function fillTriples<T>(
  rowStartA: usize, colIndexA: usize, valuesA: usize, rowStartP: usize, colIndexP: usize, valuesP: usize, start: usize, row: usize, entry: usize,
  rowStartC: usize, colIndexC: usize, valuesC: usize, middlePlace: usize, middleColumns: usize, middleSums: usize, lastPlace: usize, lastColumns: usize, lastSums: usize,
  set: usize, stride: i32, words: i32, second: i32, third: i32, worker: i32, rows: i32, cols: i32, middle: i32, last: i32, again: i32, begin: i32, end: i32,
): void {
  checkRange(middlePlace, worker * rows, (worker + 1) * rows, 2);
  checkRange(middleColumns, worker * middle, (worker + 1) * middle, 2);
  checkRange(middleSums, worker * middle, (worker + 1) * middle, 3);
  checkRange(lastPlace, worker * cols, (worker + 1) * cols, 2);
  checkRange(lastColumns, worker * last, (worker + 1) * last, 2);
  checkRange(lastSums, worker * last, (worker + 1) * last, 3);
  checkRange(set, worker * stride, (worker + 1) * stride, 2);
  const place = middlePlace + (<usize>worker * <usize>rows << 2);
  const columns = middleColumns + (<usize>worker * <usize>middle << 2);
  const sums = middleSums + (<usize>worker * <usize>middle << 3);
  const placeC = lastPlace + (<usize>worker * <usize>cols << 2);
  const columnsC = lastColumns + (<usize>worker * <usize>last << 2);
  const sumsC = lastSums + (<usize>worker * <usize>last << 3);
  const own = ownSet(set, stride, worker);
  const above = own + (<usize>words << 3);
  const top = above + (<usize>second << 3);
  for (let i = begin; i < end; i++) {
    const pastR = load<i32>(element<i32>(start, i + 1));
    let count = 0;
    for (let r = load<i32>(element<i32>(start, i)); r < pastR; r++) {
      const rowA = element<i32>(rowStartA, load<i32>(element<i32>(row, r)));
      const factor = <f64>load<T>(element<T>(valuesP, load<i32>(element<i32>(entry, r))));
      const past = load<i32>(rowA, 4);
      for (let k = load<i32>(rowA); k < past; k++) {
        const to = meet(place, columns, count, load<i32>(element<i32>(colIndexA, k)));
        const at = sums + (<usize>to << 3);
        store<f64>(at, load<f64>(at) + factor * <f64>load<T>(element<T>(valuesA, k)));
        count += <i32>(to == count);
      }
    }
    let found = 0;
    for (let t = 0; t < count; t++) {
      const l = load<i32>(columns + (<usize>t << 2));
      const factor = load<f64>(sums + (<usize>t << 3));
      store<f64>(sums + (<usize>t << 3), 0);
      store<i32>(place + (<usize>l << 2), 0);
      const rowP = element<i32>(rowStartP, l);
      const past = load<i32>(rowP, 4);
      for (let k = load<i32>(rowP); k < past; k++) {
        const to = meet(placeC, columnsC, found, load<i32>(element<i32>(colIndexP, k)));
        const at = sumsC + (<usize>to << 3);
        store<f64>(at, load<f64>(at) + factor * <f64>load<T>(element<T>(valuesP, k)));
        found += <i32>(to == found);
      }
    }
    const first = load<i32>(element<i32>(rowStartC, i));
    checkRange(colIndexC, first, first + found, 2);
    checkRange(valuesC, first, first + found, alignof<T>());
    const columnsOf = colIndexC + (<usize>first << 2);
    const values = valuesC + (<usize>first << alignof<T>());
    if (again == 0) {
      let low = i32.MAX_VALUE;
      let high = 0;
      for (let t = 0; t < found; t++) {
        const j = load<i32>(columnsC + (<usize>t << 2));
        insert(own, above, top, j >> 6, bitOf(j));
        low = min(low, j);
        high = max(high, j);
      }
      if (found > 0) drain(own, above, top, low, high, columnsOf);
    }
    for (let p = 0; p < found; p++) {
      const j = load<i32>(columnsOf + (<usize>p << 2));
      const from = placeC + (<usize>j << 2);
      const at = sumsC + (<usize>(load<i32>(from) - 1) << 3);
      store<T>(values + (<usize>p << alignof<T>()), <T>load<f64>(at));
      store<f64>(at, 0);
      store<i32>(from, 0);
    }
  }
}
