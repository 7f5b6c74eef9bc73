import type { FileBytes, FileLimits } from '@spmv/core';
import { FETCH_AGAIN, fileError } from '../errors/file-error.ts';
import { memoryBytes, readExactly } from '../source/bytes.ts';
import { COMPRESSION, DEFAULT_LIMITS } from '../source/limits.ts';
import { platformCrc32 } from './crc32.ts';
import type { Crc32 } from './crc32-type.ts';
import { bodyOf, isZip, readDirectory, type ZipMember } from './directory.ts';
import { inflate } from './inflate.ts';

/** A checksum made while bytes come. */
export interface Checksum {
  add(piece: Uint8Array): void;
  /** Errors: `FILE.CHECKSUM`. */
  compare(): void;
}

/** A member whose bytes can be read: those of the archive itself, or unpacked ones. */
export interface OpenMember {
  readonly bytes: FileBytes;
  readonly at: number;
  readonly end: number;
  /** The checksum of its bytes; absent where it has been compared already. */
  readonly checksum?: Checksum;
}

/** An archive, of which only the directory has been read. */
export interface Archive {
  readonly names: readonly string[];
  /** The bytes of a member, unpacked where they are packed; `undefined` where there is none of this name. */
  open(name: string): Promise<OpenMember | undefined>;
}

/** Refuses a member before room is made for it. Errors: `FILE.LIMIT`. */
function requireAllowed({ name, method, size, packed, headerAt }: ZipMember, limits: FileLimits): void {
  const proportion =
    method === 'deflated' && limits.bytes === undefined ? COMPRESSION.free + COMPRESSION.ratio * packed : Infinity;
  const limit = Math.min(limits.bytes ?? DEFAULT_LIMITS.bytes, proportion);
  if (size <= limit) return;
  throw fileError('FILE.LIMIT', {
    byte: headerAt,
    member: name,
    what: `the member unfolds from ${packed} to ${size} bytes, more than ${limit}`,
    fix: 'If you trust the file, raise limits.bytes, in the command --max-text-bytes.',
    details: { limit, size, packed },
  });
}

function checksumOf({ name, crc32 }: ZipMember, sum: Crc32): Checksum {
  let found = 0;
  return {
    add(piece) {
      found = sum(piece, found);
    },
    compare() {
      if (found === crc32) return;
      throw fileError('FILE.CHECKSUM', {
        member: name,
        what: `the checksum of the bytes is ${found.toString(16)}, but the archive says ${crc32.toString(16)}`,
        fix: FETCH_AGAIN,
        details: { found, expected: crc32 },
      });
    },
  };
}

/**
 * Opens a ZIP archive: stored and deflated members, of any size, with the sizes behind the data or before. What the directory says is
 * checked against the members, so that no two of them share bytes. Errors: `FILE.ARCHIVE`, `FILE.UNSUPPORTED`, `FILE.LIMIT`, `FILE.TRUNCATED`.
 */
export async function openArchive(
  bytes: FileBytes,
  limits: FileLimits = {},
  checksums: 'compare' | 'skip' = 'compare',
): Promise<Archive> {
  const head = await bytes.read(0, 4);
  if (!isZip(head)) {
    throw fileError('FILE.FORMAT', {
      byte: 0,
      what: 'the file does not begin like a ZIP archive, which every .npz file is',
      fix: 'Write it with scipy.sparse.save_npz or numpy.savez.',
    });
  }
  const { members, at: directoryAt } = await readDirectory(bytes);
  const starts = members.map(({ headerAt }) => headerAt).toSorted((a, b) => a - b);
  const sum = platformCrc32();
  return {
    names: members.map(({ name }) => name),
    async open(name) {
      const member = members.find((one) => one.name === name);
      if (member === undefined) return undefined;
      requireAllowed(member, limits);
      const next = starts.find((start) => start > member.headerAt) ?? directoryAt;
      const at = await bodyOf(bytes, member, next);
      const checksum = checksumOf(member, sum);
      if (member.method === 'stored')
        return { bytes, at, end: at + member.size, ...(checksums === 'skip' ? {} : { checksum }) };
      const packed = await readExactly(bytes, { at, length: member.packed, of: 'the member', member: name });
      const unpacked = await inflate(packed, { name, size: member.size, at });
      checksum.add(unpacked);
      checksum.compare();
      return { bytes: memoryBytes(unpacked), at: 0, end: unpacked.length };
    },
  };
}
