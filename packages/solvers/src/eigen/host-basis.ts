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

/** iv of a vector of pairs: a complex y is at right angles to v where its pairs are to those of v and of iv. */
function turned(v: Float64Array): Float64Array {
  const w = new Float64Array(v.length);
  for (let i = 0; i < v.length; i += 2) [w[i], w[i + 1]] = [-v[i + 1], v[i]];
  return w;
}

/**
 * The same as `createKrylovBasis` over arrays of the host, whose numbers need no cells: products of a vector with those before it are taken, and then off, twice: the first time with two alone where the others have nothing but rounding of it.
 * `isOfPairs`: A is Hermitian and vectors are at right angles as complex ones. VᴴAV is real, for vectors are real combinations of products of one beginning with powers of A.
 * Source: L. Giraud, J. Langou, M. Rozložník, J. van den Eshof, Rounding error analysis of the classical Gram–Schmidt orthogonalization process, Numer. Math. 101, 2005.
 */
export function createHostBasis(
  space: Space,
  arrayOf: (cell: Cell) => Float64Array,
  A: LinearMap,
  m: number,
  isOfPairs: boolean,
): KrylovBasis {
  const cells = Array.from({ length: m + 1 }, () => space.vector(A.shape.rows));
  const vectors = cells.map(arrayOf);
  const columns: (readonly number[])[] = [];
  /** Takes what v_{j+1} has along the vectors before it, from `first` on, off it and adds it to `along`. */
  const takeOff = (j: number, first: number, along: Float64Array): void => {
    const own = vectors.slice(first, j + 1);
    const before = isOfPairs ? [...own, ...own.map(turned)] : own;
    const shares = minusProducts(vectors[j + 1], before, before.length);
    addCombination(vectors[j + 1], before, shares, before.length);
    for (let i = first; i <= j; i++) along[i] -= shares[i - first];
  };
  /** The first vector whose image has parts along all before it: the others have them along two, and rounding's along all. */
  let begun = 0;
  const finish = (j: number, isLocal: boolean): void => {
    const y = vectors[j + 1];
    const along = new Float64Array(j + 1);
    takeOff(j, isLocal ? j - 1 : 0, along);
    takeOff(j, 0, along);
    const length = normOf(y);
    const inverse = 1 / length;
    for (let i = 0; i < y.length; i++) y[i] *= inverse;
    columns[j] = [...along, length];
  };
  return {
    vector: (j) => cells[j],
    async extend(j) {
      const run = await space.compile([product(A, cells[j], cells[j + 1])]);
      await run.run();
      finish(j, j > begun);
    },
    async renew(j, vector) {
      vectors[j].set(vector);
      finish(j - 1, false);
      begun = j;
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
      begun = count;
      if (count < m) vectors[count].set(vectors[m]);
      for (const [i, y] of made.entries()) vectors[i].set(y);
    },
  };
}
