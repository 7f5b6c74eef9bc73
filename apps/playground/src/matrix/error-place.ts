import type { ErrorPlace } from './protocol.ts';

/** Lines shown before and after the one at fault, and characters of each. */
const AROUND = 2;
const WIDTH = 160;

/** A line of a file, or a part of it that begins after `offset` characters. */
type ShownLine = ErrorPlace['lines'][number];

/** The text of a file, unpacked where it is gzip. */
async function textOf(blob: Blob): Promise<ReadableStream<Uint8Array>> {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  return isGzip ? blob.stream().pipeThrough(new DecompressionStream('gzip')) : blob.stream();
}

/** The lines of a stream from the first to the last that are asked for, each no longer than `most` bytes. */
async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  wanted: { readonly first: number; readonly last: number; readonly most: number },
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let line = 1;
  let kept: number[] = [];
  const keep = (bytes: Uint8Array): void => {
    if (line >= wanted.first) for (const byte of bytes.subarray(0, wanted.most - kept.length)) kept.push(byte);
  };
  const taken = (): { readonly line: number; readonly text: string } => {
    const text = decoder.decode(Uint8Array.from(kept)).replace(/\r$/u, '');
    kept = [];
    return { line, text };
  };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let from = 0;
      for (let feed = value.indexOf(10); feed >= 0; feed = value.indexOf(10, from)) {
        keep(value.subarray(from, feed));
        if (line >= wanted.first) yield taken();
        if (line++ === wanted.last) return;
        from = feed + 1;
      }
      keep(value.subarray(from));
    }
    if (kept.length > 0) yield taken();
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The part of a line around `column`, and how many characters are left out before it. */
function cut({ line, text }: { readonly line: number; readonly text: string }, column: number): ShownLine {
  const offset = Math.max(0, Math.min(column - 1 - WIDTH / 2, text.length - WIDTH));
  return { line, text: text.slice(offset, offset + WIDTH), offset };
}

/**
 * The lines of a file around a place, read again from its beginning. Where that does not lead there, of an archive, whose lines are
 * those of a member, or of a damaged file: what the reader quoted. Memory: those lines, and one chunk.
 */
export async function errorPlace(
  blob: Blob,
  name: string,
  { line, column, excerpt }: { readonly line: number; readonly column: number; readonly excerpt?: string },
): Promise<ErrorPlace> {
  const quoted =
    excerpt === undefined ? [] : [{ line, text: excerpt.replace(/^…/u, ''), offset: Math.max(0, column - 31) }];
  if (/\.(?:tar|tgz|tar\.gz)$/iu.test(name)) return { line, column, lines: quoted };
  const lines: ShownLine[] = [];
  try {
    const wanted = { first: line - AROUND, last: line + AROUND, most: column + WIDTH };
    for await (const each of linesOf(await textOf(blob), wanted))
      lines.push(cut(each, each.line === line ? column : 1));
  } catch {
    // The file is damaged beyond the place, or before it: what was read says which.
  }
  return { line, column, lines: lines.some((each) => each.line === line) ? lines : quoted };
}
