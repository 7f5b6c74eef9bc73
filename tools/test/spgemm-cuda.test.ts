import { serial } from '@spmv/backend-serial';
import type { BackendDescriptor, CooMatrix, MatrixKernel, Params, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, isSpmvError, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import {
  cudaAddCsr,
  cudaCsr,
  cudaGalerkinCsr,
  cudaMaskedCsr,
  cudaUnionCsr,
  galerkin,
  jsCsr,
  spgeam,
  spgemm,
  spgemmAdd,
  spgemmMasked,
} from '@spmv/spgemm';
import { matrixKernelCases, powerLaw } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { FULL } from '../full-lane.ts';
import { needs, needsFull } from '../needs.ts';
import { interpretedCuda } from './interpreting-addon.ts';

const built = (coo: CooMatrix): StoredMatrix => buildMatrix(csr, coo);

/** With whole numbers, whose sums are the same in any order. */
const whole = (coo: CooMatrix): CooMatrix => ({ ...coo, values: coo.values.map((_, k) => (k % 9) - 4) });

/** 3 × `inner`, its second row full, and `inner` × `cols` with two entries a row and 302 in the first: a row of C beyond every table of the pattern, with `inner` + 301 entries. */
function long(inner: number, cols: number): Readonly<Record<'A' | 'B', StoredMatrix>> {
  const entries = 300 + 2 * inner;
  const step = Math.floor((cols - 1100) / inner);
  return {
    A: built(
      cooFromEntries(
        { rows: 3, cols: inner },
        {
          rowIndex: [0, ...Array.from({ length: inner }, () => 1)],
          colIndex: [7, ...Array.from({ length: inner }, (_, l) => l)],
          values: [3, ...Array.from({ length: inner }, (_, l) => (l % 9) - 4)],
        },
      ),
    ),
    B: built(
      cooFromEntries(
        { rows: inner, cols },
        {
          rowIndex: Array.from({ length: entries }, (_, k) => Math.max(0, k - 300) >> 1),
          colIndex: Array.from({ length: entries }, (_, k) =>
            k < 300 ? 9 + 3 * k : k % 2 === 0 ? 5 : step * ((k - 300) >> 1) + 1031,
          ),
          values: Array.from({ length: entries }, (_, k) => (k % 7) - 3),
        },
      ),
    ),
  };
}

async function product(
  backend: BackendDescriptor,
  kernel: MatrixKernel,
  matrices: Readonly<Record<string, StoredMatrix>>,
  params: Params = {},
  limits: Readonly<{ maxWorkBytes?: number }> = {},
) {
  const opened = await openBackend(backend);
  try {
    const asked = { operation: spgemm, kernel, matrices, formats: [csr], params, ...limits };
    const operator = await opened.prepareMatrix(asked);
    const results: StoredMatrix['arrays'][] = [];
    for (const alpha of [1, 2, -1]) {
      await operator.numeric({ alpha });
      const { values, ...positions } = (await operator.read()).arrays;
      // Of zeros the sign is not promised.
      results.push({ ...positions, values: Float64Array.from(values as Float64Array, (value) => value + 0) });
    }
    return { results, costs: operator.costs() };
  } finally {
    await opened.dispose();
  }
}

describe('sparse products on CUDA, instruction by instruction', needs('nvcc'), () => {
  // All columns in one window and values by a block; several windows and values in parts.
  const [one, several] = [long(700, 600_000), long(1400, 1_200_000)];
  it.each([
    { matrices: one, values: 'block', params: {} },
    { matrices: several, values: 'part', params: {} },
    ...(FULL ? [{ matrices: several, values: 'part', params: { roomBytes: 0, lanes: 32, merges: 0 } }] : []),
  ])('are right in a row beyond every table, values by $values, with $params', async ({ matrices, values, params }) => {
    const launched: string[] = [];
    const unordered = new Set<string>();
    const { results, costs } = await product(
      interpretedCuda({
        launched: (entryPoint) => launched.push(entryPoint),
        hazard: (entryPoint, { instruction }) => unordered.add(`${entryPoint}: ${instruction.text}`),
      }),
      cudaCsr as MatrixKernel,
      matrices,
      params,
    );
    // Lanes that add to one place in turn wait for what was written.
    expect([...unordered]).toEqual([]);
    // Whole numbers: the same in any order.
    expect(results).toEqual((await product(serial, jsCsr as MatrixKernel, matrices)).results);
    expect(launched).toContain('spgemm_columns_long');
    // The values are computed three times, and only what is counted is read.
    expect(launched.filter((name) => name === `spgemm_values_${values}_f64`)).toHaveLength(3);
    expect({ reads: costs.reads, readBytes: costs.readBytes }).toEqual({ reads: 2, readBytes: 576 });
    expect(launched.includes('spgemm_copy_rows')).toBe(!('roomBytes' in params));
  });

  it('take A in pieces where memory for all of it is more than they may have', needsFull(), async () => {
    // Two pieces of rows that are merged; the second has two beyond every table, too, and one for a table.
    const { B } = long(750, 1_200_000);
    const full = Array.from({ length: 750 }, (_, l) => l);
    const columns = Array.from({ length: 1100 }, (_, i) => (i % 3 === 2 ? [] : [(7 * i) % 750]));
    for (const i of [1060, 1062]) columns[i] = full;
    columns[1065] = full.filter((l) => l % 30 === 7);
    const coo = cooFromEntries(
      { rows: 1100, cols: 750 },
      {
        rowIndex: columns.flatMap((row, i) => row.map(() => i)),
        colIndex: columns.flat(),
        values: columns.flatMap((row, i) => row.map((l) => ((i + l) % 9) - 4)),
      },
    );
    const matrices = { A: built(coo), B };
    const within = async (maxWorkBytes: number) => {
      const launched: string[] = [];
      const device = interpretedCuda({ launched: (entryPoint) => launched.push(entryPoint) });
      try {
        return { launched, ...(await product(device, cudaCsr as MatrixKernel, matrices, {}, { maxWorkBytes })) };
      } catch (error) {
        if (isSpmvError(error, 'KERNEL.REFUSED')) return Number(error.details['bytes']);
        throw error;
      }
    };
    // What is refused says how much it takes, and is not refused that.
    let least = 0;
    let made = await within(least);
    while (typeof made === 'number') {
      expect(made).toBeGreaterThan(least);
      least = made;
      made = await within(least);
    }
    expect(made.costs.peakWorkBytes).toBe(least);
    const { results } = await product(serial, jsCsr as MatrixKernel, matrices);
    expect(made.results).toEqual(results);
    // Two pieces; windows of their rows are counted, and then once more for each row alone.
    expect(made.launched.filter((name) => name === 'spgemm_bound')).toHaveLength(2 + 3 * 2);
    expect(made.launched.filter((name) => name === 'spgemm_count_long')).toHaveLength(1 + 2);
    expect(made.costs.reads).toBe(5);
  });

  it('multiply with a result that stays on the device', async () => {
    // 64 columns, three entries a row: all rows are merged, and their columns come with their values.
    const band = built(
      cooFromEntries(
        { rows: 64, cols: 64 },
        {
          rowIndex: Array.from({ length: 192 }, (_, k) => Math.floor(k / 3)),
          colIndex: Array.from({ length: 192 }, (_, k) => (Math.floor(k / 3) + 20 * (k % 3)) % 64),
          values: Array.from({ length: 192 }, (_, k) => (k % 11) - 5),
        },
      ),
    );
    const cubes = async (backend: BackendDescriptor, kernel: MatrixKernel) => {
      const opened = await openBackend(backend);
      try {
        const operator = { operation: spgemm, kernel, formats: [csr] };
        const square = await opened.prepareMatrix({ ...operator, matrices: { A: band, B: band } });
        const cube = await opened.prepareMatrix({ ...operator, matrices: { A: square, B: band } });
        const { arrays } = await cube.read();
        const { operandBytes } = cube.costs();
        await square.update({ A: new Float64Array(192).fill(2) });
        await square.numeric();
        await cube.numeric({ alpha: -1 });
        return { arrays, again: (await cube.read()).arrays, operandBytes };
      } finally {
        await opened.dispose();
      }
    };
    expect(await cubes(interpretedCuda(), cudaCsr as MatrixKernel)).toEqual(await cubes(serial, jsCsr as MatrixKernel));
  });

  it('keep the places of products for new values, and do without where memory is short', async () => {
    // Rows of A and B have more entries than lanes work on one, too.
    const A = built(whole(powerLaw({ rows: 80, cols: 120, meanPerRow: 6, maxPerRow: 40, seed: 3 })));
    const B = built(whole(powerLaw({ rows: 120, cols: 90, meanPerRow: 5, maxPerRow: 21, seed: 4 })));
    const right = (await product(serial, jsCsr as MatrixKernel, { A, B })).results;
    for (const { params, short } of [
      { params: {}, short: false },
      { params: { lanes: 32 }, short: false },
      { params: { roomBytes: 0 }, short: true },
      { params: {}, short: true },
    ]) {
      const launched: string[] = [];
      const work = { now: 0, most: 0, all: 0, mostOfAll: 0 };
      const device = interpretedCuda({
        launched: (entryPoint) => launched.push(entryPoint),
        taken(name, bytes) {
          if (name.startsWith('work.')) work.now += bytes;
          work.all += bytes;
          work.most = Math.max(work.most, work.now);
          work.mostOfAll = Math.max(work.mostOfAll, work.all);
        },
        ...(short ? { refused: 'work.places' } : {}),
      });
      const made = await product(device, cudaCsr as MatrixKernel, { A, B }, params);
      expect(made.results).toEqual(right);
      // The device gives what is said to be taken, and gets all of it back. An array of no elements has one there.
      expect(work.now).toBe(0);
      expect(made.costs.peakWorkBytes).toBeLessThanOrEqual(made.costs.boundBytes ?? 0);
      expect(Math.abs(work.most - made.costs.peakWorkBytes)).toBeLessThan(0.05 * made.costs.peakWorkBytes);
      expect(Math.abs(work.mostOfAll - made.costs.peakBytes)).toBeLessThan(0.05 * made.costs.peakBytes);
      const placed = launched.findIndex((name) => name.startsWith('spgemm_placed_'));
      expect([placed > 0, launched.includes('spgemm_find_places')]).toEqual([!short, !short]);
      // Once for all.
      if (!short) expect(launched.lastIndexOf('spgemm_find_places')).toBeLessThan(placed);
    }
  });

  // Every kernel on some of the kit's matrices. In the full lane on most of them, in f64: f32 is the same text, and the longest of them, a third of all instructions, are left to a device.
  const quick = /\/(?:empty-0x0|one-full-row|middle-rows-empty)$|f64\/memory$/u;
  const longest = /\/(?:cancellation|ramp|fem-band|power-law|nonfinite|dense|skew-symmetric|size-2\d\d)$/u;
  const isRun = (id: string): boolean => quick.test(id) || (FULL && id.includes('/f64/') && !longest.test(id));
  const points = [{}, { roomBytes: 0, lanes: 16, merges: 0 }];
  const cases = [
    { operation: spgemm, kernel: cudaCsr as MatrixKernel, points },
    { operation: spgemmAdd, kernel: cudaAddCsr as MatrixKernel, points: [{}] },
    { operation: spgemmMasked, kernel: cudaMaskedCsr as MatrixKernel, points: [{}] },
    { operation: spgeam, kernel: cudaUnionCsr as MatrixKernel, points: [{}] },
    { operation: galerkin, kernel: cudaGalerkinCsr as MatrixKernel, points: [{}] },
  ].flatMap((one) => matrixKernelCases({ ...one, backend: interpretedCuda(), formats: [csr] }));
  it.each(cases.filter(({ id, tier }) => tier === 'quick' && isRun(id)))('$id', async ({ run }) => {
    expect(await run({ coverage: 'few' })).toMatchObject({ status: 'passed' });
  });
});
