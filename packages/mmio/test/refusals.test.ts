import { describe, expect, it } from 'vitest';
import { parseMatrixMarket, type ReadOptions } from '../src/index.ts';
import { errorOf } from './helpers.ts';

const REAL = '%%MatrixMarket matrix coordinate real general\n';

/** Text, the code it is refused with, and where. */
const CASES: readonly (readonly [
  name: string,
  text: string,
  code: string,
  line: number,
  column: number,
  options?: ReadOptions,
])[] = [
  ['an empty file', '', 'MMIO.BANNER', 1, 1],
  ['no banner', '3 3 1\n1 1 1\n', 'MMIO.BANNER', 1, 1],
  ['a ZIP archive', 'PK\u0003\u0004', 'MMIO.BANNER', 1, 1],
  ['a web page', '<!DOCTYPE html>\n', 'MMIO.BANNER', 1, 1],
  ['a banner cut short', '%%MatrixMarket matrix coordinate\n', 'MMIO.BANNER', 1, 33],
  ['a banner with a word too many', '%%MatrixMarket matrix coordinate real general too\n', 'MMIO.BANNER', 1, 47],
  ['an unknown word', '%%MatrixMarket matrix coordinate quaternion general\n', 'MMIO.KEYWORD', 1, 34],
  ['words that exclude one another', '%%MatrixMarket matrix array pattern general\n', 'MMIO.COMBINATION', 1, 29],
  ['a symmetric vector', '%%MatrixMarket vector array real symmetric\n', 'MMIO.COMBINATION', 1, 29],
  [
    'an unsigned skew-symmetric matrix',
    '%%MatrixMarket matrix coordinate unsigned-integer skew-symmetric\n',
    'MMIO.COMBINATION',
    1,
    34,
  ],
  ['no size line', `${REAL}% only a comment\n`, 'MMIO.SIZE_LINE', 2, 1],
  ['a size line of words', `${REAL}a b c\n`, 'MMIO.SIZE_LINE', 2, 1],
  ['a negative size', `${REAL}3 -3 1\n`, 'MMIO.SIZE_LINE', 2, 3],
  ['a size with a fraction', `${REAL}3 3 1.0\n`, 'MMIO.SIZE_LINE', 2, 5],
  ['a size line that is too short', `${REAL}3 3\n`, 'MMIO.SIZE_LINE', 2, 4],
  ['a size beyond 31 bits', `${REAL}3000000000 3 1\n`, 'MMIO.LIMIT', 2, 1],
  ['more entries than the limit', `${REAL}3 3 4\n`, 'MMIO.LIMIT', 2, 5, { limits: { entries: 3 } }],
  [
    'a symmetric matrix that is not square',
    '%%MatrixMarket matrix coordinate real symmetric\n3 4 0\n',
    'MMIO.NOT_SQUARE',
    2,
    3,
  ],
  ['a row out of range', `${REAL}3 3 1\n4 1 1\n`, 'MMIO.INDEX', 3, 1],
  ['a row of zero', `${REAL}3 3 1\n0 1 1\n`, 'MMIO.INDEX', 3, 1],
  ['a negative column', `${REAL}3 3 1\n1 -1 1\n`, 'MMIO.INDEX', 3, 3],
  ['a row that is no integer', `${REAL}3 3 1\n1.0 1 1\n`, 'MMIO.INDEX', 3, 1],
  ['a row of twenty digits', `${REAL}3 3 1\n18446744073709551617 1 1\n`, 'MMIO.INDEX', 3, 1],
  ['a row that wraps around 32 bits', `${REAL}3 3 1\n4294967297 1 1\n`, 'MMIO.INDEX', 3, 1],
  ['an entry in a matrix without rows', `${REAL}0 3 1\n1 1 1\n`, 'MMIO.INDEX', 3, 1],
  ['a missing column', `${REAL}3 3 1\n1\n`, 'MMIO.TOKENS', 3, 2],
  ['a missing value', `${REAL}3 3 1\n1 1 \n`, 'MMIO.TOKENS', 3, 4],
  ['a number too many', `${REAL}3 3 1\n1 1 1 1\n`, 'MMIO.TOKENS', 3, 7],
  ['half a number', `${REAL}3 3 1\n1 1 1.5x\n`, 'MMIO.NUMBER', 3, 5],
  ['a number with a comma', `${REAL}3 3 1\n1 1 1,5\n`, 'MMIO.NUMBER', 3, 5],
  [
    'a real in an integer file',
    '%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1e3\n',
    'MMIO.NUMBER',
    3,
    5,
  ],
  [
    'an integer beyond int64',
    '%%MatrixMarket matrix array integer general\n1 1\n-9223372036854775809\n',
    'MMIO.INTEGER_RANGE',
    3,
    1,
  ],
  [
    'a negative unsigned integer',
    '%%MatrixMarket matrix array unsigned-integer general\n1 1\n-1\n',
    'MMIO.INTEGER_RANGE',
    3,
    1,
  ],
  [
    'an integer of 500 digits',
    `%%MatrixMarket matrix array integer general\n1 1\n${'7'.repeat(500)}\n`,
    'MMIO.INTEGER_RANGE',
    3,
    1,
  ],
  ['too few entries', `${REAL}3 3 2\n1 1 1\n`, 'MMIO.COUNT', 4, 1],
  ['too many entries', `${REAL}3 3 1\n1 1 1\n2 2 2\n`, 'MMIO.COUNT', 4, 1],
  ['too many values of an array', '%%MatrixMarket matrix array real general\n1 1\n1\n2\n', 'MMIO.COUNT', 4, 1],
  [
    'both triangles',
    '%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n2 1 1\n3 3 1\n1 2 1\n',
    'MMIO.TRIANGLE',
    5,
    1,
  ],
  [
    'a duplicate, when asked',
    `${REAL}3 3 3\n1 1 1\n2 2 1\n\n1 1 3\n`,
    'MMIO.DUPLICATE',
    6,
    1,
    { duplicates: 'reject' },
  ],
  [
    'a value out of its GraphBLAS type',
    '%%MatrixMarket matrix coordinate integer general\n%%GraphBLAS type int8_t\n1 1 1\n1 1 128\n',
    'MMIO.INTEGER_RANGE',
    4,
    5,
  ],
  ['a long data line', `${REAL}3 3 1\n1 1 ${'0'.repeat(300)}1\n`, 'MMIO.LIMIT', 3, 100, { limits: { lineBytes: 100 } }],
  ['a long text', `${REAL}3 3 1\n1 1 1\n`, 'MMIO.LIMIT', 1, 1, { limits: { bytes: 20 } }],
  ['strict: a comment among entries', `${REAL}1 1 1\n% no\n1 1 1\n`, 'MMIO.COMMENT', 3, 1, { strict: true }],
  [
    'strict: an upper entry',
    '%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n',
    'MMIO.TRIANGLE',
    3,
    1,
    { strict: true },
  ],
  [
    'strict: a skew diagonal',
    '%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 0\n',
    'MMIO.DIAGONAL',
    3,
    1,
    { strict: true },
  ],
  ['strict: a D exponent', `${REAL}1 1 1\n1 1 1d5\n`, 'MMIO.D_EXPONENT', 3, 5, { strict: true }],
  ['strict: a duplicate', `${REAL}1 1 2\n1 1 1\n1 1 1\n`, 'MMIO.DUPLICATE', 4, 1, { strict: true }],
  ['strict: blanks before the banner', ` ${REAL}1 1 0\n`, 'MMIO.BANNER_FORM', 1, 1, { strict: true }],
];

describe('refused with code, line and column', () => {
  it.each(CASES.map((one) => [one[0], one] as const))('%s', (_name, [, text, code, line, column, options]) => {
    const error = errorOf(() => parseMatrixMarket(text, options));
    expect([error.code, error.details['line'], error.details['column']]).toEqual([code, line, column]);
    expect(error.fix.length).toBeGreaterThan(5);
  });

  it('the same in the middle of a large file, where the fast scanner is at work', () => {
    const good = Array.from({ length: 20000 }, (_, k) => `${(k % 100) + 1} ${(k % 90) + 1} ${k / 8}\n`);
    for (const [bad, code, column] of [
      ['101 1 1', 'MMIO.INDEX', 1],
      ['1 1 1.5x', 'MMIO.NUMBER', 5],
      ['1 1', 'MMIO.TOKENS', 4],
      ['1 1 1 2', 'MMIO.TOKENS', 7],
      ['\u0000', 'MMIO.INDEX', 1],
    ] as const) {
      const lines = [...good];
      lines[15000] = `${bad}\n`;
      const error = errorOf(() => parseMatrixMarket(`${REAL}100 100 20000\n${lines.join('')}`));
      expect([error.code, error.details['line'], error.details['column']]).toEqual([code, 15003, column]);
    }
  });
});
