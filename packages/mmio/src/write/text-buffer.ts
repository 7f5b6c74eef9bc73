/** Bytes of text that grow into chunks. */
export interface TextBuffer {
  /** Bytes held. */
  readonly length: () => number;
  ascii(text: string): void;
  utf8(text: string): void;
  /** A non-negative integer below 2³¹. */
  integer(value: number): void;
  byte(value: number): void;
  /** The bytes so far, which are then forgotten. */
  take(): Uint8Array<ArrayBuffer>;
}

/** Longest thing written between two looks at the length: numbers of one entry, not comments. */
export const SLACK = 256;

export function createTextBuffer(chunkBytes: number): TextBuffer {
  let bytes = new Uint8Array(chunkBytes + SLACK);
  let p = 0;

  function reserve(more: number): void {
    if (p + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * bytes.length, p + more));
    larger.set(bytes.subarray(0, p));
    bytes = larger;
  }

  return {
    length: () => p,
    ascii(text) {
      reserve(text.length);
      for (let k = 0; k < text.length; k++) bytes[p++] = text.charCodeAt(k);
    },
    utf8(text) {
      const encoded = new TextEncoder().encode(text);
      reserve(encoded.length);
      bytes.set(encoded, p);
      p += encoded.length;
    },
    integer(value) {
      reserve(10);
      let digits = 1;
      for (let bound = 10; value >= bound; bound *= 10) digits++;
      let rest = value;
      for (let at = p + digits - 1; at >= p; at--) {
        const next = (rest / 10) | 0;
        bytes[at] = 48 + rest - next * 10;
        rest = next;
      }
      p += digits;
    },
    byte(value) {
      reserve(1);
      bytes[p++] = value;
    },
    take() {
      const taken = bytes.slice(0, p);
      p = 0;
      return taken;
    },
  };
}
