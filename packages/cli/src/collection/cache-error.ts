import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
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
    'Free space or permit writing there, or name another folder for what is fetched with --cache or SPMV_CACHE.',
    cause,
  );
}

/** Why a folder cannot be made: made one after another, folders tell what all at once do not (on a read-only disk there is "no such file"). */
function whyNot(path: string, cause: unknown): unknown {
  if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') return cause;
  try {
    mkdirSync(path);
    return cause;
  } catch (error) {
    const isDeeper = (error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path;
    return isDeeper ? whyNot(dirname(path), cause) : error;
  }
}

/** A folder of the cache, and those above it. Errors: failed. */
export async function makeCacheFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((cause: unknown) => {
    throw cacheError(path, whyNot(path, cause));
  });
}
