import type { CooMatrix, Shape } from '../data/coo.ts';
import { rowLengthOf } from '../data/csr-view.ts';
import type { TargetId } from '../kernel/target.ts';
import type { RowStatistics } from './row-statistics.ts';
import { rowStatistics } from './row-statistics.ts';

/**
 * What a format plans its storage from. `positions` and `values` are absent when only the lengths of the rows are known; a format
 * that needs them then refuses with that reason. Both belong to the matrix: read them, change nothing.
 */
export interface MatrixStructure {
  readonly shape: Shape;
  readonly nnz: number;
  /** Entries of each row; length rows. */
  readonly rowLength: Int32Array;
  readonly rows: RowStatistics;
  readonly positions?: { readonly rowIndex: Int32Array; readonly colIndex: Int32Array };
  /** Value of each entry, in the order of `positions` and not yet rounded, for formats whose fit depends on them: symmetric, Toeplitz. */
  readonly values?: Float64Array;
  /**
   * Language of the kernel that will read the matrix, where that is known: a format may then suggest other parameters for the lanes of a
   * processor than for the warps of a GPU. What it stores for given parameters does not depend on it.
   */
  readonly target?: TargetId;
}

/** Structure of a canonical COO matrix; shares its arrays. */
export function structureOf(coo: CooMatrix): MatrixStructure {
  return {
    ...structureOfRowLengths(coo.shape, rowLengthOf(coo)),
    positions: { rowIndex: coo.rowIndex, colIndex: coo.colIndex },
    values: coo.values,
  };
}

/** Structure of a matrix of which only the row lengths are known, to plan storage before anything is read or made. */
export function structureOfRowLengths(shape: Shape, rowLength: Int32Array): MatrixStructure {
  const rows = rowStatistics(shape, rowLength);
  return { shape, nnz: rows.nnz, rowLength, rows };
}
