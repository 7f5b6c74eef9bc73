import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { bitOf, bitsOf, ownSet, pastWord, put, takeWords } from './column-set';

/** Entries of row i of D that come first, and past the last: none where D is not there. */
// @ts-ignore: decorator
@inline
export function firstOf(rowStartD: usize, i: i32): i32 {
  return rowStartD == 0 ? 0 : load<i32>(element<i32>(rowStartD, i));
}

/** terms[i + 1]: the terms of row i of C, and its entries of D. */
export function countTerms(
  rowStartA: usize, colIndexA: usize, rowStartB: usize, rowStartD: usize, terms: usize, begin: i32, end: i32,
): void {
  checkRange(rowStartA, begin, end + 1, 2);
  checkRange(terms, begin + 1, end + 1, 3);
  for (let i = begin; i < end; i++) {
    const last = load<i32>(element<i32>(rowStartA, i + 1));
    let count = <i64>(firstOf(rowStartD, i + 1) - firstOf(rowStartD, i));
    for (let k = load<i32>(element<i32>(rowStartA, i)); k < last; k++) {
      const row = element<i32>(rowStartB, load<i32>(element<i32>(colIndexA, k)));
      count += <i64>(load<i32>(row, 4) - load<i32>(row));
    }
    store<f64>(element<f64>(terms, i + 1), <f64>count);
  }
}

/** Sums terms up; totals[at]: those of the longest row. */
export function startTerms(starts: usize, totals: usize, at: i32, rows: i32): void {
  let sum: f64 = 0;
  let most: f64 = 0;
  store<f64>(element<f64>(starts, 0), 0);
  for (let i = 0; i < rows; i++) {
    const start = element<f64>(starts, i + 1);
    most = max<f64>(most, load<f64>(start));
    sum += load<f64>(start);
    store<f64>(start, sum);
  }
  store<f64>(element<f64>(totals, at), most);
}

/** Sums the lengths of rows up; totals[at]: of all, also where they are too many for the last. */
export function startRows(starts: usize, totals: usize, at: i32, rows: i32): void {
  let sum: i64 = 0;
  store<i32>(element<i32>(starts, 0), 0);
  for (let i = 0; i < rows; i++) {
    const start = element<i32>(starts, i + 1);
    sum += <i64>load<i32>(start);
    store<i32>(start, <i32>sum);
  }
  store<f64>(element<f64>(totals, at), <f64>sum);
}

/** Whether row i has the columns of the row before, each one further. */
// @ts-ignore: decorator
@inline
function isShifted(rowStart: usize, colIndex: usize, i: i32): bool {
  const first = load<i32>(element<i32>(rowStart, i));
  const past = load<i32>(element<i32>(rowStart, i + 1));
  const count = past - first;
  if (first - load<i32>(element<i32>(rowStart, i - 1)) != count) return false;
  for (let q = first; q < past; q++) {
    if (load<i32>(element<i32>(colIndex, q)) != load<i32>(element<i32>(colIndex, q - count)) + 1) return false;
  }
  return true;
}

/** Whether row i of C is the row before, each column one further: where the row of A is, all rows of B that it names, and the row of D. */
// @ts-ignore: decorator
@inline
export function isRepeated(rowStartA: usize, colIndexA: usize, rowStartD: usize, colIndexD: usize, shifted: usize, i: i32): bool {
  const first = load<i32>(element<i32>(rowStartA, i));
  const past = load<i32>(element<i32>(rowStartA, i + 1));
  const count = past - first;
  if (first - load<i32>(element<i32>(rowStartA, i - 1)) != count) return false;
  for (let k = first; k < past; k++) {
    const l = load<i32>(element<i32>(colIndexA, k));
    if (l != load<i32>(element<i32>(colIndexA, k - count)) + 1 || load<u8>(element<u8>(shifted, l)) == 0) return false;
  }
  return rowStartD == 0 || isShifted(rowStartD, colIndexD, i);
}

/** wordStart[i + 1]: the words of 64 columns that row i of B has some of. shifted[i]: whether it is the row before, each column one further. */
export function countWords(rowStartB: usize, colIndexB: usize, wordStart: usize, shifted: usize, begin: i32, end: i32): void {
  for (let i = begin; i < end; i++) {
    const past = colIndexB + (<usize>load<i32>(element<i32>(rowStartB, i + 1)) << 2);
    let count = 0;
    for (let column = colIndexB + (<usize>load<i32>(element<i32>(rowStartB, i)) << 2); column < past; column = pastWord(column, past)) count++;
    store<i32>(element<i32>(wordStart, i + 1), count);
    store<u8>(element<u8>(shifted, i), <u8>(i > 0 && isShifted(rowStartB, colIndexB, i)));
  }
}

/** Those words, and the bits of the columns in each. */
export function fillWords(
  rowStartB: usize, colIndexB: usize, wordStart: usize, wordIndex: usize, wordBits: usize, begin: i32, end: i32,
): void {
  for (let i = begin; i < end; i++) {
    const past = colIndexB + (<usize>load<i32>(element<i32>(rowStartB, i + 1)) << 2);
    let to = load<i32>(element<i32>(wordStart, i));
    for (let column = colIndexB + (<usize>load<i32>(element<i32>(rowStartB, i)) << 2); column < past; to++) {
      const next = pastWord(column, past);
      store<i32>(element<i32>(wordIndex, to), load<i32>(column) >> 6);
      store<u64>(element<u64>(wordBits, to), bitsOf(column, next));
      column = next;
    }
  }
}

/** The first column of row i of C. */
// @ts-ignore: decorator
@inline
export function lowOf(rowStartA: usize, colIndexA: usize, rowStartB: usize, colIndexB: usize, rowStartD: usize, colIndexD: usize, i: i32): i32 {
  const d = firstOf(rowStartD, i);
  let low = d < firstOf(rowStartD, i + 1) ? load<i32>(element<i32>(colIndexD, d)) : i32.MAX_VALUE;
  const past = load<i32>(element<i32>(rowStartA, i + 1));
  for (let k = load<i32>(element<i32>(rowStartA, i)); k < past; k++) {
    const row = element<i32>(rowStartB, load<i32>(element<i32>(colIndexA, k)));
    const first = load<i32>(row);
    if (first < load<i32>(row, 4)) low = min(low, load<i32>(element<i32>(colIndexB, first)));
  }
  return low;
}

/** The last column of row i of C. */
// @ts-ignore: decorator
@inline
export function highOf(rowStartA: usize, colIndexA: usize, rowStartB: usize, colIndexB: usize, rowStartD: usize, colIndexD: usize, i: i32): i32 {
  const pastD = firstOf(rowStartD, i + 1);
  let high = firstOf(rowStartD, i) < pastD ? load<i32>(element<i32>(colIndexD, pastD - 1)) : 0;
  const past = load<i32>(element<i32>(rowStartA, i + 1));
  for (let k = load<i32>(element<i32>(rowStartA, i)); k < past; k++) {
    const row = element<i32>(rowStartB, load<i32>(element<i32>(colIndexA, k)));
    const end = load<i32>(row, 4);
    if (load<i32>(row) < end) high = max(high, load<i32>(element<i32>(colIndexB, end - 1)));
  }
  return high;
}

/** Whether there are no more words between two columns of row i of C than it has terms, so that going over all of them costs less than knowing which have columns. */
// @ts-ignore: decorator
@inline
export function isNarrow(low: i32, high: i32, terms: usize, i: i32): bool {
  return <f64>((high >> 6) - (low >> 6)) < load<f64>(element<f64>(terms, i + 1)) - load<f64>(element<f64>(terms, i));
}

/** rowStartC[i + 1]: the entries of row i of C. The words of a row are listed where their ranks would be, and are 0 again afterwards. */
export function countEntries(
  rowStartA: usize, colIndexA: usize, rowStartB: usize, colIndexB: usize, rowStartD: usize, colIndexD: usize, wordStart: usize, wordIndex: usize, wordBits: usize, shifted: usize, entries: i32, rowStartC: usize, terms: usize,
  set: usize, stride: i32, words: i32, second: i32, third: i32, worker: i32, begin: i32, end: i32,
): void {
  checkRange(rowStartA, begin, end + 1, 2);
  checkRange(rowStartC, begin + 1, end + 1, 2);
  checkRange(colIndexB, 0, entries, 2);
  checkRange(set, worker * stride, (worker + 1) * stride, 2);
  const own = ownSet(set, stride, worker);
  const list = own + (<usize>(words + second + third) << 3);
  for (let i = begin; i < end; i++) {
    const last = load<i32>(element<i32>(rowStartA, i + 1));
    if (i > begin && isRepeated(rowStartA, colIndexA, rowStartD, colIndexD, shifted, i)) {
      store<i32>(element<i32>(rowStartC, i + 1), load<i32>(element<i32>(rowStartC, i)));
      continue;
    }
    const low = lowOf(rowStartA, colIndexA, rowStartB, colIndexB, rowStartD, colIndexD, i);
    const high = highOf(rowStartA, colIndexA, rowStartB, colIndexB, rowStartD, colIndexD, i);
    const narrow = isNarrow(low, high, terms, i);
    let count = 0;
    let listed = list;
    for (let k = load<i32>(element<i32>(rowStartA, i)); k < last; k++) {
      const l = load<i32>(element<i32>(colIndexA, k));
      const starts = element<i32>(wordStart == 0 ? rowStartB : wordStart, l);
      const past = load<i32>(starts, 4);
      for (let q = load<i32>(starts); q < past; q++) {
        // The words that were put together, or one column each.
        const j = wordStart == 0 ? load<i32>(element<i32>(colIndexB, q)) : 0;
        const w = wordStart == 0 ? j >> 6 : load<i32>(element<i32>(wordIndex, q));
        const bits = wordStart == 0 ? bitOf(j) : load<u64>(element<u64>(wordBits, q));
        if (narrow) {
          put(own, w, bits);
          continue;
        }
        const at = own + (<usize>w << 3);
        const old = load<u64>(at);
        store<u64>(at, old | bits);
        count += <i32>popcnt<u64>(bits & ~old);
        store<i32>(listed, w);
        listed += <usize>(old == 0) << 2;
      }
    }
    for (let d = firstOf(rowStartD, i); d < firstOf(rowStartD, i + 1); d++) {
      const j = load<i32>(element<i32>(colIndexD, d));
      if (narrow) {
        put(own, j >> 6, bitOf(j));
        continue;
      }
      const at = own + (<usize>(j >> 6) << 3);
      const old = load<u64>(at);
      store<u64>(at, old | bitOf(j));
      count += <i32>((old & bitOf(j)) == 0);
      store<i32>(listed, j >> 6);
      listed += <usize>(old == 0) << 2;
    }
    if (narrow) count = takeWords(own, low, high);
    for (let at = list; at < listed; at += 4) store<u64>(own + (<usize>load<i32>(at) << 3), 0);
    store<i32>(element<i32>(rowStartC, i + 1), count);
  }
}
