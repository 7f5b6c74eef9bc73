/** Makes wrong files out of right ones. */
export interface Mutator {
  next(): Uint8Array;
}

const WORDS = [
  '0',
  '-1',
  '2147483648',
  '4294967297',
  '99999999999999999999',
  '1e400',
  '-1e-400',
  'nan',
  'inf',
  '1.5D+03',
  '.',
  '-',
  '+',
  '1e',
  '0x1',
  '%',
  '%%',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\u0000',
  '1 1 1\n',
  '2000000000',
  '16777216',
  'symmetric',
  'complex',
  'pattern',
  'array',
  '%%GraphBLAS type int8_t\n',
];

/** The same files for the same seed. Each is one of `seeds` with one to four changes. */
export function createMutator(seed: number, seeds: readonly Uint8Array[]): Mutator {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  const below = (n: number): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % Math.max(1, n);
  };
  const encoder = new TextEncoder();

  function splice(bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
    const result = new Uint8Array(bytes.length - removed + added.length);
    result.set(bytes.subarray(0, at));
    result.set(added, at);
    result.set(bytes.subarray(at + removed), at + added.length);
    return result;
  }

  function lineAt(bytes: Uint8Array, at: number): { readonly start: number; readonly length: number } {
    const start = bytes.lastIndexOf(10, Math.max(0, at - 1)) + 1;
    const feed = bytes.indexOf(10, start);
    return { start, length: (feed < 0 ? bytes.length : feed + 1) - start };
  }

  /** A place to change: three times in four behind the banner, because a wrong banner hides everything else. */
  function place(bytes: Uint8Array): number {
    const behind = below(4) === 0 ? 0 : bytes.indexOf(10) + 1;
    return behind + below(bytes.length - behind);
  }

  const changes: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
    (bytes) => bytes.subarray(0, place(bytes)),
    (bytes) => splice(bytes, place(bytes), 0, Uint8Array.of(below(256))),
    (bytes) => splice(bytes, Math.max(0, place(bytes) - 1), Math.min(1, bytes.length), Uint8Array.of(32 + below(95))),
    (bytes) => splice(bytes, Math.max(0, place(bytes) - 1), Math.min(1, bytes.length), new Uint8Array(0)),
    (bytes) => splice(bytes, place(bytes), 0, encoder.encode(WORDS[below(WORDS.length)])),
    (bytes) => {
      const { start, length } = lineAt(bytes, place(bytes));
      return splice(bytes, start, length, new Uint8Array(0));
    },
    (bytes) => {
      const { start, length } = lineAt(bytes, place(bytes));
      return splice(bytes, start, 0, bytes.slice(start, start + length));
    },
    (bytes) => {
      const other = seeds[below(seeds.length)];
      const { start, length } = lineAt(other, below(other.length));
      return splice(bytes, lineAt(bytes, place(bytes)).start, 0, other.slice(start, start + length));
    },
    (bytes) => {
      const at = place(bytes);
      const wanted = encoder.encode(WORDS[below(WORDS.length)]);
      let end = at;
      while (end < bytes.length && bytes[end] > 32) end++;
      return splice(bytes, at, end - at, wanted);
    },
  ];

  return {
    next() {
      let bytes = seeds[below(seeds.length)];
      for (let change = below(4); change >= 0; change--) bytes = changes[below(changes.length)]?.(bytes) ?? bytes;
      return bytes;
    },
  };
}
