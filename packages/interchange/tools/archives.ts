import { npyArray, writeNpy, writeSciPyNpz } from '../src/index.ts';
import type { SciPyMatrix } from '../src/index.ts';
import { writeZip } from '../src/zip/write-zip.ts';
import { joined } from './bytes.ts';

/** Two by three with three entries, in CSR. */
export const SMALL: SciPyMatrix = {
  format: 'csr',
  shape: { rows: 2, cols: 3 },
  isArray: false,
  arrays: {
    indptr: npyArray('i4', [3], Int32Array.of(0, 2, 3)),
    indices: npyArray('i4', [3], Int32Array.of(0, 2, 1)),
    data: npyArray('f8', [3], Float64Array.of(1, 2, 3)),
  },
};

export function small(compression: 'none' | 'deflate' = 'none'): Promise<Uint8Array> {
  return joined(writeSciPyNpz(SMALL, { compression }));
}

/** An archive of any arrays, well-formed whatever they say. */
export function archiveOf(arrays: Readonly<Record<string, Uint8Array>>, compress = false): Promise<Uint8Array> {
  return joined(
    writeZip(
      Object.entries(arrays).map(([name, bytes]) => ({ name: `${name}.npy`, parts: [bytes] })),
      compress,
    ),
  );
}

/** The members of the matrix above, some replaced. */
export async function membersOf(
  changes: Readonly<Record<string, Uint8Array | undefined>>,
): Promise<Record<string, Uint8Array>> {
  const array = async (name: keyof typeof SMALL.arrays): Promise<Uint8Array> => joined(writeNpy(SMALL.arrays[name]));
  const members: Record<string, Uint8Array | undefined> = {
    indices: await array('indices'),
    indptr: await array('indptr'),
    format: await joined(writeNpy(npyArray('S3', [], new TextEncoder().encode('csr')))),
    shape: await joined(writeNpy(npyArray('i8', [2], BigInt64Array.of(2n, 3n)))),
    data: await array('data'),
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Uint8Array] => entry[1] !== undefined),
  );
}

/** Places of the directory's records, and of the end record. */
export function directoryPlaces(archive: Uint8Array): { readonly records: readonly number[]; readonly end: number } {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - 22;
  const records: number[] = [];
  for (let at = view.getUint32(end + 16, true); at < end;) {
    records.push(at);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { records, end };
}

/** A copy in which some fields of the directory's record of a member are others: offset in the record, bytes of it, and the value. */
export function patched(
  archive: Uint8Array,
  member: number,
  ...fields: readonly (readonly [at: number, width: 2 | 4, value: number])[]
): Uint8Array {
  const copy = new Uint8Array(archive);
  const view = new DataView(copy.buffer);
  const start = directoryPlaces(copy).records[member];
  for (const [at, width, value] of fields) {
    if (width === 2) view.setUint16(start + at, value, true);
    else view.setUint32(start + at, value, true);
  }
  return copy;
}
