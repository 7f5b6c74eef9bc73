import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { Client } from './client.ts';
import type { IndexEntry } from './collection-index.ts';
import { parseIndex } from './collection-index.ts';
import { download } from './download.ts';
import type { CollectionName } from './collection-name.ts';
import { claimPart } from './part.ts';
import type { CollectionPlaces } from './places.ts';

/** The index of the collection, and where it is kept. */
export interface LoadedIndex {
  readonly entries: readonly IndexEntry[];
  readonly path: string;
}

/** Matrices are added a few times a year. */
const FRESH_MS = 7 * 24 * 3_600_000;

const FILE = 'ssstats.csv';

/** As a part is named; no matrix has this group. */
const AS_PART: CollectionName = { group: '.', name: FILE, id: FILE };

/** What was kept of the index, without any network. */
export async function keptIndex({
  folder,
}: CollectionPlaces): Promise<(LoadedIndex & { readonly ageMs: number }) | undefined> {
  const path = join(folder, FILE);
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const entries = parseIndex(text);
    return entries && { entries, path, ageMs: Date.now() - mtimeMs };
  } catch {
    return undefined;
  }
}

/** The index: what was kept of it in the last days, else fetched; without a network, what was kept earlier. Errors: failed. */
export async function loadIndex(places: CollectionPlaces, client: Client): Promise<LoadedIndex> {
  const kept = await keptIndex(places);
  if (kept && kept.ageMs < FRESH_MS) return kept;
  const path = join(places.folder, FILE);
  const failures: string[] = [];
  const part = await claimPart(places, AS_PART);
  try {
    for (const base of places.bases) {
      // What is left of an earlier one may be of an older index.
      await part.restart();
      const outcome = await download(client, `${base}/files/${FILE}`, part, { onProgress: () => {} });
      const entries = outcome.kind === 'whole' ? parseIndex(await readFile(part.archive, 'utf8')) : undefined;
      if (entries) {
        await rename(part.archive, path);
        return { entries, path };
      }
      const why = outcome.kind === 'failed' ? outcome.why : `${base} has no index of the collection`;
      failures.push(why);
    }
  } finally {
    await part.remove();
  }
  const why = failures.join('; ');
  if (!kept)
    throw new CliError(
      EXIT.failed,
      `Cannot fetch the index of the SuiteSparse collection: ${why}.`,
      'Check the network, and HTTPS_PROXY and NO_PROXY where there is a proxy; --from or SPMV_SUITESPARSE name another copy of the collection. GROUP/NAME needs no index.',
    );
  client.note(`The index of the collection is ${Math.floor(kept.ageMs / 86_400_000)} days old: ${why}.`);
  return kept;
}
