/** Small Harwell–Boeing and Rutherford–Boeing files: fields and symmetries, numbers that touch, exponents in every manner, right-hand sides. */
const HEADS = {
  title: `${'A small one'.padEnd(72)}KEY     `,
  counts: (values: number, vectors?: number) =>
    `             9             1             1${String(values).padStart(14)}${vectors === undefined ? '' : String(vectors).padStart(14)}`,
};

function file(
  type: string,
  shape: string,
  formats: readonly string[],
  {
    counts = HEADS.counts(type.toUpperCase().startsWith('P') ? 0 : 1),
    fifth,
    numbers,
  }: { readonly counts?: string; readonly fifth?: string; readonly numbers: readonly string[] },
): string {
  const widths = [16, 16, 20, 20];
  const line = formats.map((format, k) => format.padEnd(widths[k] ?? 0)).join('');
  const head = [HEADS.title, counts, `${type}           ${shape}`, line];
  return [...head, ...(fifth === undefined ? [] : [fifth]), ...numbers, ''].join('\n');
}

const POSITIONS = ['  1  3  4', '  1  2  2'];
const ALL = ['(8I3)', '(8I3)', '(3E12.4)'];

/** Rutherford–Boeing writes the type in small letters and has no line for right-hand sides. */
const RUTHERFORD: readonly string[] = [
  file('rua', '2 2 3 0', ALL, { numbers: [...POSITIONS, '  1.0000E+00 -2.0000E+00  3.5000E-01'] }),
  file('rsa', '2 2 3 0', ALL, { numbers: [...POSITIONS, '  1.0000E+00 -2.0000E+00  3.5000E-01'] }),
  file('psa', '3 3 3 0', ALL.slice(0, 2), { numbers: ['  1  2  3  4', '  1  2  3'] }),
  file('iua', '2 2 3 0', ['(8I3)', '(8I3)', '(3I5)'], { numbers: [...POSITIONS, '    1   -2    3'] }),
  file('cha', '2 2 2 0', ['(3I3)', '(3I3)', '(4F7.2)'], {
    numbers: ['  1  3  3', '  1  2', '   1.00   0.00   3.00   4.00'],
  }),
  file('rza', '2 2 1 0', ['(3I3)', '(3I3)', '(1P,2D9.2)'], { numbers: ['  1  2  2', '  2', ' 1.00D+01'] }),
];

const HARWELL: readonly string[] = [
  file('RUA', '2 2 3 0', ['(3I1)', '(3I1)', '(3F4.1)'], {
    counts: HEADS.counts(1, 0),
    numbers: ['134', '122', ' 1.5-2.0 3.0'],
  }),
  file('RSA', '2 2 2 0', ['(3I3)', '(3I3)', '(1P,2E9.2)'], { numbers: ['  1  3  3', '  1  2', ' 1.00E+00 2.00D+01'] }),
  file('PRA', '3 2 2 0', ['(3I3)', '(3I3)'], { numbers: ['  1  2  3', '  3  1'] }),
];

function withVectors(type: string, formats: readonly string[], fifth: string, numbers: readonly string[]): string {
  return file(type, '2 2 3 0', formats, { counts: HEADS.counts(1, 2), fifth, numbers });
}

const VECTORS: readonly string[] = [
  withVectors('RUA', [...ALL, '(2E12.4)'], 'FGX                       2             0', [
    ...POSITIONS,
    '1.0 2.0 3.0',
    '1.0 2.0',
    '3.0 4.0',
    '9.0 9.0',
  ]),
  withVectors('CUA', ['(8I3)', '(8I3)', '(6F4.1)', '(4F4.1)'], 'F                         1             0', [
    ...POSITIONS,
    ' 1.0 0.0 2.0 0.0 3.0 1.0',
    ' 1.0 2.0 3.0 4.0',
  ]),
  withVectors('RUA', [...ALL, '(2E12.4)'], 'M                         1             1', [
    ...POSITIONS,
    '1.0 2.0 3.0',
    '1.0',
  ]),
];

export const BOEING_SEEDS: readonly string[] = [...HARWELL, ...RUTHERFORD, ...VECTORS];
export const BOEING_VECTOR_SEEDS: readonly string[] = VECTORS;
/** Tokens that break readers of such text. */
export const BOEING_WORDS: readonly string[] = [
  '(1P5E15.8)',
  '(9999I9999)',
  '(0I5)',
  'RSE',
  'rua',
  'CZA',
  'PUA',
  '99999999999',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '-1',
  '0',
  '\n',
  '\r\n',
  ' ',
  'E+400',
  '1.5D+03',
  'NaN',
  'F',
  'M',
];
