import type { JsArguments, NamedArrays, ValueArray } from '@spmv/core';

/** What passes are told: arrays are in memory. */
type Arguments = JsArguments & { readonly memory: NamedArrays };

/** A matrix by rows. */
interface Csr<V extends ValueArray = ValueArray> {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: V;
}

const matrix = <V extends ValueArray>(memory: NamedArrays, name: string): Csr<V> => ({
  rowStart: memory[`${name}.rowStart`] as Int32Array,
  colIndex: memory[`${name}.colIndex`] as Int32Array,
  values: memory[`${name}.values`] as V,
});

/** Adds to `at[j + 2]` the entries of column j: where column j + 1 is to begin is there as it is counted, and moves on at j + 1 as it is listed. */
export function countColumns({ colIndex }: Pick<Csr, 'colIndex'>, at: Int32Array, begin: number, end: number): void {
  for (let k = begin; k < end; k++) at[colIndex[k] + 2]++;
}

/** Lists rows begin … end − 1 by columns: their numbers, and their values where these are moved at once, or where each entry goes. */
export function listByColumns(
  { rowStart, colIndex, values }: Csr,
  at: Int32Array,
  { columns, moved, place }: { readonly columns: Int32Array; readonly moved?: ValueArray; readonly place?: Int32Array },
  begin: number,
  end: number,
): void {
  for (let i = begin; i < end; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const to = at[colIndex[k] + 1]++;
      columns[to] = i;
      if (moved) moved[to] = values[k];
      if (place) place[k] = to;
    }
}

/** Σⱼ|aᵢⱼ| of rows begin … end − 1, 1 for an empty row. */
export function sumSizes(
  { rowStart, values }: Pick<Csr<Float64Array>, 'rowStart' | 'values'>,
  sizes: Float64Array,
  begin: number,
  end: number,
): void {
  for (let i = begin; i < end; i++) {
    let sum = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += Math.abs(values[k]);
    sizes[i] = sum > 0 ? sum : 1;
  }
}

/** What of its terms is left of a row of PᵀAP where only rounding keeps it from 0, as where a whole Laplacian has become one point. */
const CANCELLED = 1e-12;

/** The size of a row, or that of its terms where it cancels. */
export const sizeBelow = (size: number, terms: number): number => (size < CANCELLED * terms ? terms : size);

/** dₖₖ, 0 where there is no entry. */
function diagonalAt({ rowStart, colIndex, values }: Csr, k: number): number {
  for (let m = rowStart[k]; m < rowStart[k + 1]; m++) if (colIndex[m] === k) return values[m];
  return 0;
}

/** Places of C ← Aᵀ, and in `work.place` of each entry of A where it goes. One unit: entries of a column follow one another. */
export function transposePlaces({ memory, numbers }: Arguments): void {
  const A = matrix(memory, 'A');
  const [at, rowStart] = [memory['work.starts'] as Int32Array, memory['C.rowStart'] as Int32Array];
  const { rows, cols } = numbers;
  at.fill(0);
  countColumns(A, at, 0, A.rowStart[rows]);
  for (let j = 1; j <= cols; j++) at[j + 1] += at[j];
  const [columns, place] = [memory['C.colIndex'] as Int32Array, memory['work.place'] as Int32Array];
  listByColumns(A, at, { columns, place }, 0, rows);
  rowStart.set(at.subarray(0, cols + 1));
}

/** Moves entries begin … end − 1. */
export function transposeValues({ memory, begin, end }: Arguments): void {
  const { values } = matrix(memory, 'A');
  const [moved, place] = [memory['C.values'] as ValueArray, memory['work.place'] as Int32Array];
  for (let k = begin; k < end; k++) moved[place[k]] = values[k];
}

/** Places of a diagonal matrix. One unit, of a matrix without rows as well. */
export function diagonalPlaces({ memory, numbers }: Arguments): void {
  const [rowStart, colIndex] = [memory['C.rowStart'] as Int32Array, memory['C.colIndex'] as Int32Array];
  const { rows } = numbers;
  for (let i = 0; i < rows; i++) rowStart[i] = colIndex[i] = i;
  rowStart[rows] = rows;
}

/** Rows begin … end − 1 of C ← D⁻¹, and with R of a level below the one that D is of. */
export function inverseSizes({ memory, numbers, begin, end }: Arguments): void {
  const inverse = memory['C.values'] as Float64Array;
  sumSizes(matrix<Float64Array>(memory, 'A'), inverse, begin, end);
  const R = numbers['below'] ? matrix<Float64Array>(memory, 'R') : undefined;
  const D = matrix(memory, 'D');
  for (let i = begin; i < end; i++) {
    let terms = 0;
    if (R)
      for (let k = R.rowStart[i]; k < R.rowStart[i + 1]; k++) {
        const before = diagonalAt(D, R.colIndex[k]);
        if (before !== 0) terms += (R.values[k] * R.values[k]) / before;
      }
    inverse[i] = 1 / sizeBelow(inverse[i], terms);
  }
}
