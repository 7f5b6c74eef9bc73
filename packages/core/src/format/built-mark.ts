import type { StoredMatrix } from './stored-matrix.ts';

// For all copies of this package in a process; not enumerable, so that no clone, no spread and no message carries it on by accident.
const BUILT: unique symbol = Symbol.for('@spmv/built') as never;

/** `matrix` marked as built by core, and frozen, so that no array can be exchanged under the mark. */
export function markBuilt(matrix: StoredMatrix): StoredMatrix {
  const { shape, params, scalars, arrays } = matrix;
  const marked = { ...matrix, shape: Object.freeze({ ...shape }), params: Object.freeze({ ...params }), scalars: Object.freeze({ ...scalars }), arrays: Object.freeze({ ...arrays }) };
  return Object.freeze(Object.defineProperty(marked, BUILT, { value: true }));
}

/** Whether core built this very object. */
export function isBuilt(matrix: unknown): boolean {
  return typeof matrix === 'object' && matrix !== null && Object.hasOwn(matrix, BUILT);
}
