import { type ComplexCoo, type CooMatrix, inParts, SpmvError } from '@spmv/core';
import type { DenseMatrix } from '../convert/to-dense.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import type { MatrixMarketBanner } from '../model/header.ts';

/** Entries that are not in canonical form, or complex. */
export interface WritableEntries {
  readonly shape: { readonly rows: number; readonly cols: number };
  readonly rowIndex: ArrayLike<number>;
  readonly colIndex: ArrayLike<number>;
  /** Left out or empty for a pattern. */
  readonly values?: ArrayLike<number>;
  readonly imaginary?: ArrayLike<number>;
  readonly integers?: BigInt64Array | BigUint64Array;
}

/** A dense matrix, with imaginary parts where it is complex. */
export interface WritableDense extends DenseMatrix {
  readonly imaginary?: Float64Array;
}

/** What can be written: a matrix in coordinate form, a dense one, a vector, or a file as it was read. */
export type WritableMatrix =
  | CooMatrix
  | ComplexCoo
  | WritableEntries
  | WritableDense
  | MatrixMarketFile
  | Float64Array
  | Float32Array
  | readonly number[];

/** Numbers and where they stand, ready to be written. */
export interface WritableBody {
  readonly banner: MatrixMarketBanner;
  readonly rows: number;
  readonly cols: number;
  readonly rowIndex: ArrayLike<number>;
  readonly colIndex: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly imaginary: ArrayLike<number>;
  readonly integers?: BigInt64Array | BigUint64Array;
  /** Data lines. */
  readonly lines: number;
}

const NONE: readonly number[] = [];

function array(rows: number, cols: number, values: ArrayLike<number>, imaginary?: ArrayLike<number>): WritableBody {
  const field = imaginary ? 'complex' : 'real';
  const banner = { object: 'matrix', format: 'array', field, symmetry: 'general' } as const;
  return {
    banner,
    rows,
    cols,
    rowIndex: NONE,
    colIndex: NONE,
    values,
    imaginary: imaginary ?? NONE,
    lines: rows * cols,
  };
}

/** Row-major to the column-major order of array files. */
function byColumns({ rows, cols }: DenseMatrix, values: Float64Array): Float64Array {
  const columns = new Float64Array(rows * cols);
  const filled = cols > 0 ? rows : 0;
  for (let i = 0; i < filled; i++)
    for (let j = 0; j < cols; j++) columns[j * rows + i] = values[i * cols + j] as number;
  return columns;
}

/** Any writable thing as numbers with a banner of its own. Errors: `MMIO.WRITE`. */
export function writableBody(matrix: WritableMatrix): WritableBody {
  if ('header' in matrix) {
    const { header, symmetry, rowIndex, colIndex, values, imaginary, integers } = matrix;
    const counted = header.field === 'pattern' && values.length > 0 ? 'integer' : header.field;
    const banner = { object: header.object, format: header.format, field: counted, symmetry };
    const lines = header.format === 'array' ? values.length : rowIndex.length;
    return {
      banner,
      rows: header.rows,
      cols: header.cols,
      rowIndex,
      colIndex,
      values,
      imaginary,
      ...(integers === undefined ? {} : { integers }),
      lines,
    };
  }
  if ('shape' in matrix) {
    const { shape, rowIndex, colIndex, integers }: WritableEntries = matrix;
    const parts: Pick<WritableEntries, 'values' | 'imaginary'> =
      'components' in matrix ? inParts(matrix.values, matrix.components) : matrix;
    const { values = NONE, imaginary = NONE } = parts;
    const n = rowIndex.length;
    if (
      colIndex.length !== n ||
      (values.length !== n && values.length !== 0) ||
      (imaginary.length !== n && imaginary.length !== 0)
    ) {
      throw new SpmvError(
        'MMIO.WRITE',
        `The arrays to write differ in length: rowIndex ${n}, colIndex ${colIndex.length}, values ${values.length}, imaginary ${imaginary.length}.`,
        {
          fix: 'Pass one element of each array for every entry.',
        },
      );
    }
    const field =
      parts.imaginary && imaginary.length === n
        ? 'complex'
        : integers !== undefined
          ? 'integer'
          : values.length === 0 && n > 0
            ? 'pattern'
            : 'real';
    const banner = { object: 'matrix', format: 'coordinate', field, symmetry: 'general' } as const;
    return {
      banner,
      ...shape,
      rowIndex,
      colIndex,
      values,
      imaginary,
      ...(integers === undefined ? {} : { integers }),
      lines: n,
    };
  }
  if ('rows' in matrix) {
    const { rows, cols, values, imaginary } = matrix;
    return array(rows, cols, byColumns(matrix, values), imaginary && byColumns(matrix, imaginary));
  }
  return array(matrix.length, 1, matrix);
}
