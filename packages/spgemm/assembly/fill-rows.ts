import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { bitOf, clear, drain, drainWords, insert, number, ownSet, place, put } from './column-set';
import { firstOf, highOf, isNarrow, isRepeated, lowOf } from './count-rows';

/** Adds factor·(row of B) to sums: by column, counted from `low`, or by the place of the column in the row. */
// @ts-ignore: decorator
@inline
function addTerms<T>(isDense: bool, factor: f64, column: usize, past: usize, value: usize, sums: usize, low: i32, own: usize, rank: usize): void {
  for (; column < past; column += 4, value += sizeof<T>()) {
    const j = load<i32>(column);
    const at = sums + (<usize>(isDense ? j - low : place(own, rank, j)) << 3);
    store<f64>(at, load<f64>(at) + factor * <f64>load<T>(value));
  }
}

/**
 * Rows begin … end − 1 of C: values, and columns unless `again` says that they are there. Each element is summed in the order of A's row, from 0, in f64; then comes that of D. Sums lie in an
 * array over the columns of the row, first to last, where that is short or mostly filled, else side by side.
 */
// @ts-ignore: decorator
@inline
export function fillRows<T>(
  rowStartA: usize, colIndexA: usize, valuesA: usize, rowStartB: usize, colIndexB: usize, valuesB: usize,
  rowStartD: usize, colIndexD: usize, valuesD: usize,
  wordStart: usize, wordIndex: usize, wordBits: usize, shifted: usize, entries: i32,
  rowStartC: usize, colIndexC: usize, valuesC: usize, terms: usize,
  set: usize, stride: i32, words: i32, second: i32, third: i32, worker: i32, sums: usize, room: i32, denseSpan: f64, denseColumns: f64, again: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  checkRange(rowStartA, begin, end + 1, 2);
  checkRange(rowStartC, begin, end + 1, 2);
  checkRange(terms, begin, end + 1, 3);
  checkRange(colIndexB, 0, entries, 2);
  checkRange(valuesB, 0, entries, alignof<T>());
  checkRange(set, worker * stride, (worker + 1) * stride, 2);
  checkRange(sums, worker * room, (worker + 1) * room, 3);
  const own = ownSet(set, stride, worker);
  const above = own + (<usize>words << 3);
  const top = above + (<usize>second << 3);
  const rank = top + (<usize>third << 3);
  const mine = sums + (<usize>worker * <usize>room << 3);
  for (let i = begin; i < end; i++) {
    const from = load<i32>(element<i32>(rowStartA, i));
    const to = load<i32>(element<i32>(rowStartA, i + 1));
    const first = load<i32>(element<i32>(rowStartC, i));
    const last = load<i32>(element<i32>(rowStartC, i + 1));
    if (first == last) continue;
    let d = firstOf(rowStartD, i);
    const pastD = firstOf(rowStartD, i + 1);
    checkRange(colIndexC, first, last, 2);
    checkRange(valuesC, first, last, alignof<T>());
    const count = last - first;
    const columns = colIndexC + (<usize>first << 2);
    const values = valuesC + (<usize>first << alignof<T>());
    if (again == 0 && i > begin && isRepeated(rowStartA, colIndexA, rowStartD, colIndexD, shifted, i)) {
      const before = columns - (<usize>count << 2);
      for (let p: usize = 0; p < <usize>count << 2; p += 4) store<i32>(columns + p, load<i32>(before + p) + 1);
    } else if (again == 0) {
      const low = lowOf(rowStartA, colIndexA, rowStartB, colIndexB, rowStartD, colIndexD, i);
      const high = highOf(rowStartA, colIndexA, rowStartB, colIndexB, rowStartD, colIndexD, i);
      const narrow = isNarrow(low, high, terms, i);
      for (let k = from; k < to; k++) {
        const l = load<i32>(element<i32>(colIndexA, k));
        const starts = element<i32>(wordStart == 0 ? rowStartB : wordStart, l);
        const past = load<i32>(starts, 4);
        for (let q = load<i32>(starts); q < past; q++) {
          const j = wordStart == 0 ? load<i32>(element<i32>(colIndexB, q)) : 0;
          const w = wordStart == 0 ? j >> 6 : load<i32>(element<i32>(wordIndex, q));
          const bits = wordStart == 0 ? bitOf(j) : load<u64>(element<u64>(wordBits, q));
          if (narrow) put(own, w, bits);
          else insert(own, above, top, w, bits);
        }
      }
      for (let q = d; q < pastD; q++) {
        const j = load<i32>(element<i32>(colIndexD, q));
        if (narrow) put(own, j >> 6, bitOf(j));
        else insert(own, above, top, j >> 6, bitOf(j));
      }
      if (narrow) drainWords(own, low, high, columns, count);
      else drain(own, above, top, low, high, columns);
    }
    const low = load<i32>(columns);
    const span = <f64>(load<i32>(columns + (<usize>(count - 1) << 2)) - low) + 1;
    const isDense = span <= denseSpan || span <= denseColumns * (load<f64>(element<f64>(terms, i + 1)) - load<f64>(element<f64>(terms, i)));
    if (!isDense) number(own, rank, columns, count);
    for (let k = from; k < to; k++) {
      const row = element<i32>(rowStartB, load<i32>(element<i32>(colIndexA, k)));
      const start = load<i32>(row);
      const column = colIndexB + (<usize>start << 2);
      const past = colIndexB + (<usize>load<i32>(row, 4) << 2);
      const value = valuesB + (<usize>start << alignof<T>());
      const factor = <f64>load<T>(element<T>(valuesA, k));
      // A loop of its own for each.
      if (isDense) addTerms<T>(true, factor, column, past, value, mine, low, own, rank);
      else addTerms<T>(false, factor, column, past, value, mine, low, own, rank);
    }
    for (let p = 0; p < count; p++) {
      const j = load<i32>(columns + (<usize>p << 2));
      const at = mine + (<usize>(isDense ? j - low : p) << 3);
      let value = alpha * load<f64>(at);
      if (d < pastD && load<i32>(element<i32>(colIndexD, d)) == j) {
        if (beta != 0) value += beta * <f64>load<T>(element<T>(valuesD, d));
        d++;
      }
      store<T>(values + (<usize>p << alignof<T>()), <T>value);
      store<f64>(at, 0);
    }
    if (!isDense) clear(own, columns, count);
  }
}
