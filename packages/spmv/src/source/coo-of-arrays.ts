import type { CooMatrix, Shape } from '@spmv/core';
import {
  cooByRows,
  cooFromEntries,
  cooInOrder,
  isCanonical,
  isKnownCanonical,
  rowIndexOf,
  shown,
  SpmvError,
  transposeCoo,
} from '@spmv/core';
import { exactNumbers, isArrayLike } from '../numbers.ts';
import type { ArraySource, CooSource, CscSource, CsrSource, DenseSource } from './array-source.ts';
import { areFilled, shapeOf } from './shape.ts';

function invalid(what: string, fix: string, details: Readonly<Record<string, unknown>> = {}): SpmvError {
  return new SpmvError('FORMAT.INVALID', `The matrix cannot be read: ${what}.`, { fix, details });
}

/** What a source has besides its shape, once it is in arrays of numbers. */
type Arrays<Source> = { readonly [Name in keyof Omit<Source, 'shape'>]: ArrayLike<number> };

const NUMBERS =
  "Give numbers, and 0 where there is none. Complex entries are read from COO, CSR or CSC, pairs in values, with precision: 'c128'.";

/** Whether these are canonical entries in the types of COO. */
export function isCoo(entries: object): entries is CooMatrix {
  return 'values' in entries && entries.values instanceof Float64Array && isCanonical(entries as CooMatrix);
}

/** Entries as they are where they are canonical in the types of COO, by rows where that is no waste; else sorted copies. */
function canonical(shape: Shape, rowIndex: ArrayLike<number>, colIndex: ArrayLike<number>, values: ArrayLike<number>) {
  const coo = { shape, rowIndex, colIndex, values };
  if (rowIndex instanceof Int32Array && colIndex instanceof Int32Array && values instanceof Float64Array) {
    const byRows = areFilled(shape.rows, values.length) && cooInOrder({ shape, rowIndex, colIndex, values });
    if (byRows) return byRows;
  }
  return isCoo(coo) ? coo : cooFromEntries(shape, coo);
}

/** Where each line (row or column) begins: the same array where it is one of 32-bit integers. */
function startsOf(name: 'rowStart' | 'colStart', start: ArrayLike<number>, lines: number, nnz: number): Int32Array {
  const what = name === 'rowStart' ? 'rows' : 'columns';
  const fix = `Give ${name} one number more than there are ${what}: where each begins, from 0 up to the number of entries.`;
  if (start.length !== lines + 1 || start[0] !== 0 || start[lines] !== nnz)
    throw invalid(
      `${name} has ${start.length} elements from ${shown(start[0])} to ${shown(start[start.length - 1])}, for ${lines} ${what} and ${nnz} entries`,
      fix,
      { lines, nnz },
    );
  for (let line = 0; line < lines; line++) {
    const [from, to] = [start[line] as number, start[line + 1] as number];
    if (!(Number.isInteger(to) && from <= to && to <= nnz))
      throw invalid(`${name}[${line + 1}] is ${to} after ${from}`, fix, { line });
  }
  return start instanceof Int32Array ? start : Int32Array.from(start);
}

function lengthsAgree(name: string, index: ArrayLike<number>, values: ArrayLike<number>): number {
  if (index.length === values.length) return values.length;
  throw invalid(
    `${name} has ${index.length} elements and values ${values.length}`,
    'Give one index and one value for each entry.',
  );
}

function fromCsr(shape: Shape, { rowStart, colIndex, values }: Arrays<CsrSource>): CooMatrix {
  const byRows = (starts: ArrayLike<number>): CooMatrix | undefined =>
    starts instanceof Int32Array && colIndex instanceof Int32Array && values instanceof Float64Array
      ? cooByRows(shape, { rowStart: starts, colIndex }, values)
      : undefined;
  // Where rows begin is checked there once; what is wrong with it is said below.
  const asTheyAre = byRows(rowStart);
  if (asTheyAre) return asTheyAre;
  const starts = startsOf('rowStart', rowStart, shape.rows, lengthsAgree('colIndex', colIndex, values));
  return (starts === rowStart ? undefined : byRows(starts)) ?? canonical(shape, rowIndexOf(starts), colIndex, values);
}

function fromCsc(shape: Shape, { colStart, rowIndex, values }: Arrays<CscSource>): CooMatrix {
  const nnz = lengthsAgree('rowIndex', rowIndex, values);
  const byColumns = rowIndexOf(startsOf('colStart', colStart, shape.cols, nnz));
  // The rows of the transposed matrix are the columns of this one.
  return transposeCoo(canonical({ rows: shape.cols, cols: shape.rows }, byColumns, rowIndex, values));
}

function fromElements(shape: Shape, at: (row: number, column: number) => number): CooMatrix {
  const [rowIndex, colIndex, values]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < shape.rows; i++) {
    for (let j = 0; j < shape.cols; j++) {
      const value: unknown = at(i, j);
      if (value === 0) continue;
      if (typeof value !== 'number')
        throw invalid(`element (${i}, ${j}) is ${shown(value)}`, NUMBERS, { row: i, column: j });
      rowIndex.push(i);
      colIndex.push(j);
      values.push(value);
    }
  }
  return cooFromEntries(shape, { rowIndex, colIndex, values });
}

function fromRows(rows: readonly ArrayLike<number>[]): CooMatrix {
  const fix = 'Give rows of one length, or entries with their positions.';
  for (const [row, numbers] of rows.entries())
    if (!isArrayLike(numbers)) throw invalid(`row ${row} is ${shown(numbers)}, not an array of numbers`, fix, { row });
  const cols = rows[0]?.length ?? 0;
  const odd = rows.findIndex(({ length }) => length !== cols);
  if (odd >= 0) throw invalid(`row ${odd} has ${rows[odd]?.length} elements and row 0 has ${cols}`, fix, { row: odd });
  return fromElements({ rows: rows.length, cols }, (i, j) => rows[i]?.[j] as number);
}

/** One of these names is what entries are in. Triplets were taken apart before, where they were any. */
const ENTRIES = ['rowStart', 'colStart', 'rowIndex', 'dense', 'triplets'];

/** Arrays in which positions are numbers. */
type Numbered = Arrays<CsrSource> | Arrays<CscSource> | Arrays<CooSource> | Arrays<DenseSource>;

/** Integers of 64 bits as numbers: any position that these do not hold exactly is outside of every matrix, and such a value is refused. */
function numbered(arrays: Readonly<Record<string, ArrayLike<number> | BigInt64Array | BigUint64Array>>): Numbered {
  const indices = Object.entries(arrays).map(([name, one]) => [
    name,
    !(one instanceof BigInt64Array || one instanceof BigUint64Array)
      ? one
      : name === 'values' || name === 'dense'
        ? exactNumbers(name, one)
        : Float64Array.from(one, Number),
  ]);
  return Object.fromEntries(indices) as Numbered;
}

/** Errors: `FORMAT.INVALID` for what is no array of numbers. */
function checkArrays(arrays: Readonly<Record<string, unknown>>): void {
  for (const [name, numbers] of Object.entries(arrays)) {
    if (!isArrayLike(numbers))
      throw invalid(`${name} is ${shown(numbers)}`, `Give ${name} as an array of numbers.`, { name });
  }
}

/** Errors: `FORMAT.INVALID` for complex entries, of which nothing that is real can be made without asking. */
export function refuseComplex(given: object): void {
  if ((given as { readonly components?: unknown }).components !== 2) return;
  throw invalid(
    'its entries are complex, and real ones are read here',
    "Give real(), imaginary() or abs() of the complex matrix. openMatrix(…, { precision: 'c128' }) opens it, and its save(path) writes it.",
  );
}

/** Errors: `FORMAT.INVALID` for two values for each entry, as complex ones have. */
function refusePairs(arrays: Numbered): void {
  if (!('values' in arrays)) return;
  const [name, index] = 'rowStart' in arrays ? ['colIndex', arrays.colIndex] : ['rowIndex', arrays.rowIndex];
  const { length } = arrays.values;
  if (length === 0 || length !== 2 * index.length) return;
  throw invalid(
    `${name} has ${index.length} elements and values ${length}`,
    "Give one value for each entry. Of complex entries values are pairs, openMatrix(…, { precision: 'c128' }).",
  );
}

/**
 * The entries of a matrix given as arrays, once they were taken, which become its own: those that are canonical COO in its own types are not copied.
 * Errors: `FORMAT.INVALID`, and those of `cooFromEntries`.
 */
export function cooOfArrays(source: ArraySource): CooMatrix {
  if (Array.isArray(source)) return fromRows(source as readonly ArrayLike<number>[]);
  refuseComplex(source);
  if (isKnownCanonical(source as CooMatrix)) return source as CooMatrix;
  const { shape: asGiven, ...given } = source as Exclude<ArraySource, readonly unknown[]>;
  const shape = shapeOf(asGiven);
  if ('noTriplet' in given) {
    const [place, one] = given.noTriplet as readonly [number, unknown];
    throw invalid(
      `triplets[${place}] is ${Array.isArray(one) ? `an array of ${one.length}` : shown(one)}, not [row, column, value]`,
      'Give an array of arrays: [[0, 0, 4], [0, 1, -1]].',
      { place },
    );
  }
  if (ENTRIES.every((name) => !(name in given)))
    throw invalid(
      `nothing among ${Object.keys(source).join(', ')} holds entries`,
      'Give rowStart, colIndex and values (CSR), colStart, rowIndex and values (CSC), rowIndex, colIndex and values (COO), triplets, or dense. Of SciPy indptr, indices and data.',
    );
  checkArrays(given);
  const arrays = numbered(given as unknown as Parameters<typeof numbered>[0]);
  refusePairs(arrays);
  if ('rowStart' in arrays) return fromCsr(shape, arrays);
  if ('colStart' in arrays) return fromCsc(shape, arrays);
  if ('rowIndex' in arrays) return canonical(shape, arrays.rowIndex, arrays.colIndex, arrays.values);
  const { dense } = arrays;
  if (dense.length === shape.rows * shape.cols)
    return fromElements(shape, (i, j) => dense[i * shape.cols + j] as number);
  throw invalid(
    `dense has ${dense.length} elements, and ${shape.rows} × ${shape.cols} are ${shape.rows * shape.cols}`,
    'Give every element, row by row.',
  );
}
