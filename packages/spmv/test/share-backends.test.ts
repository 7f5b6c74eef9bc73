import { serial } from '@spmv/backend-serial';
import type { Kernel, Plugin, SparseFormat } from '@spmv/core';
import { API_VERSION, cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import type { Matrix, SyncMatrix } from 'spmv';
import { openMatrix } from 'spmv';
import { everywhere } from '../src/plugins.ts';
import { describe, expect, expectTypeOf, it } from 'vitest';

/** The serial backend under another name, which counts what is opened and what is closed; it computes in f64 alone. */
function counting(): { readonly plugin: Plugin; readonly counts: { opened: number; closed: number } } {
  const counts = { opened: 0, closed: 0 };
  const open: typeof serial.open = async (options) => {
    counts.opened++;
    const driver = await serial.open(options);
    return {
      ...driver,
      device: { ...driver.device, precisions: ['f64'] },
      async dispose() {
        counts.closed++;
        await driver.dispose();
      },
    };
  };
  return {
    counts,
    plugin: { name: 'counting', apiVersion: API_VERSION, backends: [{ ...serial, id: 'counting', open }] },
  };
}

const source = [
  [4, -1],
  [-1, 4],
];

describe('a matrix that is opened beside another', () => {
  it('starts nothing, and either may be disposed of first', async () => {
    const { plugin, counts } = counting();
    for (const last of [0, 1, 2]) {
      counts.opened = counts.closed = 0;
      const A = await openMatrix(source, { backend: 'counting', plugins: [plugin] });
      const B = await openMatrix([[3]], { shareBackendsWith: A });
      const C = await openMatrix([[5]], { shareBackendsWith: B });
      expect(B.plan.backend).toBe('counting');
      expect(B.plan.considered).toEqual(A.plan.considered);
      const kept = [A, B, C][last] as typeof A;
      for (const one of [A, B, C]) if (one !== kept) await one.dispose();
      expect(counts).toEqual({ opened: 1, closed: 0 });
      const x = new Float64Array(kept.shape.cols).fill(1);
      expect((await kept.multiply(x))[0]).toBe(3 + (last === 2 ? 2 : 0));
      await kept.dispose();
      expect(counts).toEqual({ opened: 1, closed: 1 });
    }
  });

  it('closes its backends also where an operator cannot be disposed of', async () => {
    const { plugin, counts } = counting();
    const [backend] = plugin.backends ?? [];
    if (!backend) throw new Error('no backend');
    const open: typeof serial.open = async (options) => {
      const driver = await backend.open(options);
      const dispose = (): never => {
        throw new Error('stuck');
      };
      return { ...driver, prepare: async (request) => ({ ...(await driver.prepare(request)), dispose }) };
    };
    const A = await openMatrix(source, {
      backend: 'counting',
      plugins: [{ ...plugin, backends: [{ ...backend, open }] }],
    });
    await A.T.multiply([1, 2]);
    await expect(A.dispose()).rejects.toMatchObject({ code: 'LIFETIME.DISPOSAL_FAILED' });
    expect(counts).toEqual({ opened: 1, closed: 1 });
  });

  it('releases what it shares where it cannot be opened', async () => {
    const { plugin, counts } = counting();
    const A = await openMatrix(source, { backend: 'counting', plugins: [plugin] });
    await expect(openMatrix([[1], [1, 2]], { shareBackendsWith: A })).rejects.toMatchObject({
      code: expect.stringMatching(/^FORMAT/u),
    });
    await expect(openMatrix([[1]], { shareBackendsWith: A, precision: 'f32' })).rejects.toMatchObject({
      code: 'KERNEL.PRECISION_UNSUPPORTED',
    });
    await A.dispose();
    expect(counts).toEqual({ opened: 1, closed: 1 });
  });

  it('is refused beside one that is gone, beside no matrix, and with backends of its own', async () => {
    const A = await openMatrix(source, { backend: 'serial' });
    const others = [{ backend: 'serial' }, { plugins: [] }];
    for (const other of others)
      await expect(
        openMatrix([[1]], { shareBackendsWith: A, ...other } as { shareBackendsWith: Matrix }),
      ).rejects.toMatchObject({
        code: 'PARAM.REJECTED',
        message: expect.stringContaining(Object.keys(other)[0] as string),
      });
    await expect(openMatrix([[1]], { shareBackendsWith: {} as Matrix })).rejects.toMatchObject({
      code: 'PARAM.REJECTED',
    });
    await A.dispose();
    await expect(openMatrix([[1]], { shareBackendsWith: A })).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  });

  it('leaves out backends that do not compute in its precision, and says so', async () => {
    const { plugin } = counting();
    await using A = await openMatrix(source, { backend: ['counting', 'serial'], plugins: [plugin] });
    await using B = await openMatrix(source, { shareBackendsWith: A, precision: 'f32' });
    expect(B.plan.backend).toBe('serial');
    expect(B.plan.considered).toMatchObject([
      { backend: 'counting', reason: expect.stringContaining('f32') },
      { backend: 'serial' },
    ]);
  });

  it('gives products at once where the other matrix does', async () => {
    await using A = await openMatrix(source, { backend: 'serial' });
    await using B = await openMatrix(source, { shareBackendsWith: A, precision: 'f32' });
    expectTypeOf(B).toEqualTypeOf<SyncMatrix<Float32Array>>();
    expect(B.multiplySync([1, 2])).toEqual(Float32Array.of(2, 7));
  });
});

/** A format that no matrix fits, which counts how often it is asked, and a kernel of it. */
function planned(): { readonly plugin: Plugin; readonly asked: string[] } {
  const asked: string[] = [];
  const format: SparseFormat = {
    ...(csr as unknown as SparseFormat),
    id: 'acme/none',
    plan(structure, params, valueType) {
      asked.push(String(structure.target));
      return {
        ...(csr as unknown as SparseFormat).plan(structure, params, valueType),
        refusal: 'it takes none',
        fix: 'Take csr.',
      };
    },
  };
  const csrKernel = everywhere.flatMap(({ kernels: list = [] }) => list).find(({ id }) => id === 'js/csr') as Kernel;
  const kernels = [{ ...csrKernel, id: 'acme/none-kernel', format: format.id }];
  return { asked, plugin: { name: 'acme', apiVersion: API_VERSION, formats: [format], kernels } };
}

it('plans each format once for products, transposes and solvers', async () => {
  const { plugin, asked } = planned();
  // Where products were tried solvers choose anew.
  const n = 7000;
  const at = Array.from({ length: n }, (_, i) => [
    ...(i > 0 ? [[i, i - 1, -1]] : []),
    [i, i, 4],
    ...(i + 1 < n ? [[i, i + 1, -1]] : []),
  ]).flat() as [number, number, number][];
  const coo = cooFromEntries(
    { rows: n, cols: n },
    { rowIndex: at.map(([i]) => i), colIndex: at.map(([, j]) => j), values: at.map(([, , value]) => value) },
  );
  await using A = await openMatrix(coo, { backend: 'serial', trials: 10, plugins: [plugin] });
  expect(A.plan.trials.length).toBeGreaterThan(0);
  expect(asked).toEqual(['js']);
  const { converged } = await A.solve(new Float64Array(n).fill(1));
  expect(converged).toBe(true);
  await A.T.multiply(new Float64Array(n));
  expect(asked).toEqual(['js']);
});
