import { describe, expect, it } from 'vitest';
import type { BackendDescriptor, KernelFilter, Plugin, SparseFormat, Kernel } from '../src/index.ts';
import {
  API_VERSION,
  createRegistry,
  isSpmvError,
  nearestNames,
  NO_PARAMS,
  spmv,
  SpmvError,
  suggestNames,
} from '../src/index.ts';
import { operationOf } from './fake-device.ts';
import { thrown } from './thrown.ts';

const format = (id: string): SparseFormat => ({
  kind: 'format',
  id,
  title: id,
  sources: [],
  layout: {},
  scalars: {},
  params: NO_PARAMS,
  plan: () => ({ scalars: {}, slots: 0 }),
  build: () => undefined,
  toCoo: () => ({
    shape: { rows: 0, cols: 0 },
    rowIndex: new Int32Array(0),
    colIndex: new Int32Array(0),
    values: new Float64Array(0),
  }),
  check: () => [],
});
const kernel = (id: string, of: string): Kernel<'js'> => ({
  kind: 'kernel',
  id,
  operation: 'spmv',
  target: 'js',
  format: of,
  title: id,
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  program: () => ({ passes: [] }),
});
const backend: BackendDescriptor = {
  kind: 'backend',
  id: 'one',
  title: 'One',
  targets: ['js'],
  launchParams: NO_PARAMS,
  probe: async () => ({ available: false, reason: 'test', fix: 'none' }),
  open: async () => {
    throw new Error('not opened');
  },
};
const plugin = (name: string, parts: Partial<Plugin>): Plugin => ({
  name,
  apiVersion: API_VERSION,
  ...parts,
});

describe('createRegistry', () => {
  it('brings plugins together without changing them', () => {
    const registry = createRegistry([
      plugin('a', { formats: [format('csr')] }),
      plugin('b', { kernels: [kernel('js/csr', 'csr'), kernel('js/hyb', 'hyb')], backends: [backend] }),
    ]);
    expect(registry.format('csr').id).toBe('csr');
    expect(registry.backend('one')).toBe(backend);
    expect(
      registry
        .kernels({ format: 'csr', targets: ['js', 'wasm'], precision: 'f64', operation: 'spmv' })
        .map((k) => k.id),
    ).toEqual(['js/csr']);
    expect(registry.kernels({ precision: 'f32' })).toEqual([]);
    expect(registry.orphans.map((k) => k.id)).toEqual(['js/hyb']);
    // What is listed can be prepared: its format is here.
    expect(registry.kernels().map((k) => registry.format(String(k.format)).id)).toEqual(['csr']);
    expect(registry.kernel('js/hyb').id).toBe('js/hyb');
    expect(registry.owner('kernel', 'js/csr').name).toBe('b');
    expect(registry.owner('format', 'csr').name).toBe('a');
  });

  it('counts one object brought twice once, and refuses two of one id naming both packages', () => {
    const shared = kernel('js/csr', 'csr');
    expect(
      createRegistry([
        plugin('a', { formats: [format('csr')], kernels: [shared] }),
        plugin('b', { kernels: [shared] }),
      ]).kernels(),
    ).toHaveLength(1);
    try {
      createRegistry([plugin('a', { formats: [format('csr')] }), plugin('b', { formats: [format('csr')] })]);
      expect.unreachable();
    } catch (error) {
      expect(isSpmvError(error, 'PLUGIN.DUPLICATE_ID') && error.message).toContain('a and b');
    }
  });

  it('suggests near names for unknown ids', () => {
    const registry = createRegistry([
      plugin('a', { formats: [format('csr'), format('ellpack'), format('ellpack-r')] }),
    ]);
    try {
      registry.format('elpack');
      expect.unreachable();
    } catch (error) {
      expect(isSpmvError(error, 'PLUGIN.UNKNOWN_ID') && error.fix).toBe("Did you mean 'ellpack' or 'ellpack-r'?");
    }
    expect(nearestNames('xyz', ['csr', 'ellpack'])).toEqual([]);
    const many = Array.from({ length: 137 }, (_, k) => `kernel-${k}`);
    expect(suggestNames('xyz', many)).toBe(
      'Use one of 137, such as kernel-0, kernel-1, kernel-2, kernel-3, kernel-4, kernel-5.',
    );
  });

  it('brings operations, core its own, and lists the kernels of each', async () => {
    const own = operationOf([], { id: 'a/op' });
    const registry = createRegistry([
      plugin('a', {
        operations: [own],
        kernels: [{ ...kernel('js/a/op', ''), operation: 'a/op', format: undefined as never }],
      }),
      plugin('b', {
        formats: [format('csr')],
        kernels: [
          kernel('js/csr', 'csr'),
          { ...kernel('js/csr-turned', 'csr'), options: { transpose: true } },
          { ...kernel('js/csr-other', 'csr'), operation: 'b/op' },
        ],
      }),
    ]);
    const ids = (filter?: KernelFilter): readonly string[] => registry.kernels(filter).map(({ id }) => id);
    expect(registry.operations).toEqual([spmv, own]);
    expect([registry.operation('spmv'), registry.operation('a/op')]).toEqual([spmv, own]);
    expect(await thrown(() => registry.operation('b/op'))).toBe('PLUGIN.UNKNOWN_ID');
    expect(registry.owner('operation', 'a/op').name).toBe('a');
    expect(registry.owner('operation', 'spmv').name).toBe('@spmv/core');
    expect(registry.plugins.map(({ name }) => name)).toEqual(['a', 'b']);
    // A kernel without a format has its home where its operation is, one of an unknown operation nowhere.
    expect(ids()).toEqual(['js/a/op', 'js/csr', 'js/csr-turned']);
    expect(registry.orphans.map(({ id }) => id)).toEqual(['js/csr-other']);
    expect(ids({ operation: 'a/op' })).toEqual(['js/a/op']);
    expect(ids({ operation: 'spmv', options: {} })).toEqual(['js/csr', 'js/csr-turned']);
    expect(ids({ operation: 'spmv', options: { transpose: false } })).toEqual(['js/csr']);
    expect(ids({ operation: 'spmv', options: { transpose: true } })).toEqual(['js/csr-turned']);
    expect(ids({ options: { colour: 1 } })).toEqual([]);
  });

  it('refuses another operation by the name of one of its own', () => {
    expect(() => createRegistry([plugin('a', { operations: [operationOf([], { id: 'spmv' })] })])).toThrow(
      "operation 'spmv': @spmv/core and a",
    );
    expect(createRegistry([plugin('a', { operations: [spmv] })]).operations).toEqual([spmv]);
  });

  it('refuses what is not a plugin', async () => {
    const bad = (value: unknown) => thrown(() => createRegistry([value as Plugin]));
    expect(await bad(null)).toBe('PLUGIN.INVALID');
    expect(await bad({})).toBe('PLUGIN.INVALID');
    expect(await bad(plugin('a', { apiVersion: API_VERSION + 1 }))).toBe('PLUGIN.API_VERSION');
    expect(await bad(plugin('a', { formats: [{ kind: 'format', id: 'x' } as SparseFormat] }))).toBe('PLUGIN.INVALID');
    expect(await bad(plugin('a', { formats: [kernel('x', 'y') as unknown as SparseFormat] }))).toBe('PLUGIN.INVALID');
    expect(await bad(plugin('a', { operations: [{ ...spmv, trivial: undefined as never }] }))).toBe('PLUGIN.INVALID');
    expect(await bad(plugin('a', { kernels: 'csr' as unknown as [] }))).toBe('PLUGIN.INVALID');
  });
});

describe('SpmvError', () => {
  it('is recognised across copies of this package and by code', () => {
    const error = new SpmvError('OPERAND.LENGTH', 'x', { fix: 'y', details: { n: 1 }, cause: new Error('z') });
    expect(isSpmvError(error)).toBe(true);
    expect(isSpmvError(error, 'OPERAND.LENGTH')).toBe(true);
    expect(isSpmvError(error, 'OPERAND.TYPE')).toBe(false);
    const copy = Object.assign(new Error('x'), {
      code: 'OPERAND.LENGTH',
      fix: 'y',
      details: {},
      [Symbol.for('@spmv/error')]: true,
    });
    expect(isSpmvError(copy, 'OPERAND.LENGTH')).toBe(true);
    for (const other of [new Error('x'), { code: 'OPERAND.LENGTH' }, undefined, 'x'])
      expect(isSpmvError(other)).toBe(false);
  });
});
