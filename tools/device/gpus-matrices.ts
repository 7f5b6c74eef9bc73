// Matrices of gpus.ts, in CSR of f64, of about so many bytes.
import type { RowSource, StoredMatrix } from '@spmv/core';
import { stencil27Rows } from '@spmv/testkit';

/** Bytes of an entry. */
const ENTRY = 12;

export interface Made {
  readonly matrix: StoredMatrix;
  readonly source: RowSource;
}

function mix(n: number): number {
  let h = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Makers by name. All fill the same arrays, for the system gives memory slowly when it is first used: a matrix is there until the next one is made. */
export function matricesUpTo(most: number): Readonly<Record<string, (bytes: number) => Made>> {
  const entries = Math.ceil(most / ENTRY) + 1024;
  const columns = new Int32Array(entries);
  const values = new Float64Array(entries);

  /** The matrix of the first entries of the arrays. */
  function madeOf(rows: number, rowStart: Int32Array): Made {
    const nnz = rowStart[rows];
    const [colIndex, numbers] = [columns.subarray(0, nnz), values.subarray(0, nnz)];
    const shape = { rows, cols: rows };
    const arrays = { rowStart, colIndex, values: numbers };
    const matrix: StoredMatrix = { format: 'csr', shape, nnz, valueType: 'f64', params: {}, scalars: {}, arrays };
    const rowLength = new Int32Array(rows);
    for (let i = 0; i < rows; i++) rowLength[i] = rowStart[i + 1] - rowStart[i];
    const source: RowSource = {
      shape,
      rowLength,
      readRows(begin, end, into, numbersInto) {
        into.set(colIndex.subarray(rowStart[begin], rowStart[end]));
        numbersInto.set(numbers.subarray(rowStart[begin], rowStart[end]));
      },
    };
    return { matrix, source };
  }

  function stencil(bytes: number): Made {
    const n = Math.floor(Math.cbrt(bytes / ENTRY / 27));
    const source = stencil27Rows({ n });
    const rows = n ** 3;
    const rowStart = new Int32Array(rows + 1);
    for (let i = 0; i < rows; i++) rowStart[i + 1] = rowStart[i] + source.rowLength[i];
    const nnz = rowStart[rows];
    source.readRows(0, rows, columns.subarray(0, nnz), values.subarray(0, nnz));
    return madeOf(rows, rowStart);
  }

  /**
   * Rows of `count` blocks of `block` columns each, one at a random place in each of as many equal parts of a band of `reach` blocks on either side, the
   * diagonal among them; of the whole width where `reach` is 0. Blocks of rows have the same columns.
   */
  function banded(bytes: number, count: number, block: number, reach: number): Made {
    const nodes = Math.floor(bytes / ENTRY / (count * block * block));
    const rows = nodes * block;
    const rowStart = new Int32Array(rows + 1);
    const chosen = new Int32Array(count);
    const width = Math.floor((reach > 0 ? 2 * reach : nodes) / count);
    let k = 0;
    for (let node = 0; node < nodes; node++) {
      const first = reach > 0 ? node - reach : 0;
      let found = 0;
      for (let s = 0; s < count; s++) {
        const begin = first + s * width;
        const isOwn = node >= begin && node < begin + width;
        const other = isOwn ? node : begin + (mix(node * count + s) % width);
        if (other >= 0 && other < nodes) chosen[found++] = other;
      }
      for (let b = 0; b < block; b++) {
        for (let c = 0; c < found; c++)
          for (let d = 0; d < block; d++) {
            columns[k] = chosen[c] * block + d;
            values[k] = 0.01 + (k & 1023) / 65536;
            k++;
          }
        rowStart[node * block + b + 1] = k;
      }
    }
    return madeOf(rows, rowStart);
  }

  return {
    stencil27: stencil,
    'fem-band': (bytes) => banded(bytes, 27, 3, 1000),
    local: (bytes) => banded(bytes, 16, 1, 50_000),
    random: (bytes) => banded(bytes, 16, 1, 0),
  };
}
