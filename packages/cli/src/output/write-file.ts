import { randomBytes } from 'node:crypto';
import { accessSync, constants, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isSpmvError } from '@spmv/core';
import { CliError, problemOf } from '../cli-error.ts';
import { EXIT } from '../exit-codes.ts';

/** What a file is filled from. */
export type FileContents = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Throws now rather than after an hour of measuring when a file cannot be written where it is wanted. */
export function checkWritable(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (cause) {
    throw new CliError(EXIT.failed, `Cannot write ${path}: ${dirname(path)} is no folder that can be written to.`, 'Make the folder, or name another.', cause);
  }
}

/** Writes a file whole or not at all: into a temporary one beside it, then renamed. */
export async function writeWhole(path: string, contents: FileContents): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  // A command that is stopped does not wait for what it writes.
  const onExit = (): void => rmSync(temporary, { force: true });
  process.once('exit', onExit);
  try {
    await writeFile(temporary, contents);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    if (isSpmvError(cause)) throw cause;
    const { reason, fix } = problemOf(cause);
    throw new CliError(EXIT.failed, `Cannot write ${path}: ${reason.replace(`${temporary}: `, '')}`, fix, cause);
  } finally {
    process.off('exit', onExit);
  }
}
