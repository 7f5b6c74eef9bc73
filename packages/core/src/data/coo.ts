import { shown } from '../errors/shown.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import { elementTypeOf } from './element.ts';

/** A is `rows` × `cols`. */
export interface Shape {
  readonly rows: number;
  readonly cols: number;
}

/**
 * Coordinate form, the interchange form of every format: entry k is `values[k]` at (`rowIndex[k]`, `colIndex[k]`), zero-based.
 *
 * Invariants, established by {@link cooFromEntries} and checked by {@link checkCoo}: sorted by row then column, no position
 * twice, every index inside the shape, symmetry expanded, values in f64. A stored zero is an entry. nnz = `values.length`.
 */
export interface CooMatrix {
  readonly shape: Shape;
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
  /** Numbers of a value: 1, or left out. Complex entries are a `ComplexCoo`. */
  readonly components?: 1;
  /**
   * Entries `rowStart[i]` … `rowStart[i + 1] − 1` are those of row i; rows + 1 elements. There where entries came by rows (`cooByRows`): then `rowIndex` is made
   * when it is first read, so a caller that needs the bounds of rows alone asks `rowStartOf` or `occupiedRowsOf`. A spread leaves it out.
   */
  readonly rowStart?: Int32Array;
}

/** A complex number: its real and its imaginary part. */
export type Complex = readonly [real: number, imaginary: number];

/** A number of the host beside values of any precision: a pair where these are complex, and where it is real a number. */
export type Scalar = number | Complex;

/** Both parts of a scalar. */
export const pairOf = (scalar: Scalar): Complex => (typeof scalar === 'number' ? [scalar, 0] : scalar);

/** Real and imaginary parts of complex numbers in turns, as NumPy's complex128 and complex64 have them: number k is elements 2k and 2k + 1. */
export type Pairs<A = Float64Array> = A;

/** A matrix of complex numbers in coordinate form: as {@link CooMatrix}, but entry k is `values[2k]` + i·`values[2k + 1]`. nnz = `colIndex.length`. */
export interface ComplexCoo extends Omit<CooMatrix, 'components' | 'values'> {
  readonly components: 2;
  readonly values: Pairs;
}

/** A matrix in coordinate form, real or complex. */
export type AnyCoo = CooMatrix | ComplexCoo;

/** Whether the entries are complex numbers. */
export function isComplex(coo: AnyCoo): coo is ComplexCoo {
  return coo.components === 2;
}

/** Entries in any order, perhaps with repeated positions. */
export interface CooEntries {
  readonly rowIndex: ArrayLike<number>;
  readonly colIndex: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Most rows or columns of a matrix, and most entries where they are numbered in 32 bits: in COO and in every format that does not say otherwise. */
export const INDEX_LIMIT: number = 2 ** 31 - 1;

/** Errors: `FORMAT.SHAPE`. */
export function checkShape(shape: Shape): void {
  for (const name of ['rows', 'cols'] as const) {
    const n = shape[name];
    if (!Number.isInteger(n) || n < 0 || n > INDEX_LIMIT) {
      throw new SpmvError(
        'FORMAT.SHAPE',
        `The matrix has ${name} = ${n}, which is not an integer in 0..${INDEX_LIMIT}.`,
        {
          fix: 'Give both dimensions as non-negative integers below 2^31.',
          details: { ...shape },
        },
      );
    }
  }
}

/** The error for more entries than COO numbers. */
function tooManyForCoo(nnz: number): SpmvError {
  return new SpmvError('FORMAT.REFUSED', `COO holds at most 2^31-1 entries, and there are ${nnz}.`, {
    fix: 'Build the matrix row by row with buildMatrixFromRows, in a format such as csr64, or divide it into blocks of rows.',
    details: { nnz, limit: INDEX_LIMIT },
  });
}

/** Arrays for so many entries, all zero. Errors: `FORMAT.SHAPE`, `FORMAT.REFUSED` for more than 2³¹−1, before they take memory. */
export function roomForCoo(shape: Shape, nnz: number): CooMatrix {
  return { ...roomByRows(shape, nnz), rowIndex: new Int32Array(nnz) };
}

/** The same for entries whose rows are known by where they begin. */
export function roomByRows(shape: Shape, nnz: number): Omit<CooMatrix, 'rowIndex' | 'rowStart'> {
  checkShape(shape);
  if (nnz > INDEX_LIMIT) throw tooManyForCoo(nnz);
  return {
    shape: { rows: shape.rows, cols: shape.cols },
    colIndex: new Int32Array(nnz),
    values: new Float64Array(nnz),
  };
}

function checkNumbers(values: ArrayLike<unknown>): void {
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (typeof value === 'number') continue;
    throw new SpmvError('FORMAT.INVALID', `Entry ${k} has the value ${shown(value)}, which is no number.`, {
      fix: "Give a number for each entry. Complex entries are given as arrays with pairs in values: openMatrix(arrays, { precision: 'c128' }).",
      details: { entry: k },
    });
  }
}

function checkEntries(shape: Shape, entries: CooEntries): number {
  const nnz = entries.values.length;
  if (entries.rowIndex.length !== nnz || entries.colIndex.length !== nnz) {
    throw new SpmvError(
      'FORMAT.ARRAY_LENGTH',
      `The arrays of entries must have the same length: rowIndex has ${entries.rowIndex.length}, colIndex ${entries.colIndex.length}, values ${nnz}.`,
      { fix: 'Pass one row index, one column index and one value for each entry.' },
    );
  }
  if (nnz > INDEX_LIMIT) throw tooManyForCoo(nnz);
  // Typed arrays hold nothing but numbers, or refuse to give them.
  if (elementTypeOf(entries.values) === undefined) checkNumbers(entries.values);
  for (let k = 0; k < nnz; k++) {
    const i = entries.rowIndex[k] as number;
    const j = entries.colIndex[k] as number;
    if (typeof i !== 'number' || typeof j !== 'number')
      throw new SpmvError('FORMAT.INVALID', `Entry ${k} is at (${shown(i)}, ${shown(j)}), which are no numbers.`, {
        fix: 'Give indices as numbers: Int32Array.from(indices, Number).',
        details: { entry: k },
      });
    if (!(i >= 0 && i < shape.rows && Number.isInteger(i)) || !(j >= 0 && j < shape.cols && Number.isInteger(j))) {
      throw new SpmvError(
        'FORMAT.INDEX_RANGE',
        `Entry ${k} is at (${i}, ${j}), outside the ${shape.rows} × ${shape.cols} matrix.`,
        {
          fix: 'Use zero-based indices below the number of rows and columns.',
          details: { entry: k, row: i, col: j, ...shape },
        },
      );
    }
  }
  return nnz;
}

/** Stable counting sort: the permutation that orders `order` by `key`. */
function countingSort(order: Int32Array, key: ArrayLike<number>, buckets: number): Int32Array {
  const start = new Int32Array(buckets + 1);
  for (let k = 0; k < order.length; k++) {
    const slot = (key[order[k] as number] as number) + 1;
    start[slot] = (start[slot] as number) + 1;
  }
  for (let b = 0; b < buckets; b++) start[b + 1] = (start[b + 1] as number) + (start[b] as number);
  const sorted = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) {
    const entry = order[k] as number;
    const bucket = key[entry] as number;
    const position = start[bucket] as number;
    sorted[position] = entry;
    start[bucket] = position + 1;
  }
  return sorted;
}

/** Buckets that a counting sort may have besides some for each entry: the declared shape alone takes no memory. */
const FEW_BUCKETS = 65536;

/** 0, 1, … n − 1. */
export function countUp(n: number): Int32Array {
  const numbers = new Int32Array(n);
  for (let k = 0; k < n; k++) numbers[k] = k;
  return numbers;
}

/** Whether counting in so many buckets takes memory of the order of the entries. */
export function isCountable(buckets: number, nnz: number): boolean {
  return buckets <= 8 * nnz + FEW_BUCKETS;
}

/** The permutation that orders `order` by `key`, stable, in memory of the order of the entries. */
export function sortedBy(order: Int32Array, key: ArrayLike<number>, buckets: number): Int32Array {
  if (isCountable(buckets, order.length)) return countingSort(order, key, buckets);
  const place = (at: number): number => key[order[at] as number] as number;
  return countUp(order.length)
    .sort((a, b) => place(a) - place(b) || a - b)
    .map((at) => order[at] as number);
}

function isCanonical(entries: CooEntries, nnz: number): boolean {
  for (let k = 1; k < nnz; k++) {
    const di = (entries.rowIndex[k] as number) - (entries.rowIndex[k - 1] as number);
    if (di < 0 || (di === 0 && (entries.colIndex[k] as number) <= (entries.colIndex[k - 1] as number))) return false;
  }
  return true;
}

/**
 * The canonical COO of entries in any order: sorted by row then column, values at one position added in the order given.
 * Linear time: two counting sorts; by comparison where rows or columns are far more than entries. Reads the entries, never writes them; the result shares no memory with them.
 *
 * Errors: `FORMAT.SHAPE`, `FORMAT.ARRAY_LENGTH`, `FORMAT.INDEX_RANGE`, `FORMAT.REFUSED` for more than 2³¹−1 entries.
 */
export function cooFromEntries(shape: Shape, entries: CooEntries): CooMatrix {
  checkShape(shape);
  const nnz = checkEntries(shape, entries);
  if (isCanonical(entries, nnz)) {
    return {
      shape: { rows: shape.rows, cols: shape.cols },
      rowIndex: Int32Array.from(entries.rowIndex),
      colIndex: Int32Array.from(entries.colIndex),
      values: Float64Array.from(entries.values),
    };
  }
  const order = sortedBy(sortedBy(countUp(nnz), entries.colIndex, shape.cols), entries.rowIndex, shape.rows);
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let last = -1;
  for (let k = 0; k < nnz; k++) {
    const entry = order[k] as number;
    const i = entries.rowIndex[entry] as number;
    const j = entries.colIndex[entry] as number;
    const value = entries.values[entry] as number;
    if (last >= 0 && rowIndex[last] === i && colIndex[last] === j) {
      values[last] = (values[last] as number) + value;
    } else {
      last++;
      rowIndex[last] = i;
      colIndex[last] = j;
      values[last] = value;
    }
  }
  const kept = last + 1;
  return {
    shape: { rows: shape.rows, cols: shape.cols },
    rowIndex: kept === nnz ? rowIndex : rowIndex.slice(0, kept),
    colIndex: kept === nnz ? colIndex : colIndex.slice(0, kept),
    values: kept === nnz ? values : values.slice(0, kept),
  };
}

/** The same entries with every value rounded to f32, as a format built in f32 stores them. */
export function roundCooToF32(coo: CooMatrix): CooMatrix {
  return { ...coo, values: Float64Array.from(coo.values, Math.fround) };
}
