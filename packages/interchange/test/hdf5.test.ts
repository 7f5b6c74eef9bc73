import type { FileMatrix } from '@spmv/core';
import * as h5wasm from 'h5wasm';
import { describe, expect, it } from 'vitest';
import { plugin, readHdf5, readMatlab } from '../src/index.ts';
import { loadInstalled } from '../src/hdf5/library.ts';
import { rejectionOf } from './helpers.ts';

/** The bytes of a file that the library writes. */
async function fileOf(write: (file: h5wasm.File) => void): Promise<Uint8Array> {
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File('/written.h5', 'w');
  write(file);
  file.close();
  const bytes = FS.readFile('/written.h5');
  FS.unlink('/written.h5');
  return bytes;
}

interface Arrays {
  readonly data?: h5wasm.GuessableDataTypes;
  readonly indices?: h5wasm.GuessableDataTypes;
  readonly indptr?: h5wasm.GuessableDataTypes;
}

/** The rows (1, 0, 2) and (0, 3, 0); by columns the same arrays are another matrix. */
const ARRAYS = {
  data: Float32Array.of(1, 2, 3),
  indices: Int32Array.of(0, 2, 1),
  indptr: BigInt64Array.of(0n, 2n, 3n),
};

function write(group: h5wasm.Group, arrays: object): void {
  for (const [name, data] of Object.entries(arrays)) group.create_dataset({ name, data });
}

/** A matrix as AnnData writes it. */
function annData(file: h5wasm.Group, name: string, encoding: string, shape: readonly number[], arrays: Arrays = {}) {
  const group = file.create_group(name);
  group.create_attribute('encoding-type', encoding);
  group.create_attribute('shape', BigInt64Array.from(shape, BigInt));
  write(group, { ...ARRAYS, ...arrays });
}

function tenX(file: h5wasm.Group, arrays: object): void {
  write(file.create_group('matrix'), {
    barcodes: ['AAAC-1', 'AAAG-1'],
    ...ARRAYS,
    data: Int32Array.of(1, 2, 3),
    shape: Int32Array.of(3, 2),
    ...arrays,
  });
}

const entriesOf = ({ positions, values }: FileMatrix) => [
  [...(positions?.rowIndex ?? [])],
  [...(positions?.colIndex ?? [])],
  [...values],
];

describe('matrices in HDF5', () => {
  it('matrices of AnnData are read, by rows or by columns', async () => {
    const bytes = await fileOf((file) => {
      annData(file, 'X', 'csr_matrix', [2, 3]);
      annData(file.create_group('layers'), 'counts', 'csc_matrix', [3, 2]);
      write(file.create_group('obs'), { cells: Float64Array.of(1, 2) });
    });
    const byRows = await readHdf5(bytes);
    expect(byRows).toMatchObject({
      shape: { rows: 2, cols: 3 },
      field: 'real',
      about: 'HDF5 X, csr, f4; other parts: layers/counts',
    });
    expect(entriesOf(byRows)).toEqual([
      [0, 0, 1],
      [0, 2, 1],
      [1, 2, 3],
    ]);
    const byColumns = await readHdf5(bytes, { part: 'counts' });
    expect(byColumns).toMatchObject({
      shape: { rows: 3, cols: 2 },
      about: expect.stringMatching(/^HDF5 layers\/counts, csc, f4/u),
    });
    expect(entriesOf(byColumns)).toEqual([
      [0, 2, 1],
      [0, 0, 1],
      [1, 2, 3],
    ]);
    expect(await readHdf5(bytes, { part: 'obs/cells' })).toMatchObject({ shape: { rows: 2, cols: 1 } });
    const { fix, message } = await rejectionOf(readHdf5(bytes, { part: 'raw' }));
    expect(`${message} ${fix}`).toMatch(/'raw', but X, layers\/counts.*part: 'X'.*FILE#X/u);
  });

  it('matrices of 10x are read, integers by columns', async () => {
    const bytes = await fileOf((file) => tenX(file, {}));
    const matrix = await readHdf5(bytes);
    expect(matrix).toMatchObject({ shape: { rows: 3, cols: 2 }, field: 'integer', about: 'HDF5 matrix, csc, i4' });
    expect(entriesOf(matrix)).toEqual([
      [0, 2, 1],
      [0, 0, 1],
      [1, 2, 3],
    ]);
  });

  it('matrices of MATLAB 7.3 are read by columns, logical ones as a pattern', async () => {
    const bytes = await fileOf((file) => {
      const problem = file.create_group('Problem');
      const sparse = problem.create_group('A');
      sparse.create_attribute('MATLAB_class', 'logical');
      sparse.create_attribute('MATLAB_sparse', 3);
      write(sparse, { data: Uint8Array.of(1, 1), ir: BigUint64Array.of(0n, 2n), jc: BigUint64Array.of(0n, 1n, 2n) });
      const empty = file.create_group('empty');
      empty.create_attribute('MATLAB_sparse', 2);
      write(empty, { jc: BigUint64Array.of(0n, 0n, 0n, 0n) });
      file
        .create_dataset({ name: 'dense', data: Float64Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] })
        .create_attribute('MATLAB_class', 'double');
      file
        .create_dataset({ name: 'text', data: Uint16Array.of(65, 66), shape: [2, 1] })
        .create_attribute('MATLAB_class', 'char');
    });
    const matrix = await readHdf5(bytes);
    expect(matrix).toMatchObject({
      shape: { rows: 3, cols: 2 },
      field: 'pattern',
      about: expect.stringMatching(/^MATLAB Problem\/A, sparse, HDF5/u),
    });
    expect(entriesOf(matrix)).toEqual([
      [0, 2],
      [0, 1],
      [1, 1],
    ]);
    expect(await readHdf5(bytes, { part: 'empty' })).toMatchObject({
      shape: { rows: 2, cols: 3 },
      values: new Float64Array(0),
    });
    const dense = await readHdf5(bytes, { part: 'dense' });
    expect(dense).toMatchObject({ shape: { rows: 2, cols: 3 }, values: Float64Array.of(1, 3, 5, 2, 4, 6) });
    const noText = await rejectionOf(readHdf5(bytes, { part: 'text' }));
    expect(noText.message).toContain('no one matrix');
    expect(noText.fix).toMatch(/for example \{ part: '(\S+)' \}, in the command FILE#\1,/u);
  });

  it('are dense where they are datasets, complex ones and packed ones among them', async () => {
    const bytes = await fileOf((file) => {
      const data = Int16Array.of(1, 0, 0, 4, 5, 6);
      file.create_dataset({ name: 'X', data, shape: [2, 3], chunks: [1, 2], compression: 'gzip' });
      const parts = new Map([
        ['r', [1, 3]],
        ['i', [2, 4]],
      ]);
      const dtype = [
        ['r', '<d'],
        ['i', '<d'],
      ] as [string, string][];
      file.create_dataset({ name: 'C', data: parts, dtype, shape: [1, 2] });
    });
    expect(await readHdf5(bytes)).toMatchObject({
      shape: { rows: 2, cols: 3 },
      values: Float64Array.of(1, 0, 0, 4, 5, 6),
      field: 'integer',
      about: expect.stringMatching(/^HDF5 X, dense/u),
    });
    expect(await readHdf5(bytes, { part: 'C' })).toMatchObject({
      values: Float64Array.of(1, 3),
      imaginary: Float64Array.of(2, 4),
      field: 'complex',
    });
  });

  it('may have no entries', async () => {
    const none = { data: new Float64Array(0), indices: new Int32Array(0), indptr: Int32Array.of(0, 0, 0) };
    const bytes = await fileOf((file) => annData(file, 'X', 'csr_matrix', [2, 7], none));
    expect(await readHdf5(bytes)).toMatchObject({ shape: { rows: 2, cols: 7 }, values: new Float64Array(0) });
  });

  it.each<[string, Arrays, string, string]>([
    ['pointers that fall', { indptr: Int32Array.of(0, 3, 2) }, 'FILE.FORMAT', 'lement 2 of X/indptr is 2'],
    ['a pointer too few', { indptr: Int32Array.of(0, 3) }, 'FILE.FORMAT', 'X/indptr has 2 elements, but 2 + 1'],
    ['an index outside', { indices: Int32Array.of(0, 3, 1) }, 'FILE.INDEX', 'X/indices: element 1 is 3'],
    ['too few values', { data: Float64Array.of(1, 2) }, 'FILE.FORMAT', 'X/indices has 3 elements, but X/data has 2'],
    ['texts for values', { data: ['a', 'b', 'c'] }, 'FILE.UNSUPPORTED', 'X/data: its elements'],
  ])('are refused with %s', async (_, arrays, code, words) => {
    const bytes = await fileOf((file) => annData(file, 'X', 'csr_matrix', [2, 3], arrays));
    const error = await rejectionOf(readHdf5(bytes));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  it('are refused where a group, an array, a format or a file is none', async () => {
    const nothing = await fileOf((file) => write(file, { names: ['a'] }));
    expect(await rejectionOf(readHdf5(nothing))).toMatchObject({
      message: expect.stringContaining('The file has no matrix') as string,
      fix: 'Name a file that has a matrix, or save one in it.',
    });
    const other = await fileOf((file) => annData(file, 'X', 'coo_matrix', [2, 3]));
    expect((await rejectionOf(readHdf5(other))).message).toContain("'coo_matrix'");
    const half = await fileOf((file) => write(file.create_group('matrix'), { indptr: ARRAYS.indptr }));
    expect((await rejectionOf(readHdf5(half))).message).toContain('The group matrix has no array shape');
    const cut = (await fileOf((file) => tenX(file, {}))).slice(0, 900);
    expect(await rejectionOf(readHdf5(cut))).toMatchObject({
      code: 'FILE.FORMAT',
      message: expect.stringMatching(/truncated/u),
    });
  });

  it('are refused where they declare more than the file can hold, before room is made', async () => {
    const bytes = await fileOf((file) => {
      const tall = { name: 'X', data: Float64Array.of(1), shape: [1, 1], maxshape: [null, null], chunks: [64, 64] };
      file.create_dataset(tall).resize([2 ** 20, 2 ** 10]);
    });
    expect(await rejectionOf(readHdf5(bytes))).toMatchObject({
      code: 'FILE.LIMIT',
      fix: expect.stringContaining('limits.bytes'),
    });
    const few = await fileOf((file) => annData(file, 'X', 'csr_matrix', [2, 3]));
    expect((await rejectionOf(readHdf5(few, { limits: { entries: 2 } }))).code).toBe('FILE.LIMIT');
    const wide = await fileOf((file) => annData(file, 'X', 'csr_matrix', [2, 2 ** 40]));
    expect((await rejectionOf(readHdf5(wide))).code).toBe('FILE.LIMIT');
    const round = await fileOf((file) => file.create_group('g').create_hard_link('/', 'again'));
    expect((await rejectionOf(readHdf5(round))).message).toContain('no matrix');
  });
});

describe('files of HDF5', () => {
  const type = plugin.files?.find(({ id }) => id === 'hdf5');

  it('files are recognised by their beginning, files of MATLAB by their text', async () => {
    expect(type?.recognises(await fileOf((file) => tenX(file, {})), 'anything')).toBe(true);
    const matlab = new Uint8Array(512);
    matlab.set(new TextEncoder().encode('MATLAB 7.3 MAT-file, Platform: GLNXA64'));
    expect(plugin.files?.find((one) => one.recognises(matlab, 'a.mat'))?.id).toBe('hdf5');
    matlab.set([0, 2, 73, 77], 124);
    expect((await rejectionOf(readMatlab(matlab))).fix).toContain('readHdf5');
  });

  it('say what to install where the library is not there', async () => {
    const { message, fix } = await rejectionOf(loadInstalled('h5wasm-that-is-not-there'));
    expect(message).toContain('is not installed');
    expect(fix).toContain('npm install h5wasm');
  });
});
