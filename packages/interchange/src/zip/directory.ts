import type { FileBytes } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { readExactly } from '../source/bytes.ts';

/** A member of an archive as the directory at its end describes it. */
export interface ZipMember {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly crc32: number;
  /** Bytes in the archive. */
  readonly packed: number;
  /** Bytes once unpacked. */
  readonly size: number;
  /** Where its own header begins. */
  readonly headerAt: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** An archive ends in its end record and a comment of at most this length. */
const LONGEST_COMMENT = 0xffff;
/** More than any matrix has arrays; a directory of 2³² names would take all memory. */
const MOST_MEMBERS = 10_000;
const BIG = 0xffff_ffff;

/** Whether these are the first bytes of a ZIP archive, perhaps an empty one. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

function damaged(byte: number, what: string, member?: string): Error {
  return fileError('FILE.ARCHIVE', {
    byte,
    what,
    ...(member === undefined ? {} : { member }),
    fix: 'Copy or download the file again, or write it again with scipy.sparse.save_npz.',
  });
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function big(from: DataView, at: number): number {
  return Number(from.getBigUint64(at, true));
}

interface Directory {
  readonly at: number;
  readonly length: number;
  readonly members: number;
}

async function findDirectory(bytes: FileBytes): Promise<Directory> {
  const from = Math.max(0, bytes.size - 22 - LONGEST_COMMENT);
  const tail = view(await readExactly(bytes, { at: from, length: bytes.size - from, of: 'the archive' }));
  let at = tail.byteLength - 22;
  while (at >= 0 && !(tail.getUint32(at, true) === END && at + 22 + tail.getUint16(at + 20, true) === tail.byteLength))
    at--;
  if (at < 0)
    throw damaged(bytes.size, 'the archive has no directory at its end: it is cut, or something was appended to it');
  let found = {
    at: tail.getUint32(at + 16, true),
    length: tail.getUint32(at + 12, true),
    members: tail.getUint16(at + 10, true),
  };
  const disks = tail.getUint16(at + 4, true);
  const wide = found.at === BIG || found.length === BIG || found.members === 0xffff;
  let end = from + at;
  if (wide && at >= 20 && tail.getUint32(at - 20, true) === END_64_LOCATOR) {
    const place = big(tail, at - 12);
    const record = view(await readExactly(bytes, { at: place, length: 56, of: 'the directory of a large archive' }));
    if (record.getUint32(0, true) !== END_64)
      throw damaged(place, 'the end record of a large archive is not where it should be');
    found = { at: big(record, 48), length: big(record, 40), members: big(record, 32) };
    end = place;
  } else if (disks !== 0) throw damaged(end, 'the archive is divided into several files');
  if (found.at + found.length > end)
    throw damaged(end, `the directory of ${found.length} bytes at byte ${found.at} does not fit before its end record`);
  if (found.members > MOST_MEMBERS || found.length > MOST_MEMBERS * 400) {
    throw fileError('FILE.LIMIT', {
      byte: end,
      what: `the archive says that it has ${found.members} members in ${found.length} bytes of directory, more than ${MOST_MEMBERS}`,
      fix: 'Check the file: the archive of a matrix has about five members.',
      details: { limit: MOST_MEMBERS },
    });
  }
  return found;
}

/** Sizes and place of a member: those that do not fit into 32 bits stand in an extra field, in this order. */
function wideFields(
  record: DataView,
  { at, names }: { readonly at: number; readonly names: number },
): Pick<ZipMember, 'size' | 'packed' | 'headerAt'> {
  const fields = {
    size: record.getUint32(at + 24, true),
    packed: record.getUint32(at + 20, true),
    headerAt: record.getUint32(at + 42, true),
  };
  let extra = at + 46 + names;
  const end = extra + record.getUint16(at + 30, true);
  while (extra + 4 <= end) {
    const [id, length] = [record.getUint16(extra, true), record.getUint16(extra + 2, true)];
    let place = extra + 4;
    extra = place + length;
    if (id !== 1 || extra > end) continue;
    for (const name of ['size', 'packed', 'headerAt'] as const) {
      if (fields[name] !== BIG || place + 8 > extra) continue;
      fields[name] = big(record, place);
      place += 8;
    }
  }
  return fields;
}

function memberAt(record: DataView, at: number, place: number): ZipMember {
  const names = record.getUint16(at + 28, true);
  const name = new TextDecoder().decode(new Uint8Array(record.buffer, record.byteOffset + at + 46, names));
  const method = record.getUint16(at + 10, true);
  if ((record.getUint16(at + 8, true) & 0x2041) !== 0) {
    throw fileError('FILE.UNSUPPORTED', {
      byte: place,
      member: name,
      what: 'the member is encrypted',
      fix: 'Unpack it with its password, and pack it again without one.',
    });
  }
  if (method !== 0 && method !== 8) {
    throw fileError('FILE.UNSUPPORTED', {
      byte: place,
      member: name,
      what: `the member is packed by method ${method}, and only 0 (stored) and 8 (deflate) are read`,
      fix: 'Write the file again with scipy.sparse.save_npz or numpy.savez_compressed.',
      details: { method },
    });
  }
  const fields = wideFields(record, { at, names });
  if (method === 0 && fields.packed !== fields.size)
    throw damaged(
      place,
      `a stored member has ${fields.packed} bytes in the archive, but is said to be ${fields.size} long`,
      name,
    );
  return { name, method: method === 0 ? 'stored' : 'deflated', crc32: record.getUint32(at + 16, true), ...fields };
}

/** What the directory at the end of an archive says, none of the members' bytes read. Errors: `FILE.ARCHIVE`, `FILE.UNSUPPORTED`, `FILE.LIMIT`, `FILE.TRUNCATED`. */
export async function readDirectory(
  bytes: FileBytes,
): Promise<{ readonly members: readonly ZipMember[]; readonly at: number }> {
  const directory = await findDirectory(bytes);
  const record = view(await readExactly(bytes, { at: directory.at, length: directory.length, of: 'the directory' }));
  const members: ZipMember[] = [];
  let at = 0;
  for (let n = 0; n < directory.members; n++) {
    const place = directory.at + at;
    const isThere = at + 46 <= record.byteLength && record.getUint32(at, true) === CENTRAL;
    const next = isThere
      ? at + 46 + record.getUint16(at + 28, true) + record.getUint16(at + 30, true) + record.getUint16(at + 32, true)
      : Infinity;
    if (next > record.byteLength)
      throw damaged(place, `the directory says that it has ${directory.members} members, but ${n} are there`);
    const member = memberAt(record, at, place);
    if (members.some(({ name }) => name === member.name))
      throw damaged(place, 'the archive has two members of this name, and either could be meant', member.name);
    members.push(member);
    at = next;
  }
  return { members, at: directory.at };
}

/** Where the bytes of a member begin. Errors: `FILE.ARCHIVE`, `FILE.TRUNCATED`. */
export async function bodyOf(bytes: FileBytes, member: ZipMember, end: number): Promise<number> {
  const { name, headerAt, packed } = member;
  const header = view(
    await readExactly(bytes, { at: headerAt, length: 30, of: 'the header of the member', member: name }),
  );
  if (header.getUint32(0, true) !== LOCAL) throw damaged(headerAt, 'no member begins where the directory says', name);
  const names = header.getUint16(26, true);
  const own = await readExactly(bytes, {
    at: headerAt + 30,
    length: names,
    of: 'the name of the member',
    member: name,
  });
  if (new TextDecoder().decode(own) !== name)
    throw damaged(headerAt, `the member there is called '${new TextDecoder().decode(own).slice(0, 80)}'`, name);
  const at = headerAt + 30 + names + header.getUint16(28, true);
  if (at + packed > end)
    throw damaged(
      at,
      `the member goes on to byte ${at + packed}, where the next member or the directory already is`,
      name,
    );
  return at;
}
