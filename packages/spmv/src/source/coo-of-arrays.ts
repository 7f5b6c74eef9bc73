import type { CooMatrix, Shape } from '@spmv/core';
import { checkCoo, cooByRows, cooFromEntries, rowIndexOf, SpmvError, transposeCoo } from '@spmv/core';
import type { ArraySource, CscSource, CsrSource } from './array-source.ts';

function invalid(what: string, fix: string, details: Readonly<Record<string, unknown>> = {}): SpmvError {
  return new SpmvError('FORMAT.INVALID', `The matrix cannot be opened: ${what}.`, { fix, details });
}

/** Entries as they are where they are canonical in the types of COO, else sorted copies. */
function canonical(shape: Shape, rowIndex: ArrayLike<number>, colIndex: ArrayLike<number>, values: ArrayLike<number>) {
  if (rowIndex instanceof Int32Array && colIndex instanceof Int32Array && values instanceof Float64Array) {
    const coo = { shape: { rows: shape.rows, cols: shape.cols }, rowIndex, colIndex, values };
    if (checkCoo(coo).length === 0) return coo;
  }
  return cooFromEntries(shape, { rowIndex, colIndex, values });
}

/** Where each line (row or column) begins: the same array where it is one of 32-bit integers. */
function startsOf(name: string, start: ArrayLike<number>, lines: number, nnz: number): Int32Array {
  const fix = `Give ${name} one number more than there are lines: where each begins, from 0 up to the number of entries.`;
  if (start.length !== lines + 1 || start[0] !== 0 || start[lines] !== nnz)
    throw invalid(
      `${name} has ${start.length} elements from ${start[0]} to ${start[start.length - 1]}, for ${lines} lines and ${nnz} entries`,
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

function fromCsr({ shape, rowStart, colIndex, values }: CsrSource): CooMatrix {
  const nnz = lengthsAgree('colIndex', colIndex, values);
  const starts = startsOf('rowStart', rowStart, shape.rows, nnz);
  if (colIndex instanceof Int32Array && values instanceof Float64Array) {
    const asTheyAre = cooByRows(shape, { rowStart: starts, colIndex }, values);
    if (asTheyAre) return asTheyAre;
  }
  return canonical(shape, rowIndexOf(starts), colIndex, values);
}

function fromCsc({ shape, colStart, rowIndex, values }: CscSource): CooMatrix {
  const nnz = lengthsAgree('rowIndex', rowIndex, values);
  const byColumns = rowIndexOf(startsOf('colStart', colStart, shape.cols, nnz));
  // The rows of the transposed matrix are the columns of this one.
  return transposeCoo(canonical({ rows: shape.cols, cols: shape.rows }, byColumns, rowIndex, values));
}

function fromElements(shape: Shape, at: (row: number, column: number) => number): CooMatrix {
  const [rowIndex, colIndex, values]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < shape.rows; i++) {
    for (let j = 0; j < shape.cols; j++) {
      const value = at(i, j);
      if (value === 0) continue;
      rowIndex.push(i);
      colIndex.push(j);
      values.push(value);
    }
  }
  return cooFromEntries(shape, { rowIndex, colIndex, values });
}

function fromRows(rows: readonly (readonly number[])[]): CooMatrix {
  const cols = rows[0]?.length ?? 0;
  const odd = rows.findIndex((row) => !Array.isArray(row) || row.length !== cols);
  if (odd >= 0)
    throw invalid(
      `row ${odd} has ${rows[odd]?.length} elements and row 0 has ${cols}`,
      'Give rows of one length, or entries with their positions.',
      { row: odd },
    );
  return fromElements({ rows: rows.length, cols }, (i, j) => rows[i]?.[j] as number);
}

/**
 * The entries of a matrix given as arrays. Arrays that are canonical COO in its own types are not copied.
 * Errors: `FORMAT.INVALID`, and those of `cooFromEntries`.
 */
export function cooOfArrays(source: ArraySource): CooMatrix {
  if (Array.isArray(source)) return fromRows(source);
  const given = source as Exclude<ArraySource, readonly (readonly number[])[]>;
  const { shape } = given;
  if (typeof shape !== 'object' || shape === null)
    throw invalid('it has no shape', 'Give shape: { rows, cols } beside the arrays.');
  if ('rowStart' in given) return fromCsr(given);
  if ('colStart' in given) return fromCsc(given);
  if ('rowIndex' in given) return canonical(shape, given.rowIndex, given.colIndex, given.values);
  if ('dense' in given) {
    const { dense } = given;
    if (dense.length === shape.rows * shape.cols)
      return fromElements(shape, (i, j) => dense[i * shape.cols + j] as number);
    throw invalid(
      `dense has ${dense.length} elements, and ${shape.rows} × ${shape.cols} are ${shape.rows * shape.cols}`,
      'Give every element, row by row.',
    );
  }
  if ('triplets' in given) {
    const [rowIndex, colIndex, values]: [number[], number[], number[]] = [[], [], []];
    for (const [row, column, value] of given.triplets) {
      rowIndex.push(row);
      colIndex.push(column);
      values.push(value);
    }
    return cooFromEntries(shape, { rowIndex, colIndex, values });
  }
  throw invalid(
    `nothing among ${Object.keys(given).join(', ')} holds entries`,
    'Give rowStart, colIndex and values (CSR), colStart, rowIndex and values (CSC), rowIndex, colIndex and values (COO), triplets, or dense.',
  );
}
