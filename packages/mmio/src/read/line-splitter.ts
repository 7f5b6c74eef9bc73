/** Takes whole lines out of chunks cut anywhere. */
export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Hands over a last line without a line feed. */
  end(): void;
}

export interface LineSplitterOptions {
  /** Receives `text[start…end)`, whole lines, the last byte a line feed. The bytes are only valid during the call. */
  readonly lines: (text: Uint8Array, start: number, end: number) => void;
  /** Longest line kept in pieces, unless it is a comment. */
  readonly lineBytes: number;
  /** Called with the beginning of a longer line; throws. */
  readonly tooLong: (beginning: Uint8Array) => never;
}

/** Bytes kept of a comment that is cut by a chunk's end. */
const COMMENT_BYTES = 8192;

export function createLineSplitter(options: LineSplitterOptions): LineSplitter {
  let carry = new Uint8Array(256);
  let length = 0;
  let inComment = false;

  function append(bytes: Uint8Array): void {
    let piece = bytes;
    if (!inComment && length + bytes.length > options.lineBytes) {
      const first = [...carry.subarray(0, length), ...bytes.subarray(0, 256)].find(
        (c) => c !== 32 && (c < 9 || c > 13),
      );
      if (first !== 37) options.tooLong(length > 0 ? carry.subarray(0, length) : bytes);
      inComment = true;
    }
    if (inComment) piece = bytes.subarray(0, Math.max(0, COMMENT_BYTES - length));
    if (length + piece.length + 1 > carry.length) {
      const larger = new Uint8Array(Math.max(2 * carry.length, length + piece.length + 1));
      larger.set(carry.subarray(0, length));
      carry = larger;
    }
    carry.set(piece, length);
    length += piece.length;
  }

  function flush(): void {
    carry[length] = 10;
    const end = length + 1;
    length = 0;
    inComment = false;
    options.lines(carry, 0, end);
  }

  return {
    push(chunk) {
      let start = 0;
      if (length > 0) {
        const feed = chunk.indexOf(10);
        append(feed < 0 ? chunk : chunk.subarray(0, feed));
        if (feed < 0) return;
        flush();
        start = feed + 1;
      }
      const end = chunk.lastIndexOf(10) + 1;
      if (end > start) options.lines(chunk, start, end);
      if (Math.max(start, end) < chunk.length) append(chunk.subarray(Math.max(start, end)));
    },
    end() {
      if (length > 0) flush();
    },
  };
}
