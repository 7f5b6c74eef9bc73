import { serial } from '@spmv/backend-serial';
import type { BackendDescriptor, BackendDriver, DriverVector } from '@spmv/core';
import { API_VERSION } from '@spmv/core';
import { expect, it, vi } from 'vitest';
import type { Matrix } from 'spmv';
import { openMatrix } from 'spmv';
import { poisson } from 'spmv/build';

const backend = 'serial';
const coo = poisson(30, 29);
const n = coo.shape.rows;
const x = Float64Array.from({ length: n }, (_, j) => (j % 7) - 3);
const y = new Float64Array(n);
for (const [k, i] of coo.rowIndex.entries()) y[i] += coo.values[k] * x[coo.colIndex[k]];

/** What products take from now on is a second each, or nothing. */
function slowly(eachMs = 1000): Disposable {
  let ms = Math.ceil(performance.now());
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += eachMs));
  return { [Symbol.dispose]: () => clock.mockRestore() };
}

const isChosen = ({ plan }: Matrix): boolean => plan?.reasons.every((one) => !one.includes('as they came')) ?? false;

it('multiplies by CSR until products took as long as choosing does', async () => {
  await using A = await openMatrix(coo, { backend });
  expect(A.plan).toMatchObject({ format: 'csr', confidence: 'predicted', trials: [], spentMs: 0 });
  expect(A.plan.explain()).toContain('or at once with trials: 10.');
  const { read, open, prepare } = A.plan.seconds;
  const twice = A.scale(2);
  {
    using _ = slowly();
    expect(await A.multiply(x)).toEqual(y);
    expect(isChosen(A)).toBe(false);
    const into = new Float64Array(n);
    // The first waits for the choice, the second for the first.
    await Promise.all([A.multiply(x, { y: into, alpha: 2 }), A.multiply(x, { y: into })]);
    expect(into).toEqual(y);
    expect(isChosen(A)).toBe(true);
  }
  // What was chosen later is no part of opening.
  const { earlier, seconds } = A.plan;
  expect([seconds.read, seconds.open, earlier?.prepare]).toEqual([read, open, prepare]);
  expect(earlier?.ms).toBeGreaterThanOrEqual(1000);
  const opening = 1000 * (read + open + prepare);
  const words =
    /Opening took ([\d.e+]+) (µs|ms|s)\. Choosing came later, after [\d.e+]+ s of products, and took \S+ s, as long as \d+ products?\.$/u;
  const [, took, unit] = words.exec(A.plan.explain()) ?? [];
  expect((Number(took) * { µs: 1e-3, ms: 1, s: 1000 }[unit as 's']) / opening).toBeCloseTo(1, 2);
  expect(A.multiplySync(x)).toEqual(y);
  expect(await twice.multiply(x)).toEqual(y.map((each) => 2 * each));
  expect([isChosen(twice), isChosen(A.scale(3))]).toEqual([false, false]);
  const thrice = A.scale(3);
  await thrice.multiply(x);
  expect(thrice.plan?.kernel).toBe(A.plan.kernel);
});

/** One thread as a device is: it runs no JavaScript, and its vectors are not in memory of this process. */
const far: BackendDescriptor = {
  ...serial,
  id: 'far',
  targets: ['wasm'],
  async open(options) {
    const driver = await serial.open(options);
    const createVector: BackendDriver['createVector'] = (...of) => {
      const vector = driver.createVector(...of);
      return Object.create(vector, { elements: { value: undefined } }) as DriverVector;
    };
    return { ...driver, createVector };
  },
};

it('multiplies and solves by CSR on a device, too, until products took as long as choosing does', async () => {
  const plugins = [{ name: 'far', apiVersion: API_VERSION, backends: [far] }];
  await using A = await openMatrix(coo, { backend: 'far', precision: 'f64', plugins });
  expect(A.plan).toMatchObject({ backend: 'far', format: 'csr', confidence: 'predicted', spentMs: 0 });
  expect(await A.multiply(x)).toEqual(y);
  {
    using _ = slowly(0);
    const { converged, x: solution } = await A.solve(y, { method: 'cg', rtol: 1e-12 });
    expect([converged, isChosen(A)]).toEqual([true, false]);
    for (const [i, each] of solution.entries()) expect(each).toBeCloseTo(x[i], 9);
  }
  {
    using _ = slowly();
    await A.multiply(x);
  }
  expect(await A.multiply(x)).toEqual(y);
  expect(isChosen(A)).toBe(true);
});

it('adds to a y that earlier products have still to write', async () => {
  await using A = await openMatrix(coo, { backend });
  const sum = new Float64Array(n);
  const more = { y: sum, beta: 1 };
  const thrice = [A.multiply(x, more), A.T.multiply(x, more), A.multiply(x, more)];
  await A.multiply(x);
  await Promise.all(thrice);
  // A is symmetric.
  expect(sum).toEqual(y.map((each) => 3 * each));
  using _ = slowly();
  await Promise.all(Array.from({ length: 4 }, () => A.multiply(x, more)));
  expect(sum).toEqual(y.map((each) => 7 * each));
});

it('reads an x that earlier products have still to write', async () => {
  await using A = await openMatrix(coo, { backend });
  const [once, twice] = [new Float64Array(n), new Float64Array(n)];
  // Aᵀ chooses: this product waits for that, and the next for it.
  const first = A.T.multiply(x, { y: once });
  const second = A.multiply(once, { y: twice });
  await Promise.all([first, second]);
  expect(twice).toEqual(await A.multiply(y));
});

it('chooses beside products that wait for nothing', async () => {
  await using A = await openMatrix(coo, { backend });
  using _ = slowly();
  for (let p = 0; p < 5; p++) expect(A.multiplySync(x)).toEqual(y);
  expect(isChosen(A)).toBe(false);
  while (!isChosen(A)) await new Promise(setImmediate);
  expect(A.multiplySync(x)).toEqual(y);
});

it('takes new values before the choice, and chooses for what is more than a product', async () => {
  await using A = await openMatrix(coo, { backend });
  await A.update(coo.values.map((value) => 2 * value));
  expect([isChosen(A), A.multiplySync(x)]).toEqual([false, y.map((each) => 2 * each)]);
  await A.multiplyMany([x]);
  expect(isChosen(A)).toBe(true);
});

it('solves by CSR until iterations took as long as choosing does, and begins anew where that pays', async () => {
  await using A = await openMatrix(coo, { backend });
  const options = { method: 'cg', rtol: 1e-10 } as const;
  {
    using _ = slowly(0);
    const first = await A.solve(y, options);
    expect([first.converged, isChosen(A)]).toEqual([true, false]);
  }
  const told: number[] = [];
  {
    using _ = slowly();
    const callback = ({ iteration }: { readonly iteration: number }): void => void told.push(iteration);
    // Two at a time: what the one leaves serves the other to its end.
    const [one, other] = await Promise.all([A.solve(y, { ...options, callback }), A.solve(y, options)]);
    expect([one.converged, other.converged, isChosen(A)]).toEqual([true, true, true]);
  }
  expect(told).toEqual(told.map((_, k) => k + 1));
  const { x: found } = await A.solve(y, options);
  for (const [j, value] of x.entries()) expect(found[j]).toBeCloseTo(value, 7);
});

it('solves to its end by what it began with, whatever is chosen meanwhile', async () => {
  await using A = await openMatrix(coo, { backend });
  using _ = slowly();
  let transposed: Promise<unknown> | undefined;
  const callback = (): void => void (transposed ??= A.T.multiply(x));
  // Each check is followed by a pause, in which Aᵀ has its choice made.
  const { converged } = await A.solve(y, { x0: new Float64Array(n), rtol: 1e-12, callback });
  await transposed;
  expect([converged, isChosen(A)]).toEqual([true, true]);
});

it('chooses first for methods that follow one another where threads may compute, and for several b', async () => {
  const wide = poisson(150, 150);
  await using A = await openMatrix(wide);
  await A.solve(new Float64Array(wide.shape.rows).fill(1));
  await using B = await openMatrix(coo, { backend });
  await B.solve([y, y]);
  await using C = await openMatrix(coo, { backend });
  await C.solve(y);
  expect([A, B, C].map(isChosen)).toEqual([true, true, false]);
});

it.each([{ trials: 0 }, { products: 9 }, { format: 'sell' }, { kernel: 'js/coo' }])(
  'chooses at once where that is asked for: %o',
  async (options) => {
    await using A = await openMatrix(coo, { backend, ...options });
    expect(isChosen(A)).toBe(true);
  },
);

it('a signal of the opening ends no later choice', async () => {
  const opening = new AbortController();
  await using A = await openMatrix(coo, { backend, signal: opening.signal });
  opening.abort();
  expect(await A.T.multiply(x)).toEqual(y);
});

it('starts nothing besides one thread before it chooses', async () => {
  await using A = await openMatrix(poisson(150, 150));
  const threads = () => A.plan.considered.find((one) => one.backend === 'threads')?.reason;
  expect([A.plan.backend, threads()]).toEqual(['serial', expect.stringContaining('not opened before products')]);
  await A.T.multiply(new Float64Array(150 * 150));
  expect(threads()).toBeUndefined();
});
