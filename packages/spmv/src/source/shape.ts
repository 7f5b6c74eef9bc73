import type { Shape } from '@spmv/core';
import { checkShape, shown, SpmvError } from '@spmv/core';

/** Numbers of rows and columns: `[m, n]`, or `{ rows, cols }`. */
export type ShapeLike = Shape | readonly number[];

function isList(shape: ShapeLike): shape is readonly number[] {
  return Array.isArray(shape);
}

/** The shape in an object of its own. Errors: `FORMAT.SHAPE`. */
export function shapeOf(given: ShapeLike): Shape {
  if (typeof given !== 'object' || given === null || (isList(given) && given.length !== 2))
    throw new SpmvError(
      'FORMAT.SHAPE',
      `The shape is ${isList(given) ? `an array of ${given.length} elements` : shown(given)}.`,
      { fix: 'Give shape as [rows, columns], or as { rows, cols }.' },
    );
  const [rows, cols] = isList(given) ? given : [given.rows, given.cols];
  const shape = { rows, cols } as Shape;
  checkShape(shape);
  return shape;
}

/** Whether there are no more rows than where they begin, in place of the row of each entry, takes less memory or little more. */
export function areFilled(rows: number, nnz: number): boolean {
  return rows <= 4 * nnz;
}
