import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCacheFolder } from '../../src/collection/cache-error.ts';
import { collectionName } from '../../src/collection/collection-name.ts';
import { placesOf } from '../../src/collection/places.ts';
import { unless } from '../../../../tools/needs.ts';
import { temporaryFolder } from '../helpers/run-cli.ts';

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

describe('a folder of the cache', () => {
  const home = temporaryFolder();
  writeFileSync(join(home, 'file'), '');
  symlinkSync('round', join(home, 'round'));
  symlinkSync('nowhere', join(home, 'dangling'));

  it('is made with those above it, and may be there', () => {
    for (let k = 0; k < 2; k++) makeCacheFolder(join(home, 'a', 'b', 'c'));
    expect(statSync(join(home, 'a', 'b', 'c')).isDirectory()).toBe(true);
  });

  it.each([
    [join(home, 'file', 'a'), /file\/a: a part of the path is not a folder/],
    [join(home, 'dangling', 'a'), /dangling: a part of the path is not a folder/],
    [join(home, 'round', 'a'), /round.*: its links lead in a circle/],
  ])('%s is refused with the reason', (path, words) => expect(() => makeCacheFolder(path)).toThrow(words));

  it(
    'is refused where the system has no place for one, rather than tried for ever',
    unless(process.platform === 'linux' ? undefined : 'not Linux (it has no /proc)'),
    () =>
      expect(() => makeCacheFolder('/proc/spmv/a/b')).toThrow('Cannot write /proc/spmv: the file system has no place'),
  );
});
