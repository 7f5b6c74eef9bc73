import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEnd, HostBlock, LeftOut } from '@spmv/engine';
import { sentences, toJson } from '@spmv/engine/basics';
import { problemOf } from '../cli-error.ts';
import { makeCacheFolder } from '../collection/cache-error.ts';
import { cacheRoot } from '../collection/places.ts';
import type { SessionOptions } from '../session/session.ts';
import { writeWhole } from '../output/write-file.ts';
import { isObject, readJsonFile } from './bench-document.ts';
import { hostBlock } from './host.ts';
import type { TunedRow } from './tuned.ts';
import { groupKey } from './tuned.ts';

/** `spmv.tune/1`. Fields only get added. */
export interface TuneDocument {
  readonly schema: 'spmv.tune/1';
  readonly host: HostBlock;
  /** Of the packages that it was measured with. Absent in earlier documents. */
  readonly versions?: Readonly<Record<string, string>>;
  readonly options: Omit<SessionOptions, 'selection'>;
  readonly interrupted: boolean;
  readonly leftOut: readonly LeftOut[];
  /** Points that the time did not suffice for; absent where there are none. */
  readonly outOfTime?: readonly { readonly matrix: string; readonly cases: number }[];
  readonly results: readonly TunedRow[];
  /** What ended the search before it was done. */
  readonly errors: readonly NonNullable<RunEnd['problem']>[];
}

/** What `--tuned` says for the files that `tune` keeps by itself. */
export const KEPT = 'kept';

/** The folder of what was tuned on a machine: points of one are no points of another. */
function folderOf({ cpu, cores, arch }: Pick<HostBlock, 'cpu' | 'cores' | 'arch'>): string {
  const machine = createHash('sha256')
    .update(JSON.stringify([cpu, cores, arch]))
    .digest('hex')
    .slice(0, 12);
  return join(cacheRoot(), 'tuned', machine);
}

/** The file of what `tune` kept on this machine for a problem; undefined where it kept nothing. */
export function keptTuned(hash: string): string | undefined {
  const path = join(folderOf(hostBlock()), `${hash}.json`);
  return existsSync(path) ? path : undefined;
}

type Earlier = Pick<TuneDocument, 'results'> & { readonly versions: NonNullable<TuneDocument['versions']> };

const NOTHING: Earlier = { results: [], versions: {} };

/** What was kept before of kernels that were not tuned now; nothing where a package has another version now. */
function earlierIn(path: string, { versions = {}, results }: TuneDocument): Earlier {
  if (!existsSync(path)) return NOTHING;
  let earlier: unknown;
  try {
    earlier = readJsonFile(path, '');
  } catch {
    // What cannot be read is written anew.
    return NOTHING;
  }
  const { versions: then, results: rows } = isObject(earlier) ? earlier : {};
  if (!isObject(then) || !Array.isArray(rows)) return NOTHING;
  if (Object.entries(versions).some(([name, version]) => (then[name] ?? version) !== version)) return NOTHING;
  const now = new Set(results.map(({ best }) => groupKey(best)));
  const others = (rows as readonly TunedRow[]).filter(
    (row) => isObject(row) && isObject(row.best) && !now.has(groupKey(row.best)),
  );
  return { results: others, versions: then as Earlier['versions'] };
}

/** Where points were kept, or why they were not. */
export type KeptPlace = { readonly folder: string; readonly files: number } | { readonly problem: string };

/** Keeps a search, one file for each problem: never an error, since nobody asked for it. */
export async function keepTuned(document: TuneDocument): Promise<KeptPlace> {
  try {
    const folder = folderOf(document.host);
    makeCacheFolder(folder);
    const hashes = new Set(document.results.map(({ best }) => best.problem.hash));
    for (const hash of hashes) {
      const path = join(folder, `${hash}.json`);
      const own = { ...document, results: document.results.filter(({ best }) => best.problem.hash === hash) };
      const earlier = earlierIn(path, own);
      const versions = { ...earlier.versions, ...own.versions };
      await writeWhole(path, toJson({ ...own, versions, results: [...own.results, ...earlier.results] }));
    }
    return { folder, files: hashes.size };
  } catch (error) {
    const { reason, fix } = problemOf(error);
    return { problem: sentences(reason, fix) };
  }
}

/** What is said of it. */
export function keptText(place: KeptPlace): string {
  if ('problem' in place) return `Not kept for --tuned kept: ${place.problem}`;
  return `Kept for this machine in ${place.folder}: bench and multiply use it with --tuned kept.`;
}
