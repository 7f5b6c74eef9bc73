import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError, problemOf } from '../cli-error.ts';
import { EXIT } from '../exit-codes.ts';

/** The error of a cache that cannot be written to. */
export function cacheError(path: string, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  const { reason } = problemOf(cause);
  const own = (cause as { readonly path?: unknown } | null)?.path;
  const words = typeof own === 'string' ? reason.replace(`${own}: `, '') : reason;
  return new CliError(
    EXIT.failed,
    `Cannot write ${typeof own === 'string' ? own : path}: ${words}`,
    'Free space or permit writing there, or name another folder with SPMV_CACHE.',
    cause,
  );
}

/** What stands in the way of a folder, in the system's words. */
function obstacle(path: string, code: 'ENOTDIR' | 'ENOTSUP'): Error {
  return Object.assign(new Error(code), { code, path });
}

/** Makes folders one after another: all at once Node says "no such file" of a read-only disk, and never comes back from /proc. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && !statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw obstacle(path, 'ENOTDIR');
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    if (existsSync(dirname(path))) throw obstacle(path, 'ENOTSUP');
    makeFolder(dirname(path));
    makeFolder(path);
  }
}

/** A folder of the cache, and those above it. Errors: failed. */
export function makeCacheFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (cause) {
    throw cacheError(path, cause);
  }
}
