import type { Axis, NamedArrays, StoredMatrix, StoredMatrixHeader, ValueArray } from '@spmv/core';
import { SpmvError, valueArray } from '@spmv/core';

/** Bits of a column; those above say which rows of its block have it. */
export const COLUMN_BITS = 28;

/** Rows of a matrix in blocks of some that follow one another: an entry for each column that any row of a block has. */
export interface SharedColumnBlocks extends NamedArrays {
  /** First entry of each block, and their number. */
  readonly blockStart: Int32Array;
  /** Column of each entry, and bit {@link COLUMN_BITS} + r where row r of the block has it. */
  readonly columns: Uint32Array;
  /** A value for each row of the block and entry, 0 where the row has none. */
  readonly blockValues: ValueArray;
}

/** Calls `visit(block, column, entries)` for each entry of each block; `entries` holds the place of each row's own, −1 where there is none. */
function visitBlocks(
  { shape, arrays }: StoredMatrix,
  blockRows: number,
  visit: (block: number, column: number, entries: Int32Array) => void,
): void {
  const rowStart = arrays['rowStart'] as Int32Array;
  const colIndex = arrays['colIndex'] as Int32Array;
  const at = new Int32Array(blockRows);
  const found = new Int32Array(blockRows);
  for (let first = 0, block = 0; first < shape.rows; first += blockRows, block++) {
    const rows = Math.min(blockRows, shape.rows - first);
    for (let r = 0; r < rows; r++) at[r] = rowStart[first + r];
    for (;;) {
      let column = Number.POSITIVE_INFINITY;
      for (let r = 0; r < rows; r++) {
        const k = at[r];
        if (k < rowStart[first + r + 1]) column = Math.min(column, colIndex[k]);
      }
      if (column === Number.POSITIVE_INFINITY) break;
      found.fill(-1);
      for (let r = 0; r < rows; r++) {
        const k = at[r];
        if (k >= rowStart[first + r + 1] || colIndex[k] !== column) continue;
        found[r] = k;
        at[r] = k + 1;
      }
      visit(block, column, found);
    }
  }
}

/** How many entries the blocks of a matrix have: no more than it has itself. */
export function countBlockEntries(matrix: StoredMatrix, blockRows: number): number {
  let count = 0;
  visitBlocks(matrix, blockRows, () => void count++);
  return count;
}

/** The blocks of a matrix. Rows whose columns do not ascend have more entries than they need, and are right. */
export function rowBlocks(matrix: StoredMatrix, blockRows: number, count: number): SharedColumnBlocks {
  const values = matrix.arrays['values'] as ValueArray;
  const parts = matrix.components ?? 1;
  const blockStart = new Int32Array(Math.ceil(matrix.shape.rows / blockRows) + 1);
  const columns = new Uint32Array(count);
  const blockValues = valueArray(matrix.valueType, parts * count * blockRows);
  let next = 0;
  visitBlocks(matrix, blockRows, (block, column, entries) => {
    let bits = 0;
    for (let r = 0; r < blockRows; r++) {
      const k = entries[r];
      if (k < 0) continue;
      bits |= 1 << r;
      for (let part = 0; part < parts; part++)
        blockValues[parts * (next * blockRows + r) + part] = values[parts * k + part];
    }
    columns[next] = bits * 2 ** COLUMN_BITS + column;
    next++;
    blockStart[block + 1] = next;
  });
  // Blocks without entries end where those before them do.
  for (let b = 1; b < blockStart.length; b++) blockStart[b] = Math.max(blockStart[b], blockStart[b - 1]);
  return { blockStart, columns, blockValues };
}

export const blockRowsAxis: Axis<number> = {
  values: [2, 3],
  default: 2,
  doc: 'Neighbouring rows for which a row of X is loaded once.',
};
export const leastSharedAxis: Axis<number> = {
  values: [0.25, 0],
  default: 0.25,
  range: { min: 0, max: 1, integer: false },
  doc: 'Smallest share of entries whose column a row of the same block has, too; below it the kernel refuses.',
};

interface BlockParams {
  readonly blockRows: number;
  readonly leastShared: number;
}

/** The blocks of a matrix for kernel `kernel`. Errors: `KERNEL.REFUSED` where rows share too few columns. */
export function sharedRowBlocks(
  kernel: string,
  matrix: StoredMatrix,
  { blockRows, leastShared }: BlockParams,
): SharedColumnBlocks {
  const nnz = (matrix.arrays['rowStart'] as Int32Array).at(-1) ?? 0;
  const count = countBlockEntries(matrix, blockRows);
  const shared = 1 - count / Math.max(1, nnz);
  if (shared < leastShared)
    throw new SpmvError(
      'KERNEL.REFUSED',
      `Kernel '${kernel}' needs rows that share columns: ${Math.round(shared * 100)} % of the entries share theirs with a row before in a block of ${blockRows}, less than ${leastShared * 100} % (leastShared).`,
      { fix: `Use ${plain(kernel)}, or lower leastShared.`, details: { kernel, shared, leastShared, blockRows } },
    );
  return rowBlocks(matrix, blockRows, count);
}

/** Refuses columns that do not fit beside the bits of rows. Errors: `KERNEL.REFUSED`. */
export function checkBlockColumns(kernel: string, { shape: { cols } }: StoredMatrixHeader): void {
  if (cols <= 2 ** COLUMN_BITS) return;
  throw new SpmvError(
    'KERNEL.REFUSED',
    `Kernel '${kernel}' can count to ${2 ** COLUMN_BITS} columns, but there are ${cols}.`,
    { fix: `Use ${plain(kernel)}.`, details: { kernel, cols, limit: 2 ** COLUMN_BITS } },
  );
}

/** The kernel for any matrix, of the same target. */
function plain(kernel: string): string {
  return kernel.replace('-blocks', '');
}
