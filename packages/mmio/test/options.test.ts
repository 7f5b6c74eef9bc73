import { describe, expect, it } from 'vitest';
import {
  applyEntryOptions,
  createMatrixMarketParser,
  formatMatrixMarket,
  lineOfEntry,
  parseMatrixMarket,
  readAny,
  readMatrixMarket,
  readMatrixMarketHeader,
  toCoo,
  toDense,
  toVector,
} from '../src/index.ts';
import { readMatrixMarketFile, readMatrixMarketFileHeader, readMatrixMarketStream } from '../src/node/index.ts';
import { errorOf } from './helpers.ts';

const SYMMETRIC = '%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 2\n2 1 3\n3 3 0\n3 2 -1\n';

function triples(text: string, options: Parameters<typeof parseMatrixMarket>[1]): readonly string[] {
  const file = parseMatrixMarket(text, options);
  return Array.from(file.rowIndex, (i, k) => `${i} ${file.colIndex[k]} ${file.values[k] ?? 'pattern'}`);
}

describe('options', () => {
  it.each<[string, () => unknown]>([
    ['parseMatrixMarket', () => parseMatrixMarket(SYMMETRIC, { symetry: 'expand' } as object)],
    ['createMatrixMarketParser', () => createMatrixMarketParser({ symetry: 'expand' } as object)],
    ['applyEntryOptions', () => applyEntryOptions(parseMatrixMarket(SYMMETRIC), { symetry: 'expand' } as object)],
    ['readMatrixMarket', () => readMatrixMarket(SYMMETRIC, { symetry: 'expand' } as object)],
    ['readMatrixMarketHeader', () => readMatrixMarketHeader(SYMMETRIC, { symetry: 'expand' } as object)],
    ['readAny', () => readAny(SYMMETRIC, { symetry: 'expand' } as object, async () => [])],
    ['readMatrixMarketFile', () => readMatrixMarketFile('absent', { symetry: 'expand' } as object)],
    ['readMatrixMarketFileHeader', () => readMatrixMarketFileHeader('absent', { symetry: 'expand' } as object)],
    ['readMatrixMarketStream', () => readMatrixMarketStream(SYMMETRIC, { symetry: 'expand' } as object)],
    ['writeMatrixMarket', () => formatMatrixMarket(parseMatrixMarket(SYMMETRIC), { symetry: 'general' } as object)],
  ])('that %s does not know are refused, and the nearest is named', async (owner, call) => {
    await expect((async () => call())()).rejects.toMatchObject({
      code: 'PARAM.UNKNOWN',
      message: `${owner} has no option 'symetry'.`,
      fix: expect.stringContaining('symmetry'),
    });
  });

  it('of another type, also among limits and of conversions, are refused', () => {
    const file = parseMatrixMarket(SYMMETRIC);
    for (const call of [
      () => parseMatrixMarket(SYMMETRIC, { indexBase: 2 } as object),
      () => parseMatrixMarket(SYMMETRIC, { assumeBanner: '%%MatrixMarket matrix' }),
      () => parseMatrixMarket(SYMMETRIC, { limits: { entries: '9' } } as object),
      () => toCoo(file, { zeros: true } as object),
      () => toDense(file, { inexactIntegers: 'yes' } as object),
      () => formatMatrixMarket(file, { comments: 'one' } as object),
    ])
      expect(errorOf(call).code).toBe('PARAM.OUT_OF_RANGE');
    expect(errorOf(() => parseMatrixMarket(SYMMETRIC, { limits: { entry: 9 } } as object)).message).toBe(
      "parseMatrixMarket: limits has no option 'entry'.",
    );
    for (const call of [toCoo, toDense, toVector])
      expect(errorOf(() => call(file, { inexactInteger: 'round' } as object)).fix).toContain('inexactIntegers');
  });
});

describe('entry options', () => {
  it('symmetry', () => {
    expect(triples(SYMMETRIC, {})).toEqual(['0 0 2', '1 0 3', '2 2 0', '2 1 -1']);
    expect(triples(SYMMETRIC, { symmetry: 'expand' })).toEqual([
      '0 0 2',
      '1 0 3',
      '2 2 0',
      '2 1 -1',
      '0 1 3',
      '1 2 -1',
    ]);
    expect(parseMatrixMarket(SYMMETRIC, { symmetry: 'expand' }).symmetry).toBe('general');
  });

  it('keeps or drops the diagonal and zeros', () => {
    expect(triples(SYMMETRIC, { diagonal: 'drop' })).toEqual(['1 0 3', '2 1 -1']);
    expect(triples(SYMMETRIC, { zeros: 'drop' })).toEqual(['0 0 2', '1 0 3', '2 1 -1']);
  });

  it('sums, keeps or rejects duplicates', () => {
    const text = '%%MatrixMarket matrix coordinate real general\n2 2 4\n2 2 1\n1 1 5\n2 2 2\n1 2 0\n';
    expect(triples(text, {})).toHaveLength(4);
    expect(triples(text, { duplicates: 'sum' })).toEqual(['0 0 5', '0 1 0', '1 1 3']);
    expect(errorOf(() => toCoo(parseMatrixMarket(text), { duplicates: 'reject' })).details['line']).toBe(5);
    expect(
      triples('%%MatrixMarket matrix coordinate pattern general\n2 2 3\n2 2\n1 1\n2 2\n', { duplicates: 'sum' }),
    ).toEqual(['0 0 1', '1 1 2']);
  });

  it('sums exact integers exactly', () => {
    const text = '%%MatrixMarket matrix coordinate integer general\n1 1 2\n1 1 9007199254740993\n1 1 2\n';
    expect(parseMatrixMarket(text, { duplicates: 'sum' }).integers).toEqual(BigInt64Array.of(9007199254740995n));
  });

  it('mirrors skew-symmetric and hermitian entries', () => {
    const skew = parseMatrixMarket('%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n', {
      symmetry: 'expand',
    });
    expect([...skew.values]).toEqual([3, -3]);
    const hermitian = parseMatrixMarket('%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 3 4\n', {
      symmetry: 'expand',
    });
    expect([[...hermitian.values], [...hermitian.imaginary]]).toEqual([
      [3, 3],
      [4, -4],
    ]);
    const complex = parseMatrixMarket('%%MatrixMarket matrix coordinate complex symmetric\n2 2 1\n2 1 3 4\n', {
      symmetry: 'expand',
    });
    expect([...complex.imaginary]).toEqual([4, 4]);
  });

  it('keeps memory of the order of the entries, whatever the shape', () => {
    const text =
      '%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 3\n2000000000 1 3\n1 2000000000 4\n2000000000 1 5\n';
    const coo = toCoo(parseMatrixMarket(text));
    expect([[...coo.rowIndex], [...coo.values]]).toEqual([
      [0, 1999999999],
      [4, 8],
    ]);
    expect(errorOf(() => toDense(parseMatrixMarket(text))).code).toBe('MMIO.LIMIT');
  });

  it('takes rows without columns, and columns without rows', () => {
    for (const size of ['2000000000 0', '0 2000000000']) {
      const file = parseMatrixMarket(`%%MatrixMarket matrix array real general\n${size}\n`);
      expect(toCoo(file).values).toHaveLength(0);
      expect(formatMatrixMarket(toDense(file))).toContain(`${size}\n`);
    }
  });

  it('leaves array files alone', () => {
    const file = parseMatrixMarket('%%MatrixMarket matrix array real general\n2 1\n0\n1\n');
    expect(applyEntryOptions(file, { zeros: 'drop', symmetry: 'expand', duplicates: 'sum' })).toBe(file);
    expect(toCoo(file).values).toHaveLength(2);
    expect(toCoo(file, { zeros: 'drop' }).values).toHaveLength(1);
  });
});

describe('dialects by option', () => {
  it('reads indices from 0', () => {
    const text = '%%MatrixMarket matrix coordinate real general\n2 2 2\n0 0 3\n1 1 4\n';
    expect(triples(text, { indexBase: 0 })).toEqual(['0 0 3', '1 1 4']);
    expect(errorOf(() => parseMatrixMarket(text)).fix).toContain('indexBase: 0');
    expect(errorOf(() => parseMatrixMarket(text.replace('1 1 4', '2 1 4'), { indexBase: 0 })).code).toBe('MMIO.INDEX');
  });

  it('drops values of a pattern', () => {
    const text = '%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1 5\n2 2 6\n';
    const file = parseMatrixMarket(text, { patternValues: 'drop' });
    expect([file.rowIndex.length, file.values.length, file.warnings[0]?.code, file.warnings[0]?.count]).toEqual([
      2,
      0,
      'MMIO.PATTERN_VALUES',
      2,
    ]);
    expect(errorOf(() => parseMatrixMarket(text.replace('1 1 5', '1 1 x'), { patternValues: 'drop' })).code).toBe(
      'MMIO.TOKENS',
    );
  });

  it('assumes a missing banner', () => {
    const file = parseMatrixMarket('% from somewhere\n2 2 1\n1 2 3\n', {
      assumeBanner: '%%MatrixMarket matrix coordinate real general',
    });
    expect([file.header.comments[0], file.values[0], file.warnings[0]?.code]).toEqual([
      ' from somewhere',
      3,
      'MMIO.BANNER_ASSUMED',
    ]);
  });
});

describe('what a file says besides its numbers', () => {
  it('warnings once a kind, with the first line and the count', () => {
    const seen: string[] = [];
    const file = parseMatrixMarket('%%MatrixMarket matrix array real general\n3 1\n1\n1e999\n-1e999\n', {
      onWarning: (warning) => seen.push(warning.code),
    });
    expect(file.warnings).toEqual([
      {
        code: 'MMIO.OVERFLOW',
        line: 4,
        count: 2,
        message: 'Line 4: 1e999 is beyond float64 and was read as Infinity.',
      },
    ]);
    expect(seen).toEqual(['MMIO.OVERFLOW']);
  });

  it('all departures of a banner and a size line are told, not only the first', () => {
    const text = '\ufeff\n %MatrixMarket matrix array real general\n1 1\n1\n';
    expect(parseMatrixMarket(text).warnings).toEqual([
      {
        code: 'MMIO.BANNER_FORM',
        line: 1,
        count: 1,
        message: expect.stringMatching(
          /^Line 1: a byte order mark before the banner; a blank line before the banner; blanks before the banner; one % before MatrixMarket\.$/,
        ) as string,
      },
    ]);
  });

  it('tells the lines of entries', () => {
    const file = parseMatrixMarket('%%MatrixMarket matrix array real general\n%\n4 1\n1\n\n% a\n2\n3\n%\n4');
    expect([0, 1, 2, 3].map((k) => lineOfEntry(file.lines, k))).toEqual([4, 7, 8, 10]);
  });

  it('tells structured comments of SuiteSparse', () => {
    const comments = [
      '%',
      '% UF Sparse Matrix Collection, Tim Davis',
      '% http://www.cise.ufl.edu/research/sparse/matrices/HB/1138_bus',
      '% name: HB/1138_bus',
      '% [S ADMITTANCE MATRIX]',
      '% id: 1',
      '% kind: power network problem',
    ];
    const { header } = parseMatrixMarket(
      `%%MatrixMarket matrix coordinate real symmetric\n${comments.map((c) => `${c}\n`).join('')}1 1 0\n`,
    );
    expect(header.metadata).toEqual({
      url: 'http://www.cise.ufl.edu/research/sparse/matrices/HB/1138_bus',
      name: 'HB/1138_bus',
      title: 'S ADMITTANCE MATRIX',
      id: '1',
      kind: 'power network problem',
    });
    expect(header.comments).toHaveLength(7);
  });

  it('integers exactly, and never rounds them unasked', () => {
    const text = '%%MatrixMarket matrix coordinate unsigned-integer general\n2 1 2\n1 1 18446744073709551615\n2 1 7\n';
    const file = parseMatrixMarket(text);
    expect(file.integers).toEqual(BigUint64Array.of(18446744073709551615n, 7n));
    for (const convert of [toCoo, toVector, toDense])
      expect(errorOf(() => convert(file)).code).toBe('MMIO.INTEGER_PRECISION');
    expect([...toVector(file, { inexactIntegers: 'round' })]).toEqual([18446744073709552000, 7]);
    expect(formatMatrixMarket(file)).toBe(text);
  });

  it('refuses matrices where a vector is wanted', () => {
    expect(errorOf(() => toVector(parseMatrixMarket(SYMMETRIC))).code).toBe('MMIO.NOT_VECTOR');
  });
});
