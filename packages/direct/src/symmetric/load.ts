import { SpmvError } from '@spmv/core';
import type { SquareCsr } from '../csr-arrays.ts';
import type { SymmetricAnalysis } from './symmetric.ts';

/** Refuses another number of rows or entries than was analyzed, and numbers that are none. */
export function checkValues(analysis: SymmetricAnalysis, { n, rowStart, colIndex, values }: SquareCsr): void {
  if (n !== analysis.n || values.length !== analysis.nnz)
    throw new SpmvError(
      'OPERAND.MATRIX',
      `The matrix has ${n} rows and ${values.length} entries; analyzed was one of ${analysis.n} and ${analysis.nnz}.`,
      {
        fix: 'Analyze this matrix: an analysis is for matrices with entries at the same positions.',
        details: { n, nnz: values.length },
      },
    );
  // A loop: `findIndex` calls for each element.
  let bad = 0;
  while (bad < values.length && values[bad] - values[bad] === 0) bad++;
  if (bad < values.length) {
    const row = rowOf(rowStart, bad);
    throw new SpmvError('SOLVER.NOT_FINITE', `Entry (${row}, ${colIndex[bad]}) is ${values[bad]}.`, {
      fix: 'Give finite numbers.',
      details: { row, column: colIndex[bad], value: values[bad] },
    });
  }
  if (analysis.triangle === 'full') checkSymmetry({ n, rowStart, colIndex, values });
}

function rowOf(rowStart: Int32Array, entry: number): number {
  let [low, high] = [0, rowStart.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rowStart[middle] <= entry) low = middle;
    else high = middle;
  }
  // Of rows without entries the last one that begins here has it.
  return low;
}

/** Entry (row, column) and the mirrored one, which differ. */
interface Asymmetry {
  readonly row: number;
  readonly column: number;
  readonly value: number;
  readonly mirrored: number;
}

function checkSymmetry(csr: SquareCsr): void {
  const found = asymmetryOf(csr);
  if (!found) return;
  const { row, column, value, mirrored } = found;
  throw new SpmvError(
    'OPERAND.MATRIX',
    `The matrix is not symmetric: entry (${row}, ${column}) is ${value}, and (${column}, ${row}) is ${mirrored}.`,
    {
      fix: "Use method: 'lu'; where one triangle stands for both, give both, or triangle: 'lower' or 'upper' to analyzeSymmetric.",
      details: { ...found },
    },
  );
}

/** The first two entries that differ by more than what sums in another order do: 16 ε of the largest entry of the row or the column. O(nnz). */
export function asymmetryOf({ n, rowStart, colIndex, values }: SquareCsr): Asymmetry | undefined {
  // Asked where two entries are not equal to the bit.
  let largest: Float64Array | undefined;
  const next = rowStart.slice(0, n);
  // Columns of rows increase, so the entries of column j are met in the order of row j.
  for (let i = 0; i < n; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const j = colIndex[k];
      if (j <= i) continue;
      let at = next[j];
      for (; at < rowStart[j + 1] && colIndex[at] < i; at++)
        if (isOther(j, colIndex[at], values[at], 0))
          return { row: j, column: colIndex[at], value: values[at], mirrored: 0 };
      const isThere = at < rowStart[j + 1] && colIndex[at] === i;
      const mirrored = isThere ? values[at] : 0;
      if (isOther(i, j, values[k], mirrored)) return { row: i, column: j, value: values[k], mirrored };
      next[j] = isThere ? at + 1 : at;
    }
  }
  for (let j = 0; j < n; j++)
    for (let at = next[j]; at < rowStart[j + 1] && colIndex[at] < j; at++)
      if (isOther(j, colIndex[at], values[at], 0))
        return { row: j, column: colIndex[at], value: values[at], mirrored: 0 };
  return undefined;

  function isOther(row: number, column: number, value: number, mirrored: number): boolean {
    if (value - mirrored === 0) return false;
    largest ??= largestOfRows({ n, rowStart, colIndex, values });
    return !(Math.abs(value - mirrored) <= 16 * Number.EPSILON * Math.max(largest[row], largest[column]));
  }
}

function largestOfRows({ n, rowStart, values }: SquareCsr): Float64Array {
  const largest = new Float64Array(n);
  for (let i = 0; i < n; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) largest[i] = Math.max(largest[i], Math.abs(values[k]));
  return largest;
}

/** Adds the entries of a matrix to panels. */
export function loadPanels(
  { entrySource, entryTarget }: SymmetricAnalysis,
  values: Float64Array,
  panels: Float64Array,
): void {
  for (let e = 0; e < entrySource.length; e++) panels[entryTarget[e]] += values[entrySource[e]];
}
