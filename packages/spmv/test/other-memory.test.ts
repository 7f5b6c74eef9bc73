import {
  Float16,
  Float64,
  makeVector,
  tableFromArrays,
  tableFromIPC,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import type { ArraySource, VectorLike, StridedArray, SyncMatrix } from 'spmv';
import { openMatrix } from 'spmv';
import { toDense } from 'spmv/build';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkedNumbers } from '../src/numbers.ts';
import { memoryReader } from '../src/memory/read-memory.ts';
import { taken } from '../src/source/taken.ts';

/** [[4, −1, 0], [−1, 4, −1]] */
const dense = [
  [4, -1, 0],
  [-1, 4, -1],
];
const rowStart = Int32Array.of(0, 2, 5);
const colIndex = Int32Array.of(0, 1, 0, 1, 2);
const values = Float64Array.of(4, -1, -1, 4, -1);
const shape = [2, 3];
const column = (numbers: Float64Array | Int32Array) =>
  tableFromIPC(tableToIPC(tableFromArrays({ numbers }))).getChild('numbers') as never;
/** What Pyodide's `getBuffer()` gives, as its documentation says. */
const pyBuffer = (data: Float64Array | Int32Array) => ({
  data,
  offset: 0,
  shape: [data.length],
  strides: [1],
  ndim: 1,
  nbytes: data.byteLength,
  itemsize: data.BYTES_PER_ELEMENT,
  format: 'd',
  c_contiguous: true,
  f_contiguous: true,
  readonly: false,
});
/** VectorLike in bytes from `at` on. */
function inMemory(numbers: readonly number[], at: number): WebAssembly.Memory {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
  const view = new DataView(memory.buffer);
  for (const [i, number] of numbers.entries()) view.setFloat64(at + 8 * i, number, true);
  return memory;
}

describe('a matrix is opened from', () => {
  const byColumns = Float64Array.of(4, -1, -1, 4, 0, -1);
  it.each<[string, ArraySource]>([
    ['columns of Arrow', { shape, rowStart: column(rowStart), colIndex: column(colIndex), values: column(values) }],
    [
      'a column in pieces',
      { shape, rowStart, colIndex, values: makeVector(values.slice(0, 2)).concat(makeVector(values.slice(2))) },
    ],
    [
      'a part of a column',
      { shape, rowStart, colIndex, values: makeVector(Float64Array.of(9, ...values, 9)).slice(1, 6) },
    ],
    ['CSR of SciPy', { shape, indptr: pyBuffer(rowStart), indices: pyBuffer(colIndex), data: pyBuffer(values) }],
    [
      'CSC of SciPy',
      { shape, format: 'csc', indptr: [0, 2, 4, 5], indices: [0, 1, 0, 1, 1], data: [4, -1, -1, 4, -1] },
    ],
    ['an array by rows', { data: Float64Array.from(dense.flat()), shape }],
    ['an array by columns', { data: byColumns.buffer, dtype: '<f8', shape, strides: [8, 16], byteOffset: 0 }],
    [
      'an array backwards',
      { data: Float64Array.from(dense.flat().toReversed()), shape, strides: [-24, -8], byteOffset: 40 },
    ],
    [
      'an array of stdlib',
      { data: Float64Array.from([9, ...dense.flat()]), dtype: 'float64', shape, strides: [3, 1], offset: 1 },
    ],
    ['a memory of WebAssembly', { data: inMemory(dense.flat(), 16), dtype: 'float64', shape, byteOffset: 16 }],
    ['one where nothing is aligned', { data: inMemory(dense.flat(), 3), dtype: 'float64', shape, byteOffset: 3 }],
    ['small integers', { data: Int8Array.from(dense.flat()), shape }],
  ])('%s', (_, source) => {
    expect(toDense(source).map((row) => [...row])).toEqual(dense);
  });
});

it('vectors in memory of others are multiplied and solved with', async () => {
  const source = { shape, indptr: pyBuffer(rowStart), indices: pyBuffer(colIndex), data: pyBuffer(values) };
  await using A = await openMatrix(source, { backend: 'serial' });
  const x = { data: Float64Array.of(1, 0, 2, 0, 3, 0), shape: [3], strides: [16], byteOffset: 0 };
  const y = Float64Array.of(2, 4);
  expect(A.multiplySync(x)).toEqual(y);
  expect(await A.multiply(column(Float64Array.of(1, 2, 3)))).toEqual(y);
  expect(await A.multiplyMany([x, makeVector(Float64Array.of(1, 2, 3))])).toEqual([y, y]);
  const byRows = { data: Float64Array.of(1, 1, 2, 2, 3, 3), shape: [3, 2] };
  expect(await A.multiplyMany(byRows)).toEqual({ data: Float64Array.of(2, 2, 4, 4), vectors: 2, order: 'row' });
  const byColumns = { data: Float64Array.of(1, 2, 3, 1, 2, 3), shape: [3, 2], strides: [8, 24] };
  expect(await A.multiplyMany(byColumns)).toEqual({ data: Float64Array.of(2, 4, 2, 4), vectors: 2, order: 'column' });
  await A.update({ data: inMemory([8, -2, -2, 8, -2], 8), dtype: 'float64', shape: [5, 1], byteOffset: 8 });
  expect(A.multiplySync(x)).toEqual(Float64Array.of(4, 8));
  await using S = await openMatrix([[2]], { backend: 'serial' });
  expect((await S.solve(column(Float64Array.of(6)))).x[0]).toBeCloseTo(3);
});

it('integers of 64 bits are numbers where f64 holds them, as x and as values', async () => {
  await using A = await openMatrix(
    { shape, rowStart, colIndex, values: { data: BigInt64Array.of(4n, -1n, -1n, 4n, -1n), shape: [5] } },
    { backend: 'serial' },
  );
  expect(A.multiplySync({ data: BigInt64Array.of(1n, 2n, 3n), shape: [3] })).toEqual(Float64Array.of(2, 4));
});

it.each([
  [{ data: Float32Array.of(1, 2, 3), dtype: 'float64', shape: [1] }, 'its data has elements of float32'],
  [{ data: Float64Array.of(1, 9, 2, 9, 3, 9), shape: [3], stride: [16] }, "it has a member 'stride'"],
  [{ data: Float64Array.of(9, 1, 2, 3), shape: [3], byte_offset: 8 }, "it has a member 'byte_offset'"],
])('a slip that would change nothing, or everything, is refused: %j', async (x, words) => {
  await using A = await openMatrix({ shape, rowStart, colIndex, values }, { backend: 'serial' });
  expect(() => A.multiplySync(x as never)).toThrow(words);
});

it('a memory that has grown is read as it is then', async () => {
  await using A = await openMatrix([[2]], { backend: 'serial' });
  const memory = inMemory([3], 65_528);
  const x = { data: memory, dtype: 'float64', shape: [1], byteOffset: 65_528 };
  const before = { ...x, data: memory.buffer };
  memory.grow(1);
  new DataView(memory.buffer).setFloat64(65_536, 5, true);
  expect(A.multiplySync(x)).toEqual(Float64Array.of(6));
  expect(A.multiplySync({ ...x, byteOffset: 65_536 })).toEqual(Float64Array.of(10));
  expect(() => A.multiplySync(before)).toThrow('take bytes 65528 to 65536, and its memory has 0');
});

describe('bytes that are copied', () => {
  /** Bytes of all memory that typed arrays take while `work` runs. */
  function copied(work: () => unknown): number {
    let bytes = 0;
    const types = [Float64Array, Float32Array, Int32Array, BigInt64Array, ArrayBuffer];
    for (const type of types) {
      // A view of a buffer takes no memory.
      const construct = (target: never, given: readonly unknown[]): object => {
        const made = Reflect.construct(target, given) as ArrayBuffer;
        if (typeof given[0] !== 'object' || 'length' in (given[0] as object)) bytes += made.byteLength;
        return made;
      };
      const counting = new Proxy(type as never, { construct });
      vi.stubGlobal(type.name, counting);
      // What `slice` makes its array with.
      Object.assign(type.prototype, { constructor: counting });
    }
    try {
      work();
    } finally {
      for (const type of types) Object.assign(type.prototype, { constructor: type });
      vi.unstubAllGlobals();
    }
    return bytes;
  }

  const n = 1000;
  const numbers = new Float64Array(n).fill(2);
  const memory = new WebAssembly.Memory({ initial: 1 });
  const cases: [string, given: VectorLike, read: number, kept: number][] = [
    ['a typed array', numbers, 0, 8 * n],
    ['an array without gaps', { data: numbers, shape: [n] }, 0, 8 * n],
    ['a shared memory', { data: new SharedArrayBuffer(8 * n), dtype: 'float64', shape: [n] }, 0, 8 * n],
    ['a memory of WebAssembly', { data: memory, dtype: 'float64', shape: [n], byteOffset: 8 }, 0, 8 * n],
    ['a column in one piece', makeVector(numbers), 0, 8 * n],
    ['a column in two pieces', makeVector(numbers).concat(makeVector(numbers)), 16 * n, 16 * n],
    ['every second element', { data: numbers, shape: [n / 2], strides: [16] }, 4 * n, 4 * n],
    ['an unaligned memory', { data: memory, dtype: 'float64', shape: [n], byteOffset: 4 }, 8 * n, 8 * n],
  ];
  it.each(cases)('of %s are none twice', (_, given, read, kept) => {
    // What a product looks at before it copies x to where it computes, and what a matrix is opened from.
    expect(copied(() => checkedNumbers('x', given))).toBe(read);
    expect(copied(() => taken({ shape: [1, n], rowIndex: given, colIndex: given, values: given }, memoryReader))).toBe(
      3 * kept,
    );
  });

  it('the elements of a matrix are copied once', () => {
    expect(copied(() => taken({ data: numbers, shape: [10, 100] }, memoryReader))).toBe(8 * n);
    expect(copied(() => taken({ data: numbers, shape: [10, 100], strides: [8, 80] }, memoryReader))).toBe(8 * n);
  });
});

describe('what is no vector of numbers is refused', () => {
  let A: SyncMatrix;
  beforeAll(async () => {
    A = await openMatrix({ data: Int8Array.from(dense.flat()), shape }, { backend: 'serial' });
  });
  afterAll(() => A.dispose());
  const data = Float64Array.of(1, 2, 3, 4);
  it.each<[string, x: unknown, message: string]>([
    ['a type of no numbers', { data, dtype: 'complex128', shape: [2] }, "x cannot be read: its dtype is 'complex128'."],
    ['another order of bytes', { data, dtype: '>f8', shape: [3] }, "its dtype is '>f8'"],
    ['bytes without a type', { data: data.buffer, shape: [3] }, 'nothing says of which type its elements are'],
    ['a list as memory', { data: 'abc', dtype: 'float64', shape: [3] }, "its data is 'abc'"],
    ['no shape', { data: data.buffer, dtype: 'float64' }, 'its shape is undefined'],
    ['half an element', { data, shape: [1.5] }, 'its shape is [1.5]'],
    ['several columns', { data, shape: [2, 2] }, 'its shape is [2, 2], and a vector is needed'],
    ['strides that count elements', { data, shape: [3], strides: [1] }, 'strides[0] is 1 bytes, and a float64 has 8'],
    ['too few strides', { data, shape: [3], strides: [] }, 'its strides is []'],
    ['two offsets', { data, shape: [3], offset: 1, byteOffset: 8 }, 'it has an offset, 1, and a byteOffset, 8'],
    ['an offset below 0', { data, shape: [3], byteOffset: -8 }, 'its byteOffset is [-8]'],
    [
      'more than there is',
      { data, shape: [3], byteOffset: 16 },
      '3 elements of float64 with strides of 8 bytes take bytes 16 to 40, and its memory has 32',
    ],
    ['what lies before', { data, shape: [3], strides: [-8], byteOffset: 8 }, 'take bytes -8 to 16'],
    ['nulls', vectorFromArray([1, null, 3], new Float64()), '1 of its 3 elements are null'],
    ['text', vectorFromArray(['a', 'b', 'c'], new Utf8()), "it is a column of 'Utf8'"],
    ['halves', vectorFromArray([1, 2, 3], new Float16()), 'it is a column of Float16'],
    [
      'a column that lacks some',
      { type: { typeId: 3, precision: 2 }, length: 3, nullCount: 0, data: [{ length: 3, values: data.subarray(2) }] },
      'piece 0 of its column has 3 elements',
    ],
  ])('%s', (_, x, message) => {
    expect(() => A.multiplySync(x as VectorLike)).toThrow(
      expect.objectContaining({ code: 'OPERAND.MEMORY', message: expect.stringContaining(message) }),
    );
  });

  it.each<[string, ask: (of: SyncMatrix) => unknown, code: string, message: string]>([
    [
      'too few',
      (of) => of.multiply({ data, shape: [2] }),
      'OPERAND.LENGTH',
      'x has 2 elements, and the product needs 3',
    ],
    [
      'large integers',
      (of) => of.multiply({ data: BigInt64Array.of(1n, 2n ** 53n + 1n, 3n), shape: [3] }),
      'OPERAND.TYPE',
      'x[1] is 9007199254740993, beyond 2^53',
    ],
    [
      'columns that are too short',
      (of) => of.multiplyMany({ data, shape: [2, 2] }),
      'OPERAND.LENGTH',
      'A column of X has 2 elements',
    ],
    ['one vector as several', (of) => of.multiplyMany({ data, shape: [3] }), 'OPERAND.MEMORY', 'its shape is an array'],
    ['a vector as a matrix', () => openMatrix({ data, shape: [4] }), 'OPERAND.MEMORY', 'its shape is an array'],
    [
      'blocks of SciPy',
      () => openMatrix({ shape, format: 'bsr', indptr: [], indices: [], data: [] } as never),
      'FORMAT.INVALID',
      "its format is 'bsr'",
    ],
    [
      'values beyond their memory',
      () => openMatrix({ shape, rowStart, colIndex, values: { data, shape: [9] } as StridedArray }),
      'OPERAND.MEMORY',
      'values cannot be read: 9 elements',
    ],
  ])('%s', async (_, ask, code, message) => {
    await expect(ask(A)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });
});
