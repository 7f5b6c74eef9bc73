import type { Backend, Operand, Operation } from '@spmv/core';
import { buildMatrix, isRefusal, openBackend, product, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { banded, createRandom, randomVector } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { cuda } from '../src/descriptor.ts';
import { openCudaDriver } from '../src/driver.ts';
import type { Addon } from '../src/native/addon.ts';
import { EMULATED } from './emulated.ts';
import { executingAddon } from './executing-addon.ts';
import { scalar } from './several-devices.ts';
import { EMULATED_UPDATE, repeated, update, updateKernel } from './update-operation.ts';

/** Exchanges and replays that were made, and devices that do their work in an order of `seed`. */
async function watched<T>(
  device: string,
  work: (backend: Backend, made: { exchanges: number; replays: number }) => Promise<T>,
  seed = 1,
): Promise<T> {
  const random = createRandom(seed);
  const addon = executingAddon({ ...EMULATED, ...EMULATED_UPDATE }, ['a', 'b', 'c', 'd'], () => random.uniform());
  const made = { exchanges: 0, replays: 0 };
  const counting = <A extends readonly unknown[], R extends object>(
    type: new (...args: A) => R,
    name: keyof typeof made,
  ) =>
    function Counted(...args: A): R {
      made[name]++;
      return Reflect.construct(type, args);
    } as unknown as new (...args: A) => R;
  const counted: Addon = {
    ...addon,
    Exchange: counting(addon.Exchange, 'exchanges'),
    Replay: counting(addon.Replay, 'replays'),
  };
  const backend = await openBackend({ ...cuda, open: () => openCudaDriver({ device }, undefined, counted) });
  try {
    return await work(backend, made);
  } finally {
    await backend.dispose();
  }
}

const DEVICES = ['0', '0,0', '0,1,2', '0,1,2,3'];

describe('an operation of elements', () => {
  it.each(DEVICES.flatMap((device) => [1, 2, 3, 127, 129, 1000].map((n) => [device, n] as const)))(
    'is computed on devices %s with %i elements, and its sum is the same wherever it is used',
    async (device, n) => {
      const [x, y, w] = [1, 2, 3].map((seed) => randomVector(seed === 3 ? 3 : n, { seed })) as Float64Array[];
      await watched(device, async (backend) => {
        const operator = await backend.prepare({ operation: update, kernel: updateKernel(), sizes: { n } });
        const [dx, dy, dw] = [
          backend.vector(x as Float64Array),
          backend.vector(y as Float64Array),
          backend.vector(w as Float64Array),
        ];
        const [a, s, t] = [backend.vector([0.5]), backend.vector(1), backend.vector(1)];
        operator.apply(dx, a, dy, dw, s);
        // What came of the first is a factor of the second.
        operator.apply(dx, s, dy, dw, t);
        const expected = Float64Array.from(y as Float64Array);
        const sums: number[] = [];
        for (const factor of [0.5, undefined]) {
          const by = factor ?? (sums[0] as number);
          let sum = 0;
          for (let i = 0; i < n; i++) {
            expected[i] =
              (expected[i] as number) +
              by * ((x as Float64Array)[i] as number) +
              (w as Float64Array).reduce((p, q) => p + q, 0);
            sum += expected[i] as number;
          }
          sums.push(sum);
        }
        (await dy.read()).forEach((value, i) => expect(value).toBeCloseTo(expected[i] as number, 8));
        expect((await s.read())[0]).toBeCloseTo(sums[0] as number, 8);
        expect((await t.read())[0]).toBeCloseTo(sums[1] as number, 6);
      });
    },
  );

  it('takes the parts that a matrix has, whichever was prepared first, so that nothing moves between products', async () => {
    // Most of the work is in the first rows.
    const matrix = banded({ rows: 1200, lower: 1199, upper: 0 });
    for (const isFirst of [true, false])
      await watched('0,1,2', async (backend, made) => {
        const prepare = () => backend.prepare({ operation: update, kernel: updateKernel(), sizes: { n: 1200 } });
        const before = isFirst ? await prepare() : undefined;
        const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, matrix), kernel: scalar });
        const operator = before ?? (await prepare());
        const [x, y] = [backend.vector(randomVector(1200, { type: 'f64' })), backend.vector(1200)];
        const [a, w, s] = [backend.vector(1), backend.vector(3), backend.vector(1)];
        const steps = [product(operator, x, a, y, w, s), product(A, x, y, 1e-3, 0), product(operator, y, a, x, w, s)];
        const sequence = await backend.sequence(steps);
        const ready = made.exchanges;
        for (let run = 0; run < 5; run++) sequence.run();
        await backend.finish();
        expect([made.exchanges - ready, made.replays]).toEqual([0, 1]);
        const counted = A.exchange?.();
        expect(counted?.movedBytes).toBe(5 * (counted?.bytes ?? 0));
        // Two parts of 8 bytes come to each of three devices.
        expect(operator.exchange?.()).toEqual({ devices: 3, bytes: 48, copies: 6, products: 10, movedBytes: 480 });
        await operator.dispose();
      });
  });

  it('reads a vector where another matrix has put it', async () => {
    await watched('0,1', async (backend, made) => {
      const [down, up] = [banded({ rows: 900, lower: 899, upper: 0 }), banded({ rows: 900, lower: 0, upper: 899 })];
      const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, down), kernel: scalar });
      const B = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, up), kernel: scalar });
      const [x, y] = [backend.vector(randomVector(900, { type: 'f64' })), backend.vector(900)];
      for (let round = 0; round < 2; round++) {
        A.apply(x, y, 1e-3, 0);
        B.apply(y, x, 1e-3, 0);
      }
      const ready = made.exchanges;
      for (let round = 0; round < 5; round++) {
        A.apply(x, y, 1e-3, 0);
        B.apply(y, x, 1e-3, 0);
      }
      expect(made.exchanges).toBe(ready);
    });
  });

  it('takes its part of what every device has without a copy', async () => {
    await watched('0,1,2', async (backend, made) => {
      const [everywhere, parts] = [
        await backend.prepare({ operation: repeated, kernel: updateKernel(repeated), sizes: { n: 900 } }),
        await backend.prepare({ operation: update, kernel: updateKernel(), sizes: { n: 900 } }),
      ];
      const [x, y] = [backend.vector(900), backend.vector(900)];
      const [a, w, s] = [backend.vector(1), backend.vector(3), backend.vector(1)];
      everywhere.apply(x, a, y, w, s);
      const before = made.exchanges;
      parts.apply(y, a, x, w, s);
      parts.apply(x, a, y, w, s);
      expect(made.exchanges).toBe(before);
      // And back: each needs what two others have.
      everywhere.apply(x, a, y, w, s);
      expect(made.exchanges).toBe(before + 2);
      await backend.finish();
    });
  });

  it('is right where a vector has to change hands, recorded or not', async () => {
    const [down, up] = [banded({ rows: 900, lower: 20, upper: 0 }), banded({ rows: 900, lower: 0, upper: 899 })];
    const results: number[][] = [];
    for (const isRecorded of [true, false])
      await watched('0,1,2', async (backend, made) => {
        const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, down), kernel: scalar });
        const B = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, up), kernel: scalar });
        const [x, y] = [backend.vector(randomVector(900, { type: 'f64' })), backend.vector(900)];
        // Both add to y.
        const steps = [product(A, x, y, 0.1, 0.5), product(B, x, y, 1e-3, 0.5)];
        const sequence = isRecorded ? await backend.sequence(steps) : undefined;
        for (let run = 0; run < 3; run++) {
          if (sequence) sequence.run();
          else for (const { operator, operands } of steps) operator.apply(...operands);
        }
        expect(made.replays).toBe(0);
        results.push([...(await y.read())]);
      });
    expect(results[0]).toEqual(results[1]);
  });

  it('gives the same bits each time, whatever devices do first', async () => {
    const found = new Set<string>();
    for (let seed = 1; seed < 9; seed++)
      await watched(
        '0,1,2,3',
        async (backend) => {
          const operator = await backend.prepare({ operation: update, kernel: updateKernel(), sizes: { n: 2000 } });
          const [x, y] = [backend.vector(randomVector(2000, { type: 'f64' })), backend.vector(2000)];
          const [a, w] = [backend.vector([0.1]), backend.vector(3)];
          const numbers = [backend.vector(1), backend.vector(1)] as const;
          // Each takes the sum of the one before for its factor, and writes where the one before that read.
          for (let p = 0; p < 6; p++)
            operator.apply(x, p === 0 ? a : numbers[p % 2 === 0 ? 0 : 1], y, w, numbers[p % 2 === 0 ? 1 : 0]);
          found.add([...(await y.read()), ...(await numbers[0].read()), ...(await numbers[1].read())].join(' '));
        },
        seed,
      );
    expect(found.size).toBe(1);
  });
});

describe('what nobody says how to share', () => {
  const operandsWith =
    (changed: Operand): Operation['operands'] =>
    () =>
      update.operands({}).map((operand) => (operand.name === changed.name ? changed : operand));
  const cases: readonly (readonly [string, Partial<Operation>, string])[] = [
    ['an operation that says nothing', { sharing: undefined as never }, 'does not say how several devices share it'],
    [
      'a number that is no sum',
      { operands: operandsWith({ role: 'device-scalar', name: 's', access: 'write' }) },
      "how the parts of 's'",
    ],
    [
      'a vector of another size that is written',
      { operands: operandsWith({ role: 'vector', name: 'w', length: 'k', access: 'update' }) },
      "'w' is written",
    ],
    [
      'a dense operand whose columns would be divided',
      { operands: operandsWith({ role: 'dense', name: 'w', rows: 'k', cols: 'n', access: 'read' }) },
      "operand 'w' has it otherwise",
    ],
  ];
  it.each(cases)('%s is refused, with what to do', async (_name, changed, says) => {
    const operation = { ...(update as unknown as Operation), ...changed };
    await watched('0,1', async (backend) => {
      const preparing = backend.prepare({ operation, kernel: updateKernel(operation) });
      await expect(preparing).rejects.toMatchObject({
        code: 'KERNEL.REFUSED',
        message: expect.stringContaining(says),
        fix: expect.stringContaining('one device'),
      });
      await preparing.catch((error: unknown) => expect(isRefusal(error)).toBe(true));
    });
  });

  it.each([
    ['none', '0,0', false],
    ['run-to-run', '0,1', false],
    ['run-to-run', '0,0', true],
    ['bitwise', '0,1', true],
  ] as const)('what every device computes by itself (%s, devices %s)', async (reproducibility, device, isTaken) => {
    await watched(device, async (backend) => {
      const preparing = backend.prepare({
        operation: repeated,
        kernel: { ...updateKernel(repeated), reproducibility },
      });
      if (!isTaken) return expect(preparing).rejects.toMatchObject({ code: 'KERNEL.REFUSED' });
      const operator = await preparing;
      const [x, y] = [backend.vector(Float64Array.from({ length: 10 }, (_, i) => i)), backend.vector(10)];
      const [a, w, s] = [backend.vector([2]), backend.vector(3), backend.vector(1)];
      operator.apply(x, a, y, w, s);
      expect([...(await y.read()), ...(await s.read())]).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 90]);
      expect(operator.exchange?.()).toEqual({ devices: 2, bytes: 0, copies: 0, products: 1, movedBytes: 0 });
    });
  });
});
