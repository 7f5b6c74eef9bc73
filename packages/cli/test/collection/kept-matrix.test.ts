import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { requireCollectionName } from '../../src/collection/collection-name.ts';
import { keptMatrix } from '../../src/collection/kept-matrix.ts';
import { placesOf } from '../../src/collection/places.ts';
import { it } from '../helpers/collection-lab.ts';

it('a matrix that another process puts in place meanwhile is there or not, never damaged', async ({ lab }) => {
  const { path } = await lab.fetched();
  const folder = join(path, '..');
  const aside = `${folder}.aside`;
  const kinds = new Set<string>();
  for (let round = 0; round < 300; round++) {
    renameSync(folder, aside);
    const found = keptMatrix(placesOf({ cache: lab.cache }, {}), requireCollectionName('HB/bcsstk16'), false);
    // Later and later, so that some rounds hit the time between two looks.
    for (const end = performance.now() + round / 500; performance.now() < end;);
    renameSync(aside, folder);
    kinds.add((await found).kind);
  }
  expect(kinds).not.toContain('damaged');
});
