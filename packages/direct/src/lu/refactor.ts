import type { CooMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { LuFactor } from './factor.ts';
import type { LuKernels } from './lu-kernels.ts';
import { checkPattern, takeValues } from './factor.ts';

/** A pivot that is a smaller part of its column than this is none. */
const LEAST = 1e-6;

/**
 * Factors other values of the same pattern by the same pivots and scales, without a search: what a simulator does at each step. Overwrites the numbers of the factor and takes no memory. Where a pivot has become less than
 * 10⁻⁶ of a candidate beside it, that is refused, and the factor is of no use then. By default in JavaScript, or compiled code of `nativeFronts`.
 *
 * Errors: `SOLVER.GROWTH` with column and pivot; `SOLVER.NOT_FINITE`; `OPERAND.MATRIX` for another pattern.
 */
export function refactorLu(factor: LuFactor, coo: CooMatrix, kernels: LuKernels = {}): void {
  const { analysis, pivots, values } = factor;
  checkPattern(analysis, coo);
  takeValues(analysis, coo, factor, values, kernels);
  const [step, most] = (kernels.again ?? eliminateAgain)(factor, LEAST);
  if (step === -1) return;
  const col = analysis.colOrder[step];
  throw new SpmvError(
    'SOLVER.GROWTH',
    `The pivot of column ${col} has become ${pivots[step]}, beside a candidate of ${most}: the pivots of the values before do not suit these.`,
    { fix: 'Factor these values anew.', details: { col, step, pivot: pivots[step], most } },
  );
}

/** Columns by the pivots that there are: the first whose pivot is less than `least` of the largest candidate, −1 where there is none, and that candidate. */
function eliminateAgain(factor: LuFactor, least: number): readonly [step: number, most: number] {
  const { analysis, stepOf, L, U, pivots, values } = factor;
  const { n, columns, inside } = analysis;
  const x = new Float64Array(n);
  const { start, row } = columns;
  const { start: lStart, row: lRow, values: lValues } = L;
  const { start: uStart, row: uRow, values: uValues } = U;
  for (let j = 0; j < n; j++) {
    for (let k = inside[j]; k < start[j + 1]; k++) x[stepOf[row[k]]] = values[k];
    for (let t = uStart[j]; t < uStart[j + 1]; t++) {
      const step = uRow[t];
      const u = x[step];
      x[step] = 0;
      uValues[t] = u;
      for (let k = lStart[step]; k < lStart[step + 1]; k++) x[lRow[k]] -= lValues[k] * u;
    }
    const pivot = x[j];
    x[j] = 0;
    let most = Math.abs(pivot);
    for (let k = lStart[j]; k < lStart[j + 1]; k++) {
      const value = x[lRow[k]];
      x[lRow[k]] = 0;
      lValues[k] = value / pivot;
      if (!(Math.abs(value) <= most)) most = Math.abs(value);
    }
    pivots[j] = pivot;
    if (pivot === 0 || !(Math.abs(pivot) >= least * most)) return [j, most];
  }
  return [-1, 0];
}
