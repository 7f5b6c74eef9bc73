import { openClient } from '../collection/client.ts';
import type { CollectionName } from '../collection/collection-name.ts';
import { fetchMatrix } from '../collection/fetch-matrix.ts';
import { keptMatrix } from '../collection/kept-matrix.ts';
import { placesOf } from '../collection/places.ts';
import { sharedProgress } from '../collection/progress.ts';
import type { Terminal } from '../output/terminal.ts';

/** The file of a matrix of the collection, fetched where it is not kept yet. Errors: as of `fetchMatrix`. */
export async function collectionFile(
  name: CollectionName,
  { signal, terminal }: { readonly signal: AbortSignal; readonly terminal: Terminal },
): Promise<string> {
  const places = placesOf();
  const kept = await keptMatrix(places, name, false);
  if (kept.kind === 'whole') return kept.path;
  terminal.note(`${name.id} is not here yet: fetching it into ${places.folder}.`);
  const client = openClient({ signal, note: (text) => terminal.note(text) });
  const progress = sharedProgress((text) => terminal.progress(text), 1);
  try {
    return (await fetchMatrix(name, { places, client, ...progress.of(name.id) })).path;
  } finally {
    terminal.clearProgress();
    await client.close();
  }
}
