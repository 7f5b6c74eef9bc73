import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError, inputError } from '../cli-error.ts';
import { EXIT } from '../exit-codes.ts';
import { cacheError } from './cache-error.ts';
import type { Client } from './client.ts';
import type { CollectionName } from './collection-name.ts';
import { suggestIds } from './collection-index.ts';
import type { DownloadOptions } from './download.ts';
import { download } from './download.ts';
import type { FetchRecord } from './kept-matrix.ts';
import { describeFiles, keptMatrix, RECORD } from './kept-matrix.ts';
import { loadIndex } from './load-index.ts';
import type { ArchivePart } from './part.ts';
import { claimPart } from './part.ts';
import type { CollectionPlaces } from './places.ts';
import { matrixFolder } from './places.ts';
import { unpack } from './unpack.ts';

/** A matrix that is there. */
export interface FetchedMatrix {
  readonly name: CollectionName;
  /** `kept`: it was there already. */
  readonly status: 'fetched' | 'kept';
  /** Of the matrix. */
  readonly path: string;
  readonly record: FetchRecord;
}

export interface FetchOptions extends DownloadOptions {
  readonly places: CollectionPlaces;
  readonly client: Client;
  /** Fetch what is kept, too. */
  readonly again?: boolean;
  /** Read what is kept and compare it with what was fetched, also where nobody touched it. */
  readonly thorough?: boolean;
}

const UNREACHED_FIX =
  'Check the network, and HTTPS_PROXY and NO_PROXY where there is a proxy; --from or SPMV_SUITESPARSE name another copy of the collection. What arrived is kept, and the same command goes on.';

const UNUSABLE_FIX =
  'Name another copy of the collection with --from or SPMV_SUITESPARSE, or get the archive another way and give the name of its file in place of the matrix.';

/** Puts a new folder where matrices are looked for. Whoever else was faster has put the same there. */
async function putInPlace(made: string, folder: string, isInstead: boolean): Promise<void> {
  const aside = `${made}.old`;
  if (isInstead) await rename(folder, aside).catch(() => undefined);
  await rename(made, folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'EPERM') throw error;
  });
  await Promise.all([made, aside].map((path) => rm(path, { recursive: true, force: true })));
}

/** Why a whole archive is not what it should be. */
type Filed = { readonly kind: 'filed' } | { readonly kind: 'damaged'; readonly why: string };

/** Unpacks a whole archive, compares it with what the server said of it, and puts it in its place. */
async function fileArchive(
  part: ArchivePart,
  name: CollectionName,
  places: CollectionPlaces,
  isInstead: boolean,
): Promise<Filed> {
  const folder = matrixFolder(places, name);
  const made = `${folder}.${randomBytes(6).toString('hex')}.tmp`;
  const state = await part.state();
  const unpacked = await unpack(part.archive, made, name);
  if (unpacked.kind === 'damaged') return unpacked;
  try {
    const wrong = Object.entries(state?.digests ?? {}).find(([kind, digest]) => unpacked.digests[kind] !== digest);
    if (wrong) {
      await rm(made, { recursive: true, force: true });
      return { kind: 'damaged', why: `its ${wrong[0]} is not the one that the server states` };
    }
    const record: FetchRecord = {
      schema: 'spmv.fetched/1',
      id: name.id,
      from: state?.url ?? '',
      fetched: new Date().toISOString(),
      archive: { bytes: unpacked.bytes, sha256: unpacked.digests['sha256'] ?? '' },
      files: await describeFiles(made, name),
    };
    await writeFile(join(made, RECORD), `${JSON.stringify(record, undefined, 2)}\n`);
    await putInPlace(made, folder, isInstead);
  } catch (cause) {
    await rm(made, { recursive: true, force: true });
    throw cacheError(made, cause);
  }
  return { kind: 'filed' };
}

/** The error of a name that no address has, with names that were perhaps meant. */
async function unknownName({ id }: CollectionName, { places, client }: FetchOptions): Promise<CliError> {
  const index = await loadIndex(places, client).catch(() => undefined);
  return inputError(`The SuiteSparse collection has no matrix ${id}.`, suggestIds(id, index?.entries ?? []));
}

/** Fetches into a part from one address after another until one has it whole and sound. */
async function fetchInto(
  part: ArchivePart,
  name: CollectionName,
  isInstead: boolean,
  options: FetchOptions,
): Promise<void> {
  const { places, client } = options;
  const failures: string[] = [];
  let missing = 0;
  let unusable = 0;
  for (const base of places.bases) {
    const url = `${base}/MM/${name.group}/${name.name}.tar.gz`;
    // An archive that is damaged may be so because of what it was put together from: once more, from its start.
    for (let isAnew = false, isDone = false; !isDone; isAnew = true) {
      const outcome = await download(client, url, part, options);
      isDone = true;
      if (outcome.kind === 'missing') missing++;
      if (outcome.kind === 'failed') failures.push(outcome.why);
      if (outcome.kind !== 'whole') break;
      const filed = await fileArchive(part, name, places, isInstead);
      if (filed.kind === 'filed') return;
      await part.restart();
      if (outcome.isPieced && !isAnew) {
        isDone = false;
        continue;
      }
      unusable++;
      failures.push(`${new URL(url).host}: the archive cannot be used, ${filed.why}`);
    }
  }
  if (missing > 0 && failures.length === 0) {
    await part.remove();
    throw await unknownName(name, options);
  }
  if ((await part.size()) === 0) await part.remove();
  const fix = unusable > 0 ? UNUSABLE_FIX : UNREACHED_FIX;
  throw new CliError(EXIT.failed, `Cannot fetch ${name.id}: ${failures.join('; ')}.`, fix);
}

/**
 * A matrix of the collection as files of the cache: what is there, or else fetched, checked and unpacked.
 *
 * Errors: bad input for a name that the collection does not have; failed where it cannot be reached or written.
 */
export async function fetchMatrix(name: CollectionName, options: FetchOptions): Promise<FetchedMatrix> {
  const { places, client, again = false, thorough = false } = options;
  const before = await keptMatrix(places, name, thorough);
  if (before.kind === 'whole' && !again) return { name, status: 'kept', path: before.path, record: before.record };
  if (before.kind === 'damaged') client.note(`${name.id} is fetched again: ${before.why}.`);
  const part = await claimPart(places, name);
  await fetchInto(part, name, before.kind !== 'none', options);
  await part.remove();
  const after = await keptMatrix(places, name, false);
  if (after.kind !== 'whole')
    throw new CliError(EXIT.failed, `${name.id} was fetched, but is not there.`, 'Run the same command again.');
  if (before.kind === 'whole' && before.record.archive.sha256 !== after.record.archive.sha256)
    client.note(`${name.id} is not the archive that was fetched at ${before.record.fetched}: its SHA-256 is another.`);
  return { name, status: 'fetched', path: after.path, record: after.record };
}
