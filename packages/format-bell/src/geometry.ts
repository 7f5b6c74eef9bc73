import type { Partition, Shape, KernelContext, StoredMatrixHeader } from '@spmv/core';
import { unitsOf } from '@spmv/kernel-kit';
import type { BellParams } from './bell-params.ts';

/** Where block k of row of blocks b is, and element e of it in `values`. */
export interface Geometry {
  /** Rows of blocks. */
  readonly blockRowCount: number;
  /** Elements of a block. */
  readonly size: number;
  /** Blocks per row of blocks: the most that one has. */
  readonly width: number;
  readonly stride: number;
  /** Places for blocks. */
  readonly places: number;
  /** Place of a block: b·rowStep + k·placeStep. */
  readonly rowStep: number;
  readonly placeStep: number;
  /** Element e of it: b·valueRowStep + k·valuePlaceStep + e·elementStep. */
  readonly valueRowStep: number;
  readonly valuePlaceStep: number;
  readonly elementStep: number;
}

/** The geometry that the most blocks of a row of blocks, `width`, gives. */
export function geometryOf(
  shape: Shape,
  width: number,
  { blockRows, blockCols, order, alignment }: BellParams,
): Geometry {
  const blockRowCount = Math.ceil(shape.rows / blockRows);
  const size = blockRows * blockCols;
  const stride = order === 'column' ? Math.ceil(blockRowCount / alignment) * alignment : width;
  const common = { blockRowCount, size, width, stride };
  return order === 'column'
    ? {
        ...common,
        places: stride * width,
        rowStep: 1,
        placeStep: stride,
        valueRowStep: 1,
        valuePlaceStep: stride * size,
        elementStep: stride,
      }
    : {
        ...common,
        places: blockRowCount * stride,
        rowStep: stride,
        placeStep: 1,
        valueRowStep: stride * size,
        valuePlaceStep: size,
        elementStep: 1,
      };
}

/** What kernels count with: the parameters of a stored matrix, its rows of blocks, and width … elementStep in the order of {@link Geometry}. */
export function geometryOfStored({ shape, scalars, params }: StoredMatrixHeader): {
  readonly params: BellParams;
  readonly geometry: { readonly blockRowCount: number; readonly steps: Readonly<Record<string, number>> };
} {
  const bell = params as BellParams;
  const { width, rowStep, placeStep, valueRowStep, valuePlaceStep, elementStep, blockRowCount } = geometryOf(
    shape,
    scalars['width'],
    bell,
  );
  const steps = { width, rowStep, placeStep, valueRowStep, valuePlaceStep, elementStep };
  return { params: bell, geometry: { blockRowCount, steps } };
}

/** Rows of blocks: what kernels for processors divide between threads. */
export function byRowsOfBlocks({ matrix }: KernelContext): Partition {
  return unitsOf('rows of blocks', Math.ceil(matrix.shape.rows / (matrix.params['blockRows'] as number)));
}
