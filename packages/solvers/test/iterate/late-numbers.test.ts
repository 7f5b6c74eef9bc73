import { randomVector, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { System } from '../../src/index.ts';
import { hostSystem, solve } from '../../src/index.ts';
import { nextCheck } from '../../src/iterate/check-interval.ts';
import { cooOf, denseOf, difference, eliminate } from '../dense.ts';

const poisson = stencil5({ n: 16, ny: 12 });
const b = randomVector(192, { seed: 6 });
const METHODS = ['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'] as const;

/** The host as a device is: numbers are those of the call, and arrive when more was computed. Counts reads and runs. */
function late(system: System): { readonly system: System; readonly counts: { reads: number; runs: number } } {
  const counts = { reads: 0, runs: 0 };
  return {
    counts,
    system: {
      ...system,
      newSpace() {
        const space = system.newSpace();
        return {
          ...space,
          immediate: false,
          compile: async (steps) => {
            const made = await space.compile(steps);
            return {
              run() {
                counts.runs++;
                return made.run();
              },
            };
          },
          async numbers(cells) {
            counts.reads++;
            const now = space.numbers(cells);
            await new Promise((resolve) => {
              setTimeout(resolve, 1);
            });
            return now;
          },
        };
      },
    },
  };
}

describe.each(METHODS)('%s, whose numbers arrive late', (method) => {
  it('finds what elimination finds, and looks far less often than it computes', async () => {
    const { system, counts } = late(await hostSystem(poisson));
    const found = await solve(system, b, { method, rtol: 1e-11 });
    expect([found.reason, found.residual <= found.tolerance]).toEqual(['converged', true]);
    expect(difference(found.x, eliminate(denseOf(poisson), b))).toBeLessThan(1e-8);
    expect(counts.reads).toBeLessThan(counts.runs / 2);
  });

  it('computes the same each time', async () => {
    const first = await solve(late(await hostSystem(poisson)).system, b, { method });
    const second = await solve(late(await hostSystem(poisson)).system, b, { method });
    expect(second.x).toEqual(first.x);
    expect(second.history).toEqual(first.history);
  });

  it('computes little more than it would if each iteration were looked at', async () => {
    const each = await solve(await hostSystem(poisson), b, { method, rtol: 1e-10 });
    const seldom = await solve(late(await hostSystem(poisson)).system, b, { method, rtol: 1e-10 });
    expect(seldom.iterations).toBeLessThan(each.iterations * 1.3 + 10);
  });

  it('keeps to the limit and ends by the signal', async () => {
    const limited = await solve(late(await hostSystem(poisson)).system, b, { method, rtol: 1e-12, maxiter: 7 });
    expect([limited.reason, limited.iterations]).toEqual(['limit', 7]);
    const controller = new AbortController();
    const options = { method, rtol: 1e-12, signal: controller.signal, callback: () => controller.abort() };
    expect((await solve(late(await hostSystem(poisson)).system, b, options)).reason).toBe('aborted');
  });

  it('claims nothing where there is no solution', async () => {
    const singular = cooOf([
      [2, 0, 0],
      [0, 0, 0],
      [0, 0, 3],
    ]);
    const found = await solve(late(await hostSystem(singular)).system, [4, 1, 9], { method, M: 'none', rtol: 1e-9 });
    expect([found.converged && !found.leastSquares, [...found.x].every(Number.isFinite)]).toEqual([false, true]);
  });
});

it('looks at each cycle of multigrid, which takes longer than a look', async () => {
  const options = { method: 'cg', M: 'multigrid', rtol: 1e-8 } as const;
  const each = await solve(await hostSystem(poisson), b, options);
  const lately = await solve(late(await hostSystem(poisson)).system, b, options);
  expect(lately.iterations).toBe(each.iterations);
});

describe('the next check', () => {
  it('comes after a share of the iterations so far', () => {
    expect(nextCheck({ iteration: 0, residual: 1, target: 1e-6 })).toBe(4);
    expect(nextCheck({ iteration: 400, residual: 1, target: 1e-6 })).toBe(50);
    expect(nextCheck({ iteration: 1e6, residual: 1, target: 1e-6 })).toBe(128);
  });

  it('comes when the residual will be small enough, at the rate of the last two', () => {
    const before = { iteration: 390, residual: 1e-4 };
    expect(nextCheck({ iteration: 400, residual: 1e-5, before, target: 1e-6 })).toBe(10);
    expect(nextCheck({ iteration: 400, residual: 1e-5, before, target: 0 })).toBe(50);
    expect(nextCheck({ iteration: 400, residual: 1e-3, before, target: 1e-6 })).toBe(50);
  });
});
