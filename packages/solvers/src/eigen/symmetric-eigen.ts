/** Eigenvalues of a small symmetric matrix, and its eigenvectors as columns: vectors[i][k] is element i of the one of values[k]. */
export interface SymmetricEigen {
  readonly values: readonly number[];
  readonly vectors: readonly (readonly number[])[];
}

/** Sweeps of rotations are enough when nothing is left, and end here in any case. */
const SWEEPS = 60;

/** By Jacobi's rotations, cyclic (Golub, Van Loan, Matrix Computations, 2013, section 8.5); in order of the values. */
export function symmetricEigen(given: readonly (readonly number[])[]): SymmetricEigen {
  const n = given.length;
  const a = given.map((row) => [...row]);
  const v = given.map((_, i) => given.map((_unused, j) => (i === j ? 1 : 0)));
  const get = (m: readonly (readonly number[])[], i: number, j: number): number => m[i]?.[j];
  const turn = (m: number[][], i: number, j: number, p: number, q: number, c: number, s: number): void => {
    const [first, second] = [get(m, i, j), get(m, p, q)];
    m[i][j] = c * first - s * second;
    m[p][q] = s * first + c * second;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let left = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const off = get(a, p, q);
        if (Math.abs(off) <= Number.EPSILON * Math.sqrt(Math.abs(get(a, p, p) * get(a, q, q))) * 1e-3 || off === 0)
          continue;
        left++;
        const theta = (get(a, q, q) - get(a, p, p)) / (2 * off);
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const c = 1 / Math.hypot(t, 1);
        const s = t * c;
        for (let k = 0; k < n; k++) turn(a, k, p, k, q, c, s);
        for (let k = 0; k < n; k++) turn(a, p, k, q, k, c, s);
        for (let k = 0; k < n; k++) turn(v, k, p, k, q, c, s);
      }
    }
    if (left === 0) break;
  }
  const order = Array.from({ length: n }, (_, i) => i).toSorted((i, j) => get(a, i, i) - get(a, j, j));
  return { values: order.map((i) => get(a, i, i)), vectors: v.map((row) => order.map((k) => row[k] as number)) };
}
