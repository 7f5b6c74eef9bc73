import type { FileMatrix } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import type { NpyArray } from './npy-array.ts';
import { inCOrder, valuesOf } from './values.ts';

/** Rows and columns of an array of at most two dimensions: one number is 1 × 1, a vector one column. Errors: `FILE.UNSUPPORTED`. */
function denseShape({ shape }: NpyArray, member: string): FileMatrix['shape'] {
  const [rows = 1, cols = 1, ...more] = shape;
  if (more.length === 0) return { rows, cols };
  throw fileError('FILE.UNSUPPORTED', {
    member,
    what: `the array has ${shape.length} dimensions (${shape.join(' × ')}), but a matrix has two`,
    fix: 'Save one matrix of it, for example a[0].',
    details: { shape },
  });
}

/** A dense matrix of an array; a vector is one column. Errors: `FILE.UNSUPPORTED`. */
export function denseOf(array: NpyArray, member = 'array'): FileMatrix {
  const shape = denseShape(array, member);
  const { type, order, fortran } = array;
  const laid = order === 'big' ? ', big-endian' : '';
  return {
    shape,
    symmetry: 'general',
    ...valuesOf(inCOrder(array), shape.rows * shape.cols, member),
    about: `npy ${type}${laid}${fortran ? ', Fortran order' : ''}`,
  };
}
