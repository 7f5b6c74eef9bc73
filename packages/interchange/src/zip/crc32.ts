import type { Crc32 } from './crc32-type.ts';
import { foldedCrc32 } from './folded-crc32.ts';

interface Zlib {
  readonly crc32?: Crc32;
}

/** One remainder for each value of a byte, for each of eight positions (Kounavis and Berry, 2008). */
function tables(): readonly Int32Array[] {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ ((rest & 1) === 0 ? 0 : 0xedb88320);
    return rest;
  });
  const all = [first];
  for (let slice = 1; slice < 8; slice++) {
    const before = all[slice - 1] as Int32Array;
    all.push(before.map((rest) => (rest >>> 8) ^ (first[rest & 0xff] as number)));
  }
  return all;
}

/** The checksum without help of the platform. */
export function portableCrc32(): Crc32 {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables() as readonly [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  return (bytes, before = 0) => {
    let crc = ~before;
    let at = 0;
    for (; at + 8 <= bytes.length; at += 8) {
      crc ^=
        (bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24);
      crc =
        (t7[crc & 0xff] as number) ^
        (t6[(crc >>> 8) & 0xff] as number) ^
        (t5[(crc >>> 16) & 0xff] as number) ^
        (t4[crc >>> 24] as number) ^
        (t3[bytes[at + 4] as number] as number) ^
        (t2[bytes[at + 5] as number] as number) ^
        (t1[bytes[at + 6] as number] as number) ^
        (t0[bytes[at + 7] as number] as number);
    }
    for (; at < bytes.length; at++) crc = (crc >>> 8) ^ (t0[(crc ^ (bytes[at] as number)) & 0xff] as number);
    return ~crc >>> 0;
  };
}

/** The fastest checksum there is: few bytes by Node's zlib where that has it, many by vectors where there are any. */
export function platformCrc32(): Crc32 {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => Zlib | undefined };
  };
  return foldedCrc32(process?.getBuiltinModule?.('node:zlib')?.crc32 ?? portableCrc32());
}
