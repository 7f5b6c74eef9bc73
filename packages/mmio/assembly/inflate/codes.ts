// Huffman codes of RFC 1951, 3.2. A table has an entry for each value of the next bits; 0 where a code is longer than those, or is none.
import { DISTANCES, LITERALS } from './layout';

export const LITERAL_BITS: u32 = 10;
export const DISTANCE_BITS: u32 = 9;

/** Marks of an entry: a literal, or no length; the second with a base of 1 at the end of a block. */
export const LITERAL: u32 = 0x80000000;
export const NO_LENGTH: u32 = 0x40000000;

/** Bits for lengths and distances: how many follow the code of `symbol`, the first being 0. */
function lengthExtra(symbol: u32): u32 {
  return symbol < 8 || symbol == 28 ? 0 : (symbol >> 2) - 1;
}

function lengthBase(symbol: u32): u32 {
  if (symbol < 8) return symbol + 3;
  return symbol == 28 ? 258 : ((4 + (symbol & 3)) << ((symbol >> 2) - 1)) + 3;
}

/** `bits | code bits << 5 | base << 16`: bits of the code and of what follows it are used up. The base of a literal is itself. */
function entryOf(bits: u32, extra: u32, base: u32): u32 {
  return (bits + extra) | (bits << 5) | (base << 16);
}

export function literalEntry(symbol: u32, bits: u32): u32 {
  if (symbol < 256) return entryOf(bits, 0, symbol) | LITERAL;
  if (symbol == 256) return entryOf(bits, 0, 1) | NO_LENGTH;
  if (symbol > 285) return entryOf(bits, 0, 0) | NO_LENGTH;
  return entryOf(bits, lengthExtra(symbol - 257), lengthBase(symbol - 257));
}

/** As {@link literalEntry}; the base is 0 of a distance that there is not. */
export function distanceEntry(symbol: u32, bits: u32): u32 {
  if (symbol > 29) return entryOf(bits, 0, 0);
  if (symbol < 4) return entryOf(bits, 0, symbol + 1);
  const extra = (symbol >> 1) - 1;
  return entryOf(bits, extra, ((2 + (symbol & 1)) << extra) + 1);
}

/** The base of an entry, and the bits of `b` that follow its code. */
// @ts-ignore: decorator
@inline
export function valueOf(entry: u32, b: u64): u32 {
  return ((entry >> 16) & 0x7fff) + (<u32>(b & ((<u64>1 << <u64>(entry & 31)) - 1)) >> ((entry >> 5) & 15));
}

/**
 * The canonical code of `n` lengths, at `code`: 16 counts of u16, then the symbols. 0 when more codes are given than there are, 1 when fewer,
 * 2 when fewer, and the longest has one bit, or there are none; 3 when all are.
 */
export function makeCode(code: usize, lengths: usize, n: i32): i32 {
  memory.fill(code, 0, 32);
  for (let s = 0; s < n; s++) {
    const at = code + (<usize>load<u8>(lengths + s) << 1);
    store<u16>(at, load<u16>(at) + 1);
  }
  const unused = load<u16>(code);
  store<u16>(code, 0);
  let left = 1;
  let longest = 0;
  for (let bits = 1; bits <= 15; bits++) {
    const count = <i32>load<u16>(code + (<usize>bits << 1));
    left = (left << 1) - count;
    if (left < 0) return 0;
    if (count != 0) longest = bits;
  }
  const symbols = code + 32;
  let place = 0;
  for (let bits = 1; bits <= longest; bits++) {
    for (let s = 0; s < n; s++) {
      if (load<u8>(lengths + s) != bits) continue;
      store<u16>(symbols + (<usize>place << 1), <u16>s);
      place++;
    }
  }
  return left == 0 ? 3 : longest <= 1 || <i32>unused == n ? 2 : 1;
}

/** The symbol that `bits` begin with, and its length << 16; 0xffffffff when no code is theirs. */
export function symbolOf(code: usize, bits: u64): u32 {
  let rest = <u32>bits;
  let value = 0;
  let first = 0;
  let index = 0;
  for (let length: u32 = 1; length <= 15; length++) {
    value |= rest & 1;
    rest >>= 1;
    const count = <i32>load<u16>(code + (<usize>length << 1));
    if (value - count < first) return load<u16>(code + 32 + (<usize>(index + value - first) << 1)) | (length << 16);
    index += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  return 0xffffffff;
}

/** Fills the table of 2^`most` entries from a code; the first bit of a code is the lowest. */
function fillTable(code: usize, table: usize, most: u32, isLiteral: bool): void {
  const size: u32 = 1 << most;
  memory.fill(table, 0, <usize>size << 2);
  let value: u32 = 0;
  let place: usize = code + 32;
  for (let bits: u32 = 1; bits <= most; bits++) {
    for (let count = <u32>load<u16>(code + (<usize>bits << 1)); count > 0; count--) {
      const symbol = <u32>load<u16>(place);
      place += 2;
      let reversed: u32 = 0;
      for (let b: u32 = 0; b < bits; b++) reversed |= ((value >> b) & 1) << (bits - 1 - b);
      const entry = isLiteral ? literalEntry(symbol, bits) : distanceEntry(symbol, bits);
      for (let at = reversed; at < size; at += 1 << bits) store<u32>(table + (<usize>at << 2), entry);
      value++;
    }
    value <<= 1;
  }
}

export function makeTables(literals: usize, distances: usize): void {
  fillTable(literals, LITERALS, LITERAL_BITS, true);

  fillTable(distances, DISTANCES, DISTANCE_BITS, false);
}
