import { utimesSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { problemOf } from '../../src/cli-error.ts';
import { parseIndex, searchIndex } from '../../src/collection/collection-index.ts';
import { requireCollectionName } from '../../src/collection/collection-name.ts';
import { fetchAll } from '../../src/collection/fetch-all.ts';
import { loadIndex } from '../../src/collection/load-index.ts';
import type { CollectionLab } from '../helpers/collection-lab.ts';
import { it } from '../helpers/collection-lab.ts';
import { archiveOf, INDEX_PATH, INDEX_TEXT, status, whole } from '../helpers/collection-server.ts';

function idsFound(search: Parameters<typeof searchIndex>[1]): readonly string[] {
  return searchIndex(parseIndex(INDEX_TEXT) ?? [], search).map(({ id }) => id);
}

describe('the index', () => {
  it('is searched by words, sizes, kind and symmetry, the smallest first', () => {
    expect(idsFound({ text: 'cant' })).toEqual(['Other/cant', 'Williams/cant']);
    expect(idsFound({ text: 'HB squares' })).toEqual(['HB/well1850']);
    expect(idsFound({ nnz: { from: 20, to: 8755 } })).toEqual(['Other/cant', 'HB/well1850']);
    expect(idsFound({ symmetry: 'pattern-symmetric', rows: { from: 0, to: 5000 } })).toEqual([
      'Other/cant',
      'HB/bcsstk16',
    ]);
    expect(idsFound({ symmetry: 'unsymmetric' })).toEqual(['Other/cant', 'HB/well1850']);
    expect(idsFound({ kind: 'GRAPH' })).toEqual(['Other/cant']);
  });

  it.for([
    ['a page', '<!DOCTYPE html>'],
    ['cut short', INDEX_TEXT.slice(0, 200)],
    ['nothing', ''],
  ] as const)('that is %s is none', ([, text]) => {
    expect(parseIndex(text)).toBeUndefined();
  });

  /** Where the index of a lab is kept, as if it were ten days old. */
  async function oldIndex(lab: CollectionLab): Promise<void> {
    const { path } = await loadIndex(lab.options().places, lab.client);
    const then = new Date(Date.now() - 10 * 86_400_000);
    utimesSync(path, then, then);
  }

  it('is fetched anew after a week; without a network the old one does, and is said to be old', async ({ lab }) => {
    const { places } = lab.options();
    await oldIndex(lab);
    lab.server.answer(INDEX_PATH, status(500));
    expect((await loadIndex(places, lab.client)).entries).toHaveLength(5);
    expect(lab.notes.join()).toMatch(
      /^The index of the collection is 10 days old: 127\.0\.0\.1:\d+ answers with status 500/,
    );
    const more = `${INDEX_TEXT.replace(/^5/, '6')}HB,new,1,1,1,1,0,0,0,1,1,x,1\n`;
    lab.server.answer(INDEX_PATH, whole(Buffer.from(more)));
    expect((await loadIndex(places, lab.client)).entries).toHaveLength(6);
  });

  it('that cannot be had, or is damaged where it is kept, is an error or fetched again', async ({ lab }) => {
    const { places } = lab.options();
    lab.server.answer(INDEX_PATH, whole(Buffer.from('<!DOCTYPE html>')), whole(Buffer.from(INDEX_TEXT)));
    const error: unknown = await loadIndex(places, lab.client).catch((thrown: unknown) => thrown);
    expect(problemOf(error).reason).toContain('has no index of the collection');
    const { path } = await loadIndex(places, lab.client);
    writeFileSync(path, 'damaged');
    expect((await loadIndex(places, lab.client)).entries).toHaveLength(5);
  });
});

it('downloads run beside one another, no more than asked for, and one that fails leaves the others', async ({
  lab,
}) => {
  const names = Array.from({ length: 8 }, (_, k) => requireCollectionName(`HB/m${k}`));
  let [most, failures] = [0, 0];
  const held: (() => void)[] = [];
  for (const { id, name } of names.slice(1))
    lab.server.answer(`/MM/${id}.tar.gz`, (request, response) => {
      held.push(() => whole(archiveOf(name))(request, response));
      most = Math.max(most, lab.server.open());
      // Answers wait until there are as many as may be, and a little for one too many.
      if (most >= 3) setTimeout(() => held.splice(0).forEach((answer) => answer()), 100);
    });
  const shown: string[] = [];
  const results = await fetchAll(names, {
    places: lab.options().places,
    client: lab.client,
    parallel: 3,
    show: (text) => void shown.push(text),
    onFailure: () => void failures++,
  });
  expect(results.map((result) => [result.name.name, 'matrix' in result])).toEqual(
    names.map(({ name }, n) => [name, n > 0]),
  );
  expect([most, failures]).toEqual([3, 1]);
  expect(shown.join('\n')).toMatch(/^fetching \d of 8: HB\/m\d/m);
});
