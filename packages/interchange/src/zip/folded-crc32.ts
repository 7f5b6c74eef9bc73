import { CRC32_BASE64 } from './crc32.generated.ts';
import type { Crc32 } from './crc32-type.ts';

/**
 * Distances in bytes at which a byte may be added again: the polynomial of CRC-32 divides x^3006 + x^2866 + x^2215 + 1, and with it the same
 * with every exponent eight times as large.
 */
const [NEAR, MIDDLE, FAR] = [3006 - 2866, 3006 - 2215, 3006] as const;
/** Bytes in memory at once, where they begin, and how many the loop takes. */
const [CHUNK, START, STEP] = [1 << 15, 1 << 12, 64] as const;
/** Fewer bytes are not worth the way into the memory of the module. */
const WORTHWHILE = 1 << 14;

interface Sweeper {
  readonly memory: { readonly buffer: ArrayBuffer };
  sweep(at: number, end: number): void;
}

/** The part of WebAssembly that is used. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The module, or `undefined` where the platform has no WebAssembly with vectors, or does not allow it. */
function openSweeper(): Sweeper | undefined {
  const engine = (globalThis as { readonly WebAssembly?: Engine }).WebAssembly;
  if (engine === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(CRC32_BASE64), (letter) => letter.charCodeAt(0));
    return new engine.Instance(new engine.Module(bytes)).exports as Sweeper;
  } catch {
    return undefined;
  }
}

/**
 * The checksum of many bytes at twice the rate of tables: a byte is added to three that follow it, which leaves the remainder as it is, and
 * is zero from then on. So all but the last 3006 bytes vanish, 16 at a time, and `plain` is left with these. Source: K. Russell, *Chorba:
 * A novel CRC32 implementation* (2024); the multiple of the polynomial was searched for here. Memory: three pages.
 */
export function foldedCrc32(plain: Crc32): Crc32 {
  let opened: { readonly sweeper: Sweeper | undefined } | undefined;
  return (bytes, before = 0) => {
    // Node 20 and 22.12 give 0 for a view of no bytes.
    if (bytes.length === 0) return before;
    if (bytes.length < WORTHWHILE) return plain(bytes, before);
    opened ??= { sweeper: openSweeper() };
    const { sweeper } = opened;
    if (sweeper === undefined) return plain(bytes, before);
    const memory = new Uint8Array(sweeper.memory.buffer);
    const swept = bytes.length - FAR - ((bytes.length - FAR) % STEP);
    memory.fill(0, START - FAR, START);
    for (let done = 0; done < swept; done += CHUNK) {
      const length = Math.min(CHUNK, swept - done);
      memory.set(bytes.subarray(done, done + length), START);
      // What came before is as if it were added to the first four bytes.
      if (done === 0)
        for (let b = 0; b < 4; b++) memory[START + b] = (memory[START + b] as number) ^ ((~before >>> (8 * b)) & 0xff);
      sweeper.sweep(START, START + length);
      memory.copyWithin(START - FAR, START + length - FAR, START + length);
    }
    const rest = bytes.slice(swept);
    for (const distance of [NEAR, MIDDLE, FAR])
      for (let at = 0; at < distance; at++) rest[at] = (rest[at] as number) ^ (memory[START + at - distance] as number);
    return plain(rest, 0xffff_ffff);
  };
}
