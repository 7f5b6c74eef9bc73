import type { CooMatrix } from '@spmv/core';
import { formatBytes, SpmvError } from '@spmv/core';
import type { Scales } from '../refine/equilibrate.ts';
import type { LuAnalysis } from './analyze.ts';
import { ENTRY_BYTES } from './analyze.ts';

/** Columns of a factor that is being made; arrays grow. */
export interface TriangularPart {
  readonly start: Int32Array;
  row: Int32Array;
  values: Float64Array;
}

/** What elimination works with. Places are those of the analysis. */
export interface LuWork {
  readonly analysis: LuAnalysis;
  /** The scaled values, entry by entry of `analysis.columns`. */
  readonly values: Float64Array;
  /** Strictly lower, rows by their places before pivoting until all is done. */
  readonly L: TriangularPart;
  /** Strictly upper, rows by the steps that they became pivots in, in an order in which they can be eliminated. */
  readonly U: TriangularPart;
  readonly pivots: Float64Array;
  /** The step in which a row became the pivot, −1 before. */
  readonly stepOf: Int32Array;
  /** The row that became the pivot of a step, −1 for a column that depends on those before. */
  readonly rowAt: Int32Array;
  /** A pivot of the diagonal may be this part of the largest candidate. */
  readonly threshold: number;
  readonly maxBytes: number;
  /** Zeros between columns. */
  readonly x: Float64Array;
  readonly mark: Int32Array;
  /** Where the part of a column of L ends that searches read. */
  readonly searchEnd: Int32Array;
  readonly path: Int32Array;
  readonly next: Int32Array;
}

/** The scaled matrix by the columns of an analysis. */
export type Scaled = (
  analysis: LuAnalysis,
  values: Float64Array,
  rowScale: Float64Array,
  colScale: Float64Array,
  into: Float64Array,
) => boolean;

/** What looks for pivots column by column, and prepares numbers for it. */
export interface ColumnKernels {
  readonly scales?: (coo: CooMatrix) => Scales;
  /** RAC into `into`, in the order of the columns of the analysis; false, and nothing written, where a number is not finite. */
  readonly scaled?: Scaled;
  /** Names rows of L of work that is done by the steps that they became pivots in, and gives those of the entries above blocks. */
  readonly bySteps?: (work: LuWork) => Int32Array;
  /** Eliminates columns from `from` on until about `budget` multiplications are done, and says which column is next. Errors: `FORMAT.OUT_OF_MEMORY`, `SOLVER.GROWTH`. */
  readonly columns?: (work: LuWork, from: number, budget: number) => number;
}

/** What grows is made larger by this factor. */
const GROWTH = 1.5;

function tooMuch(bytes: number, maxBytes: number, done: number, n: number): SpmvError {
  return new SpmvError(
    'FORMAT.OUT_OF_MEMORY',
    `The factors need more than maxBytes, ${formatBytes(maxBytes)}: ${formatBytes(bytes)} by column ${done} of ${n}.`,
    {
      fix: 'Solve by an iterative method with a preconditioner, or factor with a larger maxBytes.',
      details: { bytes, maxBytes, done, columns: n },
    },
  );
}

/** Makes room for `more` entries after the first `used`. Errors: `FORMAT.OUT_OF_MEMORY`. */
export function makeRoom(work: LuWork, which: 'L' | 'U', used: number, more: number, column: number): void {
  const triangle = work[which];
  if (used + more <= triangle.row.length) return;
  const other = work[which === 'L' ? 'U' : 'L'].row.length;
  const fits = Math.floor(work.maxBytes / ENTRY_BYTES) - other;
  const length = Math.min(Math.max(fits, 0), Math.ceil(GROWTH * (used + more)), 2 ** 31 - 1);
  if (length < used + more) throw tooMuch(ENTRY_BYTES * (used + more + other), work.maxBytes, column, work.analysis.n);
  const [row, values] = [new Int32Array(length), new Float64Array(length)];
  row.set(triangle.row.subarray(0, used));
  values.set(triangle.values.subarray(0, used));
  triangle.row = row;
  triangle.values = values;
}

function triangleOf(n: number, entries: number): TriangularPart {
  return { start: new Int32Array(n + 1), row: new Int32Array(entries), values: new Float64Array(entries) };
}

/** Begins with room for a part of what is expected. */
export function workOf(analysis: LuAnalysis, values: Float64Array, threshold: number, maxBytes: number): LuWork {
  const { n, nnz } = analysis;
  const room = Math.min(Math.ceil(analysis.entries / 2), nnz) + n;
  return {
    analysis,
    values,
    threshold,
    maxBytes,
    L: triangleOf(n, room),
    U: triangleOf(n, room),
    pivots: new Float64Array(n),
    stepOf: new Int32Array(n).fill(-1),
    rowAt: new Int32Array(n).fill(-1),
    x: new Float64Array(n),
    mark: new Int32Array(n).fill(-1),
    searchEnd: new Int32Array(n),
    path: new Int32Array(n),
    next: new Int32Array(n),
  };
}
