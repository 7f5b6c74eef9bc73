import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plugin, readHarwellBoeing } from '../src/index.ts';
import { parseDescriptor, parseField } from '../src/boeing/edit-descriptor.ts';
import { bitsOf, recordedBits, rejectionOf } from './helpers.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): ReturnType<typeof readHarwellBoeing> => readHarwellBoeing(encode(text));

const { cases } = JSON.parse(readFileSync(new URL('../fixtures/harwell-boeing.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly {
    readonly name: string;
    readonly text: string;
    readonly shape: readonly number[];
    readonly row: readonly number[];
    readonly col: readonly number[];
    readonly values: string;
  }[];
};

/** A file of four lines of header and what follows them. */
function boeing(
  { type = 'RUA', shape = '3 3 4 0', formats = ['(4I3)', '(4I3)', '(4F8.2)'], counts = '4 1 1 1 0' },
  ...lines: readonly string[]
): string {
  const [pointers = '', indices = '', values = ''] = formats;
  const fourth = `${pointers.padEnd(16)}${indices.padEnd(16)}${values.padEnd(20)}`;
  return `${'A small one'.padEnd(72)}SMALL   \n${counts}\n${type.padEnd(14)}${shape}\n${fourth}\n${lines.join('\n')}\n`;
}
const NUMBERS = ['  1  3  4  5', '  1  3  2  3', '    1.50   -2.00    3.00    4.25'] as const;

describe('Harwell–Boeing', () => {
  it.each(cases)('$name as SciPy wrote and reads it', async ({ text, shape, row, col, values }) => {
    const matrix = await read(text);
    expect([matrix.shape.rows, matrix.shape.cols]).toEqual(shape);
    expect([...(matrix.positions?.rowIndex ?? [])]).toEqual(row);
    expect([...(matrix.positions?.colIndex ?? [])]).toEqual(col);
    expect(bitsOf(matrix.values)).toEqual(recordedBits(values));
  });

  it('entries stand by columns, numbers by the formats', async () => {
    const matrix = await read(boeing({}, ...NUMBERS));
    expect(matrix).toMatchObject({
      field: 'real',
      symmetry: 'general',
      about: 'Harwell–Boeing RUA; A small one, SMALL',
    });
    expect([...(matrix.positions?.rowIndex ?? [])]).toEqual([0, 2, 1, 2]);
    expect([...(matrix.positions?.colIndex ?? [])]).toEqual([0, 0, 1, 2]);
    expect([...matrix.values]).toEqual([1.5, -2, 3, 4.25]);
  });

  it('numbers that touch, several lines, carriage returns, small letters, no last line feed', async () => {
    const touching = boeing(
      { type: 'rua', formats: ['(2I1)', '(3I1)', '(2F4.1)'] },
      '13',
      '45',
      '132',
      '3',
      ' 1.5-2.0',
      ' 3.04.25',
    ).trimEnd();
    expect([...(await read(touching.replaceAll('\n', '\r\n'))).values]).toEqual([1.5, -2, 3, 4.25]);
  });

  it.each([
    ['RSA', 'symmetric'],
    ['RZA', 'skew-symmetric'],
    ['CHA', 'hermitian'],
  ])('%s is %s, one triangle as it is stored', async (type, symmetry) => {
    const two = type === 'CHA' ? '   1.00   2.00   3.00   4.00' : '   1.00   2.00';
    const matrix = await read(
      boeing({ type, shape: '2 2 2 0', formats: ['(3I3)', '(3I3)', '(4F7.2)'] }, '  1  3  3', '  1  2', two),
    );
    expect(matrix).toMatchObject({ symmetry, field: type === 'CHA' ? 'complex' : 'real' });
    expect(matrix.imaginary && [...matrix.imaginary]).toEqual(type === 'CHA' ? [2, 4] : undefined);
  });

  it('patterns are ones; integers and rectangular matrices; right-hand sides are left out', async () => {
    const pattern = await read(boeing({ type: 'PUA', counts: '2 1 1 0' }, NUMBERS[0], NUMBERS[1]));
    expect([pattern.field, ...pattern.values]).toEqual(['pattern', 1, 1, 1, 1]);
    const wide = boeing(
      { type: 'IRA', shape: '3 2 2 0', formats: ['(3I3)', '(3I3)', '(2I4)'], counts: '4 1 1 1 0' },
      '  1  2  3',
      '  3  1',
      '   7  -9',
    );
    expect(await read(wide)).toMatchObject({
      field: 'integer',
      shape: { rows: 3, cols: 2 },
      values: Float64Array.of(7, -9),
    });
    const [four, rest] = [boeing({ counts: '6 1 1 1 1' }).split('\n').slice(0, 4), NUMBERS];
    const vectors = [...four, 'F                          1             0', ...rest, '  1.0  2.0  3.0', ''].join('\n');
    expect((await read(vectors)).about).toContain('right-hand sides left out');
  });

  it('is refused where it goes on after its last number, but for blanks', async () => {
    const text = boeing({}, ...NUMBERS);
    expect(await read(`${text}\n   \r\n\u001a`)).toEqual(await read(text));
    expect(await rejectionOf(read(`${text}\n    5.00\n`))).toMatchObject({
      code: 'FILE.FORMAT',
      details: { line: 9 },
      message: expect.stringContaining('goes on after the last number'),
    });
  });

  it('is recognised by what it says, or by its name', () => {
    const type = plugin.files?.find(({ id }) => id === 'harwell-boeing');
    expect(type?.recognises(encode(boeing({}, ...NUMBERS)), 'matrix')).toBe(true);
    expect(type?.recognises(encode(cases[0]?.text ?? ''), '-')).toBe(true);
    expect(type?.recognises(encode('hello'), 'a.rsa')).toBe(true);
    expect(type?.recognises(encode('1 2 3\n4 5 6\n7 8 9\n'), 'a.txt')).toBe(false);
  });
});

describe('Fortran formats', () => {
  it.each([
    ['(16I5)', 16, 5],
    ['(5E16.8)', 5, 16],
    ['(3D25.16)', 3, 25],
    ['(1P5E15.8)', 5, 15],
    ['(1P,3E25.16E3)', 3, 25],
    ['(3(1PE26.18))', 3, 26],
    ['( 10F7.1 )', 10, 7],
    ['(1P4d20.13)', 4, 20],
    ['(I8)', 1, 8],
    ['(4G20.12)', 4, 20],
  ])('%s', (text, perLine, width) => {
    expect(parseDescriptor(text, 4)).toMatchObject({ perLine, width });
  });

  it.each(['', '(5X,3I4)', '(A8)', '5E16.8', '(0I5)', '(I0)', '(9999I9999)', '(5E16.8,I3)'])(
    '%s is refused',
    (text) => {
      expect(() => parseDescriptor(text, 4)).toThrow(/not understood/);
    },
  );

  it.each([
    ['(F10.2)', '      1.50', 1.5],
    ['(F10.2)', '       150', 1.5],
    ['(F10.2)', '      -150', -1.5],
    ['(E10.2)', '   1.5E+02', 150],
    ['(E10.2)', '   1.5D+02', 150],
    ['(E10.2)', '   1.5+102', 1.5e102],
    ['(D12.2)', '    1.5-102 ', 1.5e-102],
    ['(1PE10.2)', '   1.5E+00', 1.5],
    ['(1PF10.2)', '      1.50', 0.15],
    ['(F10.2)', '        .5', 0.5],
    ['(F10.2)', '        5.', 5],
    ['(F10.2)', '       NaN', NaN],
    ['(F10.2)', '      -Inf', -Infinity],
    ['(F10.2)', '   - 1. 5 ', -1.5],
    ['(F20.2)', ' 0.1000000000000000055', 0.1],
  ])('%s reads %s as %d', (format, field, value) => {
    expect(parseField(field, parseDescriptor(format, 4))).toBe(value);
  });

  it.each(['          ', '       abc', '       1e5x', '      . ', '     --1.0', '     0x10'])(
    "'%s' is no number",
    (field) => {
      expect(parseField(field, parseDescriptor('(F10.2)', 4))).toBeUndefined();
      expect(parseField(field, parseDescriptor('(I10)', 4))).toBeUndefined();
    },
  );
});

describe('hostile files', () => {
  it.each<readonly [name: string, text: string, code: string, line: number]>([
    ['nothing', '', 'FILE.TRUNCATED', 1],
    ['words', 'a\nb\nc\nd\n', 'FILE.FORMAT', 2],
    ['no type', boeing({ type: '12' }, ...NUMBERS), 'FILE.FORMAT', 3],
    ['elements', boeing({ type: 'RSE' }, ...NUMBERS), 'FILE.UNSUPPORTED', 3],
    ['an unknown type', boeing({ type: 'XUA' }, ...NUMBERS), 'FILE.UNSUPPORTED', 3],
    ['a type of every object', boeing({ type: '__proto__' }, ...NUMBERS), 'FILE.FORMAT', 3],
    ['a symmetric matrix that is not square', boeing({ type: 'RSA', shape: '3 4 4 0' }, ...NUMBERS), 'FILE.FORMAT', 3],
    ['both triangles', boeing({ type: 'RSA' }, '  1  3  4  5', '  1  3  2  1', NUMBERS[2]), 'FILE.FORMAT', 3],
    ['a thousand million entries', boeing({ shape: '3 3 1000000000 0' }, ...NUMBERS), 'FILE.TRUNCATED', 3],
    ['entries beyond 31 bits', boeing({ shape: '3 3 3000000000 0' }, ...NUMBERS), 'FILE.LIMIT', 3],
    ['an unknown format', boeing({ formats: ['(4X3)', '(4I3)', '(4F8.2)'] }, ...NUMBERS), 'FILE.UNSUPPORTED', 4],
    ['no lines of values', boeing({ counts: '3 1 1 0 0' }, ...NUMBERS), 'FILE.FORMAT', 2],
    ['a pointer that falls', boeing({}, '  1  3  2  5', NUMBERS[1], NUMBERS[2]), 'FILE.INDEX', 5],
    ['a first pointer of 0', boeing({}, '  0  3  4  5', NUMBERS[1], NUMBERS[2]), 'FILE.INDEX', 5],
    ['a last pointer before the end', boeing({}, '  1  3  4  4', NUMBERS[1], NUMBERS[2]), 'FILE.INDEX', 5],
    ['a row of 0', boeing({}, NUMBERS[0], '  1  0  2  3', NUMBERS[2]), 'FILE.INDEX', 6],
    ['a row beyond the last', boeing({}, NUMBERS[0], '  1  4  2  3', NUMBERS[2]), 'FILE.INDEX', 6],
    ['a number that is none', boeing({}, NUMBERS[0], NUMBERS[1], '    1.50   x2.00    3.00    4.25'), 'FILE.NUMBER', 7],
    [
      'a line that is too short',
      boeing({}, NUMBERS[0], NUMBERS[1], '    1.50   -2.00', '            '),
      'FILE.NUMBER',
      7,
    ],
    ['no values', boeing({}, NUMBERS[0], '  1  3  2  3     '), 'FILE.TRUNCATED', 7],
  ])('%s', async (_, text, code, line) => {
    const error = await rejectionOf(read(text));
    expect([error.code, error.details['line'], error.message]).toEqual([
      code,
      line,
      expect.stringMatching(/^line \d+/) as string,
    ]);
    expect(error.fix).not.toBe('');
  });

  it('names the column of a number that is none', async () => {
    const error = await rejectionOf(read(boeing({}, NUMBERS[0], NUMBERS[1], '    1.50   x2.00    3.00    4.25')));
    expect(error.details).toMatchObject({ line: 7, column: 9 });
  });

  it('a line without end and sizes beyond limits are refused', async () => {
    expect((await rejectionOf(read('x'.repeat(3 << 20)))).code).toBe('FILE.LIMIT');
    expect(
      (await rejectionOf(readHarwellBoeing(encode(boeing({}, ...NUMBERS)), { limits: { entries: 3 } }))).code,
    ).toBe('FILE.LIMIT');
  });
});

describe('right-hand sides', () => {
  const file = (fifth: string, formats: string, ...numbers: readonly string[]): Uint8Array =>
    new TextEncoder().encode(
      [
        'Two by two'.padEnd(72) + 'KEY'.padEnd(8),
        '             7             1             1             1             2',
        `RUA${' '.repeat(11)}             2             2             3             0`,
        `(8I10)          (8I10)          (3E26.18)           ${formats}`,
        fifth,
        '         1         3         4',
        '         1         2         2',
        '2.0 3.0 4.0',
        ...numbers,
        '',
      ].join('\n'),
    );

  it('dense ones are a matrix of their own, each a column; guesses and solutions after them are left out', async () => {
    const bytes = file('FGX                       2             0', '(2E12.4)', '1.0 2.0', '3.0 4.0', '9.0 9.0');
    expect(await readHarwellBoeing(bytes, { part: 'rhs' })).toMatchObject({
      shape: { rows: 2, cols: 2 },
      values: Float64Array.of(1, 3, 2, 4),
      field: 'real',
    });
    expect((await readHarwellBoeing(bytes)).values).toEqual(Float64Array.of(2, 3, 4));
  });

  it.each([
    ['sparse ones', file('M                         1             2', '(2E12.4)', '1.0 2.0'), 'FILE.UNSUPPORTED'],
    ['none', file('F                         0             0', '(2E12.4)'), 'FILE.UNSUPPORTED'],
    [
      'more than the file has',
      file('F                 999999999             0', '(2E12.4)', '1.0 2.0'),
      'FILE.TRUNCATED',
    ],
    ['cut ones', file('F                         2             0', '(2E12.4)', '1.0 2.0'), 'FILE.TRUNCATED'],
    ['words', file('F                         1             0', '(2E12.4)', '1.0 two'), 'FILE.NUMBER'],
  ])('refuses %s', async (_, bytes, code) => {
    expect((await rejectionOf(readHarwellBoeing(bytes, { part: 'rhs' }))).code).toBe(code);
  });
});
