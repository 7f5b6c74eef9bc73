import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { denseOf, npyArray, readNpy, writeNpy } from '../src/index.ts';
import { valuesOf, inCOrder } from '../src/npy/values.ts';
import { fromBase64, joined } from '../tools/bytes.ts';
import { bitsOf, recordedBits, rejectionOf } from './helpers.ts';

interface Recorded {
  readonly versions: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly name: string;
    readonly file: string;
    readonly shape: readonly number[];
    readonly values?: string;
    readonly imaginary?: string;
  }[];
  readonly refused: readonly { readonly name: string; readonly file: string }[];
}
const { cases, refused } = JSON.parse(
  readFileSync(new URL('../fixtures/numpy.json', import.meta.url), 'utf8'),
) as Recorded;

describe('files that NumPy wrote', () => {
  it.each(cases)(
    '$name gives its numbers, and is written back byte for byte',
    async ({ file, shape, values, imaginary }) => {
      const bytes = fromBase64(file);
      const array = await readNpy(bytes);
      expect(array.shape).toEqual(shape);
      expect(await joined(writeNpy(array))).toEqual(bytes);
      if (values === undefined) return;
      const count = shape.reduce((product, length) => product * length, 1);
      const read = valuesOf(inCOrder(array), count, 'array');
      expect(bitsOf(read.values)).toEqual(recordedBits(values));
      if (imaginary !== undefined) expect(bitsOf(read.imaginary as Float64Array)).toEqual(recordedBits(imaginary));
    },
  );

  it.each(refused)('an array of type $name is refused by name', async ({ name, file }) => {
    const error = await rejectionOf(readNpy(fromBase64(file)));
    expect(error.code).toBe('FILE.UNSUPPORTED');
    if (name === 'object') expect(error.message).toContain('pickle');
  });
});

describe('arrays in memory', () => {
  it('elements share memory where they lie as this machine needs them', async () => {
    const [header, elements] = writeNpy(npyArray('f8', [3], Float64Array.of(1, 2, 3)));
    const file = await joined([header, elements]);
    const array = await readNpy(file);
    expect(array.data.buffer).toBe(file.buffer);
    const shifted = new Uint8Array(file.length + 1).subarray(1);
    shifted.set(file);
    for (const bytes of [shifted, Buffer.from(shifted.buffer, 1)])
      expect([...((await readNpy(bytes)).data as Float64Array)]).toEqual([1, 2, 3]);
  });

  it('a matrix is read by rows, a vector as a column, a number as 1 × 1', async () => {
    const f = await readNpy(
      await joined(writeNpy({ ...npyArray('f8', [2, 3], Float64Array.of(1, 4, 2, 5, 3, 6)), fortran: true })),
    );
    expect([...denseOf(f).values]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(denseOf(npyArray('i4', [3], Int32Array.of(7, 8, 9))).shape).toEqual({ rows: 3, cols: 1 });
    expect(denseOf(npyArray('b1', [], Uint8Array.of(1))).shape).toEqual({ rows: 1, cols: 1 });
  });

  it('integers that are no float64 stay beside their nearest', () => {
    const matrix = denseOf(npyArray('i8', [2], BigInt64Array.of(2n ** 53n + 1n, 5n)));
    expect(matrix.integers).toEqual(BigInt64Array.of(2n ** 53n + 1n, 5n));
    expect([...matrix.values]).toEqual([2 ** 53, 5]);
    expect(denseOf(npyArray('i8', [1], BigInt64Array.of(5n))).integers).toBeUndefined();
  });

  it('an array that contradicts itself is not written', () => {
    expect(() => writeNpy(npyArray('f8', [4], Float64Array.of(1)))).toThrow(/no array of type f8 and shape \(4\)/);
    expect(() => writeNpy(npyArray('f4', [1], Float64Array.of(1)))).toThrow(/Float64Array/);
  });
});

const header = (text: string, more: readonly number[] = [], version = 1): Uint8Array => {
  const body = new TextEncoder().encode(text);
  const prefix = version === 1 ? [body.length & 255, body.length >> 8] : [body.length & 255, body.length >> 8, 0, 0];
  return Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, ...prefix, ...body, ...more);
};
const dict = (shape: string, descr = "'<f8'", fortran = 'False'): string =>
  `{'descr': ${descr}, 'fortran_order': ${fortran}, 'shape': ${shape}, }`;

describe('hostile files', () => {
  it.each<readonly [name: string, bytes: Uint8Array, code: string]>([
    ['empty', new Uint8Array(0), 'FILE.TRUNCATED'],
    ['text', new TextEncoder().encode('%%MatrixMarket matrix'), 'FILE.FORMAT'],
    ['an unknown version', header(dict('(1,)'), [], 9), 'FILE.UNSUPPORTED'],
    ['a header that goes on after the end', header(dict('(1,)')).subarray(0, 40), 'FILE.TRUNCATED'],
    ['a header of 65,535 bytes', Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 255, 255), 'FILE.LIMIT'],
    ['a shape without its elements', header(dict('(3,)'), [1, 2, 3]), 'FILE.TRUNCATED'],
    ['a shape of terabytes', header(dict('(1000000, 1000000)')), 'FILE.LIMIT'],
    ['a shape beyond all counting', header(dict('(9007199254740991, 9007199254740991)')), 'FILE.LIMIT'],
    ['a negative length', header(dict('(-1,)')), 'FILE.FORMAT'],
    ['a shape of text', header(dict("('a',)")), 'FILE.FORMAT'],
    ['65 dimensions', header(dict(`(${'1, '.repeat(65)})`)), 'FILE.FORMAT'],
    ['elements that follow the last', header(dict('()'), [0, 0, 0, 0, 0, 0, 0, 0, 0]), 'FILE.FORMAT'],
    ['code in place of a dictionary', header("__import__('os').system('true')"), 'FILE.FORMAT'],
    ['a key twice', header("{'descr': '<f8', 'descr': '<f4', 'fortran_order': False, 'shape': ()}"), 'FILE.FORMAT'],
    ['a key too many', header("{'descr': '<f8', 'fortran_order': False, 'shape': (), 'x': 1}"), 'FILE.FORMAT'],
    ['deep nesting', header('('.repeat(5000)), 'FILE.FORMAT'],
    ['no byte order', header(dict('()', "'f8'")), 'FILE.FORMAT'],
    ['an object', header(dict('()', "'|O'")), 'FILE.UNSUPPORTED'],
  ])('%s', async (_, bytes, code) => {
    const error = await rejectionOf(readNpy(bytes, { name: 'a.npy' }));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining('a.npy') as string]);
    expect(error.fix).not.toBe('');
    expect(error.details['byte'] ?? error.details['bytes']).toBeTypeOf('number');
  });

  it('limits hold before room is made', async () => {
    const file = await joined(writeNpy(npyArray('f8', [3], Float64Array.of(1, 2, 3))));
    expect((await rejectionOf(readNpy(file, { limits: { entries: 2 } }))).code).toBe('FILE.LIMIT');
    expect((await rejectionOf(readNpy(file, { limits: { bytes: 23 } }))).code).toBe('FILE.LIMIT');
    async function* stream(): AsyncGenerator<Uint8Array> {
      for (let n = 0; n < 1000; n++) yield new Uint8Array(1000);
    }
    expect((await rejectionOf(readNpy(stream(), { limits: { bytes: 5000 } }))).code).toBe('FILE.LIMIT');
  });
});
