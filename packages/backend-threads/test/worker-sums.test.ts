import type { Backend, CooMatrix, Params } from '@spmv/core';
import { buildMatrix, openBackend, transposeCoo } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { csr } from '@spmv/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threads } from '../src/index.ts';
import { MATRICES, SCHEDULES } from './uneven.ts';
import { withoutWorkers } from './without-workers.ts';
import type { Variant } from './worker-sums.ts';
import { absoluteTransposed, workerSums } from './worker-sums.ts';

const RUNS = 3;
const TEAMS = [1, 2, 3, 7];
const POINTS: readonly Params[] = TEAMS.flatMap((team) => SCHEDULES.map((params) => ({ threads: team, ...params })));

const xOf = ({ shape }: CooMatrix): Float64Array => Float64Array.from({ length: shape.rows }, (_, i) => Math.cos(i));
const yOf = ({ shape }: CooMatrix): Float64Array => Float64Array.from({ length: shape.cols }, (_, j) => Math.sin(j));

/** y after each of some products. */
async function products(backend: Backend, a: CooMatrix, variant: Variant, params: Params): Promise<Float64Array[]> {
  const operator = await backend.prepare({
    operation: absoluteTransposed,
    matrix: buildMatrix(csr, a, { valueType: 'f64' }),
    kernel: workerSums(variant),
    params,
  });
  const [x, y] = [backend.vector(xOf(a)), backend.vector(yOf(a))];
  const results: Float64Array[] = [];
  for (let run = 0; run < RUNS; run++) {
    await y.write(yOf(a));
    operator.apply(x, y, 0.5, -2);
    results.push(await y.read());
  }
  for (const one of [operator, x, y]) await one.dispose();
  return results;
}

function errorOf(a: CooMatrix, y: Float64Array): number {
  const coo = transposeCoo({ ...a, values: a.values.map(Math.abs) });
  const reference = spmvReference({ coo, x: xOf(a), y: yOf(a), alpha: 0.5, beta: -2 }, 'f64');
  // A column is added up in as many parts as there are workers: a sum of zeros more for each.
  return judge(y, { ...reference, terms: reference.terms.map((terms) => terms + 8) }, 'f64').errorRatio;
}

describe('scratch of each worker', () => {
  let backend: Backend;
  let alone: Backend;
  beforeAll(async () => {
    backend = await openBackend(threads);
    alone = await openBackend(withoutWorkers);
  });
  afterAll(async () => Promise.all([backend.dispose(), alone.dispose()]));

  for (const name of ['a giant row in the middle', 'fewer rows than threads', 'one row'] as const) {
    const a = MATRICES[name];
    it(`${name}: is right, and the same bits every time where the kernel promises it, whoever computes`, async () => {
      for (const params of POINTS) {
        const how = JSON.stringify(params);
        for (const variant of [{}, { clears: true }]) {
          const [first = new Float64Array(0), ...more] = await products(backend, a, variant, params);
          expect(errorOf(a, first), how).toBeLessThanOrEqual(1);
          for (const again of [...more, ...(await products(alone, a, variant, params))])
            expect(again, how).toEqual(first);
        }
        // Workers take what comes: sums in another order, of the same terms.
        for (const y of await products(backend, a, { reproducibility: 'none' }, params))
          expect(errorOf(a, y), how).toBeLessThanOrEqual(1);
      }
    });
  }

  it('of another worker is found out', async () => {
    const a = MATRICES['a giant row in the middle'];
    for (const params of POINTS) {
      const how = JSON.stringify(params);
      const outside = { slot: 'worker + 1' };
      for (const y of [
        ...(await products(backend, a, outside, params)),
        ...(await products(alone, a, outside, params)),
      ])
        expect(errorOf(a, y), how).toBeGreaterThan(1);
      const first = { slot: '0', clears: true };
      for (const y of await products(alone, a, first, params)) {
        if (params['threads'] === 1) expect(errorOf(a, y), how).toBeLessThanOrEqual(1);
        else expect(errorOf(a, y), how).toBeGreaterThan(1);
      }
    }
  });

  it('is not shared between operators, and is given back with them', async () => {
    const a = MATRICES['fewer rows than threads'];
    const make = async () =>
      backend.prepare({
        operation: absoluteTransposed,
        matrix: buildMatrix(csr, a, { valueType: 'f64' }),
        kernel: workerSums({}),
        params: { threads: 3 },
      });
    const [one, other] = [await make(), await make()];
    const [x, y] = [backend.vector(xOf(a)), backend.vector(a.shape.cols)];
    one.apply(x, y);
    const expected = await y.read();
    await one.dispose();
    other.apply(x, y);
    expect(await y.read()).toEqual(expected);
    expect(other.bytesResident).toBeGreaterThanOrEqual(3 * 8 * a.shape.cols);
    for (const thing of [other, x, y]) await thing.dispose();
  });
  it('of operators is used with vectors that were made after the memory had grown', async () => {
    const a = MATRICES['a giant row in the middle'];
    const matrix = buildMatrix(csr, a, { valueType: 'f64' });
    const kernel = workerSums({});
    const operator = await backend.prepare({ operation: absoluteTransposed, matrix, kernel, params: { threads: 3 } });
    const large = backend.vector(2 ** 22);
    const [x, y] = [backend.vector(xOf(a)), backend.vector(yOf(a))];
    operator.apply(x, y, 0.5, -2);
    expect(errorOf(a, await y.read())).toBeLessThanOrEqual(1);
    for (const thing of [operator, large, x, y]) await thing.dispose();
  });
});
