import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { powerLaw, randomVector, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { MethodId, PreconditionerId } from '@spmv/solvers';
import { deviceSystem, eigenvalues, hostSystem, pageRank, powerIteration, solve } from '@spmv/solvers';
import { DEVICES, registryOf, withDevices } from '../places.ts';

const poisson = stencil5({ n: 30, ny: 25 });
const rows = poisson.shape.rows;
const b = randomVector(rows, { seed: 5 });

/** Diagonally dominant, not symmetric. */
function dominant(coo: CooMatrix): CooMatrix {
  const { rowIndex, colIndex, values, shape } = coo;
  const at = Array.from({ length: shape.rows }, (_, i) => i);
  return cooFromEntries(shape, {
    rowIndex: [...rowIndex, ...at],
    colIndex: [...colIndex, ...at],
    values: [...values.map((value) => value / 50), ...at.map(() => 4)],
  });
}
const skewed = dominant(powerLaw({ rows: 900, cols: 900, meanPerRow: 5, maxPerRow: 300 }));
/** One row with an entry in every column, and all others short: the row's device has few others. */
const giant = dominant(
  cooFromEntries(
    { rows: 700, cols: 700 },
    {
      rowIndex: new Int32Array(700).fill(300),
      colIndex: Int32Array.from({ length: 700 }, (_, j) => j),
      values: randomVector(700, { seed: 4 }),
    },
  ),
);

const CASES: readonly (readonly [MethodId, PreconditionerId, CooMatrix])[] = [
  ['cg', 'none', poisson],
  ['cg', 'jacobi', poisson],
  ['cg', 'block-jacobi', poisson],
  ['cg', 'chebyshev', poisson],
  ['minres', 'none', poisson],
  ['minres', 'jacobi', poisson],
  ['bicgstab', 'none', skewed],
  ['bicgstab', 'jacobi', skewed],
  ['gmres', 'jacobi', skewed],
  ['lsqr', 'none', skewed],
  ['gmres', 'none', giant],
];

describe.each([true, false])('on several devices, products that end in sums: %s', (withFused) => {
  const registry = registryOf(withFused);
  it.each(CASES)('%s with %s finds what one device and the host find', async (method, M, coo) => {
    const right = randomVector(coo.shape.rows, { seed: 6 });
    const options = { method, M, rtol: 1e-10, maxiter: 3000 };
    const host = await solve(await hostSystem(coo), right, options);
    expect(host.reason).toBe('converged');
    for (const device of DEVICES) {
      const found = await withDevices(device, async (backend) => {
        const system = await deviceSystem({ backend, registry, coo });
        const result = await solve(system, right, options);
        await system.dispose();
        return result;
      });
      expect([device, found.reason]).toEqual([device, 'converged']);
      expect(found.residual).toBeLessThanOrEqual(found.tolerance);
      const difference = Math.max(...Array.from(found.x, (value, i) => Math.abs(value - (host.x[i] as number))));
      expect(difference).toBeLessThan(1e-6);
    }
  });
});

const registry = registryOf(true);

it('finds the same bits each time, whatever the devices do first', async () => {
  for (const device of ['0,1', '0,1,2']) {
    const found = await Promise.all(
      [1, 2, 3, 4].map((seed) =>
        withDevices(
          device,
          async (backend) => {
            const system = await deviceSystem({ backend, registry, coo: poisson });
            const { x, iterations } = await solve(system, b, { method: 'cg', M: 'jacobi', rtol: 1e-8 });
            return { x: [...x], iterations };
          },
          seed,
        ),
      ),
    );
    for (const one of found) expect(one).toEqual(found[0]);
  }
});

it('solves least squares of a matrix that is not square', async () => {
  const tall = cooFromEntries(
    { rows: 800, cols: 300 },
    {
      rowIndex: Int32Array.from({ length: 1100 }, (_, k) => (k < 800 ? k : k - 800)),
      colIndex: Int32Array.from({ length: 1100 }, (_, k) => (k < 800 ? k % 300 : (7 * k) % 300)),
      values: Float64Array.from({ length: 1100 }, (_, k) => (k < 800 ? 3 + (k % 5) : 0.5)),
    },
  );
  const right = randomVector(800, { seed: 3 });
  const host = await solve(await hostSystem(tall), right, { method: 'lsqr', rtol: 1e-10 });
  for (const device of DEVICES)
    await withDevices(device, async (backend) => {
      const system = await deviceSystem({ backend, registry, coo: tall });
      const { x } = await solve(system, right, { method: 'lsqr', rtol: 1e-10 });
      for (const [i, value] of x.entries()) expect(value).toBeCloseTo(host.x[i] as number, 6);
    });
});

it('iterates in f32 and solves where rows are fewer than devices, and one row', async () => {
  for (const n of [1, 2, 3, 130]) {
    const small = stencil5({ n, ny: 1 });
    const right = randomVector(n, { seed: 2 });
    const host = await solve(await hostSystem(small), right, { method: 'cg', rtol: 1e-5 });
    for (const precision of ['f64', 'f32'] as const)
      await withDevices('0,1,2,3', async (backend) => {
        const system = await deviceSystem({ backend, registry, coo: small, precision });
        const { x, reason } = await solve(system, right, { method: 'cg', rtol: 1e-5 });
        expect(reason).toBe('converged');
        for (const [i, value] of x.entries()) expect(Math.abs(value - (host.x[i] as number))).toBeLessThan(1e-3);
      });
  }
});

it('ranks pages, and finds eigenvalues', async () => {
  const drawn = powerLaw({ rows: 600, cols: 600, meanPerRow: 6, maxPerRow: 200 });
  const links = { ...drawn, values: drawn.values.map(Math.abs) };
  const [ranked, largest, several] = await (async () => {
    const system = await hostSystem(poisson);
    return [
      await pageRank(links),
      await powerIteration(system, { tol: 1e-4 }),
      await eigenvalues(system, { k: 3 }),
    ] as const;
  })();
  for (const device of ['0', '0,1,2'])
    await withDevices(device, async (backend) => {
      const system = await deviceSystem({ backend, registry, coo: poisson });
      const found = await pageRank(links, { place: { backend, registry } });
      found.ranks.forEach((rank, i) => expect(rank).toBeCloseTo(ranked.ranks[i] as number, 8));
      expect((await powerIteration(system, { tol: 1e-4 })).value).toBeCloseTo(largest.value, 4);
      const values = (await eigenvalues(system, { k: 3 })).values;
      values.forEach((value, k) => expect(value).toBeCloseTo(several.values[k] as number, 6));
    });
});
