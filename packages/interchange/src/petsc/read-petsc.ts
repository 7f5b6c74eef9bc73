import { checkReadOptions } from '../source/check-options.ts';
import type { FileBytes, FileLimits, FileMatrix } from '@spmv/core';
import { positionsByRows } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { isLittleEndian, swapped } from '../npy/element-type.ts';
import type { BytesSource } from '../source/bytes.ts';
import { openBytes, readExactly } from '../source/bytes.ts';
import { DEFAULT_LIMITS } from '../source/limits.ts';
import { beginsObject, DENSE, petscKind } from './header.ts';

/** How to read a file. */
export interface ReadPetscOptions {
  readonly limits?: FileLimits;
}

async function numbers<T>(
  bytes: FileBytes,
  [at, count, of]: readonly [at: number, count: number, of: string],
  type: { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBufferLike, offset: number, length: number): T },
): Promise<T> {
  const width = type.BYTES_PER_ELEMENT;
  const read = await readExactly(bytes, { at, length: count * width, of });
  const own = isLittleEndian() ? swapped(read, width) : new Uint8Array(read);
  return new type(own.buffer, 0, count);
}

function requireEntries(entries: number, { entries: most = DEFAULT_LIMITS.entries }: FileLimits): void {
  if (entries <= most) return;
  throw fileError('FILE.LIMIT', {
    byte: 4,
    what: `the file has ${entries} numbers, more than ${most}`,
    fix: 'Raise limits.entries, in the command --max-entries, if this is intended.',
    details: { limit: most, entries },
  });
}

function refused(byte: number, what: string): Error {
  return fileError('FILE.FORMAT', {
    byte,
    what,
    fix: 'Give a file that MatView or VecView wrote with real numbers in f64 and 32-bit indices.',
  });
}

/** What comes after an object is another one, or the object is not what its header says in real numbers of f64. Errors: `FILE.FORMAT`. */
async function requireEnd(bytes: FileBytes, end: number, count: number): Promise<void> {
  const rest = bytes.size - end;
  if (rest === 0 || beginsObject(await bytes.read(end, 4))) return;
  const isComplex = rest === count * Float64Array.BYTES_PER_ELEMENT;
  throw refused(
    end,
    `${rest} bytes follow ${count} real numbers, and are no other object${isComplex ? ': as many as imaginary parts take' : ''}`,
  );
}

async function dense(
  bytes: FileBytes,
  at: number,
  shape: FileMatrix['shape'],
  limits: FileLimits,
): Promise<FileMatrix> {
  const count = shape.rows * shape.cols;
  requireEntries(count, limits);
  const values = await numbers(bytes, [at, count, `a dense matrix of ${shape.rows} × ${shape.cols}`], Float64Array);
  await requireEnd(bytes, at + values.byteLength, count);
  return { shape, values, field: 'real', symmetry: 'general', about: 'PETSc binary, dense' };
}

/** Row starts of lengths. Errors: `FILE.FORMAT` where they do not add up to the entries. */
function startsOf(lengths: Int32Array, entries: number): Int32Array {
  const rowStart = new Int32Array(lengths.length + 1);
  let sum = 0;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number;
    if (length < 0 || length > entries - sum)
      throw refused(16 + 4 * i, `row ${i} has ${length} of ${entries - sum} entries that are left`);
    sum += length;
    rowStart[i + 1] = sum;
  }
  if (sum !== entries) throw refused(12, `rows have ${sum} entries, and the file says ${entries}`);
  return rowStart;
}

/**
 * Reads the first object of a binary file of PETSc (`MatView`, `VecView` with `PETSCVIEWERBINARY`): a matrix in CSR, a dense one, or a vector, which is one column. Real numbers in f64, indices of
 * 32 bits; objects that come after it are left, anything else is refused: complex numbers would be read as others. Follows *PETSc/TAO Users Manual*, MatLoad. Errors: `FILE.*` with the byte at fault.
 */
export async function readPetsc(source: BytesSource, options: ReadPetscOptions = {}): Promise<FileMatrix> {
  checkReadOptions('readPetsc', options, {});
  const { limits = {} } = options;
  const bytes = await openBytes(source, limits.bytes);
  const head = await readExactly(bytes, { at: 0, length: 8, of: 'the header of a PETSc file' });
  const kind = petscKind(head);
  if (kind === undefined) throw refused(0, 'the file does not begin as one of PETSc');
  if (kind === 'vector') {
    const [, rows = 0] = await numbers(bytes, [0, 2, 'the header of a vector'], Int32Array);
    if (rows < 0) throw refused(4, `the vector has ${rows} elements`);
    return dense(bytes, 8, { rows, cols: 1 }, limits);
  }
  const [, rows = 0, cols = 0, entries = 0] = await numbers(bytes, [0, 4, 'the header of a matrix'], Int32Array);
  if (rows < 0 || cols < 0 || entries < DENSE)
    throw refused(4, `the matrix is ${rows} × ${cols} with ${entries} entries`);
  if (entries === DENSE) return dense(bytes, 16, { rows, cols }, limits);
  requireEntries(entries, limits);
  const at = 16 + 4 * rows;
  // What is missing is told before room is made for it.
  await readExactly(bytes, { at: Math.max(0, at + 12 * entries - 1), length: 1, of: 'the matrix' });
  await requireEnd(bytes, at + 12 * entries, entries);
  const rowStart = startsOf(await numbers(bytes, [16, rows, 'the lengths of rows'], Int32Array), entries);
  const colIndex = await numbers(bytes, [at, entries, 'the columns'], Int32Array);
  const outside = colIndex.findIndex((j) => j < 0 || j >= cols);
  if (outside >= 0)
    throw fileError('FILE.INDEX', {
      byte: at + 4 * outside,
      what: `column ${colIndex[outside]} of entry ${outside} is not from 0 to ${cols - 1}`,
      fix: 'Correct the matrix, and write it again.',
    });
  const values = await numbers(bytes, [at + 4 * entries, entries, 'the values'], Float64Array);
  return {
    shape: { rows, cols },
    positions: positionsByRows(rowStart, colIndex),
    values,
    field: 'real',
    symmetry: 'general',
    about: 'PETSc binary, CSR',
  };
}
