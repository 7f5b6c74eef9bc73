import { afterAll, beforeAll, expect, it } from 'vitest';
import { plugin as serial } from '@spmv/backend-serial';
import type { AnyCoo, Backend } from '@spmv/core';
import { createRegistry, openBackend, rowLengthOf } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix } from '@spmv/testkit';
import { advise, examine, recordedExperience } from '../src/index.ts';
import { sampleOf as sampleIn, windowsOf } from '../src/sample.ts';

function sampleOf(coo: AnyCoo): AnyCoo | undefined {
  const windows = windowsOf(coo);
  return windows && sampleIn(coo, windows);
}

const LARGE = generateMatrix('stencil5', { n: 260 });
const registry = createRegistry([formats, serial]);
const descriptor = registry.backend('serial');
let backend: Backend;
beforeAll(async () => {
  backend = await openBackend(descriptor);
});
afterAll(() => backend.dispose());

it('is neighbouring rows of a large matrix, which keep their lengths and their distance from the diagonal', () => {
  expect(sampleOf(generateMatrix('stencil5', { n: 40 }))).toBeUndefined();
  const sample = sampleOf(LARGE);
  if (!sample) throw new Error('no sample');
  const nnz = sample.values.length;
  expect([nnz > 30_000, nnz < 35_000]).toEqual([true, true]);
  const { rows } = LARGE.shape;
  const offsets = new Set(sample.colIndex.map((column, k) => column - (sample.rowIndex[k] as number) - rows));
  expect([...offsets].toSorted((a, b) => a - b)).toEqual([-260, -1, 0, 1, 260]);
  expect(new Set(rowLengthOf(sample))).toEqual(new Set(rowLengthOf(LARGE)));
  expect(Math.min(...sample.colIndex)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...sample.colIndex)).toBeLessThan(sample.shape.cols);
});

it('holds one row that has most of the entries, whole', () => {
  const n = 300_000;
  const giant = {
    shape: { rows: 3, cols: n },
    rowIndex: Int32Array.from({ length: n + 2 }, (_, k) => (k === 0 ? 0 : k === n + 1 ? 2 : 1)),
    colIndex: Int32Array.from({ length: n + 2 }, (_, k) => (k === 0 || k === n + 1 ? 0 : k - 1)),
    values: new Float64Array(n + 2).fill(1),
  };
  expect([...rowLengthOf(sampleOf(giant) as typeof giant)]).toContain(n);
});

it.each([
  ['a large matrix', LARGE],
  ['a small one', generateMatrix('stencil5', { n: 40 })],
  ['one with long rows', generateMatrix('powerlaw', { rows: 40_000, meanPerRow: 8 })],
])('of %s leaves out what it gives no chance, with the reason, and nothing that was named', async (_, coo) => {
  const places = { registry, experience: recordedExperience, backends: [{ descriptor, backend }] };
  const request = { ...places, coo, examined: examine(coo), trials: 0 };
  const { choice, refused } = await advise(request);
  const unlikely = refused.filter(({ reason }) => / expected to take [1-9][\d.]* × as long as the best$/u.test(reason));
  expect(unlikely.length).toBeGreaterThan(0);
  for (const { format } of unlikely) {
    const named = await advise({ ...request, formats: [format] });
    expect(named.choice?.format).toBe(format);
    expect(named.choice?.ms).toBeGreaterThan(choice?.ms ?? Infinity);
  }
  const every = [...new Set(registry.kernels({ operation: 'spmv' }).map((kernel) => kernel.format as string))];
  const whole = await advise({ ...request, formats: every });
  expect(choice?.kernel).toBe(whole.choice?.kernel);
});

it('gives formats without a chance one where memory refuses all others, and names memory where it refuses them, too', async () => {
  const places = { registry, experience: recordedExperience, backends: [{ descriptor, backend }] };
  const request = { ...places, coo: LARGE, examined: examine(LARGE), trials: 0 };
  const { choice, refused } = await advise(request);
  const least = await advise({ ...request, formats: ['ellpack'] });
  const maxBytes = least.choice?.hostBytes ?? 0;
  expect([refused.map(({ format }) => format).includes('ellpack'), maxBytes < (choice?.hostBytes ?? 0)]).toEqual([
    true,
    true,
  ]);
  expect((await advise({ ...request, maxBytes })).choice?.format).toBe('ellpack');
  const none = await advise({ ...request, maxBytes: maxBytes - 1 });
  expect(none.choice).toBeNull();
  expect(none.refused.filter(({ reason }) => !/above the limit/u.test(reason))).toEqual([]);
});
