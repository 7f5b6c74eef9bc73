import { serial } from '@spmv/backend-serial';
import type { BackendDescriptor, Plugin } from '@spmv/core';
import { API_VERSION } from '@spmv/core';
import { expect, expectTypeOf, it } from 'vitest';
import type { OpenedMatrix, SyncMatrix } from 'spmv';
import { openMatrix } from 'spmv';
import { poisson } from 'spmv/build';

/** [[4, −1, 0], [−1, 4, −1]] in every way that arrays can say it. */
const shape = { rows: 2, cols: 3 };
const sources = {
  rows: [
    [4, -1, 0],
    [-1, 4, -1],
  ],
  dense: { shape, dense: [4, -1, 0, -1, 4, -1] },
  coo: { shape, rowIndex: [1, 0, 0, 1, 1], colIndex: [2, 1, 0, 0, 1], values: [-1, -1, 4, -1, 4] },
  csr: { shape, rowStart: [0, 2, 5], colIndex: [0, 1, 0, 1, 2], values: [4, -1, -1, 4, -1] },
  csc: { shape, colStart: [0, 2, 4, 5], rowIndex: [0, 1, 0, 1, 1], values: [4, -1, -1, 4, -1] },
  'csr, positions of 64 bits': {
    shape,
    rowStart: BigInt64Array.of(0n, 2n, 5n),
    colIndex: BigUint64Array.of(0n, 1n, 0n, 1n, 2n),
    values: Float64Array.of(4, -1, -1, 4, -1),
  },
  'coo, positions of 64 bits': {
    shape,
    rowIndex: BigInt64Array.of(1n, 0n, 0n, 1n, 1n),
    colIndex: BigInt64Array.of(2n, 1n, 0n, 0n, 1n),
    values: [-1, -1, 4, -1, 4],
  },
  triplets: {
    shape,
    triplets: [
      [1, 2, -1],
      [0, 0, 4],
      [0, 1, -1],
      [1, 0, -1],
      [1, 1, 3],
      [1, 1, 1],
    ] as const,
  },
} as const;
const backend = 'serial';

it.each(Object.entries(sources))('opens %s', async (_, source) => {
  await using A = await openMatrix(source, { backend });
  expect([A.shape, A.nnz]).toEqual([shape, 5]);
  expect(A.multiplySync([1, 2, 3])).toEqual(Float64Array.of(2, 4));
});

it('gives products of the CPU at once, in arrays of its precision', async () => {
  await using A = await openMatrix(sources.rows, { backend, precision: 'f32' });
  expectTypeOf(A).toEqualTypeOf<SyncMatrix<Float32Array>>();
  expectTypeOf(A.multiplySync([1, 2, 3])).toEqualTypeOf<Float32Array>();
  expect(A.multiplySync(Float32Array.of(1, 2, 3))).toEqual(Float32Array.of(2, 4));
});

it('says by its type where products are also there at once', () => {
  const onDevice = () => openMatrix(sources.rows, { backend: 'cuda' });
  const anywhere = () => openMatrix(sources.rows);
  const onProcessor = () => openMatrix(sources.rows, { backend: ['serial', 'threads'] });
  expectTypeOf(onDevice).returns.resolves.toEqualTypeOf<OpenedMatrix>();
  expectTypeOf(anywhere).returns.resolves.toEqualTypeOf<OpenedMatrix>();
  const inHalves = () => openMatrix(sources.rows, { backend: 'serial', precision: 'bf16' });
  expectTypeOf(inHalves).returns.resolves.toEqualTypeOf<OpenedMatrix<Float32Array>>();
  expectTypeOf(onProcessor).returns.resolves.toEqualTypeOf<SyncMatrix>();
});

it('computes y ← αAx + βy into the array it is given', async () => {
  await using A = await openMatrix(sources.csr, { backend });
  const y = Float64Array.of(10, 20);
  expect(await A.multiply([1, 2, 3], { y, alpha: 2, beta: 0.5 })).toBe(y);
  expect(y).toEqual(Float64Array.of(9, 18));
  y.fill(Number.NaN);
  expect(A.multiplySync([1, 2, 3], y)).toBe(y);
  expect(y).toEqual(Float64Array.of(2, 4));
});

it('multiplies by its transpose, which leads back to it', async () => {
  await using A = await openMatrix(sources.csr, { backend });
  expect(A.T.plan).toBeUndefined();
  expect(await A.T.multiply([1, 2])).toEqual(Float64Array.of(2, 7, -2));
  expect(A.T.plan?.backend).toBe(backend);
  expect([A.T.shape, A.T.T === A]).toEqual([{ rows: 3, cols: 2 }, true]);
  expect([A.H === A.T, A.H.H === A]).toEqual([true, true]);
});

it('multiplies several vectors: one after another, by rows, and by columns', async () => {
  await using A = await openMatrix(sources.csr, { backend });
  const [x, z] = [
    [1, 2, 3],
    [1, 0, -1],
  ] as const;
  expect(await A.multiplyMany([x, z])).toEqual([Float64Array.of(2, 4), Float64Array.of(4, 0)]);
  expect(await A.multiplyMany({ data: [1, 1, 2, 0, 3, -1], vectors: 2 })).toEqual({
    data: Float64Array.of(2, 4, 4, 0),
    vectors: 2,
    order: 'row',
  });
  expect(await A.multiplyMany({ data: [1, 2, 3, 1, 0, -1], vectors: 2, order: 'column' })).toEqual({
    data: Float64Array.of(2, 4, 4, 0),
    vectors: 2,
    order: 'column',
  });
  expect(await A.T.multiplyMany([[1, 2]])).toEqual([Float64Array.of(2, 7, -2)]);
});

it.each(
  'coo csr csc csr64 csr-padded ellpack ellpack-r sell csr16 packed hyb symmetric js/packed wasm/packed-simd'.split(
    ' ',
  ),
)('multiplies by %s, which reads the matrix where it was built', async (named) => {
  const coo = poisson(12, 11);
  const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => (j % 7) - 3);
  const y = new Float64Array(coo.shape.rows);
  for (const [k, i] of coo.rowIndex.entries()) y[i] += coo.values[k] * x[coo.colIndex[k]];
  await using A = await openMatrix(coo, { backend, ...(named.includes('/') ? { kernel: named } : { format: named }) });
  expect(A.multiplySync(x)).toEqual(y);
});

it('takes the format, the kernel and the parameters that are named, and no others', async () => {
  await using A = await openMatrix(sources.csr, { backend, format: 'sell', params: { C: 4 } });
  expect([A.plan.format, A.plan.params['C'], A.multiplySync([1, 2, 3])]).toEqual(['sell', 4, Float64Array.of(2, 4)]);
  expect(await A.T.multiply([1, 2])).toEqual(Float64Array.of(2, 7, -2));
  await using B = await openMatrix(sources.csr, { backend, kernel: 'js/ellpack' });
  expect([B.plan.format, B.plan.kernel]).toEqual(['ellpack', 'js/ellpack']);
  const open = (options: object) => openMatrix(sources.csr, { backend, ...options });
  await expect(open({ format: 'symmetric' })).rejects.toMatchObject({ code: 'FORMAT.REFUSED' });
  await expect(open({ kernel: 'js/nosuch' })).rejects.toMatchObject({ code: 'PLUGIN.UNKNOWN_ID' });
  await expect(open({ format: 'sel' })).rejects.toMatchObject({ code: 'PLUGIN.UNKNOWN_ID' });
  await expect(open({ format: 'csr', params: { D: 4 } })).rejects.toMatchObject({
    message: expect.stringContaining("nor the backend has a parameter 'D'"),
  });
});

it('explains its plan in a paragraph, and stays data', async () => {
  await using A = await openMatrix(sources.csr, { backend });
  expect(A.plan.explain()).toMatch(
    /^Products are computed by \S+ on serial .* A product takes about .* Opening took /u,
  );
  expect(structuredClone(A.plan)).toEqual(JSON.parse(JSON.stringify(A.plan)));
});

it('shares backends with what is made of it, which may live longer', async () => {
  const A = await openMatrix(sources.csr, { backend });
  const twice = A.scale(2);
  await A.dispose();
  await A.dispose();
  expect(await twice.multiply([1, 2, 3])).toEqual(Float64Array.of(4, 8));
  await twice.dispose();
  expect(() => A.multiplySync([1, 2, 3])).toThrow(expect.objectContaining({ code: 'LIFETIME.DISPOSED' }));
  await expect(twice.multiply([1, 2, 3])).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  expect(() => twice.scale(2)).toThrow(expect.objectContaining({ code: 'LIFETIME.DISPOSED' }));
});

it.each([
  ['no rows', { rows: 0, cols: 3 }],
  ['no columns', { rows: 2, cols: 0 }],
  ['no entries', { rows: 2, cols: 3 }],
])('multiplies with %s', async (_, empty) => {
  await using A = await openMatrix({ shape: empty, triplets: [] }, { backend });
  expect(await A.multiply(new Float64Array(empty.cols))).toEqual(new Float64Array(empty.rows));
  expect(await A.T.multiply(new Float64Array(empty.rows))).toEqual(new Float64Array(empty.cols));
});

it('says where the time of opening went', async () => {
  const late = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));
  const slow: BackendDescriptor = {
    ...serial,
    id: 'slow',
    async open(options) {
      await late();
      const driver = await serial.open(options);
      return {
        ...driver,
        async prepare(request) {
          await late();
          return driver.prepare(request);
        },
      };
    },
  };
  async function* text(): AsyncGenerator<Uint8Array> {
    await late();
    yield new TextEncoder().encode('%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 3\n2 2 4\n');
  }
  const began = performance.now();
  const plugins: readonly Plugin[] = [{ name: 'slow', apiVersion: API_VERSION, backends: [slow] }];
  await using A = await openMatrix(text(), { backend: 'slow', plugins });
  const { read, open, choose, prepare } = A.plan.seconds;
  for (const seconds of [read, open, prepare]) expect(seconds).toBeGreaterThan(0.05);
  expect(read + open + choose + prepare).toBeLessThanOrEqual((performance.now() - began) / 1000);
  await using twice = A.scale(2);
  await twice.multiply([1, 1]);
  expect(twice.plan?.seconds).toMatchObject({ read: 0, open: 0 });
  await using B = await openMatrix(sources.csr, { shareBackendsWith: A });
  expect(B.plan.seconds.open).toBe(0);
});

it('says what was chosen, and which backends were not asked', async () => {
  await using A = await openMatrix(sources.csr);
  expect(A.plan.backend).toBe('serial');
  expect(A.plan.considered.find(({ backend: id }) => id === 'threads')?.reason).toMatch(/5 entries are fewer/u);
  expect(A.plan.trials).toEqual([]);
  await using tried = await openMatrix(sources.csr, { backend, trials: 3 });
  expect(tried.plan.trials).toHaveLength(3);
});

it.each([
  ['another length', (A: SyncMatrix) => A.multiplySync([1, 2]), 'OPERAND.LENGTH'],
  ['another length of y', (A: SyncMatrix) => A.multiplySync([1, 2, 3], new Float64Array(3)), 'OPERAND.LENGTH'],
])('refuses %s', async (_, multiply, code) => {
  await using A = await openMatrix(sources.csr, { backend });
  expect(() => multiply(A)).toThrow(expect.objectContaining({ code }));
});

it.each([
  ['a backend that is not installed', sources.csr, { backend: 'serail' }, 'PLUGIN.UNKNOWN_ID'],
  ['a precision that the backend lacks', sources.csr, { backend, precision: 'df64' }, 'KERNEL.PRECISION_UNSUPPORTED'],
  ['rows of two lengths', [[1, 2], [3]], { backend }, 'FORMAT.INVALID'],
  [
    'row starts that do not end with the entries',
    { ...sources.csr, rowStart: [0, 2, 4] },
    { backend },
    'FORMAT.INVALID',
  ],
  ['row starts that fall', { ...sources.csr, rowStart: [0, 6, 5] }, { backend }, 'FORMAT.INVALID'],
  ['an index outside', { ...sources.coo, colIndex: [3, 1, 0, 0, 1] }, { backend }, 'FORMAT.INDEX_RANGE'],
  ['too few elements', { shape, dense: [1] }, { backend }, 'FORMAT.INVALID'],
] as const)('refuses %s', async (_, source, options, code) => {
  await expect(openMatrix(source, options)).rejects.toMatchObject({ code });
});

it('takes CSR arrays in its own types, and makes what they are not where it is asked for', async () => {
  const given = {
    shape: { rows: 3, cols: 3 },
    rowStart: Int32Array.of(0, 1, 1, 3),
    colIndex: Int32Array.of(2, 0, 1),
    values: Float64Array.of(5, 6, 7),
  };
  const A = await openMatrix(given, { backend: 'serial' });
  const entries = A.entries();
  expect([entries.rowStart, entries.colIndex, entries.values]).toEqual([given.rowStart, given.colIndex, given.values]);
  expect([...entries.rowIndex]).toEqual([0, 2, 2]);
  expect([...A.multiplySync(Float64Array.of(1, 10, 100))]).toEqual([500, 0, 76]);
  await A.dispose();
  // Unsorted rows are sorted, in arrays of their own.
  const B = await openMatrix({ ...given, colIndex: Int32Array.of(2, 1, 0) }, { backend: 'serial' });
  expect([...B.entries().colIndex]).toEqual([2, 0, 1]);
  expect([...B.multiplySync(Float64Array.of(1, 10, 100))]).toEqual([500, 0, 67]);
  await B.dispose();
});
