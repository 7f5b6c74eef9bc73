import type { CooMatrix } from '../data/coo.ts';
import { rowStartOf } from '../data/csr-view.ts';
import type { Precision } from '../data/precision.ts';
import type { MatrixOperation, MatrixProblem } from '../operation/matrix-operation.ts';
import type { ErrorReport } from './error-bound.ts';
import { judge } from './error-bound.ts';
import type { MatrixReference } from './matrix-reference.ts';

/** How a computed matrix compares with its reference. */
export interface MatrixReport extends Omit<ErrorReport, 'row'> {
  /** In words: the first row whose positions are not those of the reference. Values are judged only where all positions are right. */
  readonly pattern?: string;
  /** Row and column of the worst entry, −1 without any. */
  readonly row: number;
  readonly col: number;
  /** Rows that were looked at, of how many. */
  readonly judgedRows: number;
  readonly rows: number;
}

const NOTHING = { errorRatio: Number.POSITIVE_INFINITY, row: -1, col: -1, got: 0, expected: 0, bound: 0, unjudged: 0 };

/** What is wrong with the positions of a row, in words. */
function patternFault(row: number, got: Int32Array, wanted: Int32Array): string | undefined {
  const differs = wanted.findIndex((column, k) => got[k] !== column);
  if (differs < 0 && got.length === wanted.length) return undefined;
  const place = differs < 0 ? wanted.length : differs;
  const words = (columns: Int32Array): string => (place < columns.length ? `column ${columns[place]}` : 'no entry');
  return `row ${row} has ${got.length} entries and should have ${wanted.length}; entry ${place} is ${words(got)}, and should be ${words(wanted)}`;
}

/** Judges rows of a matrix against a reference: the same positions in the same order, then every value by the bound of {@link judge}. */
export function judgeMatrix(result: CooMatrix, reference: MatrixReference, accumulator: Precision): MatrixReport {
  const { rows, start, colIndex, values } = reference;
  const rowStart = rowStartOf(result);
  const counts = { judgedRows: rows.length, rows: result.shape.rows };
  const got = new Float64Array(colIndex.length);
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] as number;
    const [from, to] = [rowStart[row] as number, rowStart[row + 1] as number];
    const [first, end] = [start[r] as number, start[r + 1] as number];
    const pattern = patternFault(row, result.colIndex.subarray(from, to), colIndex.subarray(first, end));
    if (pattern !== undefined) return { ...NOTHING, ...counts, pattern, compared: 0, failures: end - first };
    got.set(result.values.subarray(from, to), first);
  }
  const report = judge(got, values, accumulator);
  if (report.row < 0) return { ...report, ...counts, col: -1 };
  const entry = report.row;
  let r = 0;
  while ((start[r + 1] as number) <= entry) r++;
  return { ...report, ...counts, row: rows[r] as number, col: colIndex[entry] as number };
}

/** Terms of all rows up to which each of them is judged; beyond that, rows are sampled up to as many. */
const MOST_TERMS = 2 ** 22;

/**
 * Rows to judge: all where that takes at most 2²² terms, else the first, the last, that of most work and others at equal distances, as many as so many terms allow. A row
 * that alone has more is judged all the same.
 */
export function rowsToJudge(operation: MatrixOperation, problem: Omit<MatrixProblem, 'rows' | 'scalars'>): Int32Array {
  const work = operation.rowWork(problem.matrices, problem.options);
  const count = work.length;
  const total = work.reduce((sum, each) => sum + each + 1, 0);
  if (total <= MOST_TERMS) return Int32Array.from(work, (_, row) => row);
  let largest = 0;
  for (let row = 1; row < count; row++) if ((work[row] as number) > (work[largest] as number)) largest = row;
  const chosen = new Set([largest]);
  let terms = work[largest] as number;
  const wanted = Math.max(2, Math.floor((count * MOST_TERMS) / total));
  for (let s = 0; s < wanted; s++) {
    const row = Math.round((s * (count - 1)) / (wanted - 1));
    if (terms + (work[row] as number) > 2 * MOST_TERMS) continue;
    terms += work[row] as number;
    chosen.add(row);
  }
  return Int32Array.from(chosen).sort();
}
