import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cacheError, makeCacheFolder } from './cache-error.ts';
import type { CollectionName } from './collection-name.ts';
import type { CollectionPlaces } from './places.ts';

/** What the server said of the archive that a part is the beginning of. */
export interface PartState {
  readonly url: string;
  /** `ETag`, or `Last-Modified`: the same for the same bytes. */
  readonly validator?: string;
  /** Bytes of the whole. */
  readonly total?: number;
  /** Digests in hexadecimal, by algorithm. */
  readonly digests: Readonly<Record<string, string>>;
}

/** The beginning of an archive on disk. It outlives the process, and belongs to one process at a time. */
export interface ArchivePart {
  readonly archive: string;
  state(): Promise<PartState | undefined>;
  size(): Promise<number>;
  /** Forgets what is there, and what was said of it. */
  restart(state?: PartState): Promise<void>;
  /** Opened at its end. */
  append(): Promise<FileHandle>;
  remove(): Promise<void>;
}

/** Nobody writes that seldom. */
const ABANDONED_MS = 1_200_000;

/** Hosts that share a folder are told apart. */
function hostTag(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/** Whether a process runs; one that ended and that nobody took notice of, as in containers without an init, does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/** Whether nobody writes to a part of this name any more. */
async function isAbandoned(path: string, file: string): Promise<boolean> {
  const [, host, pid] = /\.([0-9a-f]{8})-(\d+)-[0-9a-f]+\.part$/.exec(file) ?? [];
  if (host === undefined) return false;
  // One of this process was given up: it fetches a matrix once at a time.
  if (host === hostTag() && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  const stats = await stat(join(path, 'archive')).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS;
}

function partAt(folder: string): ArchivePart {
  const [archive, about] = [join(folder, 'archive'), join(folder, 'state.json')];
  const size = async (): Promise<number> => (await stat(archive).catch(() => undefined))?.size ?? 0;
  const inCache = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw cacheError(folder, cause);
    }
  };
  return {
    archive,
    size,
    async state() {
      try {
        return JSON.parse(await readFile(about, 'utf8')) as PartState;
      } catch {
        return undefined;
      }
    },
    restart: (state) =>
      inCache(async () => {
        // In this order: bytes without a state are never gone on with.
        await rm(about, { force: true });
        if ((await size()) > 0) await truncate(archive);
        if (state) await writeFile(about, JSON.stringify(state));
      }),
    append: () => inCache(() => open(archive, 'a')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * A part of this archive for this process alone: the largest that a process which is gone left behind, or a new one. Renaming decides between
 * processes that want the same. Errors: those of the cache.
 */
export async function claimPart({ folder }: CollectionPlaces, { group, name }: CollectionName): Promise<ArchivePart> {
  const parent = join(folder, group);
  const own = join(parent, `${name}.${hostTag()}-${process.pid}-${randomBytes(4).toString('hex')}.part`);
  makeCacheFolder(parent);
  try {
    const left: { path: string; size: number }[] = [];
    for (const file of await readdir(parent)) {
      const path = join(parent, file);
      if (!file.startsWith(`${name}.`) || !file.endsWith('.part') || !(await isAbandoned(path, file))) continue;
      left.push({ path, size: await partAt(path).size() });
    }
    let isClaimed = false;
    for (const { path } of left.toSorted((a, b) => b.size - a.size)) {
      if (isClaimed) await rm(path, { recursive: true, force: true });
      else
        isClaimed = await rename(path, own).then(
          () => true,
          () => false,
        );
    }
    if (!isClaimed) await mkdir(own);
  } catch (cause) {
    throw cacheError(parent, cause);
  }
  return partAt(own);
}
