/** Bytes of a header without its optional fields. */
const HEADER = 10;

/** Stands between two members. */
export const NEXT_MEMBER: unique symbol = Symbol('next member');

/** Whether a header of gzip (RFC 1952) is here. Other bytes of compressed data are taken for one once in 2³⁷. */
function isHeader(bytes: Uint8Array, at: number): boolean {
  const [flags = 0, extra = 0, system = 0] = [bytes[at + 3], bytes[at + 8], bytes[at + 9]];
  const begins = bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8;
  return begins && flags < 0x20 && (extra === 0 || extra === 2 || extra === 4) && (system <= 13 || system === 255);
}

/** The pieces of gzip data, cut where another member begins: `DecompressionStream` takes one member, and does not say where that ends. */
export async function* gzipMembers(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array | typeof NEXT_MEMBER, undefined> {
  let held: Uint8Array = new Uint8Array(0);
  let at = 1;
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(held.length + chunk.length);
    bytes.set(held);
    bytes.set(chunk, held.length);
    let from = 0;
    // What is too short to be a header waits for more.
    const end = bytes.length - HEADER + 1;
    for (at = bytes.indexOf(0x1f, at); at >= 0 && at < end; at = bytes.indexOf(0x1f, at + 1)) {
      if (!isHeader(bytes, at)) continue;
      if (at > from) yield bytes.subarray(from, at);
      yield NEXT_MEMBER;
      from = at;
    }
    const keep = Math.max(from, at < 0 ? bytes.length : at);
    if (keep > from) yield bytes.subarray(from, keep);
    held = bytes.slice(keep);
    at = 0;
  }
  if (held.length > 0) yield held;
  return undefined;
}
