// The fast loop over ordinary lines. The host copies text to INPUT, calls, and takes the entries from the output areas; a line
// that is not ordinary ends the call at its start, and the host reads it.
import { cursor, digitsAt, eightDigits, integerAt, marksOf, realAt } from './decimal';

const ROWS: usize = 0x28000;
const COLS: usize = 0x48000;
const VALUES: usize = 0x68000;
const IMAGINARY: usize = 0xa8000;

let entries: i32 = 0;

/** Entries the last call wrote. */
export function written(): i32 {
  return entries;
}

/** An index of up to ten digits at `p`; moves `indexEnd` behind it, or to 0. */
let indexEnd: usize = 0;

function longIndex(p: usize): u32 {
  let value: u64 = 0;
  const from = p;
  for (;;) {
    const d = <u32>load<u8>(p) - 48;
    if (d > 9) break;
    if (p - from >= 10) {
      indexEnd = 0;
      return 0;
    }
    value = value * 10 + d;
    p++;
  }
  indexEnd = value > 0x7fffffff ? 0 : p;
  return <u32>value;
}

function indexAt(p: usize): u32 {
  const chunk = digitsAt(p);
  const marks = marksOf(chunk);
  if (marks == 0) return longIndex(p);
  const bits = ctz(marks) & 0x38;
  if (bits == 0) {
    indexEnd = 0;
    return 0;
  }
  indexEnd = p + <usize>(bits >> 3);
  return <u32>eightDigits(chunk << (64 - bits));
}

function isBlank(c: u32): bool {
  return c == 32 || c == 9;
}

function skipBlanks(p: usize): usize {
  while (isBlank(<u32>load<u8>(p))) p++;
  return p;
}

/** Behind the line's end when nothing but blanks stands at `p`, else 0. */
function lineEnd(p: usize): usize {
  let c = <u32>load<u8>(p);
  if (c == 10) return p + 1;
  while (isBlank(c) || c == 13) c = <u32>load<u8>(++p);
  return c == 10 ? p + 1 : 0;
}

/** Entry lines from `start`, `width` numbers after two indices. Returns the start of the line it stopped at. */
export function coordinate(start: usize, end: usize, limit: i32, rows: u32, cols: u32, base: u32, width: i32, integral: bool): usize {
  let p = start;
  let k = 0;
  while (p < end && k < limit) {
    const line = p;
    p = skipBlanks(p);
    const i = indexAt(p) - base;
    p = indexEnd;
    if (p == 0 || i >= rows || !isBlank(<u32>load<u8>(p))) {
      p = line;
      break;
    }
    p = skipBlanks(p + 1);
    const j = indexAt(p) - base;
    p = indexEnd;
    if (p == 0 || j >= cols) {
      p = line;
      break;
    }
    if (width > 0) {
      if (!isBlank(<u32>load<u8>(p))) {
        p = line;
        break;
      }
      p = skipBlanks(p + 1);
      store<f64>(VALUES + (<usize>k << 3), integral ? integerAt(p) : realAt(p));
      p = cursor;
      if (width > 1 && p != 0) {
        if (!isBlank(<u32>load<u8>(p))) {
          p = line;
          break;
        }
        p = skipBlanks(p + 1);
        store<f64>(IMAGINARY + (<usize>k << 3), realAt(p));
        p = cursor;
      }
      if (p == 0) {
        p = line;
        break;
      }
    }
    p = lineEnd(p);
    if (p == 0) {
      p = line;
      break;
    }
    store<u32>(ROWS + (<usize>k << 2), i);
    store<u32>(COLS + (<usize>k << 2), j);
    k++;
  }
  entries = k;
  return p;
}

/** Lines of `width` numbers without indices, from `start`. */
export function array(start: usize, end: usize, limit: i32, width: i32, integral: bool): usize {
  let p = start;
  let k = 0;
  while (p < end && k < limit) {
    const line = p;
    p = skipBlanks(p);
    store<f64>(VALUES + (<usize>k << 3), integral ? integerAt(p) : realAt(p));
    p = cursor;
    if (width > 1 && p != 0) {
      if (!isBlank(<u32>load<u8>(p))) {
        p = line;
        break;
      }
      p = skipBlanks(p + 1);
      store<f64>(IMAGINARY + (<usize>k << 3), realAt(p));
      p = cursor;
    }
    if (p != 0) p = lineEnd(p);
    if (p == 0) {
      p = line;
      break;
    }
    k++;
  }
  entries = k;
  return p;
}
