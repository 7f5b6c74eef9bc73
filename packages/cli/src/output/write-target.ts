import type { Stats } from 'node:fs';
import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CliError, problemOf } from '../cli-error.ts';
import { EXIT } from '../exit-codes.ts';

/** Where a file that a user names is really written. */
export type WriteTarget =
  /** Replaced as a whole, through whatever links lead there; `stats` of what is there now. */
  | { readonly kind: 'file'; readonly path: string; readonly stats?: Stats }
  /** A device, a pipe or a stream that is open already: written through, for it is not ours to replace. */
  | { readonly kind: 'stream'; readonly path: string };

/** Files that stand for a stream of this process. What they lead to may be a regular file that others write to as well. */
const OPEN_STREAM = /^\/(?:dev\/(?:stdin|stdout|stderr|fd\/\d+)|proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/;
/** As many links as Linux follows. */
const MOST_LINKS = 40;

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** What writing to `path` means. Errors: those of the system; a folder is one. */
export function writeTarget(path: string): WriteTarget {
  let at = resolve(path);
  for (let links = 0; ; links++) {
    if (OPEN_STREAM.test(at)) return { kind: 'stream', path: at };
    if (!isLink(at)) break;
    if (links === MOST_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    at = resolve(dirname(at), readlinkSync(at));
  }
  const stats = statSync(at, { throwIfNoEntry: false });
  if (stats === undefined) return { kind: 'file', path: at };
  if (stats.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  return stats.isFile() ? { kind: 'file', path: at, stats } : { kind: 'stream', path: at };
}

/** The error of a file that cannot be written, in the words of the user's path. */
export function cannotWrite(path: string, cause: unknown): CliError {
  const { reason, fix } = problemOf(cause);
  const own = (cause as { readonly path?: unknown } | null)?.path;
  return new CliError(
    EXIT.failed,
    `Cannot write ${path}: ${typeof own === 'string' ? reason.replace(`${own}: `, '') : reason}`,
    fix,
    cause,
  );
}

/**
 * Throws now rather than after an hour of measuring when a file cannot be written where it is wanted: a folder, a folder that is not there,
 * no permission. A full disk shows only later. Errors: failed.
 */
export function checkWritable(path: string): void {
  if (path === '-') return;
  let target: WriteTarget;
  try {
    target = writeTarget(path);
    if (target.kind === 'stream' || target.stats) accessSync(target.path, constants.W_OK);
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
  if (target.kind === 'stream') return;
  const folder = dirname(target.path);
  try {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new CliError(
      EXIT.failed,
      `Cannot write ${path}: ${folder} is not a folder that can be written to.`,
      'Create the folder, or name another one.',
      cause,
    );
  }
}
