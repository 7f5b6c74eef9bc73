import type { CooMatrix, OptionRules } from '@spmv/core';
import { checkOptions, numberOption, SpmvError } from '@spmv/core';
import { gathered } from '../gathered.ts';
import { scalesOf, timesPower } from '../refine/equilibrate.ts';
import type { Scales } from '../refine/equilibrate.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { LuAnalysis } from './analyze.ts';
import { within } from './analyze.ts';
import { eliminate } from './eliminate.ts';
import type { ColumnKernels, Scaled, TriangularPart, LuWork } from './work.ts';
import { workOf } from './work.ts';

/** How LU chooses pivots, and what it may take. */
export interface LuOptions {
  /** The element of the diagonal is the pivot where it is at least this part of the largest candidate; 1: only where none is larger. Default 0.1. */
  readonly threshold?: number;
  /** Most bytes of the factors. Default 4·10⁹. */
  readonly maxBytes?: number;
}

export const LU_RULES: OptionRules<LuOptions> = {
  threshold: numberOption(0, 1),
  maxBytes: numberOption(0, Infinity),
};

/** Limits that were given, and no others. */
export function luLimits({ threshold, maxBytes }: Partial<Record<keyof LuOptions, number | undefined>>): LuOptions {
  return { ...(threshold === undefined ? {} : { threshold }), ...(maxBytes === undefined ? {} : { maxBytes }) };
}

/** LU of a matrix, as plain data: with P and Q the orders and R and C scales, PRACQ is block upper triangular, and LU are those of its diagonal blocks. */
export interface LuFactor {
  readonly kind: 'lu';
  readonly analysis: LuAnalysis;
  /** The row and the column of the caller at each place, pivots chosen. */
  readonly rowOrder: Int32Array;
  readonly colOrder: Int32Array;
  /** What a row of the analysis became. */
  readonly stepOf: Int32Array;
  /** The factors, strictly below and above the diagonal, column by column; that of L is 1. */
  readonly L: TriangularPart;
  readonly U: TriangularPart;
  readonly pivots: Float64Array;
  /** The scaled matrix, of whose columns entries above their block are used as they are, by the places of `aboveRow`. */
  readonly values: Float64Array;
  readonly aboveRow: Int32Array;
  /** R and C, powers of two, by rows and columns of the caller. */
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
  /** Entries of L and U with their diagonal. */
  readonly entries: number;
  /** Pivots that are not of the diagonal of the analysis. */
  readonly exchanges: number;
}

/** Multiplications between two looks at the clock: about 20 ms. */
const SLICE = 1e7;
export const LU_DEFAULTS: Required<LuOptions> = { threshold: 0.1, maxBytes: 4e9 };

/** Errors: `SOLVER.NOT_FINITE`. */
export function checkNumbers(coo: CooMatrix): void {
  const { values } = coo;
  for (let k = 0; k < values.length; k++) if (values[k] - values[k] !== 0) throw notFinite(coo);
}

/** The first element that is not finite. */
function notFinite({ rowIndex, colIndex, values }: CooMatrix): SpmvError {
  const k = values.findIndex((value) => !Number.isFinite(value));
  const [row, col, value] = [rowIndex[k], colIndex[k], values[k]];
  return new SpmvError(
    'SOLVER.NOT_FINITE',
    `Element (${row}, ${col}) of the matrix is ${value}, so that Ax = b has no solution.`,
    { fix: 'Replace it by a number that is finite.', details: { row, col, value } },
  );
}

/** Errors: `OPERAND.MATRIX` for a matrix that cannot have the pattern. */
export function checkPattern({ n, nnz }: Pick<LuAnalysis, 'n' | 'nnz'>, { shape, values }: CooMatrix): void {
  if (shape.rows === n && shape.cols === n && values.length === nnz) return;
  throw new SpmvError(
    'OPERAND.MATRIX',
    `The analysis is of ${n} × ${n} with ${nnz} entries, and the matrix is ${shape.rows} × ${shape.cols} with ${values.length}.`,
    { fix: 'Give a matrix of the pattern that was analysed, or analyse this one.', details: { n, nnz, ...shape } },
  );
}

/** A product of two powers of two with this magnitude is one. */
const [SMALL, LARGE] = [2 ** -1000, 2 ** 1000];

function extremeOf(scales: Float64Array, one: (a: number, b: number) => number): number {
  let found = 1;
  for (let i = 0; i < scales.length; i++) found = one(found, scales[i]);
  return found;
}

/** `Scaled` in JavaScript. */
const scaledValues: Scaled = (
  { rowOrder, colOrder, columns: { n, start, row, from } },
  values,
  rowScale,
  colScale,
  into,
) => {
  for (let k = 0; k < values.length; k++) if (values[k] - values[k] !== 0) return false;
  const byPlace = gathered(rowScale, rowOrder);
  // Powers of two that are in range together are so in every product.
  const isInRange = extremeOf(byPlace, Math.min) * extremeOf(colScale, Math.min) > SMALL;
  const isPlain = isInRange && extremeOf(byPlace, Math.max) * extremeOf(colScale, Math.max) < LARGE;
  for (let j = 0; j < n; j++) {
    const c = colScale[colOrder[j]];
    const end = start[j + 1];
    if (isPlain) for (let k = start[j]; k < end; k++) into[k] = values[from[k]] * (byPlace[row[k]] * c);
    else
      for (let k = start[j]; k < end; k++)
        into[k] = timesPower(values[from[k]], Math.log2(byPlace[row[k]]) + Math.log2(c));
  }
  return true;
};

/** Writes the scaled matrix into `into`. Errors: `SOLVER.NOT_FINITE`, and nothing is written. */
export function takeValues(
  analysis: LuAnalysis,
  coo: CooMatrix,
  { rowScale, colScale }: Scales,
  into: Float64Array,
  { scaled = scaledValues }: ColumnKernels,
): void {
  if (!scaled(analysis, coo.values, rowScale, colScale, into)) throw notFinite(coo);
}

function singular(work: LuWork): SpmvError {
  const { analysis, rowAt, stepOf } = work;
  const at = rowAt.indexOf(-1);
  const rank = rowAt.reduce((count, i) => (i < 0 ? count : count + 1), 0);
  const [row, col] = [analysis.rowOrder[stepOf.indexOf(-1)], analysis.colOrder[at]];
  return new SpmvError(
    'SOLVER.SINGULAR',
    `The matrix is singular: column ${col} is a combination of ${at} columns that were eliminated before it, and no pivot is left in it; the rank found is ${rank} of ${analysis.n}, and row ${row} is left over.`,
    {
      fix: "Mend the row or the column, or use method: 'lsqr', which gives the smallest x of least squares.",
      details: { rank, row, col, structural: false },
    },
  );
}

/** Names rows of L by the steps that they became pivots in, and gives those of what is above blocks. */
function rowsBySteps({ analysis: { n, columns, inside }, L, stepOf }: LuWork): Int32Array {
  const { start, row } = columns;
  const lEnd = L.start[n];
  for (let k = 0; k < lEnd; k++) L.row[k] = stepOf[L.row[k]];
  const aboveRow = new Int32Array(row.length);
  for (let j = 0; j < n; j++) for (let k = start[j]; k < inside[j]; k++) aboveRow[k] = stepOf[row[k]];
  return aboveRow;
}

/** The factor of work that is done. Errors: `SOLVER.SINGULAR`. */
function finished(work: LuWork, { rowScale, colScale }: Scales, { bySteps = rowsBySteps }: ColumnKernels): LuFactor {
  const { analysis, L, U, pivots, stepOf, rowAt, values } = work;
  const { n } = analysis;
  if (rowAt.includes(-1)) throw singular(work);
  const [lEnd, uEnd] = [L.start[n], U.start[n]];
  const aboveRow = bySteps(work);
  let exchanges = 0;
  for (let j = 0; j < n; j++) if (rowAt[j] !== j) exchanges++;
  return {
    kind: 'lu',
    analysis,
    rowOrder: gathered(analysis.rowOrder, rowAt),
    colOrder: analysis.colOrder,
    stepOf,
    L,
    U,
    pivots,
    values,
    aboveRow,
    rowScale,
    colScale,
    entries: lEnd + uEnd + n,
    exchanges,
  };
}

/** The same as `factorLu`, in slices of some milliseconds. */
export function* factorLuSlices(
  analysis: LuAnalysis,
  coo: CooMatrix,
  options: LuOptions = {},
  kernels: ColumnKernels = {},
): Slices<LuFactor> {
  checkOptions('factorLu', options, LU_RULES);
  const { threshold = LU_DEFAULTS.threshold, maxBytes = LU_DEFAULTS.maxBytes } = options;
  checkPattern(analysis, coo);
  within(analysis, maxBytes);
  const scales = (kernels.scales ?? scalesOf)(coo);
  const { nnz, n } = analysis;
  const values = new Float64Array(nnz);
  takeValues(analysis, coo, scales, values, kernels);
  const work = workOf(analysis, values, threshold, maxBytes);
  const columns = kernels.columns ?? eliminate;
  for (let j = 0; j < n;) {
    j = columns(work, j, SLICE);
    yield j;
  }
  return finished(work, scales, kernels);
}

/**
 * Factors a matrix of the pattern that was analysed: PRACQ with diagonal blocks LU, by Gilbert and Peierls' left-looking elimination with partial pivoting, which prefers the diagonal. R and C are powers of two, so that
 * scaling rounds nothing. Memory is taken in steps; what the analysis expects is refused before any is taken.
 *
 * `kernels`: by default JavaScript, or compiled code of `nativeFronts`.
 *
 * Not promised: bits from one version to the next. Errors: `SOLVER.SINGULAR` with row, column and the rank found; `SOLVER.NOT_FINITE`; `FORMAT.OUT_OF_MEMORY`, where the factors need more than `maxBytes`;
 * `SOLVER.GROWTH`, where they leave the range of f64; `OPERAND.MATRIX` for another pattern.
 */
export function factorLu(analysis: LuAnalysis, coo: CooMatrix, options?: LuOptions, kernels?: ColumnKernels): LuFactor {
  return drained(factorLuSlices(analysis, coo, options, kernels));
}
