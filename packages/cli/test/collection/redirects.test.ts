import { MockAgent } from 'undici';
import { describe, expect } from 'vitest';
import type { Answer, NoAnswer } from '../../src/collection/client.ts';
import { openClient } from '../../src/collection/client.ts';
import { it } from '../helpers/collection-lab.ts';
import { ARCHIVE_PATH, archiveOf, status, whole } from '../helpers/collection-server.ts';

describe('a redirect', () => {
  it('is followed', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, status(302, { location: '/elsewhere' }));
    lab.server.answer('/elsewhere', status(307, { location: `${lab.server.base}/there.tar.gz` }));
    lab.server.answer('/there.tar.gz', whole(archiveOf('bcsstk16')));
    lab.expectWhole(await lab.fetched());
  });

  it.for([
    ['in a circle', ARCHIVE_PATH, 'redirects more than 10 times'],
    ['to a file', 'file:///etc/passwd', 'redirects to file:'],
    ['to another protocol', 'ftp://127.0.0.1/a', 'redirects to ftp:'],
    ['to nothing', 'http://[', 'which is no address'],
  ] as const)('%s: is not', async ([, location, why], { lab }) => {
    lab.server.answer(ARCHIVE_PATH, status(301, { location }));
    expect(await lab.failure()).toContain(why);
  });
});

describe('a redirect from HTTPS to HTTP', () => {
  async function redirected(location: string): Promise<{ readonly got: Answer | NoAnswer; readonly notes: string[] }> {
    const network = new MockAgent();
    network.disableNetConnect();
    const notes: string[] = [];
    const { signal } = new AbortController();
    const client = openClient({ signal, note: (text) => void notes.push(text), dispatcher: network });
    network.get('https://sparse.tamu.edu').intercept({ path: '/a' }).reply(302, '', { headers: { location } });
    network.get(new URL(location).origin).intercept({ path: '/a' }).reply(200, 'there');
    const got = await client.get('https://sparse.tamu.edu/a', {});
    await network.close();
    return { got, notes };
  }

  it('is followed to hosts of the collection, and told', async () => {
    const { got, notes } = await redirected('http://sparse-files.engr.tamu.edu/a');
    expect(got).toMatchObject({ kind: 'answer', status: 200 });
    expect(notes).toEqual(['sparse.tamu.edu leads to http://sparse-files.engr.tamu.edu, which is not encrypted.']);
  });

  it('is not followed elsewhere', async () => {
    const { got } = await redirected('http://evil.example/a');
    expect(got).toMatchObject({ kind: 'refused', why: expect.stringContaining('which is not encrypted') });
  });
});
