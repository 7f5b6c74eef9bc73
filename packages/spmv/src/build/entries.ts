import type { CooMatrix } from '@spmv/core';
import { positionsByRows, shown, SpmvError } from '@spmv/core';
import type { ArraySource } from '../source/array-source.ts';
import { cooOfArrays, isCoo, refuseComplex } from '../source/coo-of-arrays.ts';
import type { ShapeLike } from '../source/shape.ts';
import { memoryReader } from '../memory/read-memory.ts';
import { taken } from '../source/taken.ts';

/** A matrix as entries, as arrays that `openMatrix` takes, or as what gives its entries: an opened matrix. */
export type MatrixLike = ArraySource | { entries(): CooMatrix };

function hasEntries(A: MatrixLike): A is { entries(): CooMatrix } {
  return !Array.isArray(A) && 'entries' in A && typeof A.entries === 'function';
}

/**
 * The entries of a matrix: those that are canonical as they are, each object of them looked at once, others in arrays of their own.
 * Errors: `OPERAND.MATRIX` for what is no object, those of `cooFromEntries`, `FORMAT.INVALID`.
 */
export function entriesOf(A: MatrixLike): CooMatrix {
  if (typeof A !== 'object' || A === null)
    throw new SpmvError('OPERAND.MATRIX', `There is no matrix: it is ${shown(A)}.`, {
      fix: 'Give entries, arrays with their shape, rows of numbers, or a matrix of openMatrix.',
    });
  const given = hasEntries(A) ? A.entries() : A;
  refuseComplex(given);
  return isCoo(given) ? given : cooOfArrays(taken(given, memoryReader) as ArraySource);
}

/**
 * The m × n matrix of entries `[row, column, value]` in any order; values of one position are added, and zeros are kept.
 * Errors: `FORMAT.SHAPE`, `FORMAT.INDEX_RANGE`, `FORMAT.INVALID`, `FORMAT.REFUSED`.
 */
export function fromTriplets(shape: ShapeLike, triplets: Iterable<readonly number[]>): CooMatrix {
  return entriesOf({ shape, triplets });
}

/** The same entries in arrays of their own. */
export function copyOfEntries(coo: CooMatrix): CooMatrix {
  const colIndex = coo.colIndex.slice();
  const positions = coo.rowStart
    ? positionsByRows(coo.rowStart.slice(), colIndex)
    : { rowIndex: coo.rowIndex.slice(), colIndex };
  return Object.assign(positions, { shape: { ...coo.shape }, values: coo.values.slice() });
}
