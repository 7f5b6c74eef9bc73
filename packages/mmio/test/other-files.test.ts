import type { FileMatrix, FileType } from '@spmv/core';
import { positionsByRows } from '@spmv/core';
import { expect, it } from 'vitest';
import { cooOfFile, fileTypeOf, isMatrixMarket, parseMatrixMarket, toCoo } from '../src/index.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it.each([
  ['a banner', bytes('%%MatrixMarket matrix'), ''],
  ['a comment after a mark of UTF-8 and blanks', Uint8Array.of(0xef, 0xbb, 0xbf, 0x20, 0x0a, 0x25), ''],
  ['gzip', Uint8Array.of(0x1f, 0x8b, 8), ''],
  ['a name, whatever text is in it', bytes('PK'), 'A.MTX'],
  ['nothing', new Uint8Array(0), ''],
])('takes %s for Matrix Market', (_, head, name) => {
  expect(isMatrixMarket(head, name)).toBe(true);
});

it('takes what is no text for another type, also where the name says Matrix Market', () => {
  expect(isMatrixMarket(bytes('PK\u0003\u0004\0'), 'a.mtx')).toBe(false);
});

it('asks types with the first 512 bytes and the name in lower case, none for Matrix Market', () => {
  const asked: (readonly [number, string])[] = [];
  const type = {
    recognises: (head: Uint8Array, name: string) => {
      asked.push([head.length, name]);
      return name.endsWith('.x');
    },
  } as FileType;
  expect(fileTypeOf(bytes('P'.repeat(600)), 'A.X', [type])).toBe(type);
  expect(fileTypeOf(bytes('PK'), 'a.y', [type])).toBeUndefined();
  expect(fileTypeOf(bytes('%'), 'a.x', [type])).toBeUndefined();
  expect(asked).toEqual([
    [512, 'a.x'],
    [2, 'a.y'],
  ]);
});

const shape = { rows: 3, cols: 3 };
const file = (more: Partial<FileMatrix>): FileMatrix => ({
  shape,
  positions: positionsByRows(Int32Array.of(0, 2, 2, 3), Int32Array.of(0, 2, 1)),
  values: Float64Array.of(1, 2, 3),
  field: 'real',
  symmetry: 'general',
  about: '',
  ...more,
});

it('keeps the arrays of a file that has its entries by rows, sorted', () => {
  const one = file({});
  const coo = cooOfFile(one);
  expect(coo.colIndex).toBe(one.positions?.colIndex);
  expect(coo.values).toBe(one.values);
  expect([...coo.rowIndex]).toEqual([0, 0, 2]);
});

it.each([
  [
    'rows that are not sorted',
    file({ positions: positionsByRows(Int32Array.of(0, 2, 2, 3), Int32Array.of(2, 0, 1)) }),
    [2, 1, 3],
  ],
  ['a position twice', file({ positions: positionsByRows(Int32Array.of(0, 2, 2, 3), Int32Array.of(0, 0, 1)) }), [3, 3]],
  ['symmetry', file({ symmetry: 'symmetric' }), [1, 2, 3, 2, 3]],
  [
    'skew symmetry',
    file({
      symmetry: 'skew-symmetric',
      positions: { rowIndex: Int32Array.of(1, 2, 2), colIndex: Int32Array.of(0, 0, 1) },
    }),
    [-1, -2, 1, -3, 2, 3],
  ],
])('makes canonical entries of one with %s', (_, one, values) => {
  expect([...cooOfFile(one).values]).toEqual(values);
});

it('makes of a dense file every element, as of an array of Matrix Market', () => {
  const { positions: _, ...dense } = file({ shape: { rows: 2, cols: 2 }, values: Float64Array.of(1, 0, 3, 4) });
  const array = parseMatrixMarket('%%MatrixMarket matrix array real general\n2 2\n1\n3\n0\n4\n');
  expect(cooOfFile(dense)).toEqual(toCoo(array));
});

it('refuses complex entries and integers that are no float64, as of Matrix Market', () => {
  expect(() => cooOfFile(file({ field: 'complex', imaginary: new Float64Array(3) }))).toThrow('complex');
  const integers = BigInt64Array.of(2n ** 53n + 1n, 1n, 1n);
  expect(() => cooOfFile(file({ field: 'integer', integers }))).toThrow('float64 cannot represent');
  expect(cooOfFile(file({ field: 'integer', integers }), { inexactIntegers: 'round' }).values).toHaveLength(3);
});
