/** Base lengths of the length codes 257 …, RFC 1951 section 3.2.5. */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LONGEST = 258;

/** Bits from the lowest on. */
interface BitWriter {
  readonly bytes: number[];
  /** A number, its lowest bit first. */
  number(value: number, length: number): void;
  /** A Huffman code, its highest bit first. */
  code(value: number, length: number): void;
  flush(): void;
}

function bitWriter(): BitWriter {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  const bit = (value: number): void => {
    held |= value << count;
    if (++count === 8) {
      bytes.push(held);
      [held, count] = [0, 0];
    }
  };
  return {
    bytes,
    number(value, length) {
      for (let b = 0; b < length; b++) bit((value >> b) & 1);
    },
    code(value, length) {
      for (let b = length - 1; b >= 0; b--) bit((value >> b) & 1);
    },
    flush() {
      for (let b = count; b > 0 && b < 8; b++) bit(0);
    },
  };
}

/** A literal or a length, by the fixed code of RFC 1951 section 3.2.6. */
function symbol(out: BitWriter, value: number): void {
  if (value < 144) out.code(0x30 + value, 8);
  else if (value < 256) out.code(0x190 + value - 144, 9);
  else if (value < 280) out.code(value - 256, 7);
  else out.code(0xc0 + value - 280, 8);
}

/** The byte before, `length` times again. */
function again(out: BitWriter, length: number): void {
  const code = LENGTHS.findLastIndex((base) => base <= length);
  symbol(out, 257 + code);
  const extra = code < 8 || length === LONGEST ? 0 : Math.floor(code / 4) - 1;
  out.number(length - (LENGTHS[code] ?? length), extra);
  out.code(0, 5);
}

/** The checksum of RFC 1950. */
function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

/** Bytes as a zlib stream in which only runs are shortened: enough for pictures that are mostly one grey. */
export function zlibRuns(bytes: Uint8Array): Uint8Array {
  const out = bitWriter();
  out.bytes.push(0x78, 0x01);
  // The last block, by the fixed code.
  out.number(0b011, 3);
  for (let b = 0; b < bytes.length;) {
    const value = bytes[b] as number;
    symbol(out, value);
    let end = b + 1;
    while (end < bytes.length && bytes[end] === value) end++;
    let left = end - b - 1;
    while (left > 0) {
      const length = left < 3 ? 1 : Math.min(left, LONGEST);
      if (length === 1) symbol(out, value);
      else again(out, length);
      left -= length;
    }
    b = end;
  }
  symbol(out, 256);
  out.flush();
  const sum = adler32(bytes);
  for (const shift of [24, 16, 8, 0]) out.bytes.push(Math.floor(sum / 2 ** shift) & 255);
  return Uint8Array.from(out.bytes);
}
