import { SpmvError } from '@spmv/core';
import type { MatrixMarketField, MatrixMarketSymmetry } from '../model/header.ts';
import { chooseSymmetry } from './choose-symmetry.ts';
import { shortestF32, shortestF64 } from './number-text.ts';
import { createTextBuffer, type TextBuffer } from './text-buffer.ts';
import { type WritableBody, type WritableMatrix, writableBody } from './writable.ts';

export interface WriteOptions {
  /** `auto` writes one triangle when the matrix is symmetric bit for bit; a named symmetry is checked. Default: as the matrix is. */
  readonly symmetry?: MatrixMarketSymmetry | 'auto';
  /** `integer` and `pattern` are checked: every value an integer, every value 1. Default: what the matrix holds. */
  readonly field?: MatrixMarketField;
  /** `f32` writes the shortest text that gives back the same f32; every value must be one. Default `f64`, `f32` for a Float32Array. */
  readonly precision?: 'f64' | 'f32';
  /** Lines of comment below the banner, without `%`. */
  readonly comments?: readonly string[];
  /** Bytes of a chunk, about. Default 2¹⁸. */
  readonly chunkBytes?: number;
}

function refuse(what: string, fix: string): never {
  throw new SpmvError('MMIO.WRITE', what, { fix });
}

/** The body under another field. Errors: `MMIO.WRITE`. */
function withField(body: WritableBody, field: MatrixMarketField | undefined): WritableBody {
  const { banner, values } = body;
  if (field === undefined || field === banner.field) return body;
  if (banner.field === 'complex' || field === 'complex') refuse(`A ${banner.field} matrix cannot be written as ${field}.`, 'Leave the option field out.');
  if (field === 'pattern') {
    if (banner.format === 'array') refuse('An array cannot be written as a pattern.', 'Write it in coordinate form.');
    for (let k = 0; k < values.length; k++) if (values[k] !== 1) refuse(`Value ${k} is ${values[k]}; a pattern has no values but 1.`, 'Leave the option field out, or write the positions alone.');
    return { ...body, banner: { ...banner, field }, values: [] };
  }
  const filled = values.length === 0 && banner.field === 'pattern' ? new Float64Array(body.lines).fill(1) : values;
  if (field !== 'real') {
    for (let k = 0; k < filled.length; k++) {
      const value = filled[k] as number;
      if (!Number.isSafeInteger(value) || (field === 'unsigned-integer' && value < 0)) refuse(`Value ${k} is ${value}, no ${field}.`, "Write it as 'real'.");
    }
  } else if (body.integers !== undefined) refuse('Integers beyond 2^53 cannot be written as real without loss.', 'Leave the option field out.');
  return { ...body, banner: { ...banner, field }, values: filled };
}

function writeHeader(buffer: TextBuffer, body: WritableBody, comments: readonly string[]): void {
  const { object, format, field, symmetry } = body.banner;
  buffer.ascii(`%%MatrixMarket ${object} ${format} ${field} ${symmetry}\n`);
  for (const comment of comments) for (const line of comment.split(/\r\n|\r|\n/)) buffer.utf8(`%${line}\n`);
  const sizes = object === 'vector' ? [body.rows] : [body.rows, body.cols];
  if (format === 'coordinate') sizes.push(body.lines);
  buffer.ascii(`${sizes.join(' ')}\n`);
}

/**
 * The text of a matrix or vector as chunks of bytes: shortest numbers that read back to the same bits, one-based indices, line
 * feeds, a final line feed. A file that was read is written with its own banner, so that reading gives the same file.
 * Reads the arrays while it is iterated. Errors: `MMIO.WRITE`, `MMIO.SYMMETRY`, before the first chunk.
 */
export function* writeMatrixMarket(matrix: WritableMatrix, options: WriteOptions = {}): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const body = withField(chooseSymmetry(writableBody(matrix), options.symmetry), options.field);
  const precision = options.precision ?? (matrix instanceof Float32Array ? 'f32' : 'f64');
  const { banner, rowIndex, colIndex, values, imaginary, integers } = body;
  if (precision === 'f32') {
    for (const part of [values, imaginary]) {
      for (let k = 0; k < part.length; k++) {
        const value = part[k] as number;
        if (!Object.is(Math.fround(value), value)) refuse(`Value ${k} is ${value}, which is no f32.`, "Round the values first, or write precision: 'f64'.");
      }
    }
  }
  const text = precision === 'f32' ? shortestF32 : shortestF64;
  const integral = banner.field === 'integer' || banner.field === 'unsigned-integer';
  const number = integral ? (value: number): string => (Number.isFinite(value) ? BigInt(value).toString() : text(value)) : text;
  const chunkBytes = options.chunkBytes ?? 1 << 18;
  const buffer = createTextBuffer(chunkBytes);
  writeHeader(buffer, body, options.comments ?? []);
  const indexed = banner.format === 'coordinate';
  const width = banner.field === 'pattern' ? 0 : banner.field === 'complex' ? 2 : 1;
  for (let k = 0; k < body.lines; k++) {
    if (indexed) {
      buffer.integer((rowIndex[k] as number) + 1);
      if (banner.object === 'matrix') {
        buffer.byte(32);
        buffer.integer((colIndex[k] as number) + 1);
      }
      if (width > 0) buffer.byte(32);
    }
    if (width > 0) buffer.ascii(integers === undefined ? number(values[k] as number) : String(integers[k]));
    if (width === 2) {
      buffer.byte(32);
      buffer.ascii(number(imaginary[k] as number));
    }
    buffer.byte(10);
    if (buffer.length() >= chunkBytes) yield buffer.take();
  }
  if (buffer.length() > 0) yield buffer.take();
}

/** The text as one string; for large matrices use {@link writeMatrixMarket}. */
export function formatMatrixMarket(matrix: WritableMatrix, options: WriteOptions = {}): string {
  const decoder = new TextDecoder();
  let text = '';
  for (const chunk of writeMatrixMarket(matrix, options)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
