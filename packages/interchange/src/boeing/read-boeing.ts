import { nameOption } from '@spmv/core';
import { checkReadOptions } from '../source/check-options.ts';
import type { FileBytes, FileLimits, FileMatrix } from '@spmv/core';
import { FETCH_AGAIN, fileError } from '../errors/file-error.ts';
import { type BytesSource, openBytes } from '../source/bytes.ts';
import { DEFAULT_LIMITS } from '../source/limits.ts';
import { type EditDescriptor, parseDescriptor, parseField } from './edit-descriptor.ts';
import { type BoeingHeader, readBoeingHeader } from './header.ts';
import { type TextLines, linesOf } from './lines.ts';

interface Wanted {
  readonly count: number;
  readonly descriptor: EditDescriptor;
  /** What the numbers are, for messages. */
  readonly what: string;
}

/**
 * The fields of a line: `expected` numbers with blanks between them are those, else as many characters each as the format says. The two are
 * the same where a file keeps to its format, and numbers that touch leave only the second; but SciPy (1.17) announces fields that
 * are wider than those it writes.
 */
function fieldsOf(line: string, { width }: EditDescriptor, expected: number): readonly string[] {
  const words = line.trim().split(/\s+/);
  if (words.length === expected) return words;
  return Array.from({ length: expected }, (_, place) => line.slice(place * width, (place + 1) * width));
}

/** Hands over `count` numbers from the next line on. Errors: `FILE.NUMBER`, `FILE.TRUNCATED`, `FILE.LIMIT`. */
async function readNumbers(
  lines: TextLines,
  { count, descriptor, what }: Wanted,
  take: (value: number, k: number) => void,
): Promise<void> {
  for (let k = 0; k < count;) {
    const line = await lines.next(`${what} ${k + 1} of ${count}`);
    const fields = fieldsOf(line, descriptor, Math.min(descriptor.perLine, count - k));
    for (const [place, field] of fields.entries()) {
      const value = parseField(field, descriptor);
      if (value === undefined) {
        throw fileError('FILE.NUMBER', {
          line: lines.number(),
          column: place * descriptor.width + 1,
          what: `'${field.slice(0, 40)}' is no ${descriptor.kind === 'integer' ? 'integer' : 'number'}, but ${what} ${k + 1} of ${count} should be there`,
          fix: 'Check the line, and whether the Fortran formats on line 4 are those that the file was written with.',
        });
      }
      take(value, k++);
    }
  }
}

/** Refuses counts that the file is too short for, before room is made. Errors: `FILE.LIMIT`, `FILE.TRUNCATED`. */
function requireThere({ entries, cols, values }: BoeingHeader, size: number, limits: FileLimits): void {
  const most = limits.entries ?? DEFAULT_LIMITS.entries;
  if (entries > most) {
    throw fileError('FILE.LIMIT', {
      line: 3,
      what: `the file has ${entries} entries, more than ${most}`,
      fix: 'Raise limits.entries, in the command --max-entries, if this is intended.',
      details: { limit: most, entries },
    });
  }
  // A digit each: numbers may touch, and fields be narrower than announced.
  const least = cols + entries * (values ? 2 : 1);
  if (least <= size) return;
  throw fileError('FILE.TRUNCATED', {
    line: 3,
    what: `${cols} columns with ${entries} entries take at least ${least} bytes, but the file has ${size}`,
    fix: FETCH_AGAIN,
    details: { size, needed: least },
  });
}

function outside(lines: TextLines, what: string): Error {
  return fileError('FILE.INDEX', { line: lines.number(), what, fix: 'Correct the matrix, and write it again.' });
}

/** Column of each entry, from the positions where columns begin. Errors: `FILE.INDEX`, `FILE.NUMBER`. */
async function readColumns(lines: TextLines, { cols, entries, pointers }: BoeingHeader): Promise<Int32Array> {
  const colIndex = new Int32Array(entries);
  let before = 1;
  await readNumbers(lines, { count: cols + 1, descriptor: pointers, what: 'column pointer' }, (position, k) => {
    if (
      !(position >= before && position <= entries + 1) ||
      (k === 0 && position !== 1) ||
      (k === cols && position !== entries + 1)
    )
      throw outside(
        lines,
        `column pointer ${k + 1} is ${position}, but has to be ${k === 0 ? 1 : k === cols ? entries + 1 : `from ${before} to ${entries + 1}`}`,
      );
    if (k > 0) colIndex.fill(k - 1, before - 1, position - 1);
    before = position;
  });
  return colIndex;
}

async function readRows(lines: TextLines, { rows, entries, indices }: BoeingHeader): Promise<Int32Array> {
  const rowIndex = new Int32Array(entries);
  await readNumbers(lines, { count: entries, descriptor: indices, what: 'row index' }, (row, k) => {
    if (!(row >= 1 && row <= rows)) throw outside(lines, `row ${row} of entry ${k + 1} is not from 1 to ${rows}`);
    rowIndex[k] = row - 1;
  });
  return rowIndex;
}

/** Refuses a symmetric matrix with entries on both sides of the diagonal: each could stand for the other. Errors: `FILE.FORMAT`. */
function requireTriangle({ type, symmetry }: BoeingHeader, rowIndex: Int32Array, colIndex: Int32Array): void {
  if (symmetry === 'general') return;
  const sides = [false, false];
  rowIndex.forEach((row, k) => {
    if (row !== colIndex[k]) sides[row > (colIndex[k] as number) ? 0 : 1] = true;
  });
  if (!(sides[0] && sides[1])) return;
  throw fileError('FILE.FORMAT', {
    line: 3,
    what: `a matrix of type ${type} stores one triangle, but this file has entries on both sides of the diagonal`,
    fix: 'Write one triangle, or a type with U for a matrix that is stored whole.',
    details: { type },
  });
}

async function readValues(
  lines: TextLines,
  { entries, values, field }: BoeingHeader,
): Promise<Pick<FileMatrix, 'values' | 'imaginary'>> {
  const real = new Float64Array(entries);
  if (!values) return { values: real.fill(1) };
  const isComplex = field === 'complex';
  const imaginary = new Float64Array(isComplex ? entries : 0);
  const count = isComplex ? 2 * entries : entries;
  await readNumbers(lines, { count, descriptor: values, what: 'value' }, (value, k) => {
    if (!isComplex) real[k] = value;
    else if (k % 2 === 0) real[k / 2] = value;
    else imaginary[(k - 1) / 2] = value;
  });
  return isComplex ? { values: real, imaginary } : { values: real };
}

/** The dense right-hand sides that follow the values, one a column. Errors: `FILE.UNSUPPORTED`, and those of numbers. */
async function readVectors(lines: TextLines, header: BoeingHeader, size: number): Promise<FileMatrix> {
  const { rows, field, vectors, title } = header;
  const isDense = vectors?.kind === 'F' && vectors.count > 0;
  if (!isDense) {
    throw fileError('FILE.UNSUPPORTED', {
      line: vectors ? 5 : 2,
      what: vectors
        ? `right-hand sides of kind '${vectors.kind}', not F, are not read`
        : 'the file has no right-hand sides',
      fix: 'Give the right-hand side in a file of its own, such as .npy or Matrix Market.',
    });
  }
  const { count } = vectors;
  const parts = field === 'complex' ? 2 : 1;
  if (2 * parts * rows * count > size) {
    throw fileError('FILE.TRUNCATED', {
      line: 5,
      what: `${count} right-hand sides of ${rows} numbers take at least ${2 * parts * rows * count} bytes, but the file has ${size}`,
      fix: FETCH_AGAIN,
    });
  }
  const values = new Float64Array(rows * count);
  const imaginary = new Float64Array(parts === 2 ? rows * count : 0);
  const descriptor = parseDescriptor(vectors.format, 4);
  await readNumbers(lines, { count: parts * rows * count, descriptor, what: 'right-hand side' }, (value, k) => {
    const at = Math.floor(k / parts);
    (parts === 2 && k % 2 === 1 ? imaginary : values)[(at % rows) * count + Math.floor(at / rows)] = value;
  });
  return {
    shape: { rows, cols: count },
    values,
    ...(parts === 2 ? { imaginary } : {}),
    field: parts === 2 ? 'complex' : 'real',
    symmetry: 'general',
    about: `Harwell–Boeing, right-hand ${count === 1 ? 'side' : 'sides'}${title === '' ? '' : `; ${title}`}`,
  };
}

async function readIn(bytes: FileBytes, limits: FileLimits, part: 'matrix' | 'rhs'): Promise<FileMatrix> {
  const lines = linesOf(bytes);
  const header = await readBoeingHeader(lines);
  requireThere(header, bytes.size, limits);
  if (part === 'rhs') {
    await readColumns(lines, header);
    await readRows(lines, header);
    await readValues(lines, header);
    return readVectors(lines, header, bytes.size);
  }
  const { rows, cols, field, symmetry, title, key, type, vectors } = header;
  const colIndex = await readColumns(lines, header);
  const rowIndex = await readRows(lines, header);
  requireTriangle(header, rowIndex, colIndex);
  const said = [title, key].filter((text) => text !== '').join(', ');
  const values = await readValues(lines, header);
  if (!vectors && !(await lines.isAtEnd()))
    throw fileError('FILE.FORMAT', {
      line: lines.number(),
      what: 'the file goes on after the last number that its header tells of',
      fix: 'Correct the header, or take out what follows the matrix.',
    });
  return {
    shape: { rows, cols },
    positions: { rowIndex, colIndex },
    ...values,
    field,
    symmetry,
    about: `Harwell–Boeing ${type}${vectors ? ', right-hand sides left out' : ''}${said === '' ? '' : `; ${said}`}`,
  };
}

/** How to read a file. */
export interface ReadBoeingOptions {
  readonly limits?: FileLimits;
  /** `rhs` reads the dense right-hand sides behind the matrix instead of it, each a column. Default `matrix`. */
  readonly part?: 'matrix' | 'rhs';
}

/**
 * Reads a Harwell–Boeing or Rutherford–Boeing file: assembled matrices, real, integer, complex or a pattern, of any symmetry, which stays as it
 * is stored. Numbers are what they mean to Fortran by the formats of the file, to the nearest float64. Right-hand sides are left out, or read instead.
 *
 * Follows Duff, Grimes and Lewis, *Users' Guide for the Harwell-Boeing Sparse Matrix Collection* (1992) and *The Rutherford-Boeing Sparse
 * Matrix Collection* (1997). Errors: `FILE.*` with `details.line` and `details.column`.
 */
export async function readHarwellBoeing(source: BytesSource, options: ReadBoeingOptions = {}): Promise<FileMatrix> {
  checkReadOptions('readHarwellBoeing', options, { part: nameOption(['matrix', 'rhs']) });
  const { limits = {}, part = 'matrix' } = options;
  return readIn(await openBytes(source, limits.bytes), limits, part);
}
