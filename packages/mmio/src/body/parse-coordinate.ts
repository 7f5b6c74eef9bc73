import { scanReal } from '../number/scan-real.ts';
import type { BodyState, LineHandler } from './body-state.ts';

/**
 * Reads entry lines `i j [value [imaginary]]` from `text[start…end)`, whose last byte must be a line feed, until the bytes, the
 * announced entries or the capacity run out. Returns where it stopped, always the start of a line. Whatever is not an
 * ordinary line goes to `handleLine`.
 */
export function parseCoordinate(
  state: BodyState,
  text: Uint8Array,
  start: number,
  end: number,
  handleLine: LineHandler,
): number {
  const { width, integral, cursor, powers, indexBase } = state;
  const { rows, cols } = state.header;
  const { rowIndex, colIndex, values, imaginary } = state;
  const stop = Math.min(state.capacity, state.header.storedEntries);
  let k = state.count;
  let p = start;
  while (p < end && k < stop) {
    const lineStart = p;
    let d = (text[p] as number) - 48;
    while (d === -16 || d === -39) d = (text[++p] as number) - 48;
    let from = p;
    let i = 0;
    while (d >>> 0 <= 9) {
      i = (Math.imul(i, 10) + d) | 0;
      d = (text[++p] as number) - 48;
    }
    let regular = p - from <= 9 && (d === -16 || d === -39);
    i -= indexBase;
    if (regular && i >>> 0 < rows) {
      do d = (text[++p] as number) - 48;
      while (d === -16 || d === -39);
      from = p;
      let j = 0;
      while (d >>> 0 <= 9) {
        j = (Math.imul(j, 10) + d) | 0;
        d = (text[++p] as number) - 48;
      }
      j -= indexBase;
      regular = p > from && p - from <= 9 && j >>> 0 < cols;
      for (let w = 0; w < width && regular; w++) {
        if (d !== -16 && d !== -39) {
          regular = false;
          break;
        }
        do d = (text[++p] as number) - 48;
        while (d === -16 || d === -39);
        from = p;
        const value = scanReal(text, p, cursor, powers);
        p = cursor.position;
        if (p < 0) {
          regular = false;
          break;
        }
        if (integral && (p - from > 15 || value !== Math.trunc(value) || hasFraction(text, from, p))) {
          regular = false;
          break;
        }
        if (w === 0) values[k] = value;
        else imaginary[k] = value;
        d = (text[p] as number) - 48;
      }
      if (regular) {
        while (d === -16 || d === -39 || d === -35) d = (text[++p] as number) - 48;
        if (d === -38) {
          rowIndex[k] = i;
          colIndex[k] = j;
          k++;
          p++;
          continue;
        }
      }
    }
    state.count = k;
    p = handleLine(state, text, lineStart, end);
    k = state.count;
  }
  state.count = k;
  return p;
}

/** Whether a scanned number has a point or an exponent. */
function hasFraction(text: Uint8Array, from: number, to: number): boolean {
  for (let p = from; p < to; p++) if ((text[p] as number) > 57 || text[p] === 46) return true;
  return false;
}
