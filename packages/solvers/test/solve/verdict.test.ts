import { spmvReference } from '@spmv/core/oracle';
import { describe, expect, it } from 'vitest';
import type { MethodId, SolveResult } from '../../src/index.ts';
import { hostSystem, refine, solve } from '../../src/index.ts';
import { cooOf } from '../dense.ts';
import { places } from '../places.ts';

const METHODS: readonly MethodId[] = ['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'];
const isFinite = (x: ArrayLike<number>): boolean => Array.from(x).every(Number.isFinite);
const rounded = ({ x }: SolveResult): readonly number[] => Array.from(x, (value) => Math.round(value * 1e9) / 1e9 + 0);

/** The Laplacian of a path: symmetric, singular, its null vector being ones. */
const path = Array.from({ length: 25 }, (_, i) =>
  Array.from({ length: 25 }, (__, j) => (i === j ? (i % 24 === 0 ? 1 : 2) : Math.abs(i - j) === 1 ? -1 : 0)),
);
const wave = Float64Array.from({ length: 25 }, (_, i) => Math.sin(3 * i + 1));
const left = Math.abs(wave.reduce((sum, value) => sum + value, 0)) / 5;

describe('what has no solution', () => {
  it.each([
    [
      'an element that no entry reads',
      [
        [0, 3, 0],
        [1, 0, 0],
        [0, 3, 0],
      ],
      [0, 1, 3],
      [1, 0.5, 0],
    ],
    [
      'a start that another method ruined',
      [
        [0, 1],
        [0, 1],
      ],
      [0, 1],
      [0, 0.5],
    ],
    [
      'equal rows',
      [
        [1, 1],
        [1, 1],
      ],
      [1, 2],
      [0.75, 0.75],
    ],
    [
      'rank 2 of 3',
      [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ],
      [1, 0, 0],
      [-23 / 36, -2 / 36, 19 / 36],
    ],
    [
      'a matrix of zeros',
      [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
      [1, 1, 1],
      [0, 0, 0],
    ],
    [
      'a row of zeros',
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
      ],
      [1, 1, 1],
      [1, 1, 0],
    ],
  ])('%s: the smallest x of least squares, said as such', async (_name, A, b, x) => {
    const found = await solve(await hostSystem(cooOf(A)), b);
    expect([found.converged, found.reason, found.leastSquares]).toEqual([false, 'least-squares', true]);
    expect(rounded(found)).toEqual(x.map((value) => Math.round(value * 1e9) / 1e9));
    expect(found.error).toMatchObject({ code: 'SOLVER.INCONSISTENT', details: { instead: [] } });
  });

  it('is told of a singular matrix of many rows, too, where x has no digits left for it', async () => {
    const found = await solve(await hostSystem(cooOf(path)), wave, { rtol: 1e-6 });
    expect([found.method, found.reason]).toEqual(['lsqr', 'least-squares']);
    expect(found.residual).toBeCloseTo(left, 10);
    expect(found.chosen.join(' ')).toContain('minres ended in breakdown');
  });

  it('keeps the best of minres, which ends by ‖Ar‖', async () => {
    const found = await solve(await hostSystem(cooOf(path)), wave, { rtol: 1e-6, method: 'minres' });
    expect([found.converged, found.reason]).toEqual([false, 'breakdown']);
    expect(found.message).toContain('‖Ar‖');
    expect(found.residual).toBeCloseTo(left, 10);
    expect(Math.max(...found.x.map(Math.abs))).toBeLessThan(1e3);
    expect(found.iterations).toBeLessThan(30);
    expect(found.error?.fix).toContain("'lsqr'");
  });

  it.each(places.slice(1))('is said of nothing in f32, which has no digits to show it: on $name', async ({ open }) => {
    const { system, close } = await open(
      cooOf([
        [1, 1.1],
        [1, 1.1000001],
      ]),
      'f32',
    );
    const found = await solve(system, [1, 2], { method: 'lsqr' });
    expect([found.converged, found.leastSquares]).toEqual([false, false]);
    await close();
  });
});

it('a nonsingular system is never called one of least squares, however little is left of the way', async () => {
  // ‖Aᵀr‖ is 1e-12 where 1/√2 of b is left: x = (1, 1e12) solves it.
  const steep = await hostSystem(
    cooOf([
      [1, 0],
      [0, 1e-12],
    ]),
  );
  for (const rtol of [1e-2, 1e-5, 1e-10]) {
    const found = await solve(steep, [1, 1], { method: 'lsqr', rtol, maxiter: 1 });
    expect([found.leastSquares, found.converged]).toEqual([false, false]);
  }
  expect((await solve(steep, [1, 1])).converged).toBe(true);
});

it.each(METHODS)('%s never gives an x beside which b is lost', async (method) => {
  for (const [A, b] of [
    [
      [
        [1, 1],
        [1, 1],
      ],
      [1, 2],
    ],
    [
      [
        [2, 1, 1],
        [1, 2, 1],
        [1, 1, 2 / 3],
      ],
      [1, 0, 0],
    ],
    [
      [
        [1, 2, 3],
        [2, 4, 6],
        [3, 6, 9],
      ],
      [3, 1, 2],
    ],
  ] as const) {
    const found = await solve(await hostSystem(cooOf(A)), b, { method });
    expect(isFinite(found.x)).toBe(true);
    if (found.converged) expect(found.residual).toBeLessThanOrEqual(found.tolerance);
    else expect(Math.max(...Array.from(found.x, Math.abs))).toBeLessThan(1e11);
  }
});

it('says nothing of an x of which rounding alone is more than what was asked for', async () => {
  // x = (1e15 + 1, −1e15) leaves nothing of b, and neither would (1e15 + 2, −1e15) do worse than it rounds.
  const system = await hostSystem(
    cooOf([
      [1, 1],
      [1, 1],
    ]),
  );
  const found = await solve(system, [1, 1], { x0: [1e15 + 1, -1e15], method: 'gmres' });
  expect(found.converged).toBe(false);
  const b = Float64Array.of(1, 1);
  const { high } = spmvReference(
    {
      coo: cooOf([
        [1, 1],
        [1, 1],
      ]),
      x: Float64Array.of(1e15 + 1, -1e15),
      y: b,
      alpha: -1,
      beta: 1,
    },
    'f64',
  );
  expect([...high]).toEqual([0, 0]);
});

it('judges the residual of the x that is given back, not of one that rounds better', async () => {
  // In f32 1/3·3 is 1: what is left of b is what rounding 1/3 leaves.
  for (const { open } of places.slice(1)) {
    const { system, close } = await open(
      cooOf([
        [3, 0],
        [0, 3],
      ]),
      'f32',
    );
    const found = await solve(system, [1, 1], { method: 'cg', M: 'none', rtol: 1e-9 });
    expect([found.converged, found.reason]).toEqual([false, 'rounding']);
    expect(found.residual).toBeCloseTo(Math.SQRT2 * Math.abs(1 - 3 * Math.fround(1 / 3)), 12);
    await close();
  }
});

it('calls it rounding only where that is so of each row', async () => {
  // ε‖A‖‖x‖ is 1e-6 by the first row alone, and 1e-8 is left of the others.
  const uneven = await hostSystem(
    cooOf([
      [1e10, 1e10, 0],
      [1, 2, 1],
      [0, 1, 3],
    ]),
  );
  const x0 = [1, -1, 1 + 1e-8];
  const found = await solve(uneven, [0, 0, 2], { x0, maxiter: 0, method: 'gmres', rtol: 1e-12 });
  expect(found.reason).toBe('limit');
});

describe('refine judges as solve does', () => {
  it.each([
    [
      '3 × 2 with a solution',
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      [3, 7, 11],
      ['converged', true, false],
    ],
    [
      '3 × 2 without',
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      [3, 7, 12],
      ['converged', true, true],
    ],
    [
      'square without',
      [
        [1, 1],
        [1, 1],
      ],
      [1, 2],
      ['least-squares', false, true],
    ],
    ['out of range', [[1e-200]], [1e200], ['breakdown', false, false]],
    [
      'a large matrix',
      [
        [2e200, 1e200],
        [1e200, 3e200],
      ],
      [1, 2],
      ['converged', true, false],
    ],
  ])('%s', async (_name, A, b, expected) => {
    const system = await hostSystem(cooOf(A));
    for (const found of [await solve(system, b), await refine(system, system, b)]) {
      expect([found.reason, found.converged, found.leastSquares]).toEqual(expected);
      expect(isFinite(found.x)).toBe(true);
    }
  });
});

it('refine ends where nothing is left to correct', async () => {
  const system = await hostSystem(
    cooOf([
      [100, 99],
      [99, 98],
    ]),
  );
  // It is exact, and |A||x| is 200 times b: rounding of x would be seen.
  const found = await refine(system, system, [1, 1], { rtol: 0, x0: [1, -1] });
  expect([found.converged, found.residual, [...found.x]]).toEqual([false, 0, [1, -1]]);
});

it('what is asked is what was there at the call', async () => {
  const system = await hostSystem(
    cooOf([
      [2, 1],
      [1, 3],
    ]),
  );
  const [b, x0] = [
    [1, 2],
    [0.1, 0.1],
  ];
  const solving = [solve(system, b, { x0, rtol: 1e-12 }), refine(system, system, b, { x0, rtol: 1e-12 })];
  b.fill(Number.NaN);
  x0.fill(Number.NaN);
  for (const found of await Promise.all(solving)) expect(rounded(found)).toEqual([0.2, 0.6]);
});
