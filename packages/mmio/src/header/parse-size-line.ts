import { INDEX_LIMIT } from '@spmv/core';
import { excerptOf, readError } from '../errors/read-error.ts';
import { type MatrixMarketBanner, packedLength } from '../model/header.ts';
import { tokenize } from './tokens.ts';

export interface ParsedSize {
  readonly rows: number;
  readonly cols: number;
  readonly storedEntries: number;
  readonly departures: readonly string[];
}

/** How many numbers the size line has, and their names. */
function expectedNames(banner: MatrixMarketBanner): readonly string[] {
  if (banner.object === 'vector') return banner.format === 'array' ? ['length'] : ['length', 'entries'];
  return banner.format === 'array' ? ['rows', 'columns'] : ['rows', 'columns', 'entries'];
}

/**
 * The size line: `rows cols entries` (coordinate), `rows cols` (array), `length entries` or `length` (vector; a
 * coordinate vector with `length` alone stores every element). Errors: `MMIO.SIZE_LINE`, `MMIO.NOT_SQUARE`, `MMIO.LIMIT`.
 */
export function parseSizeLine(text: string, line: number, banner: MatrixMarketBanner, maxEntries: number): ParsedSize {
  const tokens = tokenize(text, 8);
  const names = expectedNames(banner);
  const place = (column: number): { line: number; column: number; excerpt: string } => ({
    line,
    column,
    excerpt: excerptOf(text, column),
  });
  const shape = `${banner.format === 'array' ? 'an' : 'a'} ${banner.format} ${banner.object} needs ${names.join(', ')}`;
  const numbers = tokens.map((token, t) => {
    if (!/^\+?\d+$/.test(token.text)) {
      throw readError(
        'MMIO.SIZE_LINE',
        place(token.column),
        `the size line has ‘${token.text.slice(0, 40)}’ where ${shape}`,
        'Write the size line as non-negative integers separated by blanks.',
      );
    }
    const value = Number(token.text);
    if (value > INDEX_LIMIT) {
      throw readError(
        'MMIO.LIMIT',
        place(token.column),
        `${names[t] ?? 'a size'} is ${token.text.slice(0, 40)}, more than 2^31 − 1`,
        'Split the matrix: indices have 32 bits here.',
        { limit: INDEX_LIMIT },
      );
    }
    return value;
  });
  const departures: string[] = [];
  const allStored = banner.object === 'vector' && banner.format === 'coordinate' && numbers.length === 1;
  if (allStored) departures.push('a coordinate vector without its number of entries');
  if (numbers.length !== names.length && !allStored) {
    const extra = tokens[names.length];
    const lis =
      banner.format === 'coordinate' && numbers.length === 5
        ? ' Files of the Lis dialect have two more numbers and append vectors: write the vectors into files of their own.'
        : '';
    throw readError(
      'MMIO.SIZE_LINE',
      place(extra?.column ?? text.trimEnd().length + 1),
      `the size line has ${numbers.length} ${numbers.length === 1 ? 'number' : 'numbers'}, but ${shape}`,
      `Write ${names.length} ${names.length === 1 ? 'number' : 'numbers'} on this line.${lis}`,
    );
  }
  const rows = numbers[0] as number;
  const cols = banner.object === 'vector' ? 1 : (numbers[1] as number);
  if (banner.symmetry !== 'general' && rows !== cols) {
    throw readError(
      'MMIO.NOT_SQUARE',
      place(tokens[1]?.column ?? 1),
      `a ${banner.symmetry} matrix is square, this one is ${rows} × ${cols}`,
      'Correct the size line, or write general in the banner.',
      { rows, cols },
    );
  }
  const storedEntries =
    banner.format === 'array'
      ? packedLength(banner.symmetry, rows, cols)
      : allStored
        ? rows
        : (numbers[names.length - 1] as number);
  if (storedEntries > maxEntries) {
    throw readError(
      'MMIO.LIMIT',
      place(tokens.at(-1)?.column ?? 1),
      `the size line announces ${storedEntries} entries, but the limit is ${maxEntries}`,
      'Raise limits.entries, in the command --max-entries, if this is intended.',
      { entries: storedEntries, limit: maxEntries },
    );
  }
  return { rows, cols, storedEntries, departures };
}
