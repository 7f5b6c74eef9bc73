// Inflates one member of gzip, behind its header (RFC 1951 and 1952). The host copies bytes to INPUT, calls, and takes the text from OUTPUT.
import { checksum, makeTables as makeChecksumTables } from './checksum';
import {
  DISTANCE_BITS,
  distanceEntry,
  LITERAL,
  LITERAL_BITS,
  literalEntry,
  makeCode,
  makeTables,
  NO_LENGTH,
  symbolOf,
  valueOf,
} from './codes';
import { copyMatch } from './match';
import { DISTANCE_CODE, DISTANCES, INPUT, LENGTH_CODE, LENGTHS, LITERAL_CODE, LITERALS, OUTPUT, ROOM, WINDOW } from './layout';

// What a call ended with; the same numbers stand in src/wasm/inflater.ts.
const MORE = 0;
const FULL = 1;
const DONE = 2;
const CUT = 3;
const BLOCK = 4;
const STORED = 5;
const CODES = 6;
const SYMBOL = 7;
const DISTANCE = 8;
const CHECKSUM = 9;
const SIZE = 10;

// Where the member is: before a block, inside one that is stored or coded, or behind the last.
const BEFORE = 0;
const IN_STORED = 1;
const IN_CODED = 2;
const BEHIND = 3;

const LITERAL_MASK: u64 = (1 << LITERAL_BITS) - 1;
const DISTANCE_MASK: u64 = (1 << DISTANCE_BITS) - 1;

/** Most bytes of what begins a block: 3 + 14 bits, 19 lengths of 3 bits, 316 symbols of up to 7 + 7 bits; and what a look reads ahead. */
const HEADER_BYTES: usize = 640;
/** Most bytes that one step reads ahead, and writes. */
const STEP_IN: usize = 16;
const STEP_OUT: usize = 320;

let place: i32 = BEFORE;
let isLast: bool = false;
let storedLeft: usize = 0;
let crc: u32 = 0;
let size: u32 = 0;
/** Bits taken from INPUT and not used yet, `count` of them; below eight between calls. */
let buffer: u64 = 0;
let count: u64 = 0;
/** The next byte of INPUT, the next of OUTPUT, the first of OUTPUT that is text, and the first the host has not seen. */
let p: usize = INPUT;
let out: usize = OUTPUT + WINDOW;
let begin: usize = OUTPUT + WINDOW;
let from: usize = OUTPUT + WINDOW;

makeChecksumTables();

/** Bytes of INPUT that are used up, where the text of the last call begins, and where it ends. */
export function used(): usize {
  return p - INPUT;
}
export function textStart(): usize {
  return from;
}
export function textEnd(): usize {
  return out;
}

function refill(): void {
  buffer |= load<u64>(p) << count;
  p += <usize>((63 - count) >> 3);
  count |= 56;
}

function take(n: u64): u32 {
  const value = <u32>(buffer & ((<u64>1 << n) - 1));
  buffer >>= n;
  count -= n;
  return value;
}

/** Gives back the bytes that were taken and not used. */
function giveBack(): void {
  p -= <usize>(count >> 3);
  count &= 7;
  buffer &= (<u64>1 << count) - 1;
}

function fixedCodes(): void {
  memory.fill(LENGTHS, 8, 144);
  memory.fill(LENGTHS + 144, 9, 112);
  memory.fill(LENGTHS + 256, 7, 24);
  memory.fill(LENGTHS + 280, 8, 8);
  makeCode(LITERAL_CODE, LENGTHS, 288);
  memory.fill(LENGTHS, 5, 32);
  makeCode(DISTANCE_CODE, LENGTHS, 32);
}

/** The place of the `k`-th length of the code of lengths: 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1 15. */
function placeOfLength(k: u32): u32 {
  if (k < 3) return 16 + k;
  if (k == 3) return 0;
  return k & 1 ? 8 - ((k - 3) >> 1) : 8 + ((k - 4) >> 1);
}

function codesOfBlock(): bool {
  const literals = <i32>take(5) + 257;
  const distances = <i32>take(5) + 1;
  const lengths = take(4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(LENGTHS, 0, 19);
  for (let k: u32 = 0; k < lengths; k++) {
    refill();
    store<u8>(LENGTHS + placeOfLength(k), <u8>take(3));
  }
  if (makeCode(LENGTH_CODE, LENGTHS, 19) < 3) return false;
  const all = literals + distances;
  let at = 0;
  while (at < all) {
    refill();
    const found = symbolOf(LENGTH_CODE, buffer);
    if (found == 0xffffffff) return false;
    take(found >> 16);
    const symbol = found & 0xffff;
    if (symbol < 16) {
      store<u8>(LENGTHS + at, <u8>symbol);
      at++;
      continue;
    }
    if (symbol == 16 && at == 0) return false;
    const value: u8 = symbol == 16 ? load<u8>(LENGTHS + at - 1) : 0;
    const times = symbol == 16 ? 3 + take(2) : symbol == 17 ? 3 + take(3) : 11 + take(7);
    if (at + <i32>times > all) return false;
    memory.fill(LENGTHS + at, value, times);
    at += times;
  }
  if (load<u8>(LENGTHS + 256) == 0) return false;
  return makeCode(LITERAL_CODE, LENGTHS, literals) >= 2 && makeCode(DISTANCE_CODE, LENGTHS + literals, distances) >= 2;
}

/** What begins a block. */
function beginBlock(): i32 {
  refill();
  isLast = take(1) != 0;
  const type = take(2);
  if (type == 3) return BLOCK;
  if (type == 0) {
    take(count & 7);
    giveBack();
    p += 4;
    storedLeft = load<u16>(p - 4);
    if ((storedLeft ^ load<u16>(p - 2)) != 0xffff) return STORED;
    place = IN_STORED;
    return MORE;
  }
  if (type == 1) fixedCodes();
  else if (!codesOfBlock()) return CODES;
  makeTables(LITERAL_CODE, DISTANCE_CODE);
  place = IN_CODED;
  return MORE;
}

function endBlock(): void {
  place = isLast ? BEHIND : BEFORE;
}

/** The symbols of a block, until it ends, `end` is near or OUTPUT is full. */
function symbols(end: usize, hasAll: bool): i32 {
  const near = end - STEP_IN;
  const full = OUTPUT + WINDOW + ROOM - STEP_OUT;
  let b = buffer;
  let n = count;
  let q = p;
  let o = out;
  let whole = o;
  let status = MORE;
  for (;;) {
    if (q > near) {
      if (!hasAll) break;
      if (q - <usize>(n >> 3) > end) {
        // The last symbol was made of bits that are not there.
        o = whole;
        break;
      }
    }
    if (o > full) {
      status = FULL;
      break;
    }
    whole = o;
    // 56 bits: a code of 15 and 5 behind it, a distance's of 15 and 13.
    b |= load<u64>(q) << n;
    q += <usize>((63 - n) >> 3);
    n |= 56;
    let e = load<u32>(LITERALS + (<usize>(b & LITERAL_MASK) << 2));
    if (e == 0) {
      const found = symbolOf(LITERAL_CODE, b);
      if (found == 0xffffffff) {
        status = SYMBOL;
        break;
      }
      e = literalEntry(found & 0xffff, found >> 16);
    }
    const before = b;
    b >>= <u64>(e & 31);
    n -= <u64>(e & 31);
    if (e & LITERAL) {
      store<u8>(o, <u8>(e >> 16));
      o++;
      continue;
    }
    if (e & NO_LENGTH) {
      if ((e >> 16) & 1) endBlock();
      else status = SYMBOL;
      break;
    }
    const length = valueOf(e, before);
    let f = load<u32>(DISTANCES + (<usize>(b & DISTANCE_MASK) << 2));
    if (f == 0) {
      const found = symbolOf(DISTANCE_CODE, b);
      f = found == 0xffffffff ? 0 : distanceEntry(found & 0xffff, found >> 16);
    }
    const distance = <usize>valueOf(f, b);
    b >>= <u64>(f & 31);
    n -= <u64>(f & 31);
    if (f >> 16 == 0 || distance > o - begin) {
      status = DISTANCE;
      break;
    }
    copyMatch(o, distance, length);
    o += length;
  }
  buffer = b;
  count = n;
  p = q;
  out = o;
  return status;
}

function stored(end: usize): i32 {
  const full = OUTPUT + WINDOW + ROOM;
  const n = min(min(storedLeft, end - p), full - out);
  memory.copy(out, p, n);
  p += n;
  out += n;
  storedLeft -= n;
  if (storedLeft == 0) endBlock();
  else if (out == full) return FULL;
  return MORE;
}

/** The member until `end` or until OUTPUT is full. */
function member(end: usize, hasAll: bool): i32 {
  while (place != BEHIND) {
    const was = place;
    let status = MORE;
    if (was == IN_CODED) status = symbols(end, hasAll);
    else if (was == IN_STORED) status = stored(end);
    else if (!hasAll && p + HEADER_BYTES > end) return MORE;
    else status = beginBlock();
    giveBack();
    if (hasAll && p > end) return CUT;
    if (status != MORE) return status;
    if (place == was) return hasAll ? CUT : MORE;
  }
  return DONE;
}

/** Inflates from INPUT to `end` of it; `hasAll` when nothing follows. */
export function inflate(length: usize, hasAll: bool): i32 {
  const end = INPUT + length;
  p = INPUT;
  if (out > OUTPUT + WINDOW + ROOM - STEP_OUT) {
    memory.copy(OUTPUT, out - WINDOW, WINDOW);
    out = OUTPUT + WINDOW;
    begin = OUTPUT;
  }
  from = out;
  const status = member(end, hasAll);
  crc = checksum(crc, from, out);
  size += <u32>(out - from);
  if (status != DONE) return status;
  // Bits up to the next byte are of nothing.
  count = 0;
  buffer = 0;
  if (p + 8 > end) return hasAll ? CUT : MORE;
  if (load<u32>(p) != crc) return CHECKSUM;
  if (load<u32>(p, 4) != size) return SIZE;
  p += 8;
  return DONE;
}
