import type { OpenMatrixOptions, SyncMatrix } from 'spmv';
import { openMatrix } from 'spmv';
import { everywhere } from '../src/plugins.ts';
import { openPlaces } from '../src/places.ts';
import type { BackendDescriptor, BackendDriver, Plugin } from '@spmv/core';
import { API_VERSION, createRegistry, definePlugin, SpmvError } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { describe, expect, it } from 'vitest';

const shape = { rows: 2, cols: 2 };
const rows = [
  [4, 1],
  [1, 3],
];
type Asked = (A: SyncMatrix) => unknown;
/** What a caller without types may give. */
const any = (value: unknown): never => value as never;

describe('sources that hold no matrix of numbers', () => {
  it.each<[name: string, source: unknown, message: string]>([
    ['text in rows', [[1, '2']], "element (0, 1) is '2'"],
    [
      'a hole in a row',
      [Array.of<number>(1, 2), Object.assign(Array.of<number>(), { length: 2 })],
      'element (1, 0) is undefined',
    ],
    ['complex numbers', [[{ re: 1, im: 0 }]], 'element (0, 0) is an object'],
    ['a row that is none', [[1], null], 'row 1 is null, not an array of numbers'],
    ['rows of two lengths', [Float64Array.of(1, 2), Float64Array.of(1)], 'row 1 has 1 elements and row 0 has 2'],
    ['text among values', { shape, rowIndex: [0], colIndex: [0], values: ['4'] }, "Entry 0 has the value '4'"],
    [
      'text among values by rows',
      { shape, rowStart: [0, 1, 1], colIndex: [0], values: ['4'] },
      "Entry 0 has the value '4'",
    ],
    [
      'text among values by columns',
      { shape, colStart: [0, 1, 1], rowIndex: [0], values: ['4'] },
      "Entry 0 has the value '4'",
    ],
    ['text among all elements', { shape, dense: [1, 2, 3, '4'] }, "element (1, 1) is '4'"],
    [
      'triplets of two',
      {
        shape,
        triplets: [
          [0, 0, 1],
          [1, 1],
        ],
      },
      'triplets[1] is an array of 2, not [row, column, value]',
    ],
    [
      'positions that are no numbers',
      { shape, rowIndex: [0n], colIndex: [0n], values: [1] },
      'Entry 0 is at (0n, 0n), which are no numbers',
    ],
    ['triplets of four', { shape, triplets: [[0, 0, 1, 2]] }, 'triplets[0] is an array of 4'],
    ['triplets in a row', { shape, triplets: [0, 0, 1] }, 'triplets[0] is 0, not [row, column, value]'],
    ['a promise', Promise.resolve([[1]]), 'It is a promise'],
    ['triplets that are none', { shape, triplets: 3 }, 'triplets is 3'],
    ['no array of columns', { shape, rowStart: [0, 0, 0], values: [] }, 'colIndex is undefined'],
    ['a shape of text', { shape: { rows: '2', cols: 2 }, rowStart: [0, 0, 0], colIndex: [], values: [] }, 'rows = 2'],
  ])('are refused: %s', async (_, source, message) => {
    await expect(openMatrix(any(source), { backend: 'serial' })).rejects.toMatchObject({
      code: expect.stringMatching(/^FORMAT\.(?:INVALID|SHAPE)$/u),
      message: expect.stringContaining(message),
    });
  });

  it('are others than typed rows', async () => {
    await using A = await openMatrix([Float64Array.of(4, 1), Float32Array.of(1, 3)], { backend: 'serial' });
    expect(A.multiplySync([1, 2])).toEqual(Float64Array.of(6, 7));
  });
});

describe('a matrix that no kernel takes', () => {
  /** The serial backend with another driver or other precisions. */
  const like = (change: (driver: BackendDriver) => Partial<BackendDriver>): Plugin => ({
    name: 'acme',
    apiVersion: API_VERSION,
    backends: [
      {
        ...serial,
        id: 'acme/cpu',
        targets: ['js'],
        async open(options) {
          const driver = await serial.open(options);
          return { ...driver, ...change(driver) };
        },
      },
    ],
  });

  it('says of each kernel why it was left out', async () => {
    const plugins = [like(({ device }) => ({ device: { ...device, precisions: ['bf16'] } }))];
    await expect(openMatrix(rows, { backend: 'acme/cpu', plugins, precision: 'bf16' })).rejects.toMatchObject({
      code: 'FORMAT.REFUSED',
      message: expect.stringMatching(/each of \d+ kernels on acme\/cpu: it does not compute in bf16\./u),
      details: { refused: expect.arrayContaining([expect.objectContaining({ kernel: 'js/coo' })]) },
    });
  });

  it('says of each that was tried what it lacks', async () => {
    const prepare = (): Promise<never> => Promise.reject(new Error('kernel.wasm is missing.'));
    const plugins = [like(() => ({ prepare }))];
    await expect(openMatrix(rows, { backend: 'acme/cpu', plugins, trials: 3 })).rejects.toMatchObject({
      code: 'FORMAT.REFUSED',
      message: expect.stringMatching(/each of \d+ kernels on acme\/cpu: it failed: kernel\.wasm is missing[.;]/u),
    });
  });

  it('says the first of many reasons, and what all of them ask for', async () => {
    const prepare = ({ kernel }: { readonly kernel: { readonly id: string } }): Promise<never> =>
      Promise.reject(new SpmvError('KERNEL.LOAD_FAILED', `${kernel.id}.js is missing.`, { fix: 'Copy the files.' }));
    const plugins = [like(() => ({ prepare }))];
    await expect(openMatrix(rows, { backend: 'acme/cpu', plugins, trials: 3 })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^No kernel takes this matrix: (?:\S+ on acme\/cpu: it failed: \S+\.js is missing; ){3}\d+ more reasons in details\.refused\.$/u,
      ),
      fix: 'Copy the files.',
    });
  });
});

describe('shapes far larger than their entries', () => {
  const sized = (n: number) => ({
    shape: { rows: n, cols: n },
    triplets: [
      [n - 1, 0, 2],
      [0, 3, 1],
    ] as const,
  });

  it('are opened where the device holds their vectors', async () => {
    await using A = await openMatrix(sized(1_000_000), { backend: 'serial' });
    const y = A.multiplySync(new Float64Array(1_000_000).fill(1));
    expect([y[0], y[1], y.at(-1)]).toEqual([1, 0, 2]);
  });

  it.each([300_000_000, 2 ** 31 - 1])('are refused before memory is taken where it does not: %i rows', async (n) => {
    const before = process.memoryUsage().rss;
    await expect(openMatrix(sized(n), { backend: 'serial' })).rejects.toMatchObject({
      code: 'FORMAT.REFUSED',
      message: expect.stringMatching(/on serial: The operands need .* GB in f64 \(x .*, y .*\)/u),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
  });
});

describe('options', () => {
  it.each<[options: object, code: string, text: string]>([
    [{ backends: 'serial' }, 'PARAM.UNKNOWN', "Did you mean 'backend' or 'shareBackendsWith'?"],
    [{ format: 3 }, 'PARAM.OUT_OF_RANGE', 'format is 3'],
    [{ kernal: 'js/csr' }, 'PARAM.UNKNOWN', "Did you mean 'kernel'?"],
    [{ precision: 'double' }, 'PARAM.OUT_OF_RANGE', 'Use one of: f64, f32, df64, f16, bf16, c128, c64.'],
    [{ precision: 'F32' }, 'PARAM.OUT_OF_RANGE', "Did you mean 'f32'"],
    [{ trials: -1 }, 'PARAM.OUT_OF_RANGE', 'Give trials as an integer of at least 0.'],
    [{ products: 0 }, 'PARAM.OUT_OF_RANGE', 'products is 0'],
    [{ backend: [] }, 'PARAM.OUT_OF_RANGE', 'backend is an array'],
    [{ backend: 3 }, 'PARAM.OUT_OF_RANGE', 'backend is 3'],
    [{ plugins: 'csr' }, 'PARAM.OUT_OF_RANGE', "plugins is 'csr'"],
    [{ shareBackendsWith: null }, 'PARAM.OUT_OF_RANGE', 'shareBackendsWith is null'],
    [{ signal: 1 }, 'PARAM.OUT_OF_RANGE', 'signal is 1'],
    [any('serial'), 'PARAM.OUT_OF_RANGE', "The options of openMatrix are 'serial'."],
    [{ backend: 'petsc' }, 'BACKEND.NOT_INSTALLED', 'npm install @spmv/backend-petsc'],
  ])('of opening: %j', async (options, code, text) => {
    const error = await openMatrix(rows, options as OpenMatrixOptions).then(
      () => undefined,
      (found: { readonly code: string; readonly message: string; readonly fix: string }) => found,
    );
    expect(error?.code).toBe(code);
    expect(`${error?.message} ${error?.fix}`).toContain(text);
  });

  it.each<[name: string, ask: Asked, code: string, text: string]>([
    ['nothing', (A) => A.multiply(any(undefined)), 'OPERAND.TYPE', 'x is undefined, and 2 numbers are needed.'],
    ['text', (A) => A.multiply(any('12')), 'OPERAND.TYPE', "x is '12'"],
    ['text in x', (A) => A.multiply(any([1, '2'])), 'OPERAND.TYPE', "x[1] is '2'"],
    ['a hole in x', (A) => A.multiply(Object.assign([1], { length: 2 })), 'OPERAND.TYPE', 'x[1] is undefined'],
    ['integers of 64 bits', (A) => A.multiply(any(BigInt64Array.of(1n, 2n))), 'OPERAND.TYPE', 'x[0] is 1n'],
    ['an array as y', (A) => A.multiply([1, 2], { y: any([0, 0]) }), 'OPERAND.TYPE', 'y is an array'],
    ['integers as y', (A) => A.multiply([1, 2], { y: any(new Int32Array(2)) }), 'OPERAND.TYPE', 'y is an Int32Array'],
    ['a y that rounds', (A) => A.multiply([1, 2], { y: any(new Float32Array(2)) }), 'OPERAND.TYPE', 'Float32Array'],
    ['y = null', (A) => A.multiply([1, 2], { y: any(null) }), 'OPERAND.TYPE', 'y is null'],
    [
      'y in place of options',
      (A) => A.multiply([1, 2], any(new Float64Array(2))),
      'PARAM.OUT_OF_RANGE',
      'Float64Array',
    ],
    ['an unknown option', (A) => A.multiply([1, 2], any({ apha: 2 })), 'PARAM.UNKNOWN', "no option 'apha'"],
    ['alpha = null', (A) => A.multiply([1, 2], { alpha: any(null) }), 'OPERAND.SCALAR', 'alpha'],
    ['beta = text', (A) => A.multiply([1, 2], { beta: any('1'), y: new Float64Array(2) }), 'OPERAND.SCALAR', 'beta'],
  ])('of products: %s', async (_, ask, code, text) => {
    await using A = await openMatrix(rows, { backend: 'serial' });
    await expect(ask(A)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
  });

  it.each<[name: string, ask: Asked, code: string, text: string]>([
    ['transposed', (A) => A.T.multiply(any(undefined)), 'OPERAND.TYPE', 'x is undefined'],
    ['transposed into integers', (A) => A.T.multiply([1, 2], { y: any([0, 0]) }), 'OPERAND.TYPE', 'y is an array'],
    [
      'one vector as several',
      (A) => A.multiplyMany(any(Float64Array.of(1, 2))),
      'OPERAND.TYPE',
      'several vectors are needed',
    ],
    [
      'an unknown order',
      (A) => A.multiplyMany(any({ data: [1, 2], vectors: 1, order: 'diag' })),
      'PARAM.OUT_OF_RANGE',
      'diag',
    ],
    ['a part of a vector', (A) => A.multiplyMany({ data: [], vectors: 0.5 }), 'PARAM.OUT_OF_RANGE', 'vectors is 0.5'],
    [
      'several of which one is none',
      (A) => A.multiplyMany(any([[1, 2], undefined])),
      'OPERAND.TYPE',
      'X[1] is undefined',
    ],
    ['text in several', (A) => A.multiplyMany(any([[1, '2']])), 'OPERAND.TYPE', "X[0][1] is '2'"],
    ['b = nothing', (A) => A.solve(any(undefined)), 'OPERAND.TYPE', 'b is undefined'],
    ['text in b', (A) => A.solve(any([1, '2'])), 'OPERAND.TYPE', "b[1] is '2'"],
    ['text in x0', (A) => A.solve([1, 2], { x0: any(['1', 2]) }), 'OPERAND.TYPE', "x0[0] is '1'"],
  ])('of what is promised: %s', async (_, ask, code, text) => {
    await using A = await openMatrix(rows, { backend: 'serial' });
    await expect(ask(A)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
  });

  it.each<[name: string, ask: Asked, code: string, text: string]>([
    ['an array as range', (A) => A.slice({ rows: any([0, 1]) }), 'PARAM.OUT_OF_RANGE', 'slice of rows'],
    ['an unknown range', (A) => A.slice(any({ columns: {} })), 'PARAM.UNKNOWN', "no option 'columns'"],
    ['a factor of text', (A) => A.scale(any('2')), 'OPERAND.SCALAR', "gamma is '2'"],
    ['no other matrix', (A) => A.add(any(undefined)), 'OPERAND.MATRIX', 'undefined'],
    ['an element outside', (A) => A.get(2, 0), 'FORMAT.INDEX_RANGE', 'no row 2'],
  ])('of what is made of it: %s', async (_, ask, code, text) => {
    await using A = await openMatrix(rows, { backend: 'serial' });
    expect(() => ask(A)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }));
  });

  it('name the package of a backend that is not installed', async () => {
    const registry = createRegistry(everywhere);
    await expect(
      openPlaces({ registry, backend: 'cuda', precision: 'f64', nnz: 1, isPutOff: false }),
    ).rejects.toMatchObject({
      code: 'BACKEND.NOT_INSTALLED',
      fix: expect.stringContaining('npm install @spmv/backend-cuda'),
    });
  });

  it('say why a backend does not open where nothing else is left', async () => {
    const error = new SpmvError('BACKEND.OUT_OF_MEMORY', 'The engine cannot reserve a shared memory.', {
      fix: 'Free.',
    });
    const opened = { ...serial, open: () => Promise.reject(error) };
    const registry = createRegistry([definePlugin({ name: 'acme', apiVersion: API_VERSION, backends: [opened] })]);
    for (const isPutOff of [true, false])
      await expect(openPlaces({ registry, backend: 'auto', precision: 'f64', nnz: 1, isPutOff })).rejects.toBe(error);
  });

  it('say that a backend computes in a precision on no device before one is looked for', async () => {
    const open = (): Promise<never> => Promise.reject(new Error('no driver'));
    const acme: BackendDescriptor = { ...serial, id: 'acme/gpu', targets: ['wgsl'], open };
    const plugins = [definePlugin({ name: 'acme', apiVersion: API_VERSION, backends: [acme] })];
    const code = 'KERNEL.PRECISION_UNSUPPORTED';
    const source = { shape, rowIndex: [0], colIndex: [0], values: [1, 0] };
    const complex = openMatrix(source, { backend: 'acme/gpu', plugins, precision: 'c128' });
    await expect(complex).rejects.toMatchObject({ code, fix: 'Ask for one of: c64.' });
    const real = openMatrix(rows, { backend: 'acme/gpu', plugins });
    await expect(real).rejects.toMatchObject({ code, fix: expect.stringContaining('f32') });
  });
});
