import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { collectionName } from '../../src/collection/collection-name.ts';
import { placesOf } from '../../src/collection/places.ts';

it.each([
  ['linux', {}, join(homedir(), '.cache', 'spmv')],
  ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/spmv'],
  ['darwin', {}, join(homedir(), 'Library', 'Caches', 'spmv')],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/spmv/Cache'],
  ['linux', { XDG_CACHE_HOME: '/cache', SPMV_CACHE: '/mine' }, '/mine'],
] as const)('on %s with %o, what is fetched lies in %s', (platform, env, folder) => {
  expect(placesOf({}, env, platform).folder).toBe(join(resolve(folder), 'suitesparse'));
});

it('flags go before the environment, the environment before the site of the collection', () => {
  const env = { SPMV_SUITESPARSE: 'http://a/, https://b', SPMV_CACHE: '/mine' };
  expect(placesOf({ from: ['http://c//'], cache: '/flag' }, env)).toEqual({
    bases: ['http://c'],
    folder: join(resolve('/flag'), 'suitesparse'),
  });
  expect(placesOf({}, env).bases).toEqual(['http://a', 'https://b']);
  expect(placesOf({}, {}).bases[0]).toBe('https://sparse.tamu.edu');
});

it.each(['', 'HB', 'HB/', '/x', 'a/b/c', '../x', 'HB/..', 'HB/a..b', 'HB/.hidden', 'HB/a b', 'HB/a\\b', 'HB/%2e%2e'])(
  "'%s' is no name of the collection",
  (text) => expect(collectionName(text)).toBeUndefined(),
);

it.each(['HB/1138_bus', 'SNAP/p2p-Gnutella04', 'Grund/b1_ss', 'JGD_Homology/ch3-3-b1', 'Meszaros/l30', 'a/b.c+d'])(
  "'%s' is one",
  (text) => expect(collectionName(text)?.id).toBe(text),
);
