import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inflateNode } from '@spmv/mmio/node';
import { unpackTar } from 'modern-tar/fs';
import { cacheError } from './cache-error.ts';
import type { CollectionName } from './collection-name.ts';
import { keptFiles } from './places.ts';

/** What is in an archive, or what is wrong with it. */
export type Unpacked =
  | {
      readonly kind: 'unpacked';
      readonly bytes: number;
      /** In hexadecimal, by algorithm. */
      readonly digests: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'damaged'; readonly why: string };

/** Text packs to a tenth or so; an archive that grows more than this is not from the collection. */
const MOST_GROWTH = 250;
const FREE_GROWTH = 1 << 26;

/** Passes bytes on and shows them. */
function tap(see: (chunk: Uint8Array) => void): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      try {
        see(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function leadsOut(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path);
}

function wrongWith(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return 'it is cut short';
  if (code === 'Z_DATA_ERROR') return message.includes('header') ? 'it is not a gzip file' : 'it is damaged';
  return message;
}

/** Of the disk, and no matter of what the archive holds. */
function isOfDisk(error: unknown): boolean {
  return /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code));
}

/**
 * Unpacks from `NAME.tar.gz` the matrix, its right-hand side and its solution into a new folder; everything else in it is passed over. Streams:
 * memory does not grow with the archive. Where it is damaged, nothing is left of the folder.
 *
 * Errors: those of the cache.
 */
export async function unpack(archive: string, folder: string, name: CollectionName): Promise<Unpacked> {
  const wanted = new Set(keptFiles(name));
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  const { size } = await stat(archive);
  const most = MOST_GROWTH * size + FREE_GROWTH;
  let grown = 0;
  let outside: string | undefined;
  const fileOf = (path: string): string => path.replace(/^(?:\.\/)+/, '').replace(`${name.name}/`, '');
  try {
    await mkdir(folder);
    await pipeline(
      createReadStream(archive),
      tap((chunk) => {
        sha256.update(chunk);
        md5.update(chunk);
      }),
      inflateNode,
      tap((chunk) => {
        grown += chunk.length;
        if (grown > most) throw new Error(`it holds more than ${MOST_GROWTH} times its own size`);
      }),
      unpackTar(folder, {
        strict: true,
        fmode: 0o644,
        filter: ({ name: path, type = 'file' }) => {
          if (leadsOut(path)) outside ??= path;
          return type === 'file' && wanted.has(fileOf(path));
        },
        map: (header) => ({ ...header, name: fileOf(header.name), mtime: new Date() }),
      }),
    );
    if (outside !== undefined)
      throw new Error(`it has a file '${outside.slice(0, 80)}', which leads out of its folder`);
    if (!(await readdir(folder)).includes(`${name.name}.mtx`))
      throw new Error(`it holds no ${name.name}/${name.name}.mtx`);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (isOfDisk(error)) throw cacheError(folder, error);
    return { kind: 'damaged', why: wrongWith(error) };
  }
  return { kind: 'unpacked', bytes: size, digests: { sha256: sha256.digest('hex'), md5: md5.digest('hex') } };
}
