import { SpmvError } from '@spmv/core';
import { randomBytes } from 'node:crypto';
import { access, constants, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import type { WritePath } from '../save.ts';

/** The file that a name leads to, through links. Errors: `FILE.WRITE`. */
async function targetOf(given: string | URL): Promise<string> {
  try {
    const path = resolve(typeof given === 'string' && !given.startsWith('file:') ? given : fileURLToPath(given));
    if (path.includes('\0')) throw new TypeError('a name holds no character 0');
    return await realpath(path).catch(() => path);
  } catch (cause) {
    throw new SpmvError('FILE.WRITE', `${String(given)} names no file of this machine.`, {
      fix: 'Give a path, or an address that begins with file:.',
      cause,
    });
  }
}

/** Writes a file under another name first; one that is there keeps who may read it. Errors: `FILE.WRITE`. */
export const writePath: WritePath = async (given, chunks, gzip) => {
  const path = await targetOf(given);
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const there = await stat(path).catch(() => undefined);
    if (there) await access(path, constants.W_OK);
    const file = await open(temporary, 'wx');
    if (there) await file.chmod(there.mode & 0o7777);
    const pieces = Readable.from(chunks);
    await (gzip
      ? pipeline(pieces, createGzip(), file.createWriteStream())
      : pipeline(pieces, file.createWriteStream()));
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === undefined || (cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new SpmvError(
      'FILE.WRITE',
      `${path} cannot be written: ${code === 'ENOENT' ? `there is no folder ${dirname(path)}` : message.replace(temporary, path)}.`,
      {
        fix: 'Name a file in a folder that is there and that you may write to, on a disk with room.',
        details: { path, system: code },
        cause,
      },
    );
  }
};
