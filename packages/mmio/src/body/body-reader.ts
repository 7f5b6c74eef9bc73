import type { MatrixMarketHeader } from '../model/header.ts';
import { createScanner, type Scanner } from '../wasm/scanner.ts';
import { createBodyState, growBody } from './body-storage.ts';
import type { BodyState, LineHandler } from './body-state.ts';
import { createLineHandler, type LineContext } from './handle-line.ts';
import { parseArray } from './parse-array.ts';
import { parseCoordinate } from './parse-coordinate.ts';
import { parseScanned } from './parse-scanned.ts';

export interface BodyReader {
  readonly state: BodyState;
  /** Reads whole lines: `text[end − 1]` is a line feed. */
  lines(text: Uint8Array, start: number, end: number): void;
}

export interface BodyOptions extends LineContext {
  readonly indexBase: 0 | 1;
  readonly bodyBytes: number | undefined;
  readonly scanner?: Scanner | undefined;
}

/** Bytes of a body from which on making the scanner pays. */
const SCANNER_PAYS = 1 << 16;

/** Whether an integer read by the fast loop breaks a bound tighter than the loop's own. */
function breaksBounds(state: BodyState, from: number, least: number, greatest: number): boolean {
  for (let k = from; k < state.count; k++) {
    const value = state.values[k] as number;
    if (value < least || value > greatest) return true;
  }
  return false;
}

/** Errors: `MMIO.INDEX`, `MMIO.NUMBER`, `MMIO.TOKENS`, `MMIO.COUNT`, `MMIO.INTEGER_RANGE`, `MMIO.LIMIT`; strict adds `MMIO.COMMENT`, `MMIO.TRIANGLE`, `MMIO.DIAGONAL`. */
export function createBodyReader(header: MatrixMarketHeader, options: BodyOptions): BodyReader {
  const { rules } = options;
  const state = createBodyState(header, rules, options.indexBase, options.bodyBytes);
  const handleLine: LineHandler = createLineHandler(options);
  let { scanner } = options;
  let seen = scanner === undefined ? 0 : SCANNER_PAYS + 1;
  const careful =
    options.strict ||
    (header.object === 'vector' && header.format === 'coordinate') ||
    (header.format === 'array' && rules.integral);
  const parse = header.format === 'coordinate' ? parseCoordinate : parseArray;
  const least = Number(rules.least);
  const greatest = Number(rules.greatest);

  function slowly(text: Uint8Array, start: number, end: number): number {
    let p = start;
    while (p < end && state.count < state.capacity) p = handleLine(state, text, p, end);
    return p;
  }

  /** Parses, then looks whether a bound was broken; the line to blame is found by reading again slowly, before any later error. */
  function bounded(text: Uint8Array, start: number, end: number): number {
    const { count, lineOffset } = state;
    const again = (): boolean => {
      if (!breaksBounds(state, count, least, greatest)) return false;
      state.count = count;
      state.lineOffset = lineOffset;
      return true;
    };
    let p: number;
    try {
      p = fast(text, start, end);
    } catch (error) {
      if (again()) slowly(text, start, end);
      throw error;
    }
    return again() ? slowly(text, start, end) : p;
  }

  function fast(text: Uint8Array, start: number, end: number): number {
    if (seen <= SCANNER_PAYS) {
      seen += end - start;
      if (seen > SCANNER_PAYS) scanner = createScanner();
    }
    return scanner === undefined
      ? parse(state, text, start, end, handleLine)
      : parseScanned(scanner, state, text, start, end, handleLine);
  }

  const read = careful ? slowly : rules.narrow ? bounded : fast;

  return {
    state,
    lines(text, start, end) {
      let p = start;
      while (p < end) {
        if (state.count >= header.storedEntries) p = handleLine(state, text, p, end);
        else if (state.count >= state.capacity) growBody(state);
        else p = read(text, p, end);
      }
    },
  };
}
