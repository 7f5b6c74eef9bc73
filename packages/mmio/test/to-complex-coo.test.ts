import { isComplex } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import {
  complexCooOfFile,
  formatMatrixMarket,
  parseMatrixMarket,
  toComplexCoo,
  toComplexVector,
} from '../src/index.ts';

const read = (text: string, warnings = 0) => {
  const file = parseMatrixMarket(`%%MatrixMarket matrix ${text}`);
  expect(file.warnings).toHaveLength(warnings);
  return file;
};
/** Every element, row by row, as [real, imaginary]. */
function dense({ shape, rowIndex, colIndex, values }: ReturnType<typeof toComplexCoo>): number[][][] {
  const rows = Array.from({ length: shape.rows }, () => Array.from({ length: shape.cols }, () => [0, 0]));
  rowIndex.forEach((i, k) => ((rows[i] as number[][])[colIndex[k] as number] = [...values.subarray(2 * k, 2 * k + 2)]));
  return rows;
}

describe('toComplexCoo', () => {
  const lower = '2 2 2\n1 1 5 0\n2 1 3 4\n';
  it.each([
    [
      'symmetric',
      [
        [
          [5, 0],
          [3, 4],
        ],
        [
          [3, 4],
          [0, 0],
        ],
      ],
      0,
    ],
    [
      'hermitian',
      [
        [
          [5, 0],
          [3, -4],
        ],
        [
          [3, 4],
          [0, 0],
        ],
      ],
      0,
    ],
    [
      'general',
      [
        [
          [5, 0],
          [0, 0],
        ],
        [
          [3, 4],
          [0, 0],
        ],
      ],
      0,
    ],
  ])('expands %s coordinates', (symmetry, expected, warnings) => {
    const coo = toComplexCoo(read(`coordinate complex ${symmetry}\n${lower}`, warnings));
    expect(dense(coo)).toEqual(expected);
    expect(isComplex(coo)).toBe(true);
  });

  it('expands skew-symmetric coordinates, and sums duplicates part by part', () => {
    const coo = toComplexCoo(read('coordinate complex skew-symmetric\n2 2 2\n2 1 1 4\n2 1 2 -0.5\n'));
    expect(dense(coo)).toEqual([
      [
        [0, 0],
        [-3, -3.5],
      ],
      [
        [3, 3.5],
        [0, 0],
      ],
    ]);
  });

  it.each([
    [
      'symmetric',
      '1 2\n3 4\n5 6\n',
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [3, 4],
          [5, 6],
        ],
      ],
    ],
    [
      'hermitian',
      '1 0\n3 4\n5 0\n',
      [
        [
          [1, 0],
          [3, -4],
        ],
        [
          [3, 4],
          [5, 0],
        ],
      ],
    ],
    [
      'skew-symmetric',
      '3 4\n',
      [
        [
          [0, 0],
          [-3, -4],
        ],
        [
          [3, 4],
          [0, 0],
        ],
      ],
    ],
    [
      'general',
      '1 2\n3 4\n5 6\n7 8\n',
      [
        [
          [1, 2],
          [5, 6],
        ],
        [
          [3, 4],
          [7, 8],
        ],
      ],
    ],
  ])('reads a %s array', (symmetry, lines, expected) => {
    const found = dense(toComplexCoo(read(`array complex ${symmetry}\n2 2\n${lines}`)));
    expect(found.map((row) => row.map((pair) => pair.map((value) => value + 0)))).toEqual(expected);
  });

  it('keeps an imaginary diagonal of a Hermitian file as it is stored', () => {
    expect(dense(toComplexCoo(read('coordinate complex hermitian\n1 1 1\n1 1 5 2\n', 1)))).toEqual([[[5, 2]]]);
  });

  it('drops a zero where both parts are, and keeps −0, NaN and infinities', () => {
    const file = read('coordinate complex general\n1 4 4\n1 1 0 0\n1 2 0 1\n1 3 -0 nan\n1 4 inf -0\n');
    expect(toComplexCoo(file).colIndex).toHaveLength(4);
    expect(toComplexCoo(file, { zeros: 'drop' })).toEqual({
      shape: { rows: 1, cols: 4 },
      rowIndex: Int32Array.of(0, 0, 0),
      colIndex: Int32Array.of(1, 2, 3),
      components: 2,
      values: Float64Array.of(0, 1, -0, Number.NaN, Infinity, -0),
    });
  });

  it('takes real files, patterns and other types of files', () => {
    expect(dense(toComplexCoo(read('coordinate pattern general\n1 2 1\n1 2\n')))).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
    ]);
    const shape = { rows: 1, cols: 2 };
    const other = {
      shape,
      values: Float64Array.of(1, 2),
      imaginary: Float64Array.of(3, 4),
      field: 'complex',
      symmetry: 'general',
      about: '',
    } as const;
    expect(dense(complexCooOfFile(other))).toEqual([
      [
        [1, 3],
        [2, 4],
      ],
    ]);
  });

  it.each(['symmetric', 'hermitian', 'skew-symmetric'] as const)(
    'is written as it is, a %s one by its triangle',
    (symmetry) => {
      const diagonal = symmetry === 'skew-symmetric' ? '' : '1 1 5 0\n';
      const text = `%%MatrixMarket matrix coordinate complex ${symmetry}\n2 2 ${diagonal === '' ? 1 : 2}\n${diagonal}2 1 3 4.25\n`;
      const coo = toComplexCoo(parseMatrixMarket(text));
      expect(formatMatrixMarket(coo, { symmetry: 'auto' })).toBe(text);
      expect(toComplexCoo(parseMatrixMarket(formatMatrixMarket(coo)))).toEqual(coo);
    },
  );

  it('makes vectors of pairs', () => {
    expect(toComplexVector(read('array complex general\n2 1\n1 2\n3 4\n'))).toEqual(Float64Array.of(1, 2, 3, 4));
    expect(toComplexVector(read('coordinate complex general\n2 1 1\n2 1 3 4\n'))).toEqual(Float64Array.of(0, 0, 3, 4));
    expect(toComplexVector(read('array real general\n1 1\n7\n'))).toEqual(Float64Array.of(7, 0));
  });
});
