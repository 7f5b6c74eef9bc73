import type { CooMatrix } from '@spmv/core';
import { cooFromEntries, rowStartOf } from '@spmv/core';
import type { Facts } from '../system/facts.ts';
import type { Preconditioner } from './preconditioner.ts';
import { entriesOf, noPivot } from './rows.ts';

/** Rows of a block. */
const SIZE = 8;

/** The inverse of a dense matrix of n rows, by Gauss and Jordan with partial pivoting; undefined where it is singular. */
function inverted(given: Float64Array, n: number): Float64Array | undefined {
  const a = given.slice();
  const inverse = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
  const at = (i: number, j: number): number => a[i * n + j];
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(at(i, k)) > Math.abs(at(pivot, k))) pivot = i;
    if (at(pivot, k) === 0) return undefined;
    for (const m of [a, inverse])
      for (let j = 0; j < n; j++) [m[k * n + j], m[pivot * n + j]] = [m[pivot * n + j], m[k * n + j]];
    const scale = 1 / at(k, k);
    for (const m of [a, inverse]) for (let j = 0; j < n; j++) m[k * n + j] = m[k * n + j] * scale;
    for (let i = 0; i < n; i++) {
      const factor = at(i, k);
      if (i === k || factor === 0) continue;
      for (const m of [a, inverse]) for (let j = 0; j < n; j++) m[i * n + j] = m[i * n + j] - factor * m[k * n + j];
    }
  }
  return inverse.every(Number.isFinite) ? inverse : undefined;
}

/** What rounding must not change of an n × n inverse: that it is symmetric, and of pairs a complex linear map. */
function mended(inverse: Float64Array, n: number, { isSymmetric, isOfPairs }: Facts): Float64Array {
  const mean = (a: Float64Array, other: (i: number, j: number) => number): Float64Array =>
    a.map((value, k) => (value + other(Math.floor(k / n), k % n)) / 2);
  const made = isSymmetric ? mean(inverse, (i, j) => inverse[j * n + i]) : inverse;
  return isOfPairs
    ? mean(made, (i, j) => ((i + j) % 2 === 0 ? made[(i ^ 1) * n + (j ^ 1)] : -made[(i ^ 1) * n + (j ^ 1)]))
    : made;
}

/** The inverses of the blocks on the diagonal, as one sparse matrix. Errors: `SOLVER.PRECONDITIONER`. */
function inverseBlocks(coo: CooMatrix, facts: Facts): CooMatrix {
  const { rows } = coo.shape;
  const rowStart = rowStartOf(coo);
  const entries = { rowIndex: [] as number[], colIndex: [] as number[], values: [] as number[] };
  for (let first = 0; first < rows; first += SIZE) {
    const n = Math.min(SIZE, rows - first);
    const block = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let k = rowStart[first + i]; k < rowStart[first + i + 1]; k++) {
        const j = coo.colIndex[k] - first;
        if (j >= 0 && j < n) block[i * n + j] = coo.values[k];
      }
    const made = inverted(block, n);
    if (!made) throw noPivot('block-jacobi', first, 0);
    const inverse = mended(made, n, facts);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const value = inverse[i * n + j];
        if (value === 0) continue;
        entries.rowIndex.push(first + i);
        entries.colIndex.push(first + j);
        entries.values.push(value);
      }
  }
  return cooFromEntries(coo.shape, entries);
}

/** M = the blocks of eight rows on the diagonal of A, whose inverses are one sparse matrix: applying it is a product, which every device has. */
export const blockJacobi: Preconditioner = {
  id: 'block-jacobi',
  title: 'blocks on the diagonal of A',
  async prepare(system, space) {
    return space.matrix(inverseBlocks(entriesOf(system, 'block-jacobi'), system.facts));
  },
};
