import { describe, expect, it } from 'vitest';
import { solve } from '../../src/index.ts';
import { isShownBy } from '../../src/solve/witness.ts';
import { cooOf } from '../dense.ts';
import { places } from '../places.ts';

describe('a system that has a solution is never said to have none', () => {
  const steep = [
    [1e12, 5e11],
    [1, 1],
  ];
  // The second entry is 0 where the first is scaled to 1.
  const far = [
    [1e215, 0],
    [0, 1e-285],
  ];
  // Of determinant 1, and of 2^−52: x = (1e8, 1 − 1e8) and (1 − 2^52, 2^52).
  const near = [
    [1e8, 1e8 + 1],
    [1e8 - 1, 1e8],
  ];
  const nearest = [
    [1, 1],
    [1, 1 + 2 ** -52],
  ];
  it.each(
    places.flatMap(({ name, open }) =>
      (
        [
          [steep, [0, 1]],
          [far, [0, 1]],
          [near, [1, 0]],
          [nearest, [1, 2]],
        ] as const
      ).map(([A, b]) => ({ name, open, A, b })),
    ),
  )('$A x = $b on $name', async ({ name, open, A, b }) => {
    for (const precision of name === 'the host' ? (['f64'] as const) : (['f64', 'f32'] as const)) {
      if (precision === 'f32' && A === far) continue;
      const { system, close } = await open(cooOf(A), precision);
      for (const options of [{}, { method: 'lsqr' }, { method: 'lsqr', rtol: 1e-14 }] as const) {
        const { leastSquares, reason, message } = await solve(system, b, options);
        expect([leastSquares, reason === 'least-squares', message]).toEqual([
          false,
          false,
          expect.not.stringContaining('no solution'),
        ]);
      }
      await close();
    }
  });
});

describe('that no x leaves as little is shown', () => {
  const A = cooOf([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]);
  const b = Float64Array.of(1, 0, 0);

  it('small integers show it, in the ratio of what rounding left of them', () => {
    expect(isShownBy(Float64Array.of(1 / 6 + 1e-13, -1 / 3, 1 / 6), A, b, 1e-5)).toBe(true);
    const thirds = cooOf([
      [2, 1],
      [3, 1.5],
    ]);
    expect(isShownBy(Float64Array.of(0.3, -0.2), thirds, Float64Array.of(1, 1), 0)).toBe(true);
  });

  it('by none that is no more than nearly at right angles to a column, or is to b', () => {
    expect(isShownBy(Float64Array.of(1, -2, 1 + 1e-4), A, b, 1e-5)).toBe(false);
    expect(isShownBy(Float64Array.of(1, Math.SQRT2, 1), A, b, 1e-5)).toBe(false);
    expect(isShownBy(Float64Array.of(1, -2, 1), A, Float64Array.of(1, 1, 1), 0)).toBe(false);
    expect(isShownBy(Float64Array.of(1, -2, 1), A, b, 0.5)).toBe(false);
    expect(isShownBy(new Float64Array(3), A, b, 0)).toBe(false);
  });
});
