import type { OwnBytes } from '@spmv/core';
import { createPrinter, PRINT_ENTRIES, type Printer } from '../wasm/printer.ts';
import { shortestF32, shortestF64 } from './number-text.ts';
import { createTextBuffer } from './text-buffer.ts';
import type { WritableBody } from './writable.ts';

/** Indices and numbers on a line. */
interface LineShape {
  readonly indices: 0 | 1 | 2;
  readonly width: 0 | 1 | 2;
}

/** Makes the text of entries `from … to − 1`. */
type BlockWriter = (from: number, to: number) => OwnBytes;

/** Lines from which on making the printer pays. */
const PRINTER_PAYS = 1 << 12;

function shapeOf({ banner }: WritableBody): LineShape {
  const width = banner.field === 'pattern' ? 0 : banner.field === 'complex' ? 2 : 1;
  return { indices: banner.format === 'array' ? 0 : banner.object === 'vector' ? 1 : 2, width };
}

function isIntegral({ banner }: WritableBody): boolean {
  return banner.field === 'integer' || banner.field === 'unsigned-integer';
}

/** An integer in full, where the shortest text would put zeros for digits. */
function integerText(value: number): string {
  return Number.isFinite(value) ? BigInt(value).toString() : shortestF64(value);
}

function plainWriter(body: WritableBody, precision: 'f64' | 'f32'): BlockWriter {
  const { rowIndex, colIndex, values, imaginary, integers } = body;
  const { indices, width } = shapeOf(body);
  const number = isIntegral(body) ? integerText : precision === 'f32' ? shortestF32 : shortestF64;
  const buffer = createTextBuffer();
  return (from, to) => {
    for (let k = from; k < to; k++) {
      if (indices > 0) buffer.integer((rowIndex[k] as number) + 1);
      if (indices > 1) {
        buffer.byte(32);
        buffer.integer((colIndex[k] as number) + 1);
      }
      if (width > 0) {
        if (indices > 0) buffer.byte(32);
        buffer.ascii(integers === undefined ? number(values[k] as number) : String(integers[k]));
      }
      if (width > 1) {
        buffer.byte(32);
        buffer.ascii(number(imaginary[k] as number));
      }
      buffer.byte(10);
    }
    return buffer.take();
  };
}

function copyBlock(target: Int32Array | Float64Array, source: ArrayLike<number>, from: number, to: number): void {
  if (source instanceof Float64Array || source instanceof Int32Array || source instanceof Float32Array)
    target.set(source.subarray(from, to));
  else for (let k = from; k < to; k++) target[k - from] = source[k] as number;
}

function printedWriter(body: WritableBody, printer: Printer, plain: BlockWriter): BlockWriter {
  const { indices, width } = shapeOf(body);
  const integral = isIntegral(body);
  return (from, to) => {
    if (width > 0) copyBlock(printer.values, body.values, from, to);
    if (
      integral &&
      !printer.values.subarray(0, to - from).every((value) => Number.isSafeInteger(value) && !Object.is(value, -0))
    )
      return plain(from, to);
    if (indices > 0) copyBlock(printer.rows, body.rowIndex, from, to);
    if (indices > 1) copyBlock(printer.cols, body.colIndex, from, to);
    if (width > 1) copyBlock(printer.imaginary, body.imaginary, from, to);
    return printer.lines(to - from, indices, width).slice();
  };
}

/** The data lines of a body, in chunks. */
export function* entryLines(body: WritableBody, precision: 'f64' | 'f32'): Generator<OwnBytes, void, undefined> {
  const plain = plainWriter(body, precision);
  const printable =
    body.lines >= PRINTER_PAYS &&
    body.integers === undefined &&
    (precision === 'f64' || isIntegral(body) || body.banner.field === 'pattern');
  const printer = printable ? createPrinter() : undefined;
  const write = printer === undefined ? plain : printedWriter(body, printer, plain);
  for (let k = 0; k < body.lines; k += PRINT_ENTRIES) yield write(k, Math.min(k + PRINT_ENTRIES, body.lines));
}
