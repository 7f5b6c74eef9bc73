import type { Kernel, Operation, Vector } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend, product, spmv } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { cudaArguments } from '@spmv/kernel-kit';
import { csr } from '@spmv/formats';
import { banded, powerLaw, randomVector, stencil27 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { paysApart } from '../src/several/overlap.ts';
import { EMULATED } from './emulated.ts';
import type { Given } from './executing-addon.ts';
import { descriptorOf, expected, scalar, several, severalKernel, transposed, withBackend } from './several-devices.ts';

/** Each row of a device needs rows of its own, but for some at both ends. */
const BAND = banded({ rows: 3000, lower: 20, upper: 30 });
/** 128 rows at each of four ends wait. */
const INTERIOR = 3000 - 4 * 128;

/** A chain of products, each of which reads what the one before wrote: α and β differ, and so do the operators. */
async function chain(overlap: 'always' | 'never', seed: number, isSequence: boolean): Promise<readonly number[]> {
  return withBackend(
    'all',
    async (backend) => {
      const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, BAND), kernel: scalar });
      const T = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, BAND), kernel: transposed });
      expect(A.exchange?.().interiorRows ?? 0).toBe(overlap === 'always' ? INTERIOR : 0);
      expect(T.exchange?.().interiorRows).toBeUndefined();
      const [x, y] = [backend.vector(randomVector(3000, { type: 'f64' })), backend.vector(3000)];
      const steps = [
        product(A, x, y, 0.125, 0),
        product(A, y, x, 0.125, 0.5),
        product(T, x, y, 0.125, -0.25),
        product(A, y, x, 0.125, 0),
        product(A, x, y, 0, 2),
      ];
      const sequence = await backend.sequence(steps);
      for (let round = 0; round < 4; round++) {
        if (isSequence) sequence.run();
        else
          for (const { operator, operands } of steps)
            operator.apply(...(operands as Parameters<typeof operator.apply>));
      }
      const { products, bytes, movedBytes } = A.exchange?.() ?? {};
      expect(movedBytes).toBe((products ?? 0) * (bytes ?? 0));
      return [...(await x.read()), ...(await y.read())];
    },
    seed,
    overlap,
  );
}

describe('rows that need nothing of other devices', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'are multiplied while copies run, with the same bits, whatever the devices do first (%i)',
    async (seed) => {
      const wanted = await chain('never', seed, false);
      expect(await chain('always', seed, false)).toEqual(wanted);
      expect(await chain('always', seed + 10, true)).toEqual(wanted);
    },
  );

  it('wait where another matrix has put x', async () => {
    for (let seed = 1; seed < 6; seed++)
      await withBackend(
        '0,1',
        async (backend) => {
          // Most of the work is in the last rows: x goes there, where A does not have its rows.
          const skewed = banded({ rows: 3000, lower: 2999, upper: 0 });
          const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, BAND), kernel: scalar });
          const B = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, skewed), kernel: scalar });
          expect(A.exchange?.().interiorRows).toBeGreaterThan(2000);
          const host = randomVector(3000, { type: 'f64' });
          const [x, y, z] = [backend.vector(host), backend.vector(3000), backend.vector(3000)];
          B.apply(x, y, 1e-3, 0);
          A.apply(y, z, 1, 0);
          const first = await y.read();
          const reference = expected(BAND, first, new Float64Array(3000), 1, 0);
          expect(judge(await z.read(), reference, 'f64').errorRatio).toBeLessThanOrEqual(1);
        },
        seed,
        'always',
      );
  });

  it('are multiplied for several vectors in any layout', async () => {
    for (const [order, leadingDimension] of [
      ['row', 4],
      ['column', 3010],
    ] as const)
      await withBackend(
        'all',
        async (backend) => {
          const layouts = { X: { order, leadingDimension }, Y: { order, leadingDimension } };
          const request = { operation: several, matrix: buildMatrix(csr, BAND), kernel: severalKernel, layouts };
          const A = await backend.prepare(request);
          expect(A.exchange?.().interiorRows).toBe(INTERIOR);
          const size = order === 'row' ? 2999 * 4 + 3 : 2 * 3010 + 3000;
          const [x, y] = [randomVector(size, { type: 'f64' }), randomVector(size, { type: 'f64', seed: 7 })];
          const at = (i: number, v: number): number => (order === 'row' ? i * 4 + v : v * 3010 + i);
          const column = (of: ArrayLike<number>, v: number): Float64Array =>
            Float64Array.from({ length: 3000 }, (_, i) => of[at(i, v)] as number);
          const dx = backend.dense(3000, 3, { ...layouts.X, data: x });
          const dy = backend.dense(3000, 3, { ...layouts.Y, data: y });
          A.apply(dx, dy, 2, -1);
          const got = await dy.read();
          for (let v = 0; v < 3; v++) {
            const reference = expected(BAND, column(x, v), column(y, v), 2, -1);
            expect(judge(column(got, v), reference, 'f64').errorRatio).toBeLessThanOrEqual(1);
          }
        },
        3,
        'always',
      );
  });

  it('are none where there is no such run, and nothing is cut for them', async () => {
    const one = cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [2] });
    const giant = cooFromEntries(
      { rows: 3000, cols: 3000 },
      {
        rowIndex: Int32Array.from({ length: 6000 }, (_, k) => (k < 3000 ? 1500 : k - 3000)),
        colIndex: Int32Array.from({ length: 6000 }, (_, k) => (k < 3000 ? k : (7 * k) % 3000)),
        values: randomVector(6000, { type: 'f64' }),
      },
    );
    const diagonal = banded({ rows: 900, lower: 0, upper: 0 });
    const random = powerLaw({ rows: 3000, cols: 3000, meanPerRow: 20, maxPerRow: 2000 });
    const wide = banded({ rows: 700, cols: 900, lower: 3, upper: 5 });
    for (const [matrix, isCut] of [
      [one, false],
      // But for the row of them all.
      [giant, true],
      [diagonal, false],
      [random, false],
      [wide, false],
    ] as const)
      await withBackend(
        '0,1,2,0',
        async (backend) => {
          const { rows, cols } = matrix.shape;
          const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, matrix), kernel: scalar });
          const [x, y] = [randomVector(cols, { type: 'f64' }), randomVector(rows, { type: 'f64', seed: 5 })];
          const [dx, dy]: readonly Vector[] = [backend.vector(x), backend.vector(y)];
          A.apply(dx as Vector, dy as Vector, 2, 3);
          const got = await (dy as Vector).read();
          expect(judge(got, expected(matrix, x, y, 2, 3), 'f64').errorRatio).toBeLessThanOrEqual(1);
          expect(A.exchange?.().interiorRows !== undefined).toBe(isCut);
        },
        2,
        'always',
      );
  });
});

/** y ← αAx + βy and s ← Σy. */
const totalled: Operation<readonly [Vector, Vector, Vector, number?, number?]> = {
  ...(spmv as unknown as Operation<readonly [Vector, Vector, Vector, number?, number?]>),
  id: 'acme/totalled',
  options: {},
  operands: () => [
    { role: 'matrix', name: 'A' },
    { role: 'vector', name: 'x', length: 'cols', access: 'read' },
    { role: 'vector', name: 'y', length: 'rows', access: 'update', factor: 'beta' },
    { role: 'device-scalar', name: 's', access: 'write', combine: 'sum' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
};
const totalledKernel: Kernel = {
  ...scalar,
  id: 'cuda/acme-totalled',
  operation: totalled.id,
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  program: ({ matrix }) => ({
    kind: 'launches',
    modules: [{ language: 'ptx', source: { kind: 'text', text: '' }, minCompute: 75 }],
    launches: [
      {
        entryPoint: 'totalled',
        grid: [1, 1, 1],
        block: [32, 1, 1],
        sharedBytes: 0,
        arguments: {
          ...cudaArguments(['A.rowStart', 'A.colIndex', 'A.values', 'x', 'y', 'alpha', 'beta'], {
            rows: matrix.shape.rows,
          }),
          s: 's',
        },
      },
    ],
  }),
};

it('have a part of their own in a sum, in the order of rows: the same bits on every run, and everywhere', async () => {
  const numbers = (given: Given | undefined): Float64Array => {
    const { buffer, byteOffset, byteLength } = given as Uint8Array;
    return new Float64Array(buffer as ArrayBuffer, byteOffset, byteLength / 8);
  };
  const added = {
    totalled: (given: readonly Given[]) => {
      EMULATED['csr_f64']?.(given.slice(0, 8));
      const y = numbers(given[4]);
      let sum = 0;
      for (let i = 0; i < (given[7] as number); i++) sum += y[i] as number;
      numbers(given[8])[0] = sum;
    },
  };
  const found = new Set<string>();
  for (let seed = 1; seed < 7; seed++) {
    const backend = await openBackend(descriptorOf('all', seed, undefined, added, 'always'));
    const A = await backend.prepare({ operation: totalled, matrix: buildMatrix(csr, BAND), kernel: totalledKernel });
    const host = randomVector(3000, { type: 'f64' });
    const [x, y, s] = [backend.vector(host), backend.vector(3000), backend.vector(1)];
    for (let p = 0; p < 3; p++) A.apply(x, y, s, 1, 0.5);
    const [got, [sum = 0]] = [await y.read(), await s.read()];
    expect(sum).toBeCloseTo(
      got.reduce((a, b) => a + b, 0),
      8,
    );
    // 2, 3 and 2 parts, of which each device gets those of the other two in one copy each.
    const halo = 2 * (20 + 30) * 8;
    expect(A.exchange?.()).toMatchObject({ interiorRows: INTERIOR, bytes: halo + 2 * 7 * 8, copies: 4 + 6 });
    found.add([sum, ...got].join(' '));
    await backend.dispose();
  }
  expect(found.size).toBe(1);
});

describe('what is cut apart', () => {
  const stencil = { begin: 0, end: 1, entries: 50e6, parts: 2, outside: 40_000 };
  it('is what takes longer than the launches that it costs', () => {
    const auto = paysApart('auto');
    expect(auto(stencil)).toBe(true);
    expect(auto({ ...stencil, entries: 1e6 })).toBe(false);
    // Two more launches take 8 µs, a copy of so little 9.5, and these rows no longer than one launch.
    expect(auto({ ...stencil, parts: 3 })).toBe(true);
    expect(auto({ ...stencil, parts: 3, entries: 4e6 })).toBe(false);
    expect(paysApart('always')({ ...stencil, entries: 1 })).toBe(true);
    expect(paysApart('never')(stencil)).toBe(false);
  });

  it('is decided by the size of a matrix', async () => {
    for (const [n, isApart] of [
      [20, false],
      [60, true],
    ] as const)
      await withBackend('0,1', async (backend) => {
        const stored = buildMatrix(csr, stencil27({ n }));
        const A = await backend.prepare({ operation: spmv, matrix: stored, kernel: scalar });
        expect((A.exchange?.().interiorRows ?? 0) > 0).toBe(isApart);
      });
  });
});
