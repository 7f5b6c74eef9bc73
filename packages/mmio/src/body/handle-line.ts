import { excerptOf, type TextPlace, type ReadErrorCode, readError } from '../errors/read-error.ts';
import { type Token, tokenize } from '../header/tokens.ts';
import { isLongInteger, parseIntegerText, parseRealText } from '../number/parse-number.ts';
import type { BodyState, LineHandler } from './body-state.ts';
import type { ValueRules } from './value-rules.ts';

export type Warn = (code: ReadErrorCode, line: number, column: number, message: string, excerpt: string) => void;

export interface LineContext {
  readonly rules: ValueRules;
  readonly strict: boolean;
  readonly patternValues: 'refuse' | 'drop';
  readonly lineBytes: number;
  readonly warn: Warn;
}

/** One character for each byte, so that columns are byte positions. */
export function decodeBytes(text: Uint8Array, start: number, end: number): string {
  let decoded = '';
  for (let p = start; p < end; p += 8192) decoded += String.fromCharCode(...text.subarray(p, Math.min(end, p + 8192)));
  return decoded;
}

/** The blanks of `tokenize`: space, tab, vertical tab, form feed, carriage return. */
function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || (byte >= 11 && byte <= 13);
}

/** Notes that from the next entry on lines are one further down. */
function recordLine(state: BodyState): void {
  const { from, offset } = state.lineRuns;
  if (from.at(-1) === state.count) offset[offset.length - 1] = state.lineOffset;
  else {
    from.push(state.count);
    offset.push(state.lineOffset);
  }
}

/** The same line in words: every error names the token that is wrong. */
export function createLineHandler(context: LineContext): LineHandler {
  const { rules, strict, warn } = context;

  function fail(
    code: ReadErrorCode,
    place: TextPlace,
    what: string,
    fix: string,
    details: Record<string, unknown> = {},
  ): never {
    throw readError(code, place, what, fix, details);
  }

  function readIndex(state: BodyState, token: Token, kind: 'row' | 'column', size: number, place: TextPlace): number {
    const first = state.indexBase;
    const value = /^\+?\d+$/.test(token.text) ? Number(token.text) : Number.NaN;
    if (Number.isNaN(value) && !/^-\d+$/.test(token.text)) {
      fail(
        'MMIO.INDEX',
        place,
        `the ${kind} index ‘${token.text.slice(0, 40)}’ is not an integer`,
        'Write indices as plain integers.',
      );
    }
    if (!(value >= first && value < size + first)) {
      const other = 1 - first;
      const isOther = value === other || value === size - 1 + other;
      const base = isOther
        ? ` If the file counts from ${other}, pass indexBase: ${other}, in the command --index-base ${other}.`
        : '';
      const range = size === 0 ? `no ${kind} exists` : `outside ${first}…${size - 1 + first}`;
      fail(
        'MMIO.INDEX',
        place,
        `the ${kind} index ${token.text.slice(0, 40)} is ${size === 0 ? `out of range, ${range}` : range}`,
        `Correct the index or the size line.${base}`,
        { [kind]: token.text.slice(0, 40), size },
      );
    }
    return value - first;
  }

  function readInteger(state: BodyState, token: Token, place: TextPlace): number {
    const value = parseIntegerText(token.text);
    if (value === undefined && !isLongInteger(token.text)) {
      const real = parseRealText(token.text) !== undefined;
      fail(
        'MMIO.NUMBER',
        place,
        `‘${token.text.slice(0, 40)}’ is ${real ? 'not an integer, but the banner says' : 'not a number; the banner says'} ${state.header.field}`,
        real ? 'Write real in the banner.' : 'Correct the value.',
      );
    }
    if (value === undefined || value < rules.least || value > rules.greatest) {
      fail(
        'MMIO.INTEGER_RANGE',
        place,
        `${token.text.slice(0, 40)} is outside ${rules.type}, ${rules.least}…${rules.greatest}`,
        'Write real in the banner for larger values, or correct the value.',
        { least: String(rules.least), greatest: String(rules.greatest) },
      );
    }
    const nearest = Number(value);
    if (BigInt(nearest) !== value) state.wide.set(state.count, value);
    return nearest;
  }

  function readReal(token: Token, place: TextPlace): number {
    const value = parseRealText(token.text);
    if (value === undefined) {
      fail(
        'MMIO.NUMBER',
        place,
        `‘${token.text.slice(0, 40)}’ is not a number`,
        'Write decimal numbers such as 1, -2.5 or 3e-7. inf and nan are read too.',
      );
    }
    if (strict && /\d\.?[dD]/.test(token.text)) {
      fail(
        'MMIO.D_EXPONENT',
        place,
        'the exponent is written with D (refused because of the option strict)',
        'Write e.',
      );
    }
    if ((value === Infinity || value === -Infinity) && /\d/.test(token.text)) {
      warn(
        'MMIO.OVERFLOW',
        place.line,
        place.column,
        `${token.text.slice(0, 40)} is beyond float64 and was read as ${value}`,
        place.excerpt ?? '',
      );
    }
    return value;
  }

  function readValues(
    state: BodyState,
    tokens: readonly Token[],
    first: number,
    place: (column: number) => TextPlace,
  ): void {
    for (let w = 0; w < state.width; w++) {
      const token = tokens[first + w] as Token;
      const value = rules.integral
        ? readInteger(state, token, place(token.column))
        : readReal(token, place(token.column));
      (w === 0 ? state.values : state.imaginary)[state.count] = value;
    }
  }

  function readEntry(state: BodyState, text: string, line: number): void {
    const place = (column: number): TextPlace => ({ line, column, excerpt: excerptOf(text, column) });
    const tokens = tokenize(text, 8);
    const indices = state.indexed ? 2 : 0;
    const wanted = indices + state.width;
    const { header } = state;
    if (state.indexed) {
      const rowToken = tokens[0] as Token;
      const row = readIndex(state, rowToken, 'row', header.rows, place(rowToken.column));
      const colToken = header.object === 'vector' ? undefined : tokens[1];
      if (colToken === undefined && header.object !== 'vector') {
        fail(
          'MMIO.TOKENS',
          place(text.trimEnd().length + 1),
          'the line ends before its column index',
          'Write row, column and value.',
        );
      }
      state.rowIndex[state.count] = row;
      if (colToken !== undefined) {
        const col = readIndex(state, colToken, 'column', header.cols, place(colToken.column));
        state.colIndex[state.count] = col;
        if (strict && header.symmetry !== 'general' && row < col) {
          fail(
            'MMIO.TRIANGLE',
            place(rowToken.column),
            `the entry is above the diagonal of a ${header.symmetry} matrix`,
            'Store the lower triangle only.',
          );
        }
        if (strict && header.symmetry === 'skew-symmetric' && row === col) {
          fail(
            'MMIO.DIAGONAL',
            place(rowToken.column),
            'a skew-symmetric matrix has no diagonal to store',
            'Leave the entry out.',
          );
        }
      }
    }
    const needed = header.object === 'vector' && state.indexed ? wanted - 1 : wanted;
    if (tokens.length < needed) {
      fail(
        'MMIO.TOKENS',
        place(text.trimEnd().length + 1),
        `the line has ${tokens.length} of ${needed} numbers`,
        `An entry of a ${header.field} ${header.format} file has ${needed} numbers on its line.`,
      );
    }
    readValues(state, tokens, needed - state.width, place);
    for (const extra of tokens.slice(needed)) {
      const number = parseRealText(extra.text) !== undefined;
      if (number && header.field === 'pattern' && context.patternValues === 'drop') continue;
      const hint =
        header.field === 'pattern' && number
          ? " To leave values of a pattern file out, pass patternValues: 'drop', in the command --pattern-values drop."
          : '';
      fail(
        'MMIO.TOKENS',
        place(extra.column),
        `‘${extra.text.slice(0, 40)}’ comes after the ${needed === 1 ? 'one number' : `${needed} numbers`} this line should have`,
        `Remove it, or correct the banner.${hint}`,
      );
    }
    if (tokens.length > needed)
      warn('MMIO.PATTERN_VALUES', line, 1, 'values in a pattern file were ignored', excerptOf(text, 1));
    state.count++;
  }

  return (state, bytes, lineStart, textEnd) => {
    let end = bytes.indexOf(10, lineStart);
    const line = state.count + state.lineOffset;
    let first = lineStart;
    while (first < end && isBlank(bytes[first] as number)) first++;
    const comment = bytes[first] === 37;
    if (first === end || comment) {
      if (comment && strict)
        fail(
          'MMIO.COMMENT',
          { line, column: first - lineStart + 1 },
          'a comment among the entries',
          'Move comments above the size line.',
        );
      state.lineOffset++;
      for (; end + 1 < textEnd && bytes[end + 1] === 10; end++) state.lineOffset++;
      recordLine(state);
      return end + 1;
    }
    if (end - lineStart > context.lineBytes) {
      fail(
        'MMIO.LIMIT',
        { line, column: context.lineBytes, excerpt: excerptOf(decodeBytes(bytes, lineStart, lineStart + 200), 1) },
        `the line is longer than ${context.lineBytes} bytes`,
        'Raise limits.lineBytes, in the command --max-line-bytes, if this is intended.',
      );
    }
    const text = decodeBytes(bytes, lineStart, end);
    if (state.count >= state.header.storedEntries) {
      fail(
        'MMIO.COUNT',
        { line, column: first - lineStart + 1, excerpt: excerptOf(text, 1) },
        `the file goes on after the ${state.header.storedEntries} ${state.header.storedEntries === 1 ? 'entry' : 'entries'} its size line announces`,
        'Correct the size line, or remove what follows.',
        { announced: state.header.storedEntries },
      );
    }
    readEntry(state, text, line);
    return end + 1;
  };
}
