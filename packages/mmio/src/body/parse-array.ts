import { scanReal } from '../number/scan-real.ts';
import type { BodyState, LineHandler } from './body-state.ts';

/** As `parseCoordinate`, for lines that hold one value (two when complex). */
export function parseArray(
  state: BodyState,
  text: Uint8Array,
  start: number,
  end: number,
  handleLine: LineHandler,
): number {
  const { width, integral, cursor, powers } = state;
  const { values, imaginary } = state;
  const stop = Math.min(state.capacity, state.header.storedEntries);
  let k = state.count;
  let p = start;
  while (p < end && k < stop) {
    const lineStart = p;
    let regular = !integral;
    let c = text[p] as number;
    for (let w = 0; w < width && regular; w++) {
      while (c === 32 || c === 9) c = text[++p] as number;
      const value = scanReal(text, p, cursor, powers);
      p = cursor.position;
      if (p < 0) {
        regular = false;
        break;
      }
      if (w === 0) values[k] = value;
      else imaginary[k] = value;
      c = text[p] as number;
      regular = c <= 32;
    }
    if (regular) {
      while (c === 32 || c === 9 || c === 13) c = text[++p] as number;
      if (c === 10) {
        k++;
        p++;
        continue;
      }
    }
    state.count = k;
    p = handleLine(state, text, lineStart, end);
    k = state.count;
  }
  state.count = k;
  return p;
}
