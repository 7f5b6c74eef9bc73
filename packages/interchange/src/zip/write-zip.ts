import { platformCrc32 } from './crc32.ts';
import { deflated } from './inflate.ts';

/** A file to be put into an archive, in pieces. */
export interface ZipInput {
  readonly name: string;
  readonly parts: readonly Uint8Array[];
}

/** Elements of a stored array begin at a multiple of this, so that they can be used where they lie. */
const ALIGNMENT = 64;
/** Midnight of 1 January 1980, the earliest that ZIP knows: the same arrays give the same bytes. */
const DATE = 0x0021;
const BIG = 0xffff_ffff;
/** An extra field that says nothing, as Android's zipalign uses it. */
const PADDING_FIELD = 0xd935;

interface Written {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
  readonly method: 0 | 8;
  readonly at: number;
}

function record(length: number, fill: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  fill(new DataView(bytes.buffer));
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);

/** Fields that both headers of a member have, in their order. */
function common(view: DataView, at: number, { crc, size, packed, method }: Written, wide: boolean): void {
  view.setUint16(at, wide ? 45 : 20, true);
  view.setUint16(at + 2, 0x0800, true);
  view.setUint16(at + 4, method, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, wide ? BIG : packed, true);
  view.setUint32(at + 18, wide ? BIG : size, true);
}

/** An extra field with what does not fit into 32 bits. */
function wideField(...numbers: readonly number[]): Uint8Array {
  return record(4 + 8 * numbers.length, (view) => {
    view.setUint16(0, 1, true);
    view.setUint16(2, 8 * numbers.length, true);
    numbers.forEach((value, k) => view.setBigUint64(4 + 8 * k, BigInt(value), true));
  });
}

function localHeader(member: Written): Uint8Array {
  const { name, size, packed, at, method } = member;
  const wide = size >= BIG || packed >= BIG;
  const fields = wide ? wideField(size, packed) : new Uint8Array(0);
  const before = at + 30 + name.length + fields.length;
  // The field itself takes four bytes.
  const gap = method === 8 ? 0 : (ALIGNMENT - ((before + 4) % ALIGNMENT)) % ALIGNMENT;
  const padding =
    method === 8
      ? new Uint8Array(0)
      : record(4 + gap, (view) => {
          view.setUint16(0, PADDING_FIELD, true);
          view.setUint16(2, gap, true);
        });
  const header = record(30, (view) => {
    view.setUint32(0, 0x04034b50, true);
    common(view, 4, member, wide);
    view.setUint16(26, name.length, true);
    view.setUint16(28, fields.length + padding.length, true);
  });
  return joined(header, name, fields, padding);
}

function directoryRecord(member: Written): Uint8Array {
  const { name, size, packed, at } = member;
  const wide = size >= BIG || packed >= BIG;
  const fields = wide ? wideField(size, packed, at) : at >= BIG ? wideField(at) : new Uint8Array(0);
  const header = record(46, (view) => {
    view.setUint32(0, 0x02014b50, true);
    view.setUint16(4, 45, true);
    common(view, 6, member, wide);
    view.setUint16(28, name.length, true);
    view.setUint16(30, fields.length, true);
    view.setUint32(42, wide || at >= BIG ? BIG : at, true);
  });
  return joined(header, name, fields);
}

function endRecords(members: number, at: number, length: number): Uint8Array {
  const wide = at >= BIG || length >= BIG;
  const large = wide
    ? record(76, (view) => {
        view.setUint32(0, 0x06064b50, true);
        view.setBigUint64(4, 44n, true);
        view.setUint16(12, 45, true);
        view.setUint16(14, 45, true);
        view.setBigUint64(24, BigInt(members), true);
        view.setBigUint64(32, BigInt(members), true);
        view.setBigUint64(40, BigInt(length), true);
        view.setBigUint64(48, BigInt(at), true);
        view.setUint32(56, 0x07064b50, true);
        view.setBigUint64(64, BigInt(at + length), true);
        view.setUint32(72, 1, true);
      })
    : new Uint8Array(0);
  const end = record(22, (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, members, true);
    view.setUint16(10, members, true);
    view.setUint32(12, wide ? BIG : length, true);
    view.setUint32(16, wide ? BIG : at, true);
  });
  return joined(large, end);
}

/**
 * A ZIP archive, stored or deflated. What is stored begins at a multiple of 64 bytes; what is beyond 4 GiB is written in 64 bits. The
 * same files give the same bytes. Memory: one member, compressed.
 */
export async function* writeZip(files: readonly ZipInput[], compress: boolean): AsyncGenerator<Uint8Array> {
  const checksum = platformCrc32();
  const written: Written[] = [];
  let at = 0;
  for (const { name, parts } of files) {
    let crc = 0;
    for (const part of parts) crc = checksum(part, crc);
    let body = parts;
    if (compress) {
      const pieces: Uint8Array[] = [];
      for await (const piece of deflated(parts)) pieces.push(piece);
      body = pieces;
    }
    const member: Written = {
      name: new TextEncoder().encode(name),
      crc,
      size: sizeOf(parts),
      packed: sizeOf(body),
      method: compress ? 8 : 0,
      at,
    };
    const header = localHeader(member);
    yield header;
    yield* body;
    written.push(member);
    at += header.length + member.packed;
  }
  const directory = joined(...written.map(directoryRecord));
  yield directory;
  yield endRecords(written.length, at, directory.length);
}
