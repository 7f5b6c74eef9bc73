import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaticServer } from '../../serve/static-server.ts';
import { serveFolder } from '../../serve/static-server.ts';

const TEXT = 'const one = 1;\n'.repeat(100);
const folder = mkdtempSync(join(tmpdir(), 'spmv-served-'));
const held: { server?: StaticServer } = {};

beforeAll(async () => {
  writeFileSync(join(folder, 'a.js'), TEXT);
  writeFileSync(join(folder, 'a.mtx.gz'), TEXT);
  held.server = await serveFolder({ folder, port: 0, isolated: false });
});
afterAll(async () => {
  await held.server?.close();
  rmSync(folder, { recursive: true });
});

/** What is answered, as it came. */
async function answer(name: string, accepted: string): Promise<{ readonly encoding: string; readonly body: Buffer }> {
  const done = Promise.withResolvers<{ readonly encoding: string; readonly body: Buffer }>();
  get(`${held.server?.url}${name}`, { headers: { 'accept-encoding': accepted } }, (response) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () =>
      done.resolve({ encoding: response.headers['content-encoding'] ?? '', body: Buffer.concat(parts) }),
    );
  }).on('error', done.reject);
  return done.promise;
}

test('code is sent compressed to browsers that accept it', async () => {
  const { encoding, body } = await answer('a.js', 'gzip, deflate, br');
  expect([encoding, gunzipSync(body).toString('utf8')]).toEqual(['gzip', TEXT]);
  expect(body.length).toBeLessThan(TEXT.length / 5);
  const plain = await answer('a.js', 'br');
  expect([plain.encoding, plain.body.toString('utf8')]).toEqual(['', TEXT]);
});

test('a matrix is sent as it is', async () => {
  const { encoding, body } = await answer('a.mtx.gz', 'gzip');
  expect([encoding, body.toString('utf8')]).toEqual(['', TEXT]);
});
