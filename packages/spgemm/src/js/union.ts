import type { JsArguments, NamedArrays, ValueArray } from '@spmv/core';

type Arguments = JsArguments & { readonly memory: NamedArrays };

const starts = (memory: NamedArrays, name: string): Int32Array => memory[`${name}.rowStart`] as Int32Array;
const columns = (memory: NamedArrays, name: string): Int32Array => memory[`${name}.colIndex`] as Int32Array;
const numbersOf = (memory: NamedArrays, name: string): ValueArray => memory[`${name}.values`] as ValueArray;

/** The number of entries of each row of C, into `C.rowStart` one place later. */
export function countUnion({ memory, begin, end }: Arguments): void {
  const [startA, startB, rowStart] = [starts(memory, 'A'), starts(memory, 'B'), starts(memory, 'C')];
  const [a, b] = [columns(memory, 'A'), columns(memory, 'B')];
  for (let i = begin; i < end; i++) {
    let [p, q] = [startA[i], startB[i]];
    const [pastP, pastQ] = [startA[i + 1], startB[i + 1]];
    let count = pastP - p + (pastQ - q);
    while (p < pastP && q < pastQ) {
      const difference = a[p] - b[q];
      if (difference === 0) count--;
      if (difference <= 0) p++;
      if (difference >= 0) q++;
    }
    rowStart[i + 1] = count;
  }
}

/** Sums `C.rowStart` up; the number of all entries goes into `work.totals`, where it is exact also beyond 2³¹. */
export function startUnion({ memory, numbers }: Arguments): void {
  const rowStart = starts(memory, 'C');
  let sum = 0;
  rowStart[0] = 0;
  for (let i = 0; i < numbers['rows']; i++) {
    sum += rowStart[i + 1];
    rowStart[i + 1] = sum;
  }
  (memory['work.totals'] as Float64Array)[0] = sum;
}

/** Rows begin … end − 1 of C, columns and values. What is not there is 0, and β = 0 leaves values of B unread. */
export function fillUnion({ memory, begin, end, ...scalars }: Arguments): void {
  const [alpha, beta] = [scalars['alpha'] as number, scalars['beta'] as number];
  const [startA, startB, rowStart] = [starts(memory, 'A'), starts(memory, 'B'), starts(memory, 'C')];
  const [a, b, c] = [columns(memory, 'A'), columns(memory, 'B'), columns(memory, 'C')];
  const [valuesA, valuesB, values] = [numbersOf(memory, 'A'), numbersOf(memory, 'B'), numbersOf(memory, 'C')];
  for (let i = begin; i < end; i++) {
    let [p, q] = [startA[i], startB[i]];
    const [pastP, pastQ] = [startA[i + 1], startB[i + 1]];
    for (let to = rowStart[i]; to < rowStart[i + 1]; to++) {
      const left = p < pastP ? a[p] : Number.POSITIVE_INFINITY;
      const right = q < pastQ ? b[q] : Number.POSITIVE_INFINITY;
      c[to] = left < right ? left : right;
      let value = alpha * (left <= right ? valuesA[p++] : 0);
      if (right <= left) {
        if (beta !== 0) value += beta * valuesB[q];
        q++;
      }
      values[to] = value;
    }
  }
}
