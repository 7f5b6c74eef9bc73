import type { Shape } from '@spmv/core';
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
