import { SpmvError } from '../errors/spmv-error.ts';
import type { CooMatrix, Shape } from './coo.ts';
import { checkShape } from './coo.ts';
import { rowLengthOf, rowStartOf } from './csr-view.ts';

/**
 * A matrix that is read row by row. Nobody has to hold it, so it may be larger than memory, and may have more than 2³¹
 * entries. The same rows give the same entries every time.
 */
export interface RowSource {
  readonly shape: Shape;
  /** Entries of each row; length rows. */
  readonly rowLength: Int32Array;
  /**
   * Writes the entries of rows begin … end − 1, one row after another, from the beginning of both arrays on: columns increase within a
   * row, values are in f64. Writes nothing else. The arrays have as many elements as the rows have entries.
   */
  readRows(begin: number, end: number, colIndex: Int32Array, values: Float64Array): void;
  /** The same entries as COO, where they are held so anyway: for formats that cannot be built row by row. */
  readonly coo?: CooMatrix;
}

/** Consecutive rows of a source. */
export interface RowBatch {
  /** Rows begin … end − 1. */
  readonly begin: number;
  readonly end: number;
  /** Entries of all rows before. */
  readonly first: number;
  /** Their entries, one row after another. The next batch overwrites them. */
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** Entries of a batch, unless a single row has more. */
const BATCH_ENTRIES = 2 ** 16;

/** Entries of all rows: exact, since a matrix below 2^31 rows and columns has fewer than 2^62, and no memory holds 2^53. */
export function entriesOf({ rowLength }: Pick<RowSource, 'rowLength'>): number {
  let nnz = 0;
  for (let i = 0; i < rowLength.length; i++) nnz += rowLength[i] as number;
  return nnz;
}

/** What is wrong with the lengths of the rows. Errors: `FORMAT.SHAPE`, `FORMAT.INVALID`. */
export function checkRowLengths({ shape, rowLength }: RowSource): void {
  checkShape(shape);
  const { rows, cols } = shape;
  const fail = (message: string): never => {
    throw new SpmvError('FORMAT.INVALID', `The source of rows is not valid: ${message}.`, {
      fix: 'Correct the source: rowLength is an Int32Array with one number in 0..cols for each row.',
      details: { ...shape },
    });
  };
  if (rowLength.length !== rows) fail(`it has ${rowLength.length} row lengths for ${rows} rows`);
  for (let i = 0; i < rows; i++) {
    const length = rowLength[i] as number;
    if (!(length >= 0 && length <= cols)) fail(`row ${i} has ${length} entries, but the matrix has ${cols} columns`);
  }
}

/** Errors: `FORMAT.INVALID` where columns do not increase within a row or are outside the shape. */
function checkBatch({ shape, rowLength }: RowSource, { begin, end, colIndex }: RowBatch): void {
  let k = 0;
  for (let i = begin; i < end; i++) {
    let previous = -1;
    for (const last = k + (rowLength[i] as number); k < last; k++) {
      const column = colIndex[k] as number;
      if (column <= previous || column >= shape.cols) {
        throw new SpmvError(
          'FORMAT.INVALID',
          `The source of rows is not valid: row ${i} has column ${column} after column ${previous}, and the matrix has ${shape.cols} columns.`,
          {
            fix: 'Correct the source: the columns of a row increase and are in 0..cols-1.',
            details: { row: i, column },
          },
        );
      }
      previous = column;
    }
  }
}

/**
 * Reads all rows in order, a batch at a time, and hands over each when its columns are checked. Memory: one batch of 64 Ki entries, or the
 * longest row. Errors: `FORMAT.INVALID`.
 */
export function forEachBatch(source: RowSource, visit: (batch: RowBatch) => void): void {
  const { rowLength } = source;
  let columns = new Int32Array(0);
  let numbers = new Float64Array(0);
  let first = 0;
  for (let begin = 0, end = 0; begin < rowLength.length; begin = end) {
    let entries = 0;
    do entries += rowLength[end++] as number;
    while (end < rowLength.length && entries + (rowLength[end] as number) <= BATCH_ENTRIES);
    if (entries === 0) continue;
    if (entries > columns.length) {
      columns = new Int32Array(Math.max(entries, Math.min(BATCH_ENTRIES, 2 * columns.length)));
      numbers = new Float64Array(columns.length);
    }
    const colIndex = columns.subarray(0, entries);
    const values = numbers.subarray(0, entries);
    // Entries that a source does not write are found by their column −1, not taken from the batch before.
    colIndex.fill(-1);
    source.readRows(begin, end, colIndex, values);
    const batch = { begin, end, first, colIndex, values };
    checkBatch(source, batch);
    visit(batch);
    first += entries;
  }
}

/** The rows of a canonical COO. */
export function rowsOfCoo(coo: CooMatrix): RowSource {
  const rowStart = rowStartOf(coo);
  return {
    shape: coo.shape,
    rowLength: rowLengthOf(coo),
    readRows(begin, end, colIndex, values) {
      colIndex.set(coo.colIndex.subarray(rowStart[begin], rowStart[end]));
      values.set(coo.values.subarray(rowStart[begin], rowStart[end]));
    },
    coo,
  };
}
