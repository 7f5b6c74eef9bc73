import type { CsrMatrix } from '@spmv/spgemm';
import type { Aggregates } from './aggregation.ts';

/** What of a vector is left after the others were taken out, as a part of it, at which it depends on them. */
const DEPENDENT = 1e-10;

/** Vectors that A makes small, one after another, each of as many elements as A has rows. */
export type NearNull = readonly Float64Array[];

/**
 * T with B = T·B_c, its columns orthonormal within each group: the vectors of B restricted to a group, by modified Gram and Schmidt, done twice (Vaněk, Mandel, Brezina 1996, section 3). A vector that
 * depends on the others within a group leaves an empty column. `size` rows of A are one point.
 */
export function tentative(
  { of, count }: Aggregates,
  B: NearNull,
  size: number,
): { readonly T: CsrMatrix; readonly coarse: NearNull } {
  const width = B.length;
  const rows = of.length * size;
  const members = new Int32Array(count + 1);
  for (const g of of) if (g >= 0) members[g + 1] += size;
  for (let g = 0; g < count; g++) members[g + 1] += members[g];
  const next = members.slice();
  const list = new Int32Array(members[count]);
  for (let i = 0; i < rows; i++) {
    const g = of[Math.floor(i / size)];
    if (g >= 0) list[next[g]++] = i;
  }
  // Columns of T, each as long as A has rows: a row is in one group alone.
  const columns = B.map((vector) => vector.slice());
  const coarse = B.map(() => new Float64Array(count * width));
  for (let g = 0; g < count; g++) {
    const [begin, end] = [members[g], members[g + 1]];
    const dot = (x: Float64Array, y: Float64Array): number => {
      let sum = 0;
      for (let k = begin; k < end; k++) sum += x[list[k]] * y[list[k]];
      return sum;
    };
    for (let v = 0; v < width; v++) {
      const q = columns[v];
      const before = Math.sqrt(dot(q, q));
      for (let turn = 0; turn < 2; turn++)
        for (let u = 0; u < v; u++) {
          const share = dot(columns[u], q);
          for (let k = begin; k < end; k++) q[list[k]] -= share * columns[u][list[k]];
          coarse[v][g * width + u] += share;
        }
      const length = Math.sqrt(dot(q, q));
      const isKept = length > DEPENDENT * before;
      for (let k = begin; k < end; k++) q[list[k]] = isKept ? q[list[k]] / length : 0;
      coarse[v][g * width + v] = isKept ? length : 0;
    }
  }
  const rowStart = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) rowStart[i + 1] = rowStart[i] + (of[Math.floor(i / size)] >= 0 ? width : 0);
  const colIndex = new Int32Array(rowStart[rows]);
  const values = new Float64Array(rowStart[rows]);
  for (let i = 0; i < rows; i++)
    for (let v = 0, k = rowStart[i]; k < rowStart[i + 1]; v++, k++) {
      colIndex[k] = of[Math.floor(i / size)] * width + v;
      values[k] = columns[v][i];
    }
  return { T: { shape: { rows, cols: count * width }, rowStart, colIndex, values }, coarse };
}
