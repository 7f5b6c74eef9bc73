import type { Backend, CooMatrix, Kernel, Vector } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { buildMatrix, cooFromEntries, isSpmvError, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { powerLaw } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWasmKernels, fused, jsCsr } from '../src/index.ts';
import { productOf } from './problems.ts';

const KERNELS = [jsCsr, ...Object.values(createWasmKernels({ checked: true }))].flatMap(
  (endings) => Object.values(endings) as unknown as readonly Kernel[],
);
const each = KERNELS.map((kernel) => [kernel.id, kernel] as const);
const kernelOf = (id: string): Kernel => {
  const found = KERNELS.find((kernel) => kernel.id === id);
  if (!found) throw new RangeError(`no kernel ${id}`);
  return found;
};
const SUMS = ['s', 't'] as const;

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

describe.each(each)('%s', (_id, kernel) => {
  it('is right where rows fill blocks and where they do not, in f64 and f32', async () => {
    // Blocks of 128 rows, and of fewer where rows are few and long.
    for (const [rows, meanPerRow] of [
      [1, 4],
      [127, 4],
      [128, 4],
      [129, 4],
      [8300, 4],
      [70, 80],
      [129, 80],
      [300, 80],
    ] as const)
      for (const precision of ['f64', 'f32'] as const) {
        const coo = powerLaw({ rows, cols: 200, meanPerRow, maxPerRow: 190, seed: rows });
        for (const rowsParam of kernel.params.axes['rows'] ? ['in-turn', 'by-length'] : [undefined]) {
          const params = rowsParam === undefined ? {} : { rows: rowsParam };
          const { reports } = await productOf(one, { kernel, coo, precision, params });
          for (const [name, { failures, compared }] of Object.entries(reports))
            expect([rows, precision, name, failures, compared > 0]).toEqual([rows, precision, name, 0, true]);
        }
      }
  });

  it('has the same sums on every team of threads', async () => {
    const coo = powerLaw({ rows: 3000, cols: 700, meanPerRow: 5, maxPerRow: 400, seed: 7 });
    const first = await productOf(one, { kernel, coo });
    for (const params of [
      { threads: 1 },
      { threads: 2 },
      { threads: 7, schedule: 'dynamic' },
      { threads: 5, schedule: 'static' },
    ]) {
      const { results } = await productOf(team, { kernel, coo, params });
      for (const name of ['y', 'w', ...SUMS]) expect(results[name]).toEqual(first.results[name]);
    }
  });

  it('does not see A or x when alpha is 0, y when beta is 0, w when delta is 0', async () => {
    const coo = cooFromEntries(
      { rows: 3, cols: 2 },
      { rowIndex: [0, 1, 2], colIndex: [0, 1, 0], values: [Number.NaN, 2, 3] },
    );
    const bad = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);
    const right = { ...coo, values: Float64Array.of(1, 2, 3) };
    const unread = [
      { coo, scalars: { alpha: 0, beta: 2 }, buffers: { x: bad(2) } },
      { coo, scalars: { alpha: 0, beta: 0 }, buffers: { x: bad(2), y: bad(3) } },
      { coo: right, scalars: { alpha: 2, beta: 0, delta: 0 }, buffers: { y: bad(3), w: bad(3) } },
    ];
    for (const given of unread)
      for (const [name, report] of Object.entries((await productOf(one, { kernel, ...given })).reports))
        expect([name, report.failures, report.unjudged]).toEqual([name, 0, 0]);
  });

  it('hands on infinities and NaN to the rows and sums they belong to', async () => {
    const coo = powerLaw({ rows: 500, cols: 50, meanPerRow: 4, maxPerRow: 30, seed: 2 });
    const x = new Float64Array(50).fill(1);
    for (const [value, at] of [
      [Number.NaN, 3],
      [Number.POSITIVE_INFINITY, 7],
    ] as const) {
      const { reports } = await productOf(one, { kernel, coo, buffers: { x: x.with(at, value) } });
      for (const [name, { failures }] of Object.entries(reports)) expect([name, failures]).toEqual([name, 0]);
    }
  });

  it('writes sums and updates w of matrices without rows, columns or entries', async () => {
    const empty = (rows: number, cols: number): CooMatrix =>
      cooFromEntries({ rows, cols }, { rowIndex: [], colIndex: [], values: [] });
    for (const coo of [empty(0, 0), empty(0, 4), empty(4, 0), empty(4, 5)])
      for (const scalars of [{}, { beta: 0 }, { alpha: 0 }])
        for (const backend of [one, team]) {
          const { results, reports } = await productOf(backend, { kernel, coo, scalars });
          for (const [name, { failures }] of Object.entries(reports)) expect([name, failures]).toEqual([name, 0]);
          for (const name of SUMS)
            if (results[name] && (coo.shape.rows === 0 || scalars.beta === 0)) expect([...results[name]]).toEqual([0]);
        }
  });
});

describe('operands', () => {
  const coo = cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [1, 0], values: [1, 2] });

  /** What is said of the operands that these are. */
  async function wrong(id: string, given: (vectors: readonly Vector[]) => readonly unknown[]): Promise<unknown> {
    const vectors = [2, 2, 2, 2, 1, 1].map((length) => one.vector(new Float64Array(length).fill(7)));
    const operator = await one.prepare({ operation: fused, kernel: kernelOf(id), matrix: buildMatrix(csr, coo) });
    let said: unknown = 'nothing';
    try {
      operator.apply(...(given(vectors) as never));
    } catch (error) {
      said = isSpmvError(error) && [
        error.code,
        ...((error.details['operands'] as readonly string[] | undefined) ?? []),
      ];
      for (const vector of vectors) expect(new Set(await vector.read())).toEqual(new Set([7]));
    }
    for (const made of [operator, ...vectors]) await made.dispose();
    return said;
  }

  it('may be the same where both are read: z is x', async () => {
    expect(await wrong('js/fused-csr-dot', ([x, y, , , s]) => [x, y, x, s])).toBe('nothing');
  });

  it('are refused where one that is written is given twice, before anything is written', async () => {
    expect(await wrong('js/fused-csr-dot', ([x, y, , , s]) => [x, y, y, s])).toEqual(['OPERAND.ALIASED', 'y', 'z']);
    expect(await wrong('js/fused-csr-dot', ([x, , z, , s]) => [x, x, z, s])).toEqual(['OPERAND.ALIASED', 'x', 'y']);
    expect(await wrong('js/fused-csr-dot-norm', ([x, y, z, , s]) => [x, y, z, s, s])).toEqual([
      'OPERAND.ALIASED',
      's',
      't',
    ]);
    expect(await wrong('js/fused-csr-axpy', ([x, y, , , g]) => [x, y, g, y])).toEqual(['OPERAND.ALIASED', 'y', 'w']);
    expect(await wrong('js/fused-csr-axpy', ([x, y, , , g]) => [x, y, g, x])).toEqual(['OPERAND.ALIASED', 'x', 'w']);
  });
});
