import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

/** Entries that are added up where they meet. */
export function adder(n: number): { add(i: number, j: number, value: number): void; matrix(): CooMatrix } {
  const sums = new Map<number, number>();
  return {
    add(i, j, value) {
      const at = i * n + j;
      sums.set(at, (sums.get(at) ?? 0) + value);
    },
    matrix: () =>
      cooFromEntries(
        { rows: n, cols: n },
        {
          rowIndex: [...sums.keys()].map((at) => Math.floor(at / n)),
          colIndex: [...sums.keys()].map((at) => at % n),
          values: [...sums.values()],
        },
      ),
  };
}

/** Numbers in 0 … 1 by a linear congruence. */
export function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Nodal equations of resistors, some controlled sources, and voltage sources, whose rows have zeros on the diagonal. */
function circuit(nodes: number, random: () => number): CooMatrix {
  const sources = Math.ceil(nodes / 20);
  const n = nodes + sources;
  const { add, matrix } = adder(n);
  const node = (): number => Math.floor(random() * nodes);
  for (let i = 0; i < nodes; i++) {
    add(i, i, 1e-9);
    for (const j of [(i + 1) % nodes, node()]) {
      const g = 10 ** (-6 * random());
      add(i, i, g);
      add(j, j, g);
      add(i, j, -g);
      add(j, i, -g);
    }
    if (random() < 0.1) add(i, node(), random());
  }
  for (let k = 0; k < sources; k++) {
    const i = 20 * k;
    add(nodes + k, i, 1);
    add(i, nodes + k, 1);
  }
  return matrix();
}

/** [H Bᵀ; B 0] with a positive diagonal H and independent rows of B. */
function saddle(n: number, random: () => number): CooMatrix {
  const m = Math.floor(n / 3);
  const { add, matrix } = adder(n + m);
  for (let i = 0; i < n; i++) add(i, i, 10 ** (-4 * random()));
  for (let k = 0; k < m; k++)
    for (const [j, value] of [
      [3 * k, 1],
      [3 * k + 1, random()],
      [Math.floor(random() * n), random() / 4],
    ] as const) {
      add(n + k, j, value);
      add(j, n + k, value);
    }
  return matrix();
}

/** −Δu + p·∇u on a grid by central differences. */
function convection(side: number, peclet: number): CooMatrix {
  const { add, matrix } = adder(side * side);
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++) {
      const at = i * side + j;
      add(at, at, 4);
      if (i > 0) add(at, at - side, -1 - peclet);
      if (i + 1 < side) add(at, at + side, -1 + peclet);
      if (j > 0) add(at, at - 1, -1 - peclet / 2);
      if (j + 1 < side) add(at, at + 1, -1 + peclet / 2);
    }
  return matrix();
}

/** A tridiagonal matrix with a full last row and column. */
function bordered(n: number, random: () => number): CooMatrix {
  const { add, matrix } = adder(n);
  for (let i = 0; i < n - 1; i++) {
    add(i, i, random() - 0.5);
    if (i > 0) add(i, i - 1, 1);
    if (i + 2 < n) add(i, i + 1, random() - 2);
    add(n - 1, i, random());
    add(i, n - 1, random());
  }
  return matrix();
}

/** Some entries a row, rows and columns of very different sizes. */
function scaled(n: number, random: () => number, digits: number): CooMatrix {
  const { add, matrix } = adder(n);
  const exponents = (): number[] => Array.from({ length: n }, () => digits * (random() - 0.5));
  const [r, c] = [exponents(), exponents()];
  for (let i = 0; i < n; i++)
    for (const j of [(7 * i + 3) % n, Math.floor(random() * n), Math.floor(random() * n)])
      add(i, j, (random() - 0.5) * 10 ** (r[i] + c[j]));
  return matrix();
}

/** 205 systems of five families, the same each time. */
export function* generated(): Generator<readonly [name: string, coo: CooMatrix]> {
  for (let k = 0; k < 41; k++) {
    const random = randomOf(k + 1);
    yield [`circuit-${k}`, circuit(50 + 50 * k, random)];
    yield [`saddle-${k}`, saddle(60 + 45 * k, random)];
    yield [`convection-${k}`, convection(5 + k, k / 2)];
    yield [`bordered-${k}`, bordered(20 + 60 * k, random)];
    yield [`scaled-${k}`, scaled(10 * (5 + 3 * k) + 1, random, 2 + k)];
  }
}
