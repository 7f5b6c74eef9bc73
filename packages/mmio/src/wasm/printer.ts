import { instantiate } from './instantiate.ts';
import { leadingBits, writePowers } from './power-bits.ts';
import { PRINTER_BASE64 } from './printer.generated.ts';

/** Areas of the module's memory; the same numbers stand in assembly/write/. */
const LAYOUT = {
  powers: 0,
  pairs: 0x2800,
  rows: 0x3000,
  cols: 0x5000,
  values: 0x7000,
  imaginary: 0xb000,
  output: 0x10000,
} as const;

/** Entries one call writes. */
export const PRINT_ENTRIES = 0x800;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  lines(n: number, indices: number, width: number): number;
}

/** Writes lines of numbers as text. */
export interface Printer {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly values: Float64Array;
  readonly imaginary: Float64Array;
  /** The text of the first `n` entries, valid until the next call. */
  lines(n: number, indices: 0 | 1 | 2, width: 0 | 1 | 2): Uint8Array;
}

/** The WebAssembly printer, or undefined where there is no WebAssembly. Its text is that of `shortestF64`. */
export function createPrinter(): Printer | undefined {
  const exports = instantiate(PRINTER_BASE64) as Exports | undefined;
  if (exports === undefined) return undefined;
  const { buffer } = exports.memory;
  const view = new DataView(buffer);
  writePowers(view, LAYOUT.powers, -292, 324, leadingBits);
  for (let d = 0; d < 100; d++)
    view.setUint16(LAYOUT.pairs + 2 * d, 0x3030 + Math.floor(d / 10) + 256 * (d % 10), true);
  return {
    rows: new Int32Array(buffer, LAYOUT.rows, PRINT_ENTRIES),
    cols: new Int32Array(buffer, LAYOUT.cols, PRINT_ENTRIES),
    values: new Float64Array(buffer, LAYOUT.values, PRINT_ENTRIES),
    imaginary: new Float64Array(buffer, LAYOUT.imaginary, PRINT_ENTRIES),
    lines: (n, indices, width) => new Uint8Array(buffer, LAYOUT.output, exports.lines(n, indices, width)),
  };
}
