import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plugin, readMatlab } from '../src/index.ts';
import { fromBase64 } from '../tools/bytes.ts';
import { bitsOf, recordedBits, rejectionOf } from './helpers.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly shape: readonly [number, number];
  readonly row?: readonly number[];
  readonly col?: readonly number[];
  readonly values: string;
  readonly imaginary?: string;
}
const { cases } = JSON.parse(readFileSync(new URL('../fixtures/matlab.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly Case[];
};
const bytesOf = (name: string): Uint8Array => fromBase64(cases.find((one) => one.name === name)?.file as string);
const zeroless = (bits: readonly bigint[]): readonly bigint[] => bits.map((one) => (one === 1n << 63n ? 0n : one));

describe('files that SciPy wrote, and those made by hand', () => {
  it.each(cases)('$name', async ({ file, shape, row, col, values, imaginary }) => {
    const matrix = await readMatlab(fromBase64(file));
    expect([matrix.shape.rows, matrix.shape.cols]).toEqual(shape);
    expect([...(matrix.positions?.rowIndex ?? [])]).toEqual(row ?? []);
    expect([...(matrix.positions?.colIndex ?? [])]).toEqual(col ?? []);
    expect(bitsOf(matrix.values)).toEqual(recordedBits(values));
    const parts = matrix.imaginary && zeroless(bitsOf(matrix.imaginary));
    expect(parts).toEqual(imaginary === undefined ? undefined : zeroless(recordedBits(imaginary)));
  });

  it('are recognised by their beginning, or by name', () => {
    const type = plugin.files?.find(({ id }) => id === 'matlab');
    expect(type?.recognises(bytesOf('sparse, plain'), 'anything')).toBe(true);
    expect(type?.recognises(bytesOf('by hand, big-endian'), 'anything')).toBe(true);
    expect(type?.recognises(new Uint8Array(512), 'a.mat')).toBe(true);
    expect(type?.recognises(new Uint8Array(512), 'a.mtx')).toBe(false);
  });

  it('store logical values as bytes, whatever they call them', async () => {
    const bytes = bytesOf('sparse logical, plain').slice();
    const { values } = await readMatlab(bytes);
    const tag = String.fromCharCode(2, 0, 0, 0, values.length, 0, 0, 0);
    bytes[new TextDecoder('latin1').decode(bytes).lastIndexOf(tag)] = 9;
    expect((await readMatlab(bytes)).values).toEqual(values);
  });

  it('say what they are', async () => {
    expect(await readMatlab(bytesOf('sparse logical, plain'))).toMatchObject({
      field: 'pattern',
      about: 'MATLAB S, sparse logical',
    });
    expect(await readMatlab(bytesOf('a problem of SuiteSparse, plain'))).toMatchObject({
      field: 'real',
      about: 'MATLAB Problem.A, sparse',
    });
  });
});

it('a part is the variable of that name, or the field', async () => {
  const several = bytesOf('A of several, plain');
  expect((await readMatlab(several, { part: 'B' })).shape).toEqual({ rows: 2, cols: 2 });
  const problem = bytesOf('a problem of SuiteSparse, compressed');
  expect(await readMatlab(problem, { part: 'b' })).toMatchObject({
    shape: { rows: 7, cols: 1 },
    about: 'MATLAB Problem.b, dense',
  });
  expect((await readMatlab(problem, { part: 'Problem.Zeros' })).shape).toEqual({ rows: 7, cols: 5 });
  const error = await rejectionOf(readMatlab(problem, { part: 'nothing' }));
  expect([error.code, error.message]).toEqual(['FILE.UNSUPPORTED', expect.stringContaining('Problem.A')]);
});

describe('files that are refused', () => {
  const plain = bytesOf('sparse, plain');
  const packed = bytesOf('sparse, compressed');
  /** A matrix of one element as `savemat(…, format='4')` writes it: five numbers, `A` and the element. */
  const level4 = (little: boolean): Uint8Array => {
    const view = new DataView(new ArrayBuffer(30));
    for (const [k, one] of [little ? 0 : 1000, 1, 1, 0, 2].entries()) view.setInt32(4 * k, one, little);
    view.setUint8(20, 65);
    view.setFloat64(22, 4.5, little);
    return new Uint8Array(view.buffer);
  };
  const changed = (bytes: Uint8Array, at: number, ...put: readonly number[]): Uint8Array => {
    const copy = bytes.slice();
    copy.set(put, at);
    return copy;
  };
  it.each<readonly [name: string, bytes: Uint8Array, code: string, word: string]>([
    ['nothing', new Uint8Array(0), 'FILE.TRUNCATED', 'header'],
    ['a cut header', plain.subarray(0, 100), 'FILE.TRUNCATED', 'header'],
    ['no mark of the order', changed(plain, 126, 65, 65), 'FILE.FORMAT', 'level 5'],
    ['HDF5', changed(plain, 124, 0, 2), 'FILE.UNSUPPORTED', '7.3'],
    ['level 4, little-endian', level4(true), 'FILE.UNSUPPORTED', 'level 4'],
    ['level 4, big-endian', level4(false), 'FILE.UNSUPPORTED', 'level 4'],
    ['a cut variable', plain.subarray(0, plain.length - 9), 'FILE.TRUNCATED', 'variable'],
    ['a length that lies', changed(plain, 132, 255, 255, 255, 127), 'FILE.TRUNCATED', 'variable'],
    ['an element that is no variable', changed(plain, 128, 9), 'FILE.FORMAT', 'type 9'],
    ['damaged compression', changed(packed, 150, 0x55, 0x55), 'FILE.CHECKSUM', 'damaged'],
    ['several matrices', bytesOf('A of several, plain').slice(), '', ''],
  ])('%s', async (_, bytes, code, word) => {
    if (code === '') return expect((await readMatlab(bytes)).shape).toEqual({ rows: 7, cols: 5 });
    const error = await rejectionOf(readMatlab(bytes));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(word)]);
    expect(error.fix).not.toBe('');
  });

  it('a variable that unfolds to more than is allowed, before room is made', async () => {
    expect((await rejectionOf(readMatlab(packed, { limits: { bytes: 100 } }))).code).toBe('FILE.LIMIT');
  });
});
