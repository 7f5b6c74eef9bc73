import type { CooMatrix } from '../data/coo.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import type { RowSource } from '../data/row-source.ts';
import type { ErrorReport } from '../oracle/error-bound.ts';
import { judge } from '../oracle/error-bound.ts';
import type { SpmvOperands } from './spmv-reference.ts';
import { spmvReference } from './spmv-reference.ts';

/** Which rows to compare. */
export interface SampleOptions {
  /** Rows taken at random, besides those that are always taken. Default 200. */
  readonly random?: number;
  /** Default 1. */
  readonly seed?: number;
  /** Neighbours of a boundary's row on either side. Default 1. */
  readonly beside?: number;
}

/** An {@link ErrorReport} of some of the rows. `row` and `failures` are of the compared ones. */
export interface SampledReport extends ErrorReport {
  /** Rows compared, of how many. */
  readonly compared: number;
  readonly rows: number;
}

/**
 * Entries between two places at which a number of 32 bits may wrap: 2^29 entries of 8 bytes are 2^32 bytes, 2^30 of 4 bytes are, and 2^31
 * and 2^32 entries are multiples of both.
 */
const BOUNDARY = 2 ** 29;

/** Advances a state of 32 bits and mixes it (splitmix32): the rows of a seed are the same everywhere. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed | 0; ;) {
    state = (state + 0x9e3779b9) | 0;
    let h = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    yield ((h ^ (h >>> 16)) >>> 0) * 2 ** -32;
  }
}

/**
 * Rows that a wrong product is likely to show in, ascending: the first and the last, the first of the longest and of the shortest, some at
 * random, and those around every multiple of 2²⁹ entries, which takes in every multiple of 2³² bytes of values and columns and of 2³¹ entries.
 */
export function sampleRows(
  { shape, rowLength }: Pick<RowSource, 'shape' | 'rowLength'>,
  { random = 200, seed = 1, beside = 1 }: SampleOptions = {},
): Int32Array {
  const { rows } = shape;
  if (rows === 0) return new Int32Array(0);
  const chosen = new Set<number>([0, rows - 1]);
  let longest = 0;
  let shortest = 0;
  let entries = 0;
  for (let i = 0; i < rows; i++) {
    const length = rowLength[i] as number;
    if (length > (rowLength[longest] as number)) longest = i;
    if (length < (rowLength[shortest] as number)) shortest = i;
    const before = entries;
    entries += length;
    if (Math.floor(before / BOUNDARY) === Math.floor(entries / BOUNDARY)) continue;
    for (let near = Math.max(0, i - beside); near <= Math.min(rows - 1, i + 1 + beside); near++) chosen.add(near);
  }
  chosen.add(longest).add(shortest);
  const numbers = randomNumbers(seed);
  for (let r = 0; r < random; r++) chosen.add(Math.floor(numbers.next().value * rows));
  return Int32Array.from(chosen).sort();
}

/** Some rows of a source, ascending, as a separate matrix: row r of it is row `rows[r]` of the source. */
export function rowsAlone(source: RowSource, rows: Int32Array): CooMatrix {
  const lengths = rows.map((row) => source.rowLength[row] as number);
  const nnz = lengths.reduce((sum, length) => sum + length, 0);
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let from = 0;
  rows.forEach((row, r) => {
    const to = from + (lengths[r] as number);
    rowIndex.fill(r, from, to);
    source.readRows(row, row + 1, colIndex.subarray(from, to), values.subarray(from, to));
    from = to;
  });
  return { shape: { rows: rows.length, cols: source.shape.cols }, rowIndex, colIndex, values };
}

const pick = (vector: ValueArray, rows: Int32Array): Float64Array =>
  Float64Array.from(rows, (row) => vector[row] ?? Number.NaN);

/**
 * Judges some rows of a computed y ← αAx + βy as {@link judge} judges all of them: same reference, same bound, A being a source of rows of
 * which only these are read. Memory: their entries, and vectors.
 */
export function judgeRows(
  result: ValueArray,
  rows: Int32Array,
  { source, x, y, alpha, beta }: Omit<SpmvOperands, 'coo'> & { readonly source: RowSource },
  precision: Precision,
  accumulator: Precision,
): SampledReport {
  const operands = { coo: rowsAlone(source, rows), x, y: pick(y, rows), alpha, beta };
  const report = judge(pick(result, rows), spmvReference(operands, precision), accumulator);
  return {
    ...report,
    row: report.row < 0 ? -1 : (rows[report.row] as number),
    compared: rows.length,
    rows: source.shape.rows,
  };
}
