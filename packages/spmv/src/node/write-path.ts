import { SpmvError } from '@spmv/core';
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import type { WritePath } from '../save.ts';

/** Writes a file under another name first. Errors: `FILE.WRITE`. */
export const writePath: WritePath = async (given, chunks, gzip) => {
  const path = resolve(typeof given === 'string' && !given.startsWith('file:') ? given : fileURLToPath(given));
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx');
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
