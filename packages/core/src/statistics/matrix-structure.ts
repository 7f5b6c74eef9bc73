import type { AnyCoo, CooMatrix, Shape } from '../data/coo.ts';
import { isComplex } from '../data/coo.ts';
import { occupiedLengths, occupiedRowsOf, rowLengthOf } from '../data/csr-view.ts';
import { SpmvError } from '../errors/spmv-error.ts';
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
  /** Entries of each row; length rows. Counted when first read: a format that needs only `rows` spends nothing on empty rows. */
  readonly rowLength: Int32Array;
  /** Counted when first read. */
  readonly rows: RowStatistics;
  readonly positions?: Pick<CooMatrix, 'rowIndex' | 'colIndex'>;
  /** Value of each entry, in the order of `positions` and not yet rounded, for formats whose fit depends on them: symmetric, Toeplitz. Absent of complex entries, which have {@link pairs}. */
  readonly values?: Float64Array;
  /** The same of complex entries: real and imaginary part of each. */
  readonly pairs?: Float64Array;
  /**
   * Language of the kernel that will read the matrix, where that is known: a format may then suggest other parameters for the lanes of a
   * processor than for the warps of a GPU. What it stores for given parameters does not depend on it.
   */
  readonly target?: TargetId;
}

/** What to make a structure for. */
export interface StructureOptions {
  /** See {@link MatrixStructure.target}. */
  readonly target?: TargetId;
  /** Most rows whose lengths are counted; reading `rowLength` of a matrix with more throws. Default: no limit. */
  readonly maxRows?: number;
}

/**
 * Structure of a canonical COO matrix; shares its arrays. O(1), O(nnz) once `rows` is read, and O(rows) once `rowLength` is.
 * Errors: `FORMAT.REFUSED` from reading `rowLength` beyond `maxRows`.
 */
export function structureOf(coo: AnyCoo, { target, maxRows = Infinity }: StructureOptions = {}): MatrixStructure {
  const { shape } = coo;
  const nnz = coo.colIndex.length;
  let counted: Int32Array | undefined;
  let rows: RowStatistics | undefined;
  const rowLength = (): Int32Array => {
    if (shape.rows > maxRows) throw tooManyRows(shape, nnz);
    return (counted ??= rowLengthOf(coo));
  };
  return {
    shape,
    nnz,
    get rowLength() {
      return rowLength();
    },
    get rows() {
      // Where rows are known by their starts, they are no more than are counted for any format.
      const isByRows = coo.rowStart !== undefined && shape.rows <= maxRows;
      return (rows ??= rowStatistics(shape, isByRows ? rowLength() : occupiedLengths(occupiedRowsOf(coo))));
    },
    positions: coo,
    ...(isComplex(coo) ? { pairs: coo.values } : { values: coo.values }),
    ...(target === undefined ? {} : { target }),
  };
}

/** The same structure for kernels in a language. No copy, which would count the rows for a format that needs no more than `rows`. */
export function structureFor(structure: MatrixStructure, target: TargetId): MatrixStructure {
  return Object.create(structure, { target: { value: target, enumerable: true } }) as MatrixStructure;
}

function tooManyRows({ rows }: Shape, nnz: number): SpmvError {
  return new SpmvError(
    'FORMAT.REFUSED',
    `planning it would visit all ${rows} rows, which are far more than the ${nnz} entries`,
    {
      fix: 'Choose a format that is planned from the shape alone, such as csr or coo.',
      details: { rows, nnz },
    },
  );
}

/** Structure of a matrix of which only the row lengths are known, to plan storage before anything is read or made. */
export function structureOfRowLengths(shape: Shape, rowLength: Int32Array): MatrixStructure {
  const rows = rowStatistics(shape, rowLength);
  return { shape, nnz: rows.nnz, rowLength, rows };
}
