import { describe, expect, it } from 'vitest';
import type { MethodId } from '../../src/index.ts';
import { hostSystem, refine, solve } from '../../src/index.ts';
import { probe } from '../../src/solve/probe.ts';
import { cooOf } from '../dense.ts';
import { places } from '../places.ts';

const METHODS: readonly MethodId[] = ['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'];
const isFinite = (x: ArrayLike<number>): boolean => Array.from(x).every(Number.isFinite);

describe('numbers of any size', () => {
  const cases = (size: number): number[][] => [
    [2 * size, size],
    [size, 3 * size],
  ];
  it.each([1e-200, 1, 1e200])('backward error and condition do not depend on it: times %s', async (size) => {
    const uneven = cooOf([
      [size, 0],
      [0, 1e-6 * size],
    ]);
    const found = await solve(await hostSystem(uneven), [1, 1], { method: 'gmres', rtol: 1e-12 });
    // x = (1, 1e6)/size: a condition of 1e6, of which this b shows all but √2.
    expect(found.condition / 1e6).toBeCloseTo(Math.SQRT1_2, 3);
    expect(found.backwardError).toBeLessThan(1e-15);
    const half = await solve(await hostSystem(uneven), [1, 1], { method: 'gmres', maxiter: 0 });
    expect([half.condition, half.backwardError]).toEqual([0, 1]);
  });

  it.each(METHODS.flatMap((method) => [1e-300, 1e-160, 1e160, 1e300].map((size) => [method, size] as const)))(
    '%s solves a matrix times %s',
    async (method, size) => {
      const found = await solve(await hostSystem(cooOf(cases(size))), [1, 2], { method, rtol: 1e-12 });
      expect(
        [found.reason, ...found.x].map((x) => (typeof x === 'number' ? Math.round(x * size * 1e9) / 1e9 : x)),
      ).toEqual(['converged', 0.2, 0.6]);
    },
  );

  it.each(
    places.slice(1).flatMap(({ name, open }) => [1e-30, 1e-25, 1e25, 1e37].map((size) => ({ name, open, size }))),
  )('in f32 on $name a matrix times $size is solved by each method', async ({ open, size }) => {
    const { system, close } = await open(cooOf(cases(size)), 'f32');
    for (const method of METHODS) {
      const found = await solve(system, [size * 1e-3, size * 2e-3], { method });
      expect([method, found.reason]).toEqual([method, 'converged']);
      expect(found.x[0]).toBeCloseTo(2e-4, 8);
    }
    await close();
  });

  it.each(Array.from({ length: 10 }, (_, i) => 12 + 2 * i))(
    'a matrix is not symmetric because of one entry of 1e%d',
    async (digits) => {
      for (const seed of [1, 2, 3, 4]) {
        const random = probe(900, 100 * digits + seed);
        const rows = Array.from({ length: 31 }, (_, i) =>
          Array.from({ length: 31 }, (__, j) =>
            i < 30 && j < 30 ? (random[30 * i + j] as number) : i === j ? 10 ** digits : 0,
          ),
        );
        const system = await hostSystem(cooOf(rows));
        expect([
          system.facts.isSymmetric,
          (
            await solve(
              system,
              rows.map(() => 1),
            )
          ).reason,
        ]).toEqual([false, 'converged']);
      }
    },
  );

  it.each([
    [
      'two elements of their own size',
      [
        [1, 1],
        [0, 1e17],
      ],
      false,
    ],
    [
      'two elements that rounding made of sums',
      [
        [1e9, 0.1 + 0.2],
        [0.3, 1],
      ],
      true,
    ],
    [
      'what is left of sums that cancel',
      [
        [1, 0.1 + 0.2 - 0.3],
        [0, 2],
      ],
      true,
    ],
    [
      'the same without a diagonal to be left of',
      [
        [0, 0.1 + 0.2 - 0.3],
        [0, 2],
      ],
      false,
    ],
  ] as const)('symmetry looks at %s', async (_, rows, isSymmetric) => {
    expect((await hostSystem(cooOf(rows))).facts.isSymmetric).toBe(isSymmetric);
  });

  it('entries that are far apart stay numbers', async () => {
    const found = await solve(
      await hostSystem(
        cooOf([
          [1e200, 0],
          [0, 1e-200],
        ]),
      ),
      [1, 1],
    );
    expect([found.reason, ...found.x].map((x) => (typeof x === 'number' ? Math.log10(x) : x))).toEqual([
      'converged',
      -200,
      200,
    ]);
  });

  it.each([
    [[[1e-200]], [1e200]],
    [[[1e200]], [1e-200]],
  ])('%j x = %j has no x in f64, and that is said', async (A, b) => {
    const found = await solve(await hostSystem(cooOf(A)), b);
    expect([found.converged, found.reason, isFinite(found.x)]).toEqual([false, 'breakdown', true]);
    expect([found.message, found.relativeResidual]).toEqual([expect.stringContaining('leaves the range of f64'), 1]);
    expect(found.message).not.toContain('tried besides');
  });

  it.each(places.slice(1))('nor in f32 on $name', async ({ open }) => {
    for (const [entry, b] of [
      [1e-20, 1e20],
      [1e20, 1e-25],
    ] as const) {
      const { system, close } = await open(
        cooOf([
          [entry, 0],
          [0, entry],
        ]),
        'f32',
      );
      for (const method of [undefined, ...METHODS]) {
        const found = await solve(system, [b, b], method ? { method } : {});
        expect([found.converged, found.reason, isFinite(found.x)]).toEqual([false, 'breakdown', true]);
        expect(found.relativeResidual).toBeGreaterThan(0.1);
      }
      await close();
    }
    const { system, close } = await open(
      cooOf([
        [1, 0],
        [0, -1e39],
      ]),
      'f32',
    );
    await expect(solve(system, [1, 1])).rejects.toMatchObject({
      code: 'SOLVER.NOT_FINITE',
      message: expect.stringContaining('(1, 1) of the matrix is -1e+39, which f32 does not hold'),
    });
    await close();
  });

  it('norms in the result overflow no sooner than they have to', async () => {
    const found = await solve(await hostSystem(cooOf(cases(1e150))), [1e200, 2e200], { maxiter: 0, method: 'cg' });
    expect(found.residual / 1e200).toBeCloseTo(Math.sqrt(5), 12);
    expect(found.relativeResidual).toBeCloseTo(1, 12);
  });

  it.each(places.slice(1))('methods begin from 0 where x0 leaves the range on $name', async ({ open }) => {
    for (const [precision, x0] of [
      ['f64', 1e300],
      ['f32', 1e39],
    ] as const) {
      const { system, close } = await open(cooOf(cases(1)), precision);
      for (const method of METHODS) {
        const found = await solve(system, [1e-30, 2e-30], { method, x0: [x0, 0], rtol: 1e-4 });
        expect([method, found.reason, isFinite(found.x)]).toEqual([method, 'converged', true]);
      }
      await close();
    }
  });

  it('a residual that f64 does not hold is told as such', async () => {
    const tiny = await solve(await hostSystem(cooOf([[1e-300]])), [1e-310], { x0: [1e20] });
    expect([tiny.residual, tiny.relativeResidual > 0]).toEqual([0, true]);
    expect(tiny.message).toContain('true residual below 5e-324, ');
    const huge = await solve(await hostSystem(cooOf(cases(1))), [1.7e308, 1.7e308], { method: 'cg', maxiter: 0 });
    expect([huge.residual, huge.message]).toEqual([
      Infinity,
      expect.stringContaining('true residual above 1.79e+308, 1 of b'),
    ]);
  });

  it.each([1e-300, 1, 0])('beside an x0 that is too large the system is solved from 0: %s x = b', async (entry) => {
    const system = await hostSystem(cooOf([[entry]]));
    for (const size of [1e-320, 1e-310, 1e-200, 1])
      for (const x0 of [1e20, 1e300])
        for (const found of [
          await solve(system, [size * (entry || 1)], { x0: [x0] }),
          await refine(system, system, [size * (entry || 1)], { x0: [x0] }),
        ]) {
          // What no entry reads is as it was.
          expect([found.reason, found.x[0]]).toEqual(
            entry === 0 ? ['least-squares', x0] : ['converged', expect.closeTo((size * (entry || 1)) / entry, 10)],
          );
          expect([found.residual, found.relativeResidual].every(Number.isFinite)).toBe(true);
        }
  });

  it('jacobi is left out where nobody asked for it and the diagonal is no number to divide by', async () => {
    const far = await hostSystem(
      cooOf([
        [1e215, 0],
        [0, 1e-285],
      ]),
    );
    for (const options of [{ maxiter: 100 }, { method: 'cg' }] as const) {
      const { chosen } = await solve(far, [1, 0], options);
      expect(chosen.join(' ')).toMatch(/jacobi was left out: .* element \(1, 1\) is too small for that/u);
    }
    await expect(solve(far, [1, 0], { M: 'jacobi' })).rejects.toMatchObject({ code: 'SOLVER.PRECONDITIONER' });
  });
});
