import type { ComplexCoo, CooMatrix } from '@spmv/core';
import { complexCoo, isComplex, partOf, SpmvError } from '@spmv/core';
import type { ArraySource } from '../source/array-source.ts';
import { cooOfArrays } from '../source/coo-of-arrays.ts';
import type { FileSource } from '../source/file-source.ts';
import type { FileHost, Reading } from '../source/read-matrix.ts';
import { isFile, readFile, requireSource } from '../source/read-matrix.ts';

/** Arrays in which each entry has a value. */
type Entries = { readonly values: ArrayLike<number> } & Readonly<Record<string, unknown>>;

/** Entries that there are positions for. */
function countOf(source: Entries): number {
  const index = 'rowStart' in source ? source['colIndex'] : source['rowIndex'];
  return (index as ArrayLike<number> | undefined)?.length ?? -1;
}

/** The entries of arrays, whose values are pairs, or one number each where they are real. Errors: `FORMAT.*`. */
function complexOfArrays(source: ArraySource): ComplexCoo {
  if ('noTriplet' in source)
    throw new SpmvError(
      'FORMAT.INVALID',
      'The matrix cannot be read: triplets are [row, column, value] of real values.',
      {
        fix: 'Give complex entries as arrays, values being pairs: { shape: [2, 2], rowIndex: [0, 1], colIndex: [0, 1], values: [1, 2, 3, -4] } has 1 + 2i and 3 − 4i.',
      },
    );
  if (Array.isArray(source) || !('values' in source))
    throw new SpmvError('FORMAT.INVALID', 'A complex matrix is not read from every element, but from entries.', {
      fix: 'Give shape, rowIndex, colIndex and values (COO), rowStart, colIndex and values (CSR) or colStart, rowIndex and values (CSC), values being pairs.',
    });
  const arrays = source as unknown as Entries;
  const [count, { length }] = [countOf(arrays), arrays.values];
  if (count >= 0 && length !== count && length !== 2 * count)
    throw new SpmvError('FORMAT.INVALID', `The matrix cannot be read: ${count} entries have ${length} values.`, {
      fix: 'Give two numbers for each entry, its real and its imaginary part, or one each where all are real.',
    });
  if (length !== 2 * count) return complexCoo(cooOfArrays(source));
  const part = (of: 0 | 1): CooMatrix => cooOfArrays({ ...arrays, values: partOf(arrays.values, of) } as never);
  return complexCoo(part(0), part(1).values);
}

/** The complex entries of whatever a matrix can be opened from. Errors: `FORMAT.*`, `FILE.*`, `MMIO.*`, those of fetching. */
export async function readComplex(
  source: ArraySource | FileSource,
  host: FileHost,
  options: Reading,
): Promise<ComplexCoo> {
  requireSource(source);
  if (!isFile(source)) return complexOfArrays(source);
  const coo = await readFile(source, host, { ...options, complex: true });
  return isComplex(coo) ? coo : complexCoo(coo);
}
