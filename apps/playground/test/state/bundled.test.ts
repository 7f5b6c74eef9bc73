import { afterEach, expect, test, vi } from 'vitest';
import { bundledMatrices } from '../../src/state/bundled.ts';

afterEach(() => void vi.unstubAllGlobals());

const answering = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => answer());

test.each([
  ['a host without it', () => new Response('', { status: 404 }), 'answers with 404'],
  ['a host that answers all with its first page', () => new Response('<!doctype html>'), 'is not the list of them'],
  [
    'no network',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'could not be reached (TypeError: Failed to fetch)',
  ],
  [
    'a host that is silent',
    () => Promise.reject(new DOMException('late', 'TimeoutError')),
    'has not answered for 10 s',
  ],
] as const)('%s is named, with the address of the list', async (_, answer, why) => {
  answering(answer);
  const { matrices, missing } = await bundledMatrices('https://site/page/');
  expect([matrices, missing]).toEqual([[], `https://site/page/matrices/index.json ${why}`]);
});

test('a list has addresses of files and pictures', async () => {
  answering(() => Response.json({ matrices: [{ name: 'a', file: 'a.mtx.gz', why: '', author: '', licence: '' }] }));
  const { matrices } = await bundledMatrices('https://site/page/');
  expect(matrices).toMatchObject([
    { url: 'https://site/page/matrices/a.mtx.gz', picture: 'https://site/page/matrices/a.svg' },
  ]);
});
