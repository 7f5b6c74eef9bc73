import type { KernelContext } from '@spmv/core';
import { windowsOf } from './windows.ts';

/** Numbers and bound elements of one dispatch over a matrix in ELLPACK's layout. */
export interface EllpackSlice {
  readonly window: { readonly first: number; readonly count: number };
  readonly rows: number;
  /** What the kernels' texts call them. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** Distances between neighbouring rows and between neighbouring places of a row. */
export function ellpackSteps({ matrix }: KernelContext): { readonly rowStep: number; readonly placeStep: number } {
  const stride = matrix.scalars['stride'] as number;
  return matrix.params['order'] === 'row' ? { rowStep: stride, placeStep: 1 } : { rowStep: 1, placeStep: stride };
}

/**
 * The dispatches a matrix needs: one, or, where its arrays are larger than a binding, one for each run of places (column order:
 * later runs add to y) or of rows (row order).
 */
export function ellpackSlices(context: KernelContext): readonly EllpackSlice[] {
  const { shape, scalars, params } = context.matrix;
  const width = scalars['width'] as number;
  const stride = scalars['stride'] as number;
  const { rowStep, placeStep } = ellpackSteps(context);
  const byRows = params['order'] === 'row';
  return windowsOf(byRows ? shape.rows : width, stride, context).map(({ begin, end, first, count }, w) => ({
    window: { first, count },
    rows: byRows ? end - begin : shape.rows,
    numbers: {
      ...(byRows
        ? { rowBegin: begin, rowEnd: end, placeBegin: 0, placeEnd: width }
        : { rowBegin: 0, rowEnd: shape.rows, placeBegin: begin, placeEnd: end }),
      rowStep,
      placeStep,
      first,
      continues: Number(!byRows && w > 0),
    },
  }));
}

/** The text that defines `sumPlaces`. */
export const ellpackRow = (): URL => new URL('../../src/kernels/ellpack-row.wgsl', import.meta.url);

/** Places to load at once, at most `most`: as many as leave the fewest past the end of a row of the matrix's width. */
export function placesAtOnce({ matrix }: KernelContext, most: number): number {
  const width = Math.max(1, matrix.scalars['width'] as number);
  return Math.ceil(width / Math.ceil(width / most));
}
