import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { constants, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSpmvError } from '@spmv/core';
import { CliError } from '../cli-error.ts';
import { isGone } from '../gone.ts';
import { cannotWrite, checkWritable, writeTarget } from './write-target.ts';

/** What a file is filled from. */
export type FileContents = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Gives a new file the owner and the permissions of the one it replaces. Only root may give files away: others keep their own. */
async function copyOwnership(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
  await handle.chmod(mode & 0o7777);
}

async function replaceFile(path: string, stats: Stats | undefined, contents: FileContents): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  // A command that is stopped does not wait for what it writes.
  const onExit = (): void => rmSync(temporary, { force: true });
  process.once('exit', onExit);
  try {
    // Nobody else may read what a private file will hold, not even before it has its name.
    const handle = await open(temporary, 'wx', stats ? 0o600 : 0o666);
    try {
      await handle.writeFile(contents);
      if (stats) await copyOwnership(handle, stats);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    process.off('exit', onExit);
  }
}

/** The stream of this process that a path stands for, if any: opened anew it would begin at its start again, or not at all for a socket. */
function ownStream(path: string): NodeJS.WritableStream | undefined {
  const [, name] = /^\/(?:dev|proc\/self|dev\/fd|proc\/self\/fd)\/(stdout|stderr|1|2)$/.exec(path) ?? [];
  return name === undefined ? undefined : name === 'stdout' || name === '1' ? process.stdout : process.stderr;
}

/** Writes to a stream of this process, which stays open; a reader that went away is no error. Errors: those of the contents and the system. */
export async function writeStream(stream: NodeJS.WritableStream, contents: FileContents): Promise<void> {
  const chunks = typeof contents === 'string' || contents instanceof Uint8Array ? [contents] : contents;
  await pipeline(Readable.from(chunks), stream, { end: false }).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

async function writeThrough(path: string, contents: FileContents): Promise<void> {
  const stream = ownStream(path);
  if (stream) {
    await writeStream(stream, contents);
    return;
  }
  const handle = await open(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    await handle.writeFile(contents);
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file whole or not at all: into a temporary one beside it, which then takes its name, mode and owner. Links are followed and
 * stay. Devices, pipes and `/dev/stdout` are written through. Errors: failed; those of the contents as they are.
 */
export async function writeWhole(path: string, contents: FileContents): Promise<void> {
  try {
    checkWritable(path);
    const target = writeTarget(path);
    await (target.kind === 'stream'
      ? writeThrough(target.path, contents)
      : replaceFile(target.path, target.stats, contents));
  } catch (cause) {
    if (isSpmvError(cause) || cause instanceof CliError) throw cause;
    throw cannotWrite(path, cause);
  }
}
