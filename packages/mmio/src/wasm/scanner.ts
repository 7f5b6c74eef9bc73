import { instantiate } from './instantiate.ts';
import { leadingBits, writePowers } from './power-bits.ts';
import { SCANNER_BASE64 } from './scanner.generated.ts';

/** Areas of the module's memory; the same numbers stand in assembly/read/. */
const LAYOUT = {
  powers: 0,
  exact: 0x2c00,
  tens: 0x2d00,
  input: 0x4000,
  rows: 0x28000,
  cols: 0x48000,
  values: 0x68000,
  imaginary: 0xa8000,
} as const;

/** Bytes of text and entries one call takes. */
export const SCAN_BYTES = 0x20000;
export const SCAN_ENTRIES = 0x8000;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  written(): number;
  coordinate(
    start: number,
    end: number,
    limit: number,
    rows: number,
    cols: number,
    base: number,
    width: number,
    integral: number,
  ): number;
  array(start: number, end: number, limit: number, width: number, integral: number): number;
}

/** One call's worth of entries, valid until the next call. */
export interface Scanner {
  /** Where text is copied to, `SCAN_BYTES` long. */
  readonly input: Uint8Array;
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly values: Float64Array;
  readonly imaginary: Float64Array;
  /** Scans `input[start…end)`, whole lines. Returns where it stopped: at `end`, after `limit` entries, or before a line it does not read. */
  coordinate(
    start: number,
    end: number,
    limit: number,
    rows: number,
    cols: number,
    base: number,
    width: number,
    integral: boolean,
  ): number;
  array(start: number, end: number, limit: number, width: number, integral: boolean): number;
  written(): number;
}

/** 5^q, rounded up from −27 on: there a product may end in an exact tie, which a power too small would miss. */
function readingBits(q: number): bigint {
  return leadingBits(q) + (q < 0 && q >= -27 ? 1n : 0n);
}

/** The WebAssembly scanner, or undefined where there is no WebAssembly with 128-bit SIMD. */
export function createScanner(): Scanner | undefined {
  const exports = instantiate(SCANNER_BASE64) as Exports | undefined;
  if (exports === undefined) return undefined;
  const { buffer } = exports.memory;
  const view = new DataView(buffer);
  writePowers(view, LAYOUT.powers, -342, 308, readingBits);
  for (let e = 0; e <= 22; e++) view.setFloat64(LAYOUT.exact + 8 * e, Number(`1e${e}`), true);
  for (let e = 0; e <= 19; e++) view.setBigUint64(LAYOUT.tens + 8 * e, 10n ** BigInt(e), true);
  const { input } = LAYOUT;
  return {
    input: new Uint8Array(buffer, input, SCAN_BYTES),
    rows: new Int32Array(buffer, LAYOUT.rows, SCAN_ENTRIES),
    cols: new Int32Array(buffer, LAYOUT.cols, SCAN_ENTRIES),
    values: new Float64Array(buffer, LAYOUT.values, SCAN_ENTRIES),
    imaginary: new Float64Array(buffer, LAYOUT.imaginary, SCAN_ENTRIES),
    coordinate: (start, end, limit, rows, cols, base, width, integral) =>
      exports.coordinate(input + start, input + end, limit, rows, cols, base, width, integral ? 1 : 0) - input,
    array: (start, end, limit, width, integral) =>
      exports.array(input + start, input + end, limit, width, integral ? 1 : 0) - input,
    written: () => exports.written(),
  };
}
