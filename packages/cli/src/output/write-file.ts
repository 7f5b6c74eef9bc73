import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CliError, problemOf } from '../cli-error.ts';
import { EXIT } from '../exit-codes.ts';

/** What a file is filled from. */
export type FileContents = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Writes a file whole or not at all: into a temporary one beside it, then renamed. */
export async function writeWhole(path: string, contents: FileContents): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeFile(temporary, contents);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const { reason, fix } = problemOf(cause);
    throw new CliError(EXIT.failed, `Cannot write ${path}: ${reason.replace(`${temporary}: `, '')}`, fix, cause);
  }
}
