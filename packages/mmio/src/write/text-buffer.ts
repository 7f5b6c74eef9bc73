import type { OwnBytes } from '@spmv/core';

/** Bytes of text that grow. */
export interface TextBuffer {
  ascii(text: string): void;
  /** A non-negative integer up to 2³¹. */
  integer(value: number): void;
  byte(value: number): void;
  /** A copy of the bytes so far, which are then forgotten. */
  take(): OwnBytes;
}

export function createTextBuffer(): TextBuffer {
  let bytes = new Uint8Array(1 << 12);
  let p = 0;

  function reserve(more: number): void {
    if (p + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * bytes.length, p + more));
    larger.set(bytes.subarray(0, p));
    bytes = larger;
  }

  return {
    ascii(text) {
      reserve(text.length);
      for (let k = 0; k < text.length; k++) bytes[p++] = text.charCodeAt(k);
    },
    integer(value) {
      reserve(10);
      let digits = 1;
      for (let bound = 10; value >= bound; bound *= 10) digits++;
      let rest = value;
      for (let at = p + digits - 1; at >= p; at--) {
        const next = Math.floor(rest / 10);
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
