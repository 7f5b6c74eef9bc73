import type { Backend, FixedScalars, JsPass, Kernel, Operation, Vector } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend } from '@spmv/core';
import { coo } from '@spmv/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threads } from '../src/index.ts';
import { SCHEDULES, TEAMS } from './uneven.ts';

/** total ← A·u and kept ← gain·A·u + keep·kept, in an order of operands that is not that of `spmv`. */
const bothSums: Operation<readonly [keep: number, total: Vector, gain: number, kept: Vector, u: Vector]> = {
  kind: 'operation',
  id: 'acme/both-sums',
  title: 'Two sums',
  formula: 'total ← Au, kept ← gain·Au + keep·kept',
  sources: [],
  options: {},
  sizes: {},
  operands: () => [
    { role: 'scalar', name: 'keep' },
    { role: 'vector', name: 'total', length: 'rows', access: 'write' },
    { role: 'scalar', name: 'gain' },
    { role: 'matrix', name: 'A' },
    { role: 'vector', name: 'kept', length: 'rows', access: 'update', factor: 'keep' },
    { role: 'vector', name: 'u', length: 'cols', access: 'read' },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz'], scalars: [] },
  flops: ({ nnz = 0 }) => 4 * nnz,
  reference: () => ({}),
  checks: [],
};

/** Entries of a range: rows that begin and end in it are written, partial sums of the others are left. No row may be empty. */
const source = `
  const sums = (into, times, plus) => (args) => {
    const { arrays: { rowIndex, colIndex, values }, u, begin, end, partialSums } = args;
    partialSums.headRow = partialSums.tailRow = -1;
    for (let k = begin; k < end; ) {
      const row = rowIndex[k];
      let sum = 0;
      for (; k < end && rowIndex[k] === row; k++) sum += values[k] * u[colIndex[k]];
      if (begin > 0 && rowIndex[begin - 1] === row) [partialSums.headRow, partialSums.headSum] = [row, sum];
      else if (k < args.nnz && rowIndex[k] === row) [partialSums.tailRow, partialSums.tailSum] = [row, sum];
      else args[into][row] = times(args) * sum + (plus(args) === 0 ? 0 : plus(args) * args[into][row]);
    }
  };
  export const total = sums('total', () => 1, () => 0);
  export const kept = sums('kept', ({ gain }) => gain, ({ keep }) => keep);`;
const module = `data:text/javascript,${encodeURIComponent(source)}`;

const ROWS = 23;
const COLS = 11;
const places = Array.from({ length: 200 }, (_, k) => ({
  i: k < ROWS ? k : (k * k) % ROWS,
  j: (k * 7) % COLS,
  v: (k % 9) - 4,
}));
const a = cooFromEntries(
  { rows: ROWS, cols: COLS },
  { rowIndex: places.map(({ i }) => i), colIndex: places.map(({ j }) => j), values: places.map(({ v }) => v) },
);
const count = a.values.length;
const u = Float64Array.from({ length: COLS }, (_, j) => j - 3);
/** Whole numbers: every order of adding them up gives the same. */
const product = new Float64Array(ROWS);
for (const [k, value] of a.values.entries()) {
  const row = a.rowIndex[k] as number;
  product[row] = (product[row] as number) + value * (u[a.colIndex[k] as number] as number);
}

const totalPass: JsPass = {
  module,
  export: 'total',
  partition: { unit: 'entries', count, splitRows: { into: 'total' } },
};
const keptPass = (set?: FixedScalars): JsPass => ({
  module,
  export: 'kept',
  partition: { unit: 'entries', count, splitRows: { into: 'kept', times: 'gain', plus: 'keep' } },
  ...(set ? { set } : {}),
});

const kernelOf = (passes: readonly JsPass[]): Kernel<'js'> => ({
  kind: 'kernel',
  id: 'js/acme/both-sums',
  operation: bothSums.id,
  format: 'coo',
  target: 'js',
  title: 'two sums',
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'none',
  requires: [],
  params: { axes: {} },
  program: () => ({ passes }),
});

const START = Float64Array.from({ length: ROWS }, (_, i) => i - 5);

describe('passes', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(threads);
  });
  afterAll(async () => backend.dispose());

  /** total and kept after one product with every team and schedule. */
  async function results(kernel: Kernel, keep: number, gain: number): Promise<readonly (readonly number[][])[]> {
    const found: number[][][] = [];
    const matrix = buildMatrix(coo, a, { valueType: 'f64' });
    const [total, kept, given] = [backend.vector(ROWS), backend.vector(ROWS), backend.vector(u)];
    for (const team of TEAMS) {
      for (const schedule of SCHEDULES) {
        const params = { threads: team, ...schedule };
        const operator = await backend.prepare({ operation: bothSums, matrix, kernel, params });
        await total.write(new Float64Array(ROWS).fill(Number.NaN));
        await kept.write(keep === 0 ? new Float64Array(ROWS).fill(Number.NaN) : START);
        operator.apply(keep, total, gain, kept, given);
        found.push([[...(await total.read())], [...(await kept.read())]]);
        await operator.dispose();
      }
    }
    for (const vector of [total, kept, given]) await vector.dispose();
    return found;
  }

  it.each([
    [3, -2],
    [0, 5],
  ])('add split rows into the operand they name, with the scalars they name: keep %i, gain %i', async (keep, gain) => {
    const expected = [
      [...product],
      [...product].map((sum, i) => gain * sum + (keep === 0 ? 0 : keep * (START[i] as number))),
    ];
    for (const found of await results(kernelOf([totalPass, keptPass()]), keep, gain)) expect(found).toEqual(expected);
  });

  it('have the values they set for host scalars, in ranges and where these are cut, and no other pass has', async () => {
    const passes = [totalPass, keptPass(), keptPass({ keep: 1 }), keptPass({ gain: 10, keep: 1 })];
    const expected = [
      [...product],
      [...product].map((sum, i) => 2 * sum + 3 * (START[i] as number) + 2 * sum + 10 * sum),
    ];
    for (const found of await results(kernelOf(passes), 3, 2)) expect(found).toEqual(expected);
  });

  it('that add split rows into what is no operand in memory, or with what is no host scalar, are refused', async () => {
    const matrix = buildMatrix(coo, a, { valueType: 'f64' });
    const splitting = (splitRows: { into: string; times?: string; plus?: string }): Kernel =>
      kernelOf([{ module, export: 'total', partition: { unit: 'entries', count, splitRows } }]);
    for (const [name, splitRows] of [
      ['y', { into: 'y' }],
      ['gain', { into: 'gain' }],
      ['alpha', { into: 'kept', times: 'alpha' }],
      ['u', { into: 'kept', times: 'gain', plus: 'u' }],
    ] as const) {
      await expect(
        backend.prepare({ operation: bothSums, matrix, kernel: splitting(splitRows), params: { threads: 2 } }),
      ).rejects.toMatchObject({ code: 'KERNEL.BAD_ARGUMENT', message: expect.stringContaining(`'${name}'`) as string });
    }
  });

  it('that set what is no host scalar are refused', async () => {
    const matrix = buildMatrix(coo, a, { valueType: 'f64' });
    await expect(
      backend.prepare({ operation: bothSums, matrix, kernel: kernelOf([keptPass({ beta: 1 })]) }),
    ).rejects.toMatchObject({ code: 'KERNEL.BAD_ARGUMENT', message: expect.stringContaining("'beta'") as string });
  });
});
