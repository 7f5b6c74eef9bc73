import { excerptOf, readError } from '../errors/read-error.ts';
import { BANNER_WORDS, type MatrixMarketBanner, type MatrixMarketField } from '../model/header.ts';
import { tokenize } from './tokens.ts';

export interface ParsedBanner {
  readonly banner: MatrixMarketBanner;
  /** Departures from the document, each a warning. */
  readonly departures: readonly string[];
}

const EXAMPLE = '%%MatrixMarket matrix coordinate real general';

/** A guess at what a file without a banner is. */
function guessContent(text: string): string {
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff|\ufffd\ufffd|\u0000[ -~]|[ -~]\u0000)/.test(text))
    return 'It is UTF-16 text, and Matrix Market is ASCII: convert it with iconv -f UTF-16 -t UTF-8.';
  if (text.startsWith('\u001f\u008b')) return 'It is gzip inside gzip: decompress it once.';
  if (/^[\u0089\ufffd]HDF/.test(text))
    return 'It is HDF5 (AnnData .h5ad, 10x .h5, MATLAB 7.3): read it with readHdf5 of @spmv/interchange.';
  if (text.startsWith('PK')) return 'It looks like a ZIP archive: extract the .mtx file first.';
  if (text.startsWith('BZh')) return 'It looks like bzip2: decompress it, or compress it with gzip instead.';
  if (/^\u00fd7zXZ|^\ufffd7zXZ/.test(text)) return 'It looks like xz: decompress it, or compress it with gzip instead.';
  if (/^\s*[[{]/.test(text))
    return 'It looks like JSON: a matrix is read from Matrix Market and other files of matrices.';
  if (/^\s*</.test(text)) return 'It looks like HTML or XML, perhaps an error page in place of a download.';
  if (/[\0-\u0008\u000e-\u001f\ufffd]/.test(text)) return 'It looks like binary data: Matrix Market is ASCII text.';
  if (/^.{72}\S/.test(text) && !/^\s*%/.test(text))
    return 'It looks like a Harwell–Boeing file: convert it to Matrix Market.';
  if (/^\s*[-+.\d]/.test(text))
    return `If it is coordinate text without a banner, pass assumeBanner: '${EXAMPLE}', in the command --assume-banner '${EXAMPLE}'.`;
  return `Start the file with a line such as ‘${EXAMPLE}’; where it lacks that alone, pass assumeBanner: '${EXAMPLE}', in the command --assume-banner '${EXAMPLE}'.`;
}

function keyword<T extends string>(
  words: readonly T[],
  kind: string,
  token: { readonly text: string; readonly column: number } | undefined,
  line: { readonly number: number; readonly text: string },
): T {
  if (token === undefined) {
    const column = line.text.trimEnd().length + 1;
    throw readError(
      'MMIO.BANNER',
      { line: line.number, column, excerpt: excerptOf(line.text, column) },
      `the banner ends before its ${kind}`,
      `Write all four words, for example ‘${EXAMPLE}’.`,
    );
  }
  const lower = token.text.toLowerCase();
  const found = words.find((word) => word === lower);
  if (found !== undefined) return found;
  throw readError(
    'MMIO.KEYWORD',
    { line: line.number, column: token.column, excerpt: excerptOf(line.text, token.column) },
    `unknown ${kind} ‘${token.text.slice(0, 40)}’`,
    `Use one of: ${words.join(', ')}.`,
    { kind, found: token.text.slice(0, 40) },
  );
}

/** Refuses banners whose words exclude one another. Errors: `MMIO.COMBINATION`. */
function checkCombination(banner: MatrixMarketBanner, fail: (what: string, fix: string) => Error): void {
  const { object, format, field, symmetry } = banner;
  if (field === 'pattern' && format === 'array')
    throw fail(
      'an array has values, so its field cannot be pattern',
      'Use coordinate for a pattern, or real for values.',
    );
  if (field === 'pattern' && symmetry === 'skew-symmetric')
    throw fail('a pattern has no signs, so it cannot be skew-symmetric', 'Use symmetric.');
  if (symmetry === 'hermitian' && field !== 'complex')
    throw fail(`hermitian needs the complex field, this file has ${field}`, 'Use symmetric.');
  if (field === 'unsigned-integer' && symmetry === 'skew-symmetric')
    throw fail('unsigned values cannot be skew-symmetric', 'Use integer.');
  if (object === 'vector' && symmetry !== 'general')
    throw fail(`a vector cannot be ${symmetry}`, 'Use general, or leave the word out.');
}

/**
 * The banner `%%MatrixMarket object format field symmetry`, in any case, also after blanks or with one `%`.
 * A vector may leave out the symmetry. Errors: `MMIO.BANNER`, `MMIO.KEYWORD`, `MMIO.COMBINATION`.
 */
export function parseBanner(text: string, line: number): ParsedBanner {
  const tokens = tokenize(text, 8);
  const place = (column: number): { line: number; column: number; excerpt: string } => ({
    line,
    column,
    excerpt: excerptOf(text, column),
  });
  const head = tokens[0];
  if (head === undefined || !/^%{1,2}matrixmarket$/i.test(head.text)) {
    throw readError('MMIO.BANNER', place(head?.column ?? 1), 'this is not a Matrix Market banner', guessContent(text));
  }
  const at = { number: line, text };
  const object = keyword(BANNER_WORDS.object, 'object', tokens[1], at);
  const format = keyword(BANNER_WORDS.format, 'format', tokens[2], at);
  const word = keyword(BANNER_WORDS.field, 'field', tokens[3], at);
  const field: MatrixMarketField = word === 'double' ? 'real' : word;
  const departures: string[] = [];
  const symmetry =
    tokens[4] === undefined && object === 'vector'
      ? 'general'
      : keyword(BANNER_WORDS.symmetry, 'symmetry', tokens[4], at);
  const extra = tokens[5];
  if (extra !== undefined) {
    throw readError(
      'MMIO.BANNER',
      place(extra.column),
      'the banner has one word too many',
      `Write four words, for example ‘${EXAMPLE}’.`,
    );
  }
  const banner = { object, format, field, symmetry };
  checkCombination(banner, (what, fix) =>
    readError('MMIO.COMBINATION', place(tokens[3]?.column ?? 1), what, fix, banner),
  );
  if (head.column > 1) departures.push('blanks before the banner');
  if (!head.text.startsWith('%%')) departures.push('one % before MatrixMarket');
  return { banner, departures };
}
