import type { OptionRules, OwnBytes } from '@spmv/core';
import { checkOptions, nameOption } from '@spmv/core';
import { BANNER_WORDS } from '../model/header.ts';
import type { MatrixMarketField, MatrixMarketSymmetry } from '../model/header.ts';
import { chooseSymmetry } from './choose-symmetry.ts';
import { entryLines } from './entry-lines.ts';
import { refuse, withField } from './with-field.ts';
import { type WritableBody, type WritableMatrix, writableBody } from './writable.ts';

/** How to write a file. */
export interface WriteOptions {
  /** `auto` writes one triangle when the matrix is symmetric bit for bit; a named symmetry is checked. Default: as the matrix is. */
  readonly symmetry?: MatrixMarketSymmetry | 'auto';
  /** `integer` and `pattern` are checked: every value an integer, every value 1. Default: what the matrix holds. */
  readonly field?: MatrixMarketField;
  /** `f32` writes the shortest text that gives back the same f32; every value must be one. Default `f64`, `f32` for a Float32Array. */
  readonly precision?: 'f64' | 'f32';
  /** Lines of comment below the banner, without `%`. */
  readonly comments?: readonly string[];
}

const RULES: OptionRules<WriteOptions> = {
  symmetry: nameOption([...BANNER_WORDS.symmetry, 'auto']),
  field: nameOption(BANNER_WORDS.field.filter((field) => field !== 'double')),
  precision: nameOption(['f64', 'f32']),
  comments: {
    words: 'an array of lines',
    is: (value) => Array.isArray(value) && value.every((line) => typeof line === 'string'),
  },
};

/** Bytes that are joined into one chunk. */
const CHUNK = 1 << 18;

function header(body: WritableBody, comments: readonly string[]): string {
  const { object, format, field, symmetry } = body.banner;
  const sizes = object === 'vector' ? [body.rows] : [body.rows, body.cols];
  if (format === 'coordinate') sizes.push(body.lines);
  const lines = comments.flatMap((comment) => comment.split(/\r\n|\r|\n/)).map((line) => `%${line}\n`);
  return `%%MatrixMarket ${object} ${format} ${field} ${symmetry}\n${lines.join('')}${sizes.join(' ')}\n`;
}

function checkF32({ values, imaginary }: WritableBody): void {
  for (const part of [values, imaginary]) {
    for (let k = 0; k < part.length; k++) {
      const value = part[k] as number;
      if (!Object.is(Math.fround(value), value))
        refuse(
          `Value ${k} is ${value}, which f32 cannot represent.`,
          "Round the values first, or write precision: 'f64'.",
        );
    }
  }
}

/** Chunks of about `CHUNK` bytes. */
function* joined(pieces: Iterable<OwnBytes>): Generator<OwnBytes, void, undefined> {
  let buffer = new Uint8Array(CHUNK);
  let length = 0;
  for (const piece of pieces) {
    if (length + piece.length > CHUNK && length > 0) {
      yield buffer.subarray(0, length);
      buffer = new Uint8Array(CHUNK);
      length = 0;
    }
    if (piece.length > CHUNK) yield piece;
    else {
      buffer.set(piece, length);
      length += piece.length;
    }
  }
  if (length > 0) yield buffer.subarray(0, length);
}

function* all(head: OwnBytes, body: WritableBody, precision: 'f64' | 'f32'): Generator<OwnBytes, void, undefined> {
  yield head;
  yield* entryLines(body, precision);
}

/**
 * The text of a matrix or vector as chunks of bytes: shortest numbers that read back to the same bits, one-based indices, line
 * feeds, a final line feed. A file that was read is written with its own banner, so that reading gives the same file.
 * Reads the arrays while it is iterated. Memory: two chunks. Errors, before the first chunk: `MMIO.WRITE`, `MMIO.SYMMETRY`.
 */
export function writeMatrixMarket(
  matrix: WritableMatrix,
  options: WriteOptions = {},
): Generator<OwnBytes, void, undefined> {
  checkOptions('writeMatrixMarket', options, RULES);
  const body = withField(chooseSymmetry(writableBody(matrix), options.symmetry), options.field);
  const precision = options.precision ?? (matrix instanceof Float32Array ? 'f32' : 'f64');
  if (precision === 'f32') checkF32(body);
  const head = new TextEncoder().encode(header(body, options.comments ?? []));
  return joined(all(head, body, precision));
}

/** The text as one string; for large matrices use {@link writeMatrixMarket}. */
export function formatMatrixMarket(matrix: WritableMatrix, options: WriteOptions = {}): string {
  const decoder = new TextDecoder();
  let text = '';
  for (const chunk of writeMatrixMarket(matrix, options)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
