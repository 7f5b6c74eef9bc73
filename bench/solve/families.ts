import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { convection, elasticity, graphLaplacian, jumps, stretched } from '@spmv/testkit';
import { poisson } from 'spmv/build';
import { adder, randomOf } from './generate.ts';

/** What a family is factored by: ours, and libraries that do the same. */
export type Way = 'cholesky' | 'ldlt' | 'lu';

/** Matrices of one kind. A name that ends in .mtx or .gz is a file of the folder that is given. */
export interface Family {
  readonly name: string;
  readonly way: Way;
  readonly peers: readonly string[];
  readonly matrices: Readonly<Record<string, (() => CooMatrix) | undefined>>;
}

/** Nodal equations of a circuit on a board: resistors to near nodes, seldom far ones, controlled sources, and voltage sources with zeros on the diagonal. */
function board(nodes: number, seed: number): CooMatrix {
  const random = randomOf(seed);
  const sources = Math.ceil(nodes / 50);
  const { add, matrix } = adder(nodes + sources);
  for (let i = 0; i < nodes; i++) {
    add(i, i, 1e-9);
    for (const j of [(i + 1) % nodes, (i + 1 + Math.floor(random() ** -0.7)) % nodes]) {
      if (i === j) continue;
      const g = 10 ** (-6 * random());
      for (const [row, col, value] of [
        [i, i, g],
        [j, j, g],
        [i, j, -g],
        [j, i, -g],
      ] as const)
        add(row, col, value);
    }
    if (random() < 0.1) add(i, (i + 2 + Math.floor(8 * random())) % nodes, random());
  }
  for (let k = 0; k < sources; k++) {
    add(nodes + k, 50 * k, 1);
    add(50 * k, nodes + k, 1);
  }
  return matrix();
}

/** A ladder of stages: nearly triangular, in many blocks. */
function amplifiers(stages: number, seed: number): CooMatrix {
  const random = randomOf(seed);
  const each = 9;
  const { add, matrix } = adder(each * stages);
  for (let s = 0; s < stages; s++)
    for (let i = 0; i < each; i++) {
      const at = each * s + i;
      add(at, at, 1 + random());
      add(at, each * s + ((i + 1) % each), -random());
      if (i % 3 === 0) add(at, each * s + Math.floor(each * random()), -random() / 2);
      if (i === 0 && s > 0) add(at, at - 1 - Math.floor(each * random()), 10 * random());
    }
  return matrix();
}

/** Flow on a staggered grid of m × m cells, −νΔu + ∇p, ∇·u = 0, with one pressure held: [A Bᵀ; B 0] with `wind` against symmetry. */
function stokes(m: number, wind: number): CooMatrix {
  const [horizontal, cells] = [m * (m - 1), m * m];
  const n = 2 * horizontal + cells;
  const { add, matrix } = adder(n);
  // Velocity `axis` between cell (x, y) and the next one along the axis.
  const at = (axis: number, x: number, y: number): number =>
    axis === 0 ? (x < m - 1 ? x * m + y : -1) : y < m - 1 ? horizontal + y * m + x : -1;
  for (const axis of [0, 1])
    for (let x = 0; x < m; x++)
      for (let y = 0; y < m; y++) {
        const row = at(axis, x, y);
        if (row === -1) continue;
        add(row, row, 4);
        for (const [dx, dy] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ] as const) {
          const [u, v] = [x + dx, y + dy];
          if (u < 0 || v < 0 || u >= m || v >= m) continue;
          const col = at(axis, u, v);
          if (col !== -1) add(row, col, -1 + wind * (dx + 0.5 * dy));
        }
        const [one, next] = [x * m + y, axis === 0 ? (x + 1) * m + y : x * m + y + 1];
        for (const [cell, sign] of [
          [one, -1],
          [next, 1],
        ] as const) {
          add(row, 2 * horizontal + cell, sign);
          if (cell !== 0) add(2 * horizontal + cell, row, sign);
        }
      }
  add(2 * horizontal, 2 * horizontal, 1);
  return matrix();
}

/** Optimal control of a heat equation on m × m points: [M 0 K; 0 βM −M; K −M 0]. */
function control(m: number, beta: number): CooMatrix {
  const K = poisson(m, m);
  const n = m * m;
  const { add, matrix } = adder(3 * n);
  for (let i = 0; i < n; i++) {
    add(i, i, 1);
    add(n + i, n + i, beta);
    add(n + i, 2 * n + i, -1);
    add(2 * n + i, n + i, -1);
  }
  for (let k = 0; k < K.values.length; k++) {
    add(2 * n + K.rowIndex[k], K.colIndex[k], K.values[k]);
    add(K.colIndex[k], 2 * n + K.rowIndex[k], K.values[k]);
  }
  return matrix();
}

/** A of a linear program, A x = b: some entries in each row, by columns near and far; and weights of an interior point over many decades. */
function program(
  n: number,
  rows: number,
  seed: number,
): { readonly places: [number, number, number][]; readonly weights: number[] } {
  const random = randomOf(seed);
  const weights = Array.from({ length: n }, () => 10 ** (6 * random() - 3));
  const places: [number, number, number][] = [];
  for (let i = 0; i < rows; i++)
    for (const j of [
      i,
      Math.floor((i * n) / rows),
      (i + 1 + Math.floor(random() ** -0.6)) % n,
      (i + 3 + Math.floor(20 * random())) % n,
    ])
      places.push([i, j, random() - 0.5]);
  return { places, weights };
}

/** The equations of an interior point: [D Aᵀ; A 0]. */
function interior(n: number, rows: number, seed: number): CooMatrix {
  const { places, weights } = program(n, rows, seed);
  const { add, matrix } = adder(n + rows);
  weights.forEach((weight, j) => add(j, j, weight));
  for (const [i, j, value] of places) {
    add(n + i, j, value);
    add(j, n + i, value);
  }
  return matrix();
}

/** The same without the variables: normal equations A D⁻¹ Aᵀ. */
function normal(n: number, rows: number, seed: number): CooMatrix {
  const { places, weights } = program(n, rows, seed);
  const columns = Array.from({ length: n }, (): [number, number][] => []);
  for (const [i, j, value] of places) columns[j].push([i, value]);
  const { add, matrix } = adder(rows);
  columns.forEach((column, j) => {
    for (const [i, a] of column) for (const [k, b] of column) add(i, k, (a * b) / weights[j]);
  });
  return matrix();
}

const files = (...names: string[]): Record<string, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Bars between the points of a grid with diagonals, two displacements a point, the first points held. */
function truss(wide: number, high: number): CooMatrix {
  const { add, matrix } = adder(2 * wide * high);
  const point = (x: number, y: number): number => x * high + y;
  for (let x = 0; x < wide; x++)
    for (let y = 0; y < high; y++) {
      for (const d of [0, 1]) add(2 * point(x, y) + d, 2 * point(x, y) + d, x === 0 ? 10 : 1e-6);
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ] as const) {
        const [u, v] = [x + dx, y + dy];
        if (u >= wide || v < 0 || v >= high) continue;
        const length = Math.hypot(dx, dy);
        const along = [dx / length, dy / length];
        for (const a of [0, 1])
          for (const b of [0, 1]) {
            const k = (along[a] * along[b]) / length;
            if (k === 0) continue;
            const [p, q] = [2 * point(x, y), 2 * point(u, v)];
            add(p + a, p + b, k);
            add(q + a, q + b, k);
            add(p + a, q + b, -k);
            add(q + b, p + a, -k);
          }
      }
    }
  return matrix();
}

/** A graph's Laplacian with something on its diagonal. */
function held(n: number): CooMatrix {
  const A = graphLaplacian(n);
  return cooFromEntries(A.shape, {
    rowIndex: A.rowIndex,
    colIndex: A.colIndex,
    values: A.values.map((value, k) => (A.rowIndex[k] === A.colIndex[k] ? value + 0.01 : value)),
  });
}

/** Ten matrices a family. */
export const FAMILIES: readonly Family[] = [
  {
    name: 'grids',
    way: 'cholesky',
    peers: ['CHOLMOD', 'SuperLU'],
    matrices: {
      'grid-128^2': () => poisson(128, 128),
      'grid-256^2': () => poisson(256, 256),
      'grid-512^2': () => poisson(512, 512),
      'grid-1024^2': () => poisson(1024, 1024),
      'grid-20^3': () => poisson(20, 20, 20),
      'grid-30^3': () => poisson(30, 30, 30),
      'grid-40^3': () => poisson(40, 40, 40),
      'jumps-256^2': () => jumps(256),
      'stretched-256^2': () => stretched(256),
      'graph-8192': () => held(8192),
    },
  },
  {
    name: 'structures',
    way: 'cholesky',
    peers: ['CHOLMOD', 'SuperLU'],
    matrices: {
      ...files('bcsstk16.mtx.gz', '494_bus.mtx', '1138_bus.mtx', 'fasp_FE.mtx.gz'),
      'elasticity-64^2': () => elasticity(64).A,
      'elasticity-128^2': () => elasticity(128).A,
      'elasticity-200^2': () => elasticity(200).A,
      'truss-100x100': () => truss(100, 100),
      'truss-300x60': () => truss(300, 60),
      'truss-2000x12': () => truss(2000, 12),
    },
  },
  {
    name: 'circuits',
    way: 'lu',
    peers: ['KLU', 'UMFPACK', 'SuperLU'],
    matrices: {
      ...files('adder_dcop_32.mtx.gz', 'add32.mtx.gz', 'memplus.mtx.gz'),
      'board-1000': () => board(1000, 1),
      'board-5000': () => board(5000, 2),
      'board-20000': () => board(20_000, 3),
      'board-50000': () => board(50_000, 4),
      'amplifiers-100': () => amplifiers(100, 5),
      'amplifiers-1000': () => amplifiers(1000, 6),
      'amplifiers-10000': () => amplifiers(10_000, 7),
    },
  },
  {
    name: 'fluids',
    way: 'lu',
    peers: ['UMFPACK', 'SuperLU'],
    matrices: {
      ...files('cavity10.mtx.gz', 'fidap007.mtx.gz', 'BentPipe2D100.mtx.gz', 'Grond4e4.mtx.gz', 'vdvorst3.mtx.gz'),
      'convection-128^2': () => convection(128),
      'convection-256^2': () => convection(256),
      'stokes-32^2': () => stokes(32, 0.2),
      'stokes-64^2': () => stokes(64, 0.2),
      'stokes-96^2': () => stokes(96, 0.2),
    },
  },
  {
    name: 'optimization',
    way: 'ldlt',
    peers: ['UMFPACK', 'SuperLU'],
    matrices: {
      ...files('nk_wing.mtx.gz'),
      'control-32^2': () => control(32, 1e-4),
      'control-64^2': () => control(64, 1e-4),
      'control-96^2': () => control(96, 1e-6),
      'interior-2000': () => interior(2000, 800, 1),
      'interior-10000': () => interior(10_000, 4000, 2),
      'interior-30000': () => interior(30_000, 10_000, 3),
      'interior-60000': () => interior(60_000, 30_000, 4),
      'normal-10000': () => normal(10_000, 4000, 5),
      'normal-60000': () => normal(60_000, 30_000, 6),
    },
  },
];
