import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectionName } from './collection-name.ts';
import type { CollectionPlaces } from './places.ts';
import { keptFiles, matrixFolder } from './places.ts';

/** A file that was unpacked, as it was then. */
export interface KeptFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly modifiedMs: number;
}

/** What `fetched.json` beside a matrix says: schema `spmv.fetched/1`. */
export interface FetchRecord {
  readonly schema: 'spmv.fetched/1';
  readonly id: string;
  /** Address. */
  readonly from: string;
  /** When, as ISO 8601. */
  readonly fetched: string;
  readonly archive: { readonly bytes: number; readonly sha256: string };
  /** The matrix first. */
  readonly files: readonly KeptFile[];
}

export const RECORD = 'fetched.json';

/** What is kept of a matrix. */
export type KeptMatrix =
  | { readonly kind: 'whole'; readonly path: string; readonly record: FetchRecord }
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'none' };

/** SHA-256 of a file in hexadecimal. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/** What to remember of the files that were unpacked into a folder. */
export async function describeFiles(folder: string, name: CollectionName): Promise<readonly KeptFile[]> {
  const all = await Promise.all(
    keptFiles(name).map(async (file): Promise<readonly KeptFile[]> => {
      const path = join(folder, file);
      const stats = await stat(path).catch(() => undefined);
      if (!stats) return [];
      return [{ file, bytes: stats.size, sha256: await hashFile(path), modifiedMs: stats.mtimeMs }];
    }),
  );
  return all.flat();
}

/** What is wrong with a file that was kept; undefined where nothing is. One that was not touched is read only where it is to be sure. */
async function wrongWith(folder: string, kept: KeptFile, isThorough: boolean): Promise<string | undefined> {
  const stats = await stat(join(folder, kept.file)).catch(() => undefined);
  if (!stats) return `${kept.file} is gone`;
  if (stats.size !== kept.bytes) return `${kept.file} has ${stats.size} bytes, not ${kept.bytes}`;
  if (!isThorough && stats.mtimeMs === kept.modifiedMs) return undefined;
  const same = (await hashFile(join(folder, kept.file))) === kept.sha256;
  return same ? undefined : `${kept.file} has another SHA-256 than when it was fetched`;
}

/** Whether it says all that is asked of a record. */
function isRecord(found: unknown): found is FetchRecord {
  const { schema, archive, files } = (found ?? {}) as Partial<FetchRecord>;
  const isKept = (file: Partial<KeptFile> | null): boolean =>
    typeof file?.file === 'string' && typeof file.bytes === 'number' && typeof file.sha256 === 'string';
  return (
    schema === 'spmv.fetched/1' &&
    typeof archive?.sha256 === 'string' &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.every(isKept)
  );
}

/** What is kept of a matrix, and whether it is as it was fetched. */
export async function keptMatrix(
  places: CollectionPlaces,
  name: CollectionName,
  isThorough: boolean,
): Promise<KeptMatrix> {
  const folder = matrixFolder(places, name);
  // Asked before: another process may put the folder in place between the two looks.
  const wasThere = existsSync(folder);
  let record: FetchRecord;
  try {
    const found: unknown = JSON.parse(await readFile(join(folder, RECORD), 'utf8'));
    if (!isRecord(found)) return { kind: 'damaged', why: `${RECORD} is none of this command` };
    record = found;
  } catch (error) {
    // A folder in which nothing is known of a matrix would be in the way of one that is fetched.
    if (!wasThere || !existsSync(folder)) return { kind: 'none' };
    return { kind: 'damaged', why: `${RECORD} ${error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'}` };
  }
  for (const file of record.files) {
    const why = await wrongWith(folder, file, isThorough);
    if (why !== undefined) return { kind: 'damaged', why };
  }
  return { kind: 'whole', path: join(folder, `${name.name}.mtx`), record };
}
