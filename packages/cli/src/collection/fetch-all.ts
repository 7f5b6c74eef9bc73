import type { Client } from './client.ts';
import type { CollectionName } from './collection-name.ts';
import type { FetchedMatrix } from './fetch-matrix.ts';
import { fetchMatrix } from './fetch-matrix.ts';
import { inParallel } from './in-parallel.ts';
import type { CollectionPlaces } from './places.ts';
import { sharedProgress } from './progress.ts';

export interface FetchAllOptions {
  readonly places: CollectionPlaces;
  readonly client: Client;
  /** Downloads at a time. */
  readonly parallel: number;
  readonly again?: boolean;
  readonly thorough?: boolean;
  /** One line on how far it is. */
  show(text: string): void;
  /** Told at once. */
  onFailure(error: unknown): void;
}

/** What came of one: a matrix, or why there is none. */
export type FetchResult =
  | { readonly name: CollectionName; readonly matrix: FetchedMatrix }
  | { readonly name: CollectionName; readonly error: unknown };

/** Fetches all, in their order; what cannot be had does not keep the others from coming. Throws only when it was stopped. */
export function fetchAll(
  names: readonly CollectionName[],
  { places, client, parallel, again = false, thorough = false, show, onFailure }: FetchAllOptions,
): Promise<readonly FetchResult[]> {
  const progress = sharedProgress(show, names.length);
  return inParallel(names, parallel, async (name): Promise<FetchResult> => {
    try {
      return { name, matrix: await fetchMatrix(name, { places, client, again, thorough, ...progress.of(name.id) }) };
    } catch (error) {
      client.signal.throwIfAborted();
      onFailure(error);
      return { name, error };
    } finally {
      progress.done(name.id);
    }
  });
}
