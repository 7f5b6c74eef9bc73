import type { FileMatrix, FileType, Params } from '@spmv/core';
import { resolveParams } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import {
  npyArray,
  plugin,
  readBinsparse,
  readBinsparseTensor,
  readHarwellBoeing,
  readHdf5,
  readMatlab,
  readNpy,
  readPetsc,
  readSciPyNpz,
  writeBinsparse,
  writeSciPyNpz,
} from '../src/index.ts';
import { memoryBytes } from '../src/source/bytes.ts';
import { joined } from '../tools/bytes.ts';
import { bitsOf, rejectionOf } from './helpers.ts';

const typeOf = (id: string): FileType => plugin.files?.find((type) => type.id === id) as FileType;

/** Four by six, sorted, with an empty row and a stored zero. */
const A: FileMatrix = {
  shape: { rows: 4, cols: 6 },
  positions: { rowIndex: Int32Array.of(0, 0, 2, 3, 3), colIndex: Int32Array.of(1, 5, 0, 2, 3) },
  values: Float64Array.of(1.5, -2, 3, 0, 1e300),
  field: 'real',
  symmetry: 'general',
  about: '',
};
const C: FileMatrix = { ...A, imaginary: Float64Array.of(1, 0, -1, 0, 2), field: 'complex' };

async function written(id: string, matrix: FileMatrix, params: Params = {}): Promise<Uint8Array> {
  const { write } = typeOf(id);
  if (!write) throw new Error(`${id} is only read`);
  return joined(write.chunks(matrix, resolveParams(write.params, params, undefined, id)));
}

it.each([
  ['npy', {}],
  ['npz', {}],
  ['npz', { layout: 'csc' }],
  ['binsparse', {}],
  ['petsc', {}],
])('%s %j refuses a shape out of proportion to its entries before anything of it is made', async (id, params) => {
  const huge = { ...A, shape: { rows: 2 ** 31 - 1, cols: 2 ** 31 - 1 } };
  await expect(written(id, huge, params)).rejects.toMatchObject({
    code: 'FILE.WRITE',
    fix: expect.stringContaining('layout=coo'),
  });
});

it('entries alone are written whatever shape is declared', async () => {
  const huge = { ...A, shape: { rows: 2 ** 31 - 1, cols: 2 ** 31 - 1 } };
  expect((await written('npz', huge, { layout: 'coo' })).length).toBeLessThan(2000);
});

async function readBack(id: string, bytes: Uint8Array): Promise<FileMatrix> {
  const type = typeOf(id);
  expect(type.recognises(bytes.subarray(0, 512), '')).toBe(true);
  return type.read(memoryBytes(bytes), { limits: {} });
}

/** Every element of a matrix, by rows. */
function elements({ shape, positions, values, imaginary }: FileMatrix): readonly (readonly [number, number])[] {
  const all = Array.from({ length: shape.rows * shape.cols }, (): [number, number] => [0, 0]);
  values.forEach((value, k) => {
    const at = positions ? (positions.rowIndex[k] as number) * shape.cols + (positions.colIndex[k] as number) : k;
    const element = all[at] as [number, number];
    element[0] += value;
    element[1] += imaginary?.[k] ?? 0;
  });
  return all;
}

describe('npz', () => {
  const layouts = ['csr', 'csc', 'coo', 'bsr', 'dia'].map((layout) => [layout] as const);
  it.each(layouts)('%s is read back the same, real and complex, in 32 and 64 bits', async (layout) => {
    for (const matrix of [A, C]) {
      for (const params of [{}, { index: 'i8', compression: 'deflate', kind: 'array' }]) {
        const bytes = await written('npz', matrix, { layout, ...params });
        expect(elements(await readBack('npz', bytes))).toEqual(elements(matrix));
        expect(await readSciPyNpz(bytes)).toMatchObject({ format: layout, isArray: 'kind' in params });
      }
    }
  });

  it.each(['csr', 'csc', 'coo'])('%s keeps stored zeros and the bits of values', async (layout) => {
    const { values } = await readBack('npz', await written('npz', A, { layout }));
    expect(bitsOf(values.toSorted())).toEqual(bitsOf(A.values.toSorted()));
  });

  it.each([
    { rows: 0, cols: 0 },
    { rows: 0, cols: 4 },
    { rows: 4, cols: 0 },
  ])('reads a matrix of $rows × $cols without entries', async (shape) => {
    const none = new Int32Array(0);
    const empty: FileMatrix = {
      ...A,
      shape,
      positions: { rowIndex: none, colIndex: none },
      values: new Float64Array(0),
    };
    for (const layout of ['csr', 'csc', 'coo', 'bsr', 'dia'])
      expect((await readBack('npz', await written('npz', empty, { layout }))).shape).toEqual(shape);
  });

  it('a dense matrix has every element as an entry', async () => {
    const dense: FileMatrix = {
      shape: { rows: 2, cols: 2 },
      values: Float64Array.of(1, 0, 2, 3),
      field: 'real',
      symmetry: 'general',
      about: '',
    };
    const read = await readBack('npz', await written('npz', dense));
    expect([...read.values]).toEqual([1, 0, 2, 3]);
    expect([...(read.positions?.colIndex ?? [])]).toEqual([0, 1, 0, 1]);
  });

  it('refuses what it cannot hold', async () => {
    await expect(written('npz', A, { values: 'i4' })).rejects.toThrow(/Value 0 is 1.5/);
    await expect(written('npz', { ...A, shape: { rows: 5, cols: 6 } }, { layout: 'bsr' })).rejects.toThrow(
      /do not divide/,
    );
    const wide = { ...A, shape: { rows: 1 << 20, cols: 1 << 20 } };
    await expect(written('npz', wide, { layout: 'dia' })).rejects.toThrow(/elements, for 5 entries/);
    await expect(written('npz', C, { values: 'i8' })).rejects.toThrow(/Complex/);
  });
});

describe('npy', () => {
  it.each([A, C])('a sparse matrix becomes a dense one, zeros where it has no entry', async (matrix) => {
    const bytes = await written('npy', matrix);
    expect(elements(await readBack('npy', bytes))).toEqual(elements(matrix));
    expect((await readNpy(bytes)).shape).toEqual([4, 6]);
  });

  it('one column is a vector, and types are those asked for', async () => {
    const vector: FileMatrix = {
      shape: { rows: 3, cols: 1 },
      values: Float64Array.of(1, 2, 3),
      field: 'real',
      symmetry: 'general',
      about: '',
    };
    expect(await readNpy(await written('npy', vector, { values: 'i8' }))).toMatchObject({ shape: [3], type: 'i8' });
    expect(await readNpy(await written('npy', C, { values: 'f4' }))).toMatchObject({ type: 'c8' });
  });

  it('many rows are written a few at a time', async () => {
    const n = 3000;
    const diagonal = Int32Array.from({ length: n }, (_, i) => i);
    const identity: FileMatrix = {
      ...A,
      shape: { rows: n, cols: 70 },
      positions: { rowIndex: diagonal, colIndex: diagonal.map((i) => i % 70) },
      values: new Float64Array(n).fill(2),
    };
    const { values } = await readBack('npy', await written('npy', identity));
    expect(values.every((value, at) => value === (at % 70 === Math.floor(at / 70) % 70 ? 2 : 0))).toBe(true);
  });
});

const EMPTY = new Uint8Array(0);
const ONE = npyArray('i4', [1], Int32Array.of(0));

it.each<[string, (options: object) => unknown]>([
  ['readNpy', (options) => readNpy(EMPTY, options)],
  ['readSciPyNpz', (options) => readSciPyNpz(EMPTY, options)],
  ['readBinsparse', (options) => readBinsparse(EMPTY, options)],
  ['readBinsparseTensor', (options) => readBinsparseTensor(EMPTY, options)],
  ['readHarwellBoeing', (options) => readHarwellBoeing(EMPTY, options)],
  ['readHdf5', (options) => readHdf5(EMPTY, options)],
  ['readMatlab', (options) => readMatlab(EMPTY, options)],
  ['readPetsc', (options) => readPetsc(EMPTY, options)],
])('%s refuses options that it does not know, and values of another type', async (owner, read) => {
  const error = async (options: object) => rejectionOf(Promise.resolve(read(options)));
  expect(await error({ limit: {} })).toMatchObject({
    code: 'PARAM.UNKNOWN',
    message: `${owner} has no option 'limit'.`,
    fix: expect.stringContaining('limits'),
  });
  expect((await error({ limits: { byte: 9 } })).message).toBe(`${owner}: limits has no option 'byte'.`);
  expect((await error({ limits: { bytes: '9' } })).code).toBe('PARAM.OUT_OF_RANGE');
});

it.each<[string, (options: object) => unknown]>([
  ['writeBinsparse', (options) => writeBinsparse(A, options)],
  [
    'writeSciPyNpz',
    (options) =>
      writeSciPyNpz(
        {
          format: 'coo',
          shape: { rows: 1, cols: 1 },
          isArray: false,
          arrays: { row: ONE, col: ONE, data: ONE },
        },
        options,
      ),
  ],
])('%s refuses such options, too', (owner, write) => {
  expect(() => write({ compresion: 'none' })).toThrow(`${owner} has no option 'compresion'.`);
  expect(() => write({ compression: 'zstd' })).toThrow(`${owner}: compression is 'zstd'.`);
});
