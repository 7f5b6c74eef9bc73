import { serial } from '@spmv/backend-serial';
import type { DriverVector, Plugin, ValueArray } from '@spmv/core';
import { API_VERSION, cooFromEntries } from '@spmv/core';
import type { ArraySource } from 'spmv';
import { openMatrix } from 'spmv';
import { describe, expect, it } from 'vitest';

/** What a vector of the device is on the processor. */
const real = new WeakMap<object, DriverVector>();

/** The serial backend as a device: its vectors are no memory of the host, and all that is asked of it is done later, in order. */
const device: Plugin = {
  name: 'remote',
  apiVersion: API_VERSION,
  backends: [
    {
      ...serial,
      id: 'remote',
      async open(options) {
        const driver = await serial.open(options);
        let last: Promise<unknown> = Promise.resolve();
        const later = (work: () => unknown, ms = 0): Promise<void> => {
          const done = last.then(() => new Promise((resolve) => void setTimeout(resolve, ms))).then(work);
          last = done;
          return done.then(() => undefined);
        };
        return {
          ...driver,
          createVector(...request) {
            const made = driver.createVector(...request);
            const { elements: _, ...vector } = made;
            const own = {
              ...vector,
              write: (data: ValueArray) => later(() => vector.write(data), 2),
              read: (into: ValueArray) => later(() => vector.read(into), 2),
              dispose: () => vector.dispose(),
            };
            real.set(own, made);
            return own;
          },
          scale: (y, beta) => void later(() => driver.scale(real.get(y) ?? y, beta)),
          async prepare(request) {
            const operator = await driver.prepare(request);
            return {
              ...operator,
              apply(buffers, scalars) {
                const [own, numbers] = [buffers.map((one) => real.get(one) ?? one), scalars.slice()];
                void later(() => operator.apply(own, numbers));
              },
            };
          },
          finish: () => later(() => driver.finish()),
        };
      },
    },
  ],
};
const places = [{ backend: 'serial' }, { backend: 'remote', plugins: [device] }];

/** [[4, −1, 0], [−1, 4, −1], [0, −1, 4]] in typed arrays that need no sorting. */
const tridiagonal = () => ({
  shape: { rows: 3, cols: 3 },
  rowStart: Int32Array.of(0, 2, 5, 7),
  colIndex: Int32Array.of(0, 1, 0, 1, 2, 1, 2),
  values: Float64Array.of(4, -1, -1, 4, -1, -1, 4),
});

function sources(): Readonly<Record<string, ArraySource>> {
  const csr = tridiagonal();
  const { shape, colIndex, values } = csr;
  const rowIndex = Int32Array.of(0, 0, 1, 1, 1, 2, 2);
  const rows = [Float64Array.of(4, -1, 0), Float64Array.of(-1, 4, -1), Float64Array.of(0, -1, 4)];
  return {
    csr,
    csc: { shape, colStart: csr.rowStart, rowIndex: colIndex, values },
    coo: { shape, rowIndex, colIndex, values },
    dense: { shape, dense: Float64Array.from(rows.flatMap((row) => [...row])) },
    rows,
    triplets: { shape, triplets: Array.from(values, (value, k) => [rowIndex[k], colIndex[k], value]) as [] },
    entries: cooFromEntries(shape, { rowIndex, colIndex, values }),
  };
}

/** Writes into every array of a source, and into arrays in it. */
function spoil(source: object): void {
  for (const one of Object.values(source)) {
    if (ArrayBuffer.isView(one)) (one as Float64Array).fill(7);
    else if (Array.isArray(one)) for (const at of one.keys()) one[at] = [7, 7, 7];
  }
}

describe('arrays that a matrix is opened from', () => {
  it.each(Object.keys(sources()))('may change after the call: %s', async (name) => {
    const source = sources()[name] as ArraySource;
    const opening = openMatrix(source, { backend: 'serial' });
    spoil(source);
    await using A = await opening;
    expect(A.multiplySync([1, 2, 3])).toEqual(Float64Array.of(2, 4, 10));
    expect(await A.T.multiply([1, 2, 3])).toEqual(Float64Array.of(2, 4, 10));
  });

  it('may change after the call: the bytes of a file', async () => {
    const bytes = Buffer.from('%%MatrixMarket matrix array real general\n1 1\n3\n');
    const opening = openMatrix(bytes, { backend: 'serial' });
    bytes.fill(0x37);
    await using A = await opening;
    expect(A.multiplySync([2])).toEqual(Float64Array.of(6));
  });

  it('lead no kernel that is prepared later outside its memory', async () => {
    const n = 30_000;
    const source = {
      shape: { rows: n, cols: n },
      rowStart: Int32Array.from({ length: n + 1 }, (_, i) => i),
      colIndex: Int32Array.from({ length: n }, (_, i) => i),
      values: new Float64Array(n).fill(2),
    };
    await using A = await openMatrix(source, { backend: 'serial' });
    const given = A.entries();
    for (const index of [source.colIndex, source.rowStart, given.rowIndex, given.colIndex]) index.fill(0x7fffffff);
    for (const values of [source.values, given.values]) values.fill(7);
    structuredClone(source, { transfer: [source.colIndex.buffer, source.values.buffer] });
    const x = new Float64Array(n).fill(1);
    const twice = new Float64Array(n).fill(2);
    expect(await A.T.multiply(x)).toEqual(twice);
    expect(await A.multiplyMany([x, x])).toEqual([twice, twice]);
    const { x: solved } = await A.solve(x);
    expect(solved.every((value) => Math.abs(value - 0.5) < 1e-15)).toBe(true);
    expect(A.entries().values).toEqual(twice);
  });

  it('are not read where others hold the same ones: of entries each is given copies', async () => {
    await using A = await openMatrix(tridiagonal(), { backend: 'serial' });
    const { rowIndex, colIndex, values } = A.entries();
    expect([...rowIndex]).toEqual([0, 0, 1, 1, 1, 2, 2]);
    for (const one of [rowIndex, colIndex, values]) one.fill(0);
    expect(A.diagonal()).toEqual(Float64Array.of(4, 4, 4));
  });
});

describe.each(places)('what is asked on $backend is what was there at the call', (place) => {
  it('a product of one vector reads it', async () => {
    await using A = await openMatrix(tridiagonal(), place);
    for (const ask of [A.multiply, A.T.multiply]) {
      const [x, y] = [Float64Array.of(1, 2, 3), Float64Array.of(1, 1, 1)];
      const [plain, added] = [ask(x), ask(x, { y, beta: 10 })];
      x.fill(9);
      if (place.backend === 'remote') y.fill(9);
      expect(await plain).toEqual(Float64Array.of(2, 4, 10));
      expect(await added).toBe(y);
      if (place.backend === 'remote') expect(y).toEqual(Float64Array.of(12, 14, 20));
    }
  });

  it('products of several vectors read them', async () => {
    await using A = await openMatrix(tridiagonal(), place);
    const x = Float64Array.of(1, 2, 3);
    const X = [x.slice(), x.slice()];
    const data = Float64Array.of(1, 1, 2, 2, 3, 3);
    const byColumns = Float64Array.of(1, 2, 3, 1, 2, 3);
    const asked = [
      A.multiplyMany(X),
      A.T.multiplyMany(X),
      A.multiplyMany({ data, vectors: 2 }),
      A.multiplyMany({ data: byColumns, vectors: 2, order: 'column' }),
    ] as const;
    for (const one of [...X, data, byColumns]) one.fill(9);
    X.pop();
    const [rows, transposed, byRow, byColumn] = await Promise.all(asked);
    const y = Float64Array.of(2, 4, 10);
    expect([rows, transposed]).toEqual([
      [y, y],
      [y, y],
    ]);
    expect([byRow.data, byColumn.data]).toEqual([
      Float64Array.of(2, 2, 4, 4, 10, 10),
      Float64Array.of(2, 4, 10, 2, 4, 10),
    ]);
  });

  it('a solution reads its right-hand side', async () => {
    await using A = await openMatrix(tridiagonal(), place);
    const b = Float64Array.of(2, 4, 10);
    const x0 = Float64Array.of(1, 2, 3);
    const weights = Float64Array.of(1, 1, 1);
    await using links = await openMatrix(
      [
        [0, 1, 0],
        [0, 0, 1],
        [1, 0, 0],
      ],
      place,
    );
    const asked = [A.solve(b), A.solve(b, { x0 }), A.refine(b)];
    const ranked = links.pageRank({ personalization: weights });
    for (const one of [b, x0, weights]) one.fill(Number.NaN);
    for (const { x } of await Promise.all(asked))
      for (const [i, value] of x.entries()) expect(value).toBeCloseTo(i + 1, 4);
    expect((await ranked).ranks[0]).toBeCloseTo(1 / 3, 8);
  });

  it('also while more counts of vectors are asked for than are kept', async () => {
    await using A = await openMatrix(tridiagonal(), place);
    const of = (vectors: number) => A.multiplyMany(Array.from({ length: vectors }, () => [1, 2, 3]));
    const counts = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3];
    const all = await Promise.all(counts.map(of));
    expect(all.map((Y) => Y.length)).toEqual(counts);
    for (const Y of all) for (const y of Y) expect(y).toEqual(Float64Array.of(2, 4, 10));
  });

  it('also where the matrix is disposed of at once', async () => {
    const A = await openMatrix(tridiagonal(), place);
    const now = A.multiply([1, 2, 3]);
    const asked = [now, A.T.multiply([1, 2, 3]), A.multiplyMany([[1, 2, 3]]).then(([y]) => y)];
    const disposed = A.dispose();
    for (const y of await Promise.all(asked)) expect(y).toEqual(Float64Array.of(2, 4, 10));
    await disposed;
  });
});

it.each(['serial', 'threads'])('arrays that are not to be copied are used where they are, on %s', async (backend) => {
  const [rowStart, colIndex, values] = [Int32Array.of(0, 1, 3), Int32Array.of(1, 0, 1), Float64Array.of(2, 3, 4)];
  const [shape, rowIndex] = [[2, 2], Int32Array.of(0, 1, 1)] as const;
  const shared = new Float64Array(new SharedArrayBuffer(24));
  shared.set(values);
  for (const source of [
    { shape, rowStart, colIndex, values },
    { shape, rowIndex, colIndex, values },
    { shape, rowStart, colIndex, values: shared },
    { shape, rowStart, colIndex: [1, 0, 1], values: [2, 3, 4] },
  ]) {
    const isKept = source.values === values;
    await using A = await openMatrix(source, { backend, copy: false });
    await using B = await openMatrix(source, { backend });
    expect([await A.multiply([1, 10]), await B.multiply([1, 10])]).toEqual([
      Float64Array.of(20, 43),
      Float64Array.of(20, 43),
    ]);
    source.values[0] = 7;
    expect([A.get(0, 1), B.get(0, 1)]).toEqual([isKept ? 7 : 2, 2]);
    source.values[0] = 2;
  }
  await expect(
    openMatrix({ shape, rowStart, colIndex: Int32Array.of(1, 0, 2), values }, { backend, copy: false }),
  ).rejects.toMatchObject({
    code: 'FORMAT.INDEX_RANGE',
  });
});
