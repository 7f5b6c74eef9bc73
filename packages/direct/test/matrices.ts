import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

type Entry = readonly [row: number, column: number, value: number];

/** Numbers of −1 … 1 from a seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A symmetric matrix of the entries of its lower triangle. */
export function symmetric(n: number, lower: readonly Entry[]): CooMatrix {
  const all = lower.flatMap(([i, j, value]): Entry[] =>
    i === j
      ? [[i, j, value]]
      : [
          [i, j, value],
          [j, i, value],
        ],
  );
  return cooFromEntries(
    { rows: n, cols: n },
    { rowIndex: all.map(([i]) => i), colIndex: all.map(([, j]) => j), values: all.map(([, , value]) => value) },
  );
}

/** A matrix of all places. */
export function dense(n: number, value: (i: number, j: number) => number): CooMatrix {
  const at = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n] as const);
  return cooFromEntries(
    { rows: n, cols: n },
    { rowIndex: at.map(([i]) => i), colIndex: at.map(([, j]) => j), values: at.map(([i, j]) => value(i, j)) },
  );
}

/** Wilkinson's matrix, 1 on the diagonal and in the last column and −`below` below it, with zeros stored and rows and columns put so that the ordering leaves its columns as they are: for 1 the last pivot is 2ⁿ⁻¹. */
export function wilkinson(n: number, below: number): CooMatrix {
  const from = (k: number): number => (n - k) % n;
  return dense(n, (r, c) => {
    const [i, j] = [from(r), from(c)];
    return j === n - 1 || i === j ? 1 : j < i ? -below : 0;
  });
}

/** The Laplacian of a grid with a boundary of zeros. */
export function grid(sizes: readonly number[]): CooMatrix {
  const n = sizes.reduce((product, size) => product * size, 1);
  const lower: Entry[] = [];
  for (let i = 0; i < n; i++) {
    lower.push([i, i, 2 * sizes.length]);
    let stride = 1;
    for (const size of sizes) {
      if (Math.floor(i / stride) % size > 0) lower.push([i, i - stride, -1]);
      stride *= size;
    }
  }
  return symmetric(n, lower);
}

/** H above Bᵀ and B: H positive definite and banded, B of full rank with `constraints` rows, zeros below it. */
export function saddlePoint(n: number, constraints: number, seed: number): CooMatrix {
  const next = random(seed);
  const lower: Entry[] = [];
  for (let i = 0; i < n; i++) {
    lower.push([i, i, 4]);
    if (i > 0) lower.push([i, i - 1, next()]);
  }
  for (let c = 0; c < constraints; c++) {
    const own = Math.floor((c * n) / constraints);
    lower.push([n + c, own, 3]);
    const other = (own + 7 + (c % 5)) % n;
    if (other !== own) lower.push([n + c, other, next()]);
  }
  return symmetric(n + constraints, lower);
}

/** b − Ax. */
export function residual({ rowIndex, colIndex, values }: CooMatrix, x: Float64Array, b: Float64Array): Float64Array {
  const r = b.slice();
  for (let k = 0; k < values.length; k++)
    (r[rowIndex[k] as number] as number) -= (values[k] as number) * (x[colIndex[k] as number] as number);
  return r;
}

/** ‖b − Ax‖∞ / (‖A‖∞ ‖x‖∞ + ‖b‖∞), 0 where there are no rows. */
export function backwardError(coo: CooMatrix, x: Float64Array, b: Float64Array): number {
  const sums = new Float64Array(coo.shape.rows);
  for (let k = 0; k < coo.values.length; k++)
    (sums[coo.rowIndex[k] as number] as number) += Math.abs(coo.values[k] as number);
  const norm = (v: Float64Array): number => v.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return coo.shape.rows === 0 ? 0 : norm(residual(coo, x, b)) / (norm(sums) * norm(x) + norm(b));
}
