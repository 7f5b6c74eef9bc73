import type { Backend, Kernel, Precision } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { openBackend } from '@spmv/core';
import { elementBlocks } from '@spmv/kernel-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWasmKernels, GATHERED, gatherKernels, jsKernels, wasmKernels } from '../src/index.ts';
import { listOf } from '../src/kernels/variants.ts';
import { productOf, resultsOf } from './problems.ts';
import { positiveNumbers, safetyCases, unseenCases } from './unseen.ts';
import { FULL } from '../../../tools/runner.ts';

const [jsGather] = gatherKernels;
const CHECKED = [...listOf(jsKernels), ...listOf(createWasmKernels({ checked: true }))];
const each = (kernels: readonly Kernel[]) => kernels.map((kernel) => [kernel.id, kernel] as const);
const overVectors = CHECKED.filter(({ operation }) => operation !== 'scalar');

let one: Backend;
let team: Backend;
beforeAll(async () => {
  one = await openBackend(serial);
  team = await openBackend(threads);
});
afterAll(async () => {
  await one.dispose();
  await team.dispose();
});

/** In the quick lane without c64, whose loops are those of c128. */
const precisionsOf = (kernel: Kernel): readonly Precision[] =>
  kernel.precisions.map(({ precision }) => precision).filter((precision) => FULL || precision !== 'c64');

/** A value among others: of complex numbers in one part alone. */
const IN_ONE_PART = (value: number): readonly (readonly [Precision, readonly number[]])[] => [
  ['f64', [1, value, 2]],
  ['c128', [1, 2, value, 3, 2, 1]],
  ['c128', [1, 2, 3, value, 2, 1]],
];

describe.each(each(overVectors))('%s', (_id, kernel) => {
  it('is right where lanes, blocks and teams end, and writes sums of 0 where there are no elements', async () => {
    for (const n of FULL ? [0, 1, 3, 7, 8, 9, 1023, 1024, 1025, 5000] : [0, 3, 9, 1025])
      for (const precision of precisionsOf(kernel)) {
        const { results, reports } = await productOf(one, { kernel, n, precision });
        for (const [name, { failures }] of Object.entries(reports))
          expect([n, precision, name, failures]).toEqual([n, precision, name, 0]);
        for (const name of ['s', 't'])
          if (n === 0 && results[name]) expect(new Set(results[name])).toEqual(new Set([0]));
      }
  });

  it('hands on an infinity and NaN to the elements and sums they belong to', async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      for (const name of ['x', 'y', 'z', 'p', 'r', 'd'])
        for (const [precision, given] of IN_ONE_PART(value).filter(([of]) => precisionsOf(kernel).includes(of))) {
          const { reports } = await productOf(one, { kernel, n: 3, precision, buffers: { [name]: given } });
          for (const [written, { failures }] of Object.entries(reports))
            expect([precision, name, written, failures]).toEqual([precision, name, written, 0]);
        }
  });

  it('gives what some order of summation gives where products of parts leave the range, and of zeros', async () => {
    for (const value of [2 ** 1023, 2 ** 512, -0])
      for (const precision of precisionsOf(kernel)) {
        const vectors = ['d', 'p', 'q', 'r', 'x', 'y', 'z'].map((name, k) => [name, [value, (-1) ** k * value]]);
        const { reports } = await productOf(one, { kernel, n: 2, precision, buffers: Object.fromEntries(vectors) });
        for (const [written, { failures }] of Object.entries(reports))
          expect([precision, value, written, failures]).toEqual([precision, value, written, 0]);
      }
  });
});

describe('on one thread', () => {
  it.each(unseenCases([jsKernels, createWasmKernels({ checked: true })]))('%s', async (_name, given) => {
    for (const precision of precisionsOf(given.kernel))
      for (const [name, report] of Object.entries((await productOf(one, { ...given, precision })).reports))
        expect([precision, name, report.failures, report.unjudged, Number.isFinite(report.got)]).toEqual([
          precision,
          name,
          0,
          0,
          true,
        ]);
  });

  it.each(safetyCases([jsKernels, createWasmKernels({ checked: true })]))('%s', async (_name, given, expected) => {
    for (const precision of precisionsOf(given.kernel)) {
      const { results, reports } = await productOf(one, { ...given, precision });
      expect([precision, results['s']?.[0], reports['s']?.failures]).toEqual([precision, expected, 0]);
    }
  });
});

describe('numbers', () => {
  it.each(each(CHECKED.filter(({ operation }) => operation === 'scalar')))('%s of many', async (_id, kernel) => {
    for (const precision of precisionsOf(kernel))
      for (let seed = 1; seed <= (FULL ? 40 : 10); seed++) {
        const { reports } = await productOf(one, { kernel, precision, buffers: positiveNumbers(seed) });
        expect([seed, reports['s']?.failures]).toEqual([seed, 0]);
      }
  });
});

describe.each(each([...listOf(jsKernels), ...listOf(wasmKernels)].filter(({ operation }) => operation !== 'scalar')))(
  '%s',
  (_id, kernel) => {
    it('leaves the same bits with one to sixteen workers, whatever the schedule', async () => {
      const n = 20_000;
      expect(elementBlocks(n).count).toBeGreaterThan(16);
      const precision = precisionsOf(kernel).includes('c128') ? 'c128' : 'f64';
      const first = await resultsOf(one, { kernel, n, precision });
      for (const workers of FULL ? Array.from({ length: 16 }, (_, w) => w + 1) : [3, 16])
        for (const schedule of ['static', 'dynamic']) {
          const results = await resultsOf(team, { kernel, n, precision, params: { threads: workers, schedule } });
          expect([workers, results]).toEqual([workers, first]);
        }
    });
  },
);

it('lays numbers side by side from the element that is said on, as far as the vector goes', async () => {
  const kernel = jsGather as unknown as Kernel;
  const buffers = Object.fromEntries(GATHERED.map((name, k) => [name, [k + 1]]));
  for (const [first, expected] of [
    [0, [1, 2, 3, 4, 5, 6, 7, 8, 0, 0]],
    [5.9, [0, 0, 0, 0, 0, 1, 2, 3, 4, 5]],
    [-3, [4, 5, 6, 7, 8, 0, 0, 0, 0, 0]],
    [10, Array.from({ length: 10 }, () => 0)],
  ] as const) {
    const { results, reports } = await productOf(one, {
      kernel,
      n: 10,
      scalars: { first },
      buffers: { ...buffers, y: new Float64Array(10) },
    });
    expect([first, [...(results['y'] ?? [])], reports['y']?.failures]).toEqual([first, expected, 0]);
  }
});

it('is in at most 512 blocks of whole cache lines, of 1024 elements at least', () => {
  expect(elementBlocks(0)).toEqual({ size: 1024, count: 0 });
  expect(elementBlocks(1025)).toEqual({ size: 1024, count: 2 });
  for (const n of [1e6, 1e7 + 1, 2 ** 31 - 1]) {
    const { size, count } = elementBlocks(n);
    expect([size % 64, count <= 512, size * count >= n, size * (count - 1) < n]).toEqual([0, true, true, true]);
  }
});
