import type { CooMatrix, MatrixProblem } from '@spmv/core';
import type { MatrixReference } from '@spmv/core/oracle';
import { rowLengthOf, rowStartOf } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';

/** Terms of each row of AB: for every entry A(i, l) those that row l of B has. */
export function termsOfRows(A: CooMatrix, B: CooMatrix): Float64Array {
  const lengths = rowLengthOf(B);
  const terms = new Float64Array(A.shape.rows);
  const { rowIndex, colIndex } = A;
  for (let k = 0; k < colIndex.length; k++) terms[rowIndex[k]] += lengths[colIndex[k]];
  return terms;
}

/** Columns of one row of AB, increasing. */
function columnsOf(first: number, end: number, A: CooMatrix, B: CooMatrix, startB: Int32Array): Int32Array {
  const columns = new Set<number>();
  for (let k = first; k < end; k++) {
    const l = A.colIndex[k];
    for (let q = startB[l]; q < startB[l + 1]; q++) columns.add(B.colIndex[q]);
  }
  return Int32Array.from(columns).sort();
}

/**
 * Rows of αAB nearly exactly, straight from the entries. The values of a row are the product of a matrix with a vector: element (i, j) is Σₗ B(l, j)·A(i, l), so with one row for each entry of C
 * and one column for each entry of A, all rows together are one product for the oracle of y ← αAx, which knows infinities, NaN and the ends of the range. Memory: 16 bytes for each term.
 */
export function spgemmReference({ matrices, scalars, precision, rows }: MatrixProblem): MatrixReference {
  const { A, B } = matrices;
  if (!A || !B) throw new RangeError('spgemm needs A and B');
  const [startA, startB] = [rowStartOf(A), rowStartOf(B)];
  const parts = Array.from(rows, (i) => columnsOf(startA[i], startA[i + 1], A, B, startB));
  const start = new Int32Array(rows.length + 1);
  parts.forEach((columns, r) => (start[r + 1] = start[r] + columns.length));
  const colIndex = new Int32Array(start[rows.length]);
  parts.forEach((columns, r) => colIndex.set(columns, start[r]));

  const counts = new Int32Array(colIndex.length + 1);
  const forEachTerm = (visit: (entry: number, column: number, value: number) => void): void => {
    let column = 0;
    rows.forEach((i, r) => {
      const place = new Map(Array.from(parts[r], (j, at) => [j, start[r] + at] as const));
      for (let k = startA[i]; k < startA[i + 1]; k++, column++) {
        const l = A.colIndex[k];
        for (let q = startB[l]; q < startB[l + 1]; q++) visit(place.get(B.colIndex[q]) as number, column, B.values[q]);
      }
    });
  };
  forEachTerm((entry) => counts[entry + 1]++);
  for (let e = 0; e < colIndex.length; e++) counts[e + 1] += counts[e];
  const terms = counts[colIndex.length];
  const next = counts.slice();
  const [rowIndex, termColumns, values] = [new Int32Array(terms), new Int32Array(terms), new Float64Array(terms)];
  forEachTerm((entry, column, value) => {
    const at = next[entry]++;
    rowIndex[at] = entry;
    termColumns[at] = column;
    values[at] = value;
  });
  const x = Float64Array.from(Array.from(rows).flatMap((i) => Array.from(A.values.subarray(startA[i], startA[i + 1]))));
  const coo = { shape: { rows: colIndex.length, cols: x.length }, rowIndex, colIndex: termColumns, values };
  const operands = { coo, x, y: new Float64Array(colIndex.length), alpha: scalars['alpha'] ?? 1, beta: 0 };
  if (operands.alpha !== 0) return { rows, start, colIndex, values: spmvReference(operands, precision) };
  // α = 0 is a factor here, and no product that is left out: 0·NaN is NaN, and so may be 0 times a sum that overflows on the way.
  const sums = spmvReference({ ...operands, alpha: 1 }, precision);
  const nothing = {
    low: sums.low.map(() => 0),
    magnitude: sums.magnitude.map(() => 0),
    exponent: sums.exponent.map(() => 0),
  };
  return {
    rows,
    start,
    colIndex,
    values: { ...sums, ...nothing, high: sums.high.map((sum) => (Number.isFinite(sum) ? 0 : Number.NaN)) },
  };
}
