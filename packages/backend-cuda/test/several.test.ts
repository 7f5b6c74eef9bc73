import type { SparseFormat, Vector } from '@spmv/core';
import { buildMatrix, buildStripes, cooFromEntries, openBackend, product, spmv, transposeCoo } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { csr } from '@spmv/formats';
import { backendCases, banded, powerLaw, randomVector, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { descriptorOf, expected, scalar, several, severalKernel, transposed, withBackend } from './several-devices.ts';
import { runner } from '../../../tools/runner.ts';

describe.each([
  ['0,0', 'auto'],
  ['all', 'auto'],
  ['all', 'always'],
] as const)('devices %s, overlapping %s', (device, overlap) => {
  register(
    backendCases(descriptorOf(device, undefined, undefined, undefined, overlap), {
      formats: [csr],
      kernels: [scalar, transposed],
    })
      // The clock of the devices that are imitated is a counter.
      .filter(({ tier, id }) => tier === 'quick' && !id.endsWith('/clock')),
    runner,
  );
});

const { byRows: _, ...withoutRows } = csr;
const BY_ENTRIES = withoutRows as unknown as SparseFormat;
const NARROW = banded({ rows: 700, lower: 3, upper: 5 });

describe('a product on several devices', () => {
  it('copies the columns that rows need and do not have, as the plan says, and counts them', async () => {
    await withBackend('0,0,0', async (backend) => {
      const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, NARROW), kernel: scalar });
      const [x, y] = [backend.vector(randomVector(700, { type: 'f64' })), backend.vector(700)];
      // Three columns before and five behind each of two bounds.
      const predicted = { devices: 3, bytes: 2 * (3 + 5) * 8, copies: 4 };
      expect(A.exchange?.()).toEqual({ ...predicted, products: 0, movedBytes: 0 });
      for (let p = 0; p < 5; p++) A.apply(x, y);
      // Once, x went from equal parts to the rows' parts.
      expect(A.exchange?.()).toEqual({ ...predicted, products: 5, movedBytes: 5 * predicted.bytes });
    });
  });

  it.each([1, 2, 3, 4, 5])(
    'is right where each reads what the one before wrote, whatever the devices do first (%i)',
    async (seed) => {
      await withBackend(
        'all',
        async (backend) => {
          // No device needs anything of the one before: only the end of a copy keeps that one from going on.
          const matrix = banded({ rows: 900, lower: 0, upper: 20 });
          const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, matrix), kernel: scalar });
          const T = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, matrix), kernel: transposed });
          let x = randomVector(900, { type: 'f64' });
          const [dx, dy] = [backend.vector(x), backend.vector(900)];
          for (let p = 0; p < 8; p++) {
            const [from, to] = p % 2 === 0 ? [dx, dy] : [dy, dx];
            (p % 4 < 2 ? A : T).apply(from, to, 0.25, 0);
          }
          for (let p = 0; p < 8; p++) {
            const next = new Float64Array(900);
            const { rowIndex, colIndex, values } = p % 4 < 2 ? matrix : transposeCoo(matrix);
            for (const [k, i] of rowIndex.entries())
              next[i] = (next[i] as number) + 0.25 * (values[k] as number) * (x[colIndex[k] as number] as number);
            x = next;
          }
          const got = await dx.read();
          got.forEach((value, i) => expect(value).toBeCloseTo(x[i] as number, 10));
        },
        seed,
      );
    },
  );

  it('records products once, and puts operands where they have to be before each run', async () => {
    await withBackend('all', async (backend) => {
      const square = banded({ rows: 900, lower: 0, upper: 20 });
      const skewed = banded({ rows: 900, lower: 899, upper: 0 });
      const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, square), kernel: scalar });
      const B = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, skewed), kernel: scalar });
      const [start, zeros] = [randomVector(900, { type: 'f64' }), new Float64Array(900)];
      const reset = async (x: Vector, y: Vector): Promise<void> => {
        await x.write(start);
        await y.write(zeros);
      };
      const [x, y] = [backend.vector(900), backend.vector(900)];
      const products = [
        product(A, x, y, 0.5, 0),
        product(A, y, x, 0.25, 0.5),
        product(A, x, y, 0, 2),
        product(A, x, y),
      ];
      const recorded = await backend.sequence(products);
      // Each reads where the other has written, and y changes hands.
      const mixed = await backend.sequence([
        product(A, x, y, 1e-3, 0),
        product(B, y, x, 1e-3, 0),
        product(B, x, y, 1e-3, 0.5),
      ]);
      const results: number[][] = [];
      for (const isWhole of [true, false]) {
        await reset(x, y);
        const before = A.exchange?.();
        for (let round = 0; round < 3; round++) {
          if (isWhole) recorded.run();
          else
            for (const { operator, operands } of products)
              operator.apply(...(operands as Parameters<typeof operator.apply>));
          if (isWhole) mixed.run();
          else
            for (const [M, from, to, beta] of [
              [A, x, y, 0],
              [B, y, x, 0],
              [B, x, y, 0.5],
            ] as const)
              M.apply(from, to, 1e-3, beta);
          // The next round finds both where B has them.
          B.apply(y, x, 1e-4, 0);
        }
        // Of the four one is trivial.
        const done = A.exchange?.();
        expect((done?.products ?? 0) - (before?.products ?? 0)).toBe(12);
        results.push([...(await x.read()), ...(await y.read())]);
      }
      expect(results[0]).toEqual(results[1]);
    });
  });

  it.each([
    ['by rows', 'row', 3, 3],
    ['by rows with gaps', 'row', 5, 4],
    ['by columns', 'column', 500, 700],
    ['by columns with gaps', 'column', 510, 704],
  ] as const)('takes several vectors %s, and leaves gaps alone', async (_name, order, ldX, ldY) => {
    await withBackend('all', async (backend) => {
      const matrix = powerLaw({ rows: 700, cols: 500, meanPerRow: 6, maxPerRow: 400 });
      const layouts = { X: { order, leadingDimension: ldX }, Y: { order, leadingDimension: ldY } };
      const stored = buildMatrix(csr, matrix);
      const A = await backend.prepare({ operation: several, matrix: stored, kernel: severalKernel, layouts });
      const sizeOf = (rows: number, ld: number): number => (order === 'row' ? (rows - 1) * ld + 3 : 2 * ld + rows);
      const [x, y] = [
        randomVector(sizeOf(500, ldX), { type: 'f64' }),
        randomVector(sizeOf(700, ldY), { type: 'f64', seed: 9 }),
      ];
      const dx = backend.dense(500, 3, { ...layouts.X, data: x });
      const dy = backend.dense(700, 3, { ...layouts.Y, data: y });
      // Nothing of what it has is kept but the gaps.
      A.apply(dx, dy, 1, 0);
      A.apply(dx, dy, 2, -1);
      A.apply(dx, dy, 1, 0.5);
      const got = await dy.read();
      const at = (i: number, v: number, ld: number): number => (order === 'row' ? i * ld + v : v * ld + i);
      const isElement = new Set<number>();
      for (let v = 0; v < 3; v++) {
        const column = Float64Array.from({ length: 500 }, (_, j) => x[at(j, v, ldX)] as number);
        const reference = expected(matrix, column, new Float64Array(700), 1.5, 0);
        const found = Float64Array.from({ length: 700 }, (_, i) => got[at(i, v, ldY)] as number);
        for (let i = 0; i < 700; i++) isElement.add(at(i, v, ldY));
        expect(judge(found, reference, 'f64').errorRatio).toBeLessThan(3);
      }
      got.forEach((value, e) => {
        if (!isElement.has(e)) expect(value).toBe(y[e]);
      });
    });
  });

  it.each([
    ['shares its parts', csr],
    ['has its parts built of entries', BY_ENTRIES],
  ])('is right in a format that %s, on matrices that leave devices without rows or entries', async (_name, format) => {
    const one = cooFromEntries({ rows: 1, cols: 40 }, { rowIndex: [0, 0], colIndex: [3, 39], values: [2, 5] });
    const sparse = cooFromEntries({ rows: 900, cols: 4 }, { rowIndex: [0], colIndex: [3], values: [2] });
    // Nothing in the first and in the last stripe but for one row between.
    const between = cooFromEntries(
      { rows: 1000, cols: 700 },
      {
        rowIndex: new Int32Array(700).fill(500),
        colIndex: Int32Array.from({ length: 700 }, (_, j) => j),
        values: randomVector(700, { type: 'f64' }),
      },
    );
    const giant = cooFromEntries(
      { rows: 700, cols: 3000 },
      {
        rowIndex: Int32Array.from({ length: 3700 }, (_, k) => (k < 3000 ? 200 : k - 3000)),
        colIndex: Int32Array.from({ length: 3700 }, (_, k) => (k < 3000 ? k : (7 * k) % 3000)),
        values: randomVector(3700, { type: 'f64' }),
      },
    );
    const found: number[] = [];
    for (const matrix of [one, sparse, between, giant, NARROW]) {
      await withBackend('0,1,2,0', async (backend) => {
        const { rows, cols } = matrix.shape;
        const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(format, matrix), kernel: scalar });
        const [x, y] = [randomVector(cols, { type: 'f64' }), randomVector(rows, { type: 'f64', seed: 5 })];
        const [dx, dy] = [backend.vector(x), backend.vector(y)];
        A.apply(dx, dy, 2, 3);
        expect(judge(await dy.read(), expected(matrix, x, y, 2, 3), 'f64').errorRatio).toBeLessThanOrEqual(1);
        found.push(A.exchange?.().devices ?? 0);
        await A.dispose();
      });
    }
    expect(found).toEqual([1, 1, 1, 2, 4]);
  });

  it('refuses what it cannot divide, and says what to do', async () => {
    await withBackend('0,0', async (backend) => {
      const untyped = { ...severalKernel, operation: 'summed' };
      const summed: typeof several = {
        ...several,
        id: 'summed',
        operands: (options) => [...several.operands(options), { role: 'device-scalar', name: 's', access: 'write' }],
      };
      await expect(
        backend.prepare({ operation: summed, matrix: buildMatrix(csr, NARROW), kernel: untyped }),
      ).rejects.toMatchObject({
        code: 'KERNEL.REFUSED',
        fix: expect.stringContaining('one device'),
        message: expect.stringContaining("'s'"),
      });
      const stored = { ...buildMatrix(csr, NARROW) };
      await expect(
        backend.prepare({ operation: spmv, matrix: stored, trusted: true, kernel: scalar }),
      ).rejects.toMatchObject({ code: 'FORMAT.UNCHECKED' });
      const A = await backend.prepare({ operation: spmv, matrix: stored, format: csr, kernel: scalar });
      expect(A.exchange?.().devices).toBe(2);
    });
    await withBackend('0,0', async (backend) => {
      // What is cut for a device that holds it in pieces.
      const stripes = buildStripes(csr, NARROW, { count: 2 });
      await expect(backend.prepare({ operation: spmv, stripes, kernel: scalar })).rejects.toMatchObject({
        code: 'BACKEND.LIMIT',
        fix: expect.stringContaining('buildMatrix'),
      });
    });
  });

  it.each([
    ['0,7', '7'],
    ['0,,1', ''],
    ['0,1,', ''],
    ['0,all', 'all'],
    ['a,nobody', 'nobody'],
  ])('refuses a list (%s) of which one is no device, and names it', async (list, name) => {
    await expect(openBackend(descriptorOf(list))).rejects.toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      message: expect.stringContaining(`'${name}', which is in the list '${list}'`),
      fix: expect.stringContaining('0: a, 1: b, 2: c'),
    });
  });

  it('has the memory of its devices, of each once', async () => {
    const memoryOf = (device: string): Promise<unknown> =>
      withBackend(device, async ({ device: { limits, details } }) => [
        limits['memoryBytes'],
        limits['maxOperandBytes'],
        details?.['memoryBytes'],
        limits['devices'],
      ]);
    const each = 2 ** 36;
    expect(await memoryOf('0,0')).toEqual([each, each, each, 2]);
    expect(await memoryOf('0,2,0')).toEqual([2 * each, each, 2 * each, 3]);
    expect(await memoryOf('all')).toEqual([3 * each, each, 3 * each, 3]);
  });
});

it('all of one device is that device', async () => {
  const backend = await openBackend(descriptorOf('all', 1, ['only']));
  expect(backend.device.name).toBe('only');
  await backend.dispose();
});
