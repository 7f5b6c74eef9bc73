import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemOf } from '../../src/cli-error.ts';
import type { Client } from '../../src/collection/client.ts';
import { openClient } from '../../src/collection/client.ts';
import type { CollectionName } from '../../src/collection/collection-name.ts';
import { requireCollectionName } from '../../src/collection/collection-name.ts';
import type { FetchedMatrix, FetchOptions } from '../../src/collection/fetch-matrix.ts';
import { fetchMatrix } from '../../src/collection/fetch-matrix.ts';
import { placesOf } from '../../src/collection/places.ts';
import type { CollectionServer } from './collection-server.ts';
import { MATRIX_TEXT, serveCollection } from './collection-server.ts';
import { temporaryFolder } from './run-cli.ts';

const BCSSTK16: CollectionName = requireCollectionName('HB/bcsstk16');

/** A server of this test, a cache of its own, and a client that does not wait but writes down how long it would. */
export interface CollectionLab {
  readonly server: CollectionServer;
  readonly cache: string;
  readonly client: Client;
  readonly notes: string[];
  readonly waits: number[];
  options(more?: Partial<FetchOptions>): FetchOptions;
  fetched(more?: Partial<FetchOptions>): Promise<FetchedMatrix>;
  /** What a fetch that fails says; of the matrix nothing is there then. */
  failure(more?: Partial<FetchOptions>): Promise<string>;
  /** What is in the cache beside the matrix. */
  parts(): readonly string[];
  expectWhole(matrix: FetchedMatrix): void;
}

async function openLab(): Promise<CollectionLab> {
  const server = await serveCollection();
  const cache = temporaryFolder();
  const [notes, waits]: [string[], number[]] = [[], []];
  const client = openClient({
    signal: new AbortController().signal,
    note: (text) => void notes.push(text),
    wait: async (ms) => void waits.push(ms),
    env: {},
  });
  const options: CollectionLab['options'] = (more = {}) => ({
    places: placesOf({ from: [server.base], cache }, {}),
    client,
    onProgress: () => {},
    ...more,
  });
  const parts = (): readonly string[] =>
    readdirSync(join(cache, 'suitesparse', 'HB')).filter((file) => file !== 'bcsstk16');
  return {
    server,
    cache,
    client,
    notes,
    waits,
    options,
    parts,
    fetched: (more) => fetchMatrix(BCSSTK16, options(more)),
    async failure(more) {
      const error: unknown = await fetchMatrix(BCSSTK16, options(more)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeDefined();
      expect(existsSync(join(cache, 'suitesparse', 'HB', 'bcsstk16'))).toBe(false);
      return problemOf(error).reason;
    },
    expectWhole({ path }) {
      expect(readFileSync(path, 'utf8')).toBe(MATRIX_TEXT);
      expect(parts()).toEqual([]);
    },
  };
}

/** `it` whose tests each get a `lab`: they run beside one another. */
export const it = test.extend<{ lab: CollectionLab }>({
  // oxlint-disable-next-line no-empty-pattern -- the way a fixture says that it needs no other
  lab: async ({}, use) => {
    const lab = await openLab();
    await use(lab);
    await lab.client.close();
    await lab.server.close();
  },
});
