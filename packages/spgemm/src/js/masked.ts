import type { JsArguments, NamedArrays, ValueArray } from '@spmv/core';

/** What passes are told: arrays are in memory. */
type Arguments = JsArguments & { readonly memory: NamedArrays };

interface Positions {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
}

const positions = (memory: NamedArrays, name: string): Positions => ({
  rowStart: memory[`${name}.rowStart`] as Int32Array,
  colIndex: memory[`${name}.colIndex`] as Int32Array,
});

const values = (memory: NamedArrays, name: string): ValueArray => memory[`${name}.values`] as ValueArray;

/** Whether so many columns of a mask are looked for one by one in a row of B of this length, by halving it: where that is less than going over the row. */
const isSearched = (length: number, wanted: number): boolean => wanted * (33 - Math.clz32(length)) < length;

/** The place of a column between `from` and `past`, or where it would be. */
function placeOf(columns: Int32Array, column: number, from: number, past: number): number {
  let [low, high] = [from, past];
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    if (columns[middle] < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of each row of C what it costs, into `work.terms` one place later: columns of the mask, and for each row of B all of it, or what looking for them costs. */
export function countTerms({ memory, begin, end }: Arguments): void {
  const [A, B, M] = [positions(memory, 'A'), positions(memory, 'B'), positions(memory, 'M')];
  const terms = memory['work.terms'] as Float64Array;
  for (let i = begin; i < end; i++) {
    const wanted = M.rowStart[i + 1] - M.rowStart[i];
    let count = wanted;
    for (let k = wanted === 0 ? A.rowStart[i + 1] : A.rowStart[i]; k < A.rowStart[i + 1]; k++) {
      const length = B.rowStart[A.colIndex[k] + 1] - B.rowStart[A.colIndex[k]];
      count += isSearched(length, wanted) ? wanted * (33 - Math.clz32(length)) : length;
    }
    terms[i + 1] = count;
  }
}

/** Sums `work.terms` up, and leaves the longest row of the mask in `work.totals`. */
export function startTerms({ memory, numbers }: Arguments): void {
  const terms = memory['work.terms'] as Float64Array;
  const { rowStart } = positions(memory, 'M');
  let longest = 0;
  terms[0] = 0;
  for (let i = 0; i < numbers['rows']; i++) {
    terms[i + 1] += terms[i];
    longest = Math.max(longest, rowStart[i + 1] - rowStart[i]);
  }
  (memory['work.totals'] as Float64Array)[0] = longest;
}

/** The number of entries of each row of C, into `C.rowStart` one place later. */
export function countMasked({ memory, scratch, numbers, worker, begin, end }: Arguments): void {
  const [A, B, M] = [positions(memory, 'A'), positions(memory, 'B'), positions(memory, 'M')];
  const rowStart = memory['C.rowStart'] as Int32Array;
  const places = scratch['places'] as Int32Array;
  const base = worker * numbers['cols'];
  for (let i = begin; i < end; i++) {
    const [first, last] = [M.rowStart[i], M.rowStart[i + 1]];
    let count = 0;
    for (let m = first; m < last; m++) places[base + M.colIndex[m]] = 1;
    for (let k = A.rowStart[i]; k < A.rowStart[i + 1] && count < last - first; k++) {
      const [from, past] = [B.rowStart[A.colIndex[k]], B.rowStart[A.colIndex[k] + 1]];
      if (isSearched(past - from, last - first)) {
        for (let m = first, q = from; m < last && q < past; m++) {
          const j = M.colIndex[m];
          q = placeOf(B.colIndex, j, q, past);
          if (q < past && B.colIndex[q] === j && places[base + j] === 1) {
            places[base + j] = 0;
            count++;
          }
        }
        continue;
      }
      for (let q = from; q < past; q++) {
        const place = base + B.colIndex[q];
        if (places[place] === 1) {
          places[place] = 0;
          count++;
        }
      }
    }
    for (let m = first; m < last; m++) places[base + M.colIndex[m]] = 0;
    rowStart[i + 1] = count;
  }
}

/** Sums `C.rowStart` up; the number of all entries goes into `work.totals`. */
export function startMasked({ memory, numbers }: Arguments): void {
  const rowStart = memory['C.rowStart'] as Int32Array;
  rowStart[0] = 0;
  for (let i = 0; i < numbers['rows']; i++) rowStart[i + 1] += rowStart[i];
  (memory['work.totals'] as Float64Array)[0] = rowStart[numbers['rows']];
}

/** Which entry of the row of the mask a place is, that a term meets from now on. */
function metAt(places: Int32Array, place: number): number {
  const at = places[place];
  if (at > 0) return at - 1;
  places[place] = -at;
  return -at - 1;
}

/**
 * Rows begin … end − 1 of C, columns and values. The places of a row of the mask are negative until a term meets them. Where C is there already it is the mask itself, and every place is met.
 * Each element is summed in the order of A's row, from 0, in f64.
 */
export function fillMasked({ memory, scratch, numbers, worker, begin, end, ...scalars }: Arguments): void {
  const [A, B, C] = [positions(memory, 'A'), positions(memory, 'B'), positions(memory, 'C')];
  const M = numbers['again'] === 1 ? C : positions(memory, 'M');
  const [valuesA, valuesB, valuesC] = [values(memory, 'A'), values(memory, 'B'), values(memory, 'C')];
  const places = scratch['places'] as Int32Array;
  const sums = scratch['sums'] as Float64Array;
  const [base, sumBase] = [worker * numbers['cols'], worker * numbers['sums']];
  const alpha = scalars['alpha'] as number;
  for (let i = begin; i < end; i++) {
    // What the mask has beside no term costs nothing here.
    if (C.rowStart[i] === C.rowStart[i + 1]) continue;
    const [first, last] = [M.rowStart[i], M.rowStart[i + 1]];
    for (let m = first; m < last; m++) places[base + M.colIndex[m]] = first - m - 1;
    for (let k = A.rowStart[i]; k < A.rowStart[i + 1]; k++) {
      const [from, past] = [B.rowStart[A.colIndex[k]], B.rowStart[A.colIndex[k] + 1]];
      const factor = valuesA[k];
      if (isSearched(past - from, last - first)) {
        for (let m = first, q = from; m < last && q < past; m++) {
          const j = M.colIndex[m];
          q = placeOf(B.colIndex, j, q, past);
          if (q < past && B.colIndex[q] === j) sums[metAt(places, base + j) + sumBase] += factor * valuesB[q];
        }
        continue;
      }
      for (let q = from; q < past; q++) {
        const place = base + B.colIndex[q];
        if (places[place] !== 0) sums[metAt(places, place) + sumBase] += factor * valuesB[q];
      }
    }
    let to = C.rowStart[i];
    for (let m = first; m < last; m++) {
      const j = M.colIndex[m];
      if (places[base + j] > 0) {
        C.colIndex[to] = j;
        valuesC[to++] = alpha * sums[sumBase + m - first];
        sums[sumBase + m - first] = 0;
      }
      places[base + j] = 0;
    }
  }
}
