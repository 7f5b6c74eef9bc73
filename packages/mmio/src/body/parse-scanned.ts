import { SCAN_BYTES, SCAN_ENTRIES, type Scanner } from '../wasm/scanner.ts';
import type { BodyState, LineHandler } from './body-state.ts';

/** Whole lines from `start` that fit the scanner's input: where they end, or `start` when the first line is longer. */
function blockEnd(text: Uint8Array, start: number, end: number): number {
  if (end - start <= SCAN_BYTES) return end;
  const feed = text.subarray(start, start + SCAN_BYTES).lastIndexOf(10);
  return start + feed + 1;
}

/** Takes over what the scanner wrote. */
function take(state: BodyState, scanner: Scanner): void {
  const n = scanner.written();
  if (n === 0) return;
  const k = state.count;
  if (state.indexed) {
    state.rowIndex.set(scanner.rows.subarray(0, n), k);
    state.colIndex.set(scanner.cols.subarray(0, n), k);
  }
  if (state.width > 0) state.values.set(scanner.values.subarray(0, n), k);
  if (state.width > 1) state.imaginary.set(scanner.imaginary.subarray(0, n), k);
  state.count = k + n;
}

/** As `parseCoordinate` and `parseArray`, by the WebAssembly scanner. */
export function parseScanned(
  scanner: Scanner,
  state: BodyState,
  text: Uint8Array,
  start: number,
  end: number,
  handleLine: LineHandler,
): number {
  const { header, width, integral, indexed, indexBase } = state;
  const stop = Math.min(state.capacity, header.storedEntries);
  let p = start;
  while (p < end && state.count < stop) {
    const to = blockEnd(text, p, end);
    if (to === p) {
      p = handleLine(state, text, p, end);
      continue;
    }
    const length = to - p;
    scanner.input.set(text.subarray(p, to));
    let at = 0;
    while (at < length && state.count < stop) {
      const limit = Math.min(stop - state.count, SCAN_ENTRIES);
      at = indexed
        ? scanner.coordinate(at, length, limit, header.rows, header.cols, indexBase, width, integral)
        : scanner.array(at, length, limit, width, integral);
      take(state, scanner);
      if (at < length && scanner.written() < limit) at = handleLine(state, text, p + at, to) - p;
    }
    p += at;
  }
  return p;
}
