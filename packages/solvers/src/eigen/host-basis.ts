import { normOf } from '../solve/scale.ts';
import type { Space } from '../space/space.ts';
import type { Cell, LinearMap } from '../space/step.ts';
import { product } from '../space/steps.ts';
import type { KrylovBasis } from './krylov-basis.ts';

type Vectors = readonly Float64Array[];

/** Σ x(i)·v_i is added to y, four vectors in a pass: y is read once for them. */
function addCombination(y: Float64Array, vectors: Vectors, x: ArrayLike<number>, count: number): void {
  let k = 0;
  for (; k + 4 <= count; k += 4) {
    const [a, b, c, d] = [vectors[k], vectors[k + 1], vectors[k + 2], vectors[k + 3]];
    const [p, q, r, s] = [x[k], x[k + 1], x[k + 2], x[k + 3]];
    for (let i = 0; i < y.length; i++) y[i] += p * a[i] + q * b[i] + (r * c[i] + s * d[i]);
  }
  for (; k < count; k++) {
    const [a, p] = [vectors[k], x[k]];
    for (let i = 0; i < y.length; i++) y[i] += p * a[i];
  }
}

/** v_iᵀy of the first vectors, with − before them. */
function minusProducts(y: Float64Array, vectors: Vectors, count: number): Float64Array {
  const sums = new Float64Array(count);
  let k = 0;
  for (; k + 4 <= count; k += 4) {
    const [a, b, c, d] = [vectors[k], vectors[k + 1], vectors[k + 2], vectors[k + 3]];
    let [p, q, r, s] = [0, 0, 0, 0];
    for (let i = 0; i < y.length; i++) {
      const value = y[i];
      p -= value * a[i];
      q -= value * b[i];
      r -= value * c[i];
      s -= value * d[i];
    }
    sums[k] = p;
    sums[k + 1] = q;
    sums[k + 2] = r;
    sums[k + 3] = s;
  }
  for (; k < count; k++) for (let i = 0; i < y.length; i++) sums[k] -= y[i] * vectors[k][i];
  return sums;
}

/**
 * The same as `createKrylovBasis` over arrays of the host, whose numbers need no cells: all products of a vector with those before it are taken, and then off, twice.
 * Source: L. Giraud, J. Langou, M. Rozložník, J. van den Eshof, Rounding error analysis of the classical Gram–Schmidt orthogonalization process, Numer. Math. 101, 2005.
 */
export function createHostBasis(
  space: Space,
  arrayOf: (cell: Cell) => Float64Array,
  A: LinearMap,
  m: number,
): KrylovBasis {
  const cells = Array.from({ length: m + 1 }, () => space.vector(A.shape.rows));
  const vectors = cells.map(arrayOf);
  const columns: (readonly number[])[] = [];
  const finish = (j: number): void => {
    const y = vectors[j + 1];
    const once = minusProducts(y, vectors, j + 1);
    addCombination(y, vectors, once, j + 1);
    const twice = minusProducts(y, vectors, j + 1);
    addCombination(y, vectors, twice, j + 1);
    const length = normOf(y);
    for (let i = 0; i < y.length; i++) y[i] /= length;
    columns[j] = [...once.map((value, i) => -value - twice[i]), length];
  };
  return {
    vector: (j) => cells[j],
    async extend(j) {
      const run = await space.compile([product(A, cells[j], cells[j + 1])]);
      await run.run();
      finish(j);
    },
    async renew(j, vector) {
      vectors[j].set(vector);
      finish(j - 1);
    },
    column: async (j) => columns[j],
    async combine(shares, count) {
      const made = Array.from({ length: count }, (_, i) => {
        const y = new Float64Array(A.shape.rows);
        addCombination(
          y,
          vectors,
          shares.map((row) => row[i]),
          m,
        );
        return y;
      });
      if (count < m) vectors[count].set(vectors[m]);
      for (const [i, y] of made.entries()) vectors[i].set(y);
    },
  };
}
