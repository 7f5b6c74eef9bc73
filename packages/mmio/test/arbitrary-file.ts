import fc from 'fast-check';
import { packedLength } from '../src/model/header.ts';

const BLANK = fc.constantFrom(' ', '  ', '\t', ' \t ');
const END = fc.constantFrom('\n', '\n', '\n', '\r\n', ' \n');

function number(field: string): fc.Arbitrary<string> {
  if (field === 'integer')
    return fc.oneof(fc.integer().map(String), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String));
  if (field === 'unsigned-integer') return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
  const real = fc.double({ noNaN: true, noDefaultInfinity: true });
  return fc.oneof(
    real.map((value) => (Object.is(value, -0) ? '-0' : String(value))),
    real.map((value) => value.toExponential(17)),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential().replace('e', 'D')),
    fc.constantFrom('nan', 'inf', '-Inf', '+1.5', '.25', '4.', '0', '-0.0', '12345678901234567890.123456789'),
  );
}

interface Kind {
  readonly format: string;
  readonly field: string;
  readonly symmetry: string;
}

const KIND: fc.Arbitrary<Kind> = fc
  .record({
    format: fc.constantFrom('coordinate', 'coordinate', 'array'),
    field: fc.constantFrom('real', 'double', 'complex', 'integer', 'unsigned-integer', 'pattern'),
    symmetry: fc.constantFrom('general', 'symmetric', 'skew-symmetric', 'hermitian'),
  })
  .filter(({ format, field, symmetry }) => {
    if (field === 'pattern' && (format === 'array' || symmetry === 'skew-symmetric')) return false;
    if (field === 'unsigned-integer' && symmetry === 'skew-symmetric') return false;
    return symmetry !== 'hermitian' || field === 'complex';
  });

function lineOf(parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('', '', '', ' '), END, BLANK, ...parts)
    .map(([lead, end, blank, ...words]) => `${lead}${words.join(blank)}${end}`);
}

const NOISE = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constant('% between\n') },
  { weight: 1, arbitrary: fc.constant('\n') },
);

function entryLine({ format, field, symmetry }: Kind, rows: number, cols: number): fc.Arbitrary<string> {
  const width = field === 'pattern' ? 0 : field === 'complex' ? 2 : 1;
  const values = Array.from({ length: width }, () => number(field));
  if (format === 'array') return lineOf(values);
  const position =
    symmetry === 'general'
      ? fc.tuple(fc.integer({ min: 1, max: rows }), fc.integer({ min: 1, max: cols }))
      : fc
          .tuple(fc.integer({ min: symmetry === 'skew-symmetric' ? 2 : 1, max: rows }), fc.nat())
          .map(([i, r]) => [i, 1 + (r % (symmetry === 'skew-symmetric' ? i - 1 : i))] as const);
  return position.chain(([i, j]) => lineOf([fc.constant(String(i)), fc.constant(String(j)), ...values]));
}

/** Valid files of every kind, in the free form readers have to take. */
export function anyFileText(): fc.Arbitrary<string> {
  return fc
    .record({
      kind: KIND,
      n: fc.integer({ min: 2, max: 6 }),
      m: fc.integer({ min: 2, max: 6 }),
      entries: fc.integer({ min: 0, max: 12 }),
      comments: fc.array(fc.stringMatching(/^[ -~]{0,20}$/), { maxLength: 3 }),
    })
    .chain(({ kind, n, m, entries, comments }) => {
      const cols = kind.symmetry === 'general' ? m : n;
      const count = kind.format === 'array' ? packedLength(kind.symmetry as 'general', n, cols) : entries;
      const size = kind.format === 'array' ? `${n} ${cols}` : `${n} ${cols} ${count}`;
      const line = fc.tuple(NOISE, entryLine(kind, n, cols)).map((pair) => pair.join(''));
      return fc.array(line, { minLength: count, maxLength: count }).map((lines) => {
        // A comment must not look like a GraphBLAS type line.
        const said = comments.map((comment) => `% ${comment}\n`).join('');
        return `%%MatrixMarket matrix ${kind.format} ${kind.field} ${kind.symmetry}\n${said}${size}\n${lines.join('')}`;
      });
    });
}
