import type { StoredMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { checkedIndices, checkedPointers, contradiction, type IndexArray, indicesOf } from './check.ts';
import type { SciPyMatrix } from './scipy-matrix.ts';

/** Why arrays cannot be used as they are. */
function asTheyAre(what: string): Error {
  return new SpmvError('FILE.UNSUPPORTED', `The arrays cannot be used as they are: ${what}.`, {
    fix: 'Take sciPyEntries(matrix), sort and sum them, and build a matrix of these; or save it after sum_duplicates() and sort_indices().',
    details: {},
  });
}

/** Refuses indices that do not increase along a line. Errors: `FILE.UNSUPPORTED`. */
function requireIncreasing(pointers: Int32Array, inside: Int32Array): void {
  const at = firstFall(pointers, inside);
  if (at === -1) return;
  throw asTheyAre(
    `indices[${at}] is ${inside[at]} after ${inside[at - 1]}, so a line is not sorted, or has a position twice`,
  );
}

function firstFall(pointers: Int32Array, inside: Int32Array): number {
  for (let line = 0; line + 1 < pointers.length; line++) {
    const end = pointers[line + 1] as number;
    let before = -1;
    for (let k = pointers[line] as number; k < end; k++) {
      const index = inside[k] as number;
      if (index <= before) return k;
      before = index;
    }
  }
  return -1;
}

/**
 * A matrix in csr or csc as formats `csr` and `csc` store it, without a way by its entries: the arrays of the file themselves where their
 * indices are int32, in f64 or f32, or pairs of these, as the file has them. Nothing is copied; one pass looks at every index. `Backend.prepare` takes it.
 *
 * Errors: `FILE.UNSUPPORTED` for another format, other values, or lines that are not sorted; `FILE.FORMAT`, `FILE.INDEX`, `FILE.LIMIT`.
 */
export function sciPyStored(matrix: SciPyMatrix): StoredMatrix {
  const { format, shape, arrays } = matrix;
  if (format !== 'csr' && format !== 'csc') throw asTheyAre(`they are those of ${format}, not of csr or csc`);
  const { indptr, indices, data } = arrays;
  if (!indptr || !indices || !data)
    throw contradiction(`a matrix in ${format} needs the arrays indptr, indices and data`);
  const values = data.data;
  if (
    data.shape.length !== 1 ||
    !/^(?:f[48]|c8|c16)$/.test(data.type) ||
    !(values instanceof Float64Array || values instanceof Float32Array)
  )
    throw asTheyAre(`the values are of type ${data.type}, not f8, f4, c16 or c8`);
  // Complex values are pairs.
  const components = data.type.startsWith('c') ? 2 : 1;
  const entries = values.length / components;
  const [lines, across] = format === 'csr' ? [shape.rows, shape.cols] : [shape.cols, shape.rows];
  const list: IndexArray = indicesOf(indices, 'indices');
  if (list.length !== entries)
    throw contradiction(`the array indices has ${list.length} elements, but data has ${entries}`);
  const pointers = checkedPointers(indicesOf(indptr, 'indptr'), 'indptr', { lines, entries });
  const nnz = pointers[lines] as number;
  const inside = checkedIndices(list, 'indices', { count: nnz, limit: across });
  requireIncreasing(pointers, inside);
  const used = entries === nnz ? values : values.subarray(0, components * nnz);
  return {
    format,
    shape: { ...shape },
    nnz,
    valueType: used instanceof Float64Array ? 'f64' : 'f32',
    ...(components === 2 ? { components } : {}),
    params: {},
    scalars: {},
    arrays:
      format === 'csr'
        ? { rowStart: pointers, colIndex: inside, values: used }
        : { colStart: pointers, rowIndex: inside, values: used },
  };
}
