import { CRC } from './layout';

/** CRC-32 of RFC 1952, sixteen bytes at a time: Kounavis and Berry 2005, "A systematic approach to building high performance software-based CRC generators". */
export function makeTables(): void {
  for (let n: u32 = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >> 1) : c >> 1;
    store<u32>(CRC + (<usize>n << 2), c);
  }
  for (let t: usize = 1; t < 16; t++) {
    for (let n: usize = 0; n < 256; n++) {
      const c = load<u32>(CRC + ((t - 1) << 10) + (n << 2));
      store<u32>(CRC + (t << 10) + (n << 2), load<u32>(CRC + ((c & 0xff) << 2)) ^ (c >> 8));
    }
  }
}

// @ts-ignore: decorator
@inline
function part(table: usize, byte: u64): u32 {
  return load<u32>(CRC + (table << 10) + (<usize>(byte & 0xff) << 2));
}

// @ts-ignore: decorator
@inline
function eight(table: usize, w: u64): u32 {
  return (
    part(table + 7, w) ^ part(table + 6, w >> 8) ^ part(table + 5, w >> 16) ^ part(table + 4, w >> 24) ^
    part(table + 3, w >> 32) ^ part(table + 2, w >> 40) ^ part(table + 1, w >> 48) ^ part(table, w >> 56)
  );
}

/** The checksum of what came before, `before`, and then of `start … end`. */
export function checksum(before: u32, start: usize, end: usize): u32 {
  let c = ~before;
  let p = start;
  for (; p + 16 <= end; p += 16) c = eight(8, load<u64>(p) ^ <u64>c) ^ eight(0, load<u64>(p, 8));
  for (; p < end; p++) c = part(0, <u64>c ^ load<u8>(p)) ^ (c >> 8);
  return ~c;
}
