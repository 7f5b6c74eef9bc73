// The loop over entries to write. The host copies arrays to the input areas, calls, and takes the text from OUTPUT.
import { writeInteger, writeReal } from './shortest';

const ROWS: usize = 0x3000;
const COLS: usize = 0x5000;
const VALUES: usize = 0x7000;
const IMAGINARY: usize = 0xb000;
const OUTPUT: usize = 0x10000;

/** Writes `n` lines of `indices` (0, 1, 2) zero-based indices and `width` (0, 1, 2) values. Returns the bytes of text. */
export function lines(n: i32, indices: i32, width: i32): usize {
  let p = OUTPUT;
  for (let k = 0; k < n; k++) {
    if (indices > 0) {
      p = writeInteger(p, <u64>load<u32>(ROWS + (<usize>k << 2)) + 1);
      store<u8>(p++, 32);
    }
    if (indices > 1) {
      p = writeInteger(p, <u64>load<u32>(COLS + (<usize>k << 2)) + 1);
      store<u8>(p++, 32);
    }
    if (width > 0) {
      p = writeReal(p, load<f64>(VALUES + (<usize>k << 3)));
      store<u8>(p++, 32);
    }
    if (width > 1) {
      p = writeReal(p, load<f64>(IMAGINARY + (<usize>k << 3)));
      store<u8>(p++, 32);
    }
    store<u8>(p - 1, 10);
  }
  return p - OUTPUT;
}
