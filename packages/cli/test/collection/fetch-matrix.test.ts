import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { problemOf } from '../../src/cli-error.ts';
import { openClient } from '../../src/collection/client.ts';
import { requireCollectionName } from '../../src/collection/collection-name.ts';
import { fetchMatrix } from '../../src/collection/fetch-matrix.ts';
import { claimPart } from '../../src/collection/part.ts';
import { placesOf } from '../../src/collection/places.ts';
import { it } from '../helpers/collection-lab.ts';
import type { Behaviour } from '../helpers/collection-server.ts';
import { ARCHIVE_PATH, archiveOf, dropping, lying, MATRIX_TEXT, status, whole } from '../helpers/collection-server.ts';

const ARCHIVE = archiveOf('bcsstk16');

it('keeps the matrix, its right-hand side and its solution, and nothing else', async ({ lab }) => {
  const files = {
    'bcsstk16/bcsstk16_b.mtx': 'b',
    'bcsstk16/bcsstk16_x.mtx': 'x',
    'bcsstk16/bcsstk16_coord.mtx': 'no',
    'bcsstk16/readme.txt': 'no',
  };
  lab.server.answer(ARCHIVE_PATH, whole(archiveOf('bcsstk16', files)));
  const { path, status: how, record } = await lab.fetched();
  expect(how).toBe('fetched');
  expect(readdirSync(join(path, '..')).toSorted()).toEqual([
    'bcsstk16.mtx',
    'bcsstk16_b.mtx',
    'bcsstk16_x.mtx',
    'fetched.json',
  ]);
  expect(record.from).toBe(`${lab.server.base}${ARCHIVE_PATH}`);
  expect(record.files.map(({ bytes }) => bytes)).toEqual([MATRIX_TEXT.length, 1, 1]);
});

it('what is kept is not fetched again, and without any network it is there', async ({ lab }) => {
  await lab.fetched();
  await lab.server.close();
  const again = await lab.fetched();
  expect(again.status).toBe('kept');
  expect(lab.server.requests).toEqual([`GET ${ARCHIVE_PATH}`]);
});

describe('a file that was changed', () => {
  it.for([
    ['cut short', (text: string) => text.slice(0, -1), /has \d+ bytes, not \d+/],
    ['the same length', (text: string) => `${text.slice(0, -2)}9\n`, /another SHA-256/],
  ] as const)('%s: is found and fetched again', async ([, change, why], { lab }) => {
    const { path } = await lab.fetched();
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    lab.expectWhole(await lab.fetched());
    expect(lab.notes.join()).toMatch(why);
  });

  it.for([
    ['gone', undefined],
    ['null', 'null'],
    ['no JSON', '{'],
    ['of files that are none', '{ "schema": "spmv.fetched/1", "archive": { "sha256": "" }, "files": [null] }'],
    ['without an archive', '{ "schema": "spmv.fetched/1", "files": [{ "file": "bcsstk16.mtx" }] }'],
  ] as const)('also where what is written of it is %s', async ([, text], { lab }) => {
    const record = join((await lab.fetched()).path, '..', 'fetched.json');
    if (text === undefined) rmSync(record);
    else writeFileSync(record, text);
    lab.expectWhole(await lab.fetched());
    expect(lab.notes.join()).toMatch(/is fetched again: fetched\.json/);
  });

  it('even one whose time was put back, where it is to be sure', async ({ lab }) => {
    const { path, record } = await lab.fetched();
    const stats = statSync(path);
    writeFileSync(path, `${MATRIX_TEXT.slice(0, -2)}9\n`);
    utimesSync(path, stats.atime, new Date(record.files[0]?.modifiedMs ?? 0));
    lab.expectWhole(await lab.fetched({ thorough: true }));
    expect(lab.notes.join()).toMatch(/another SHA-256/);
  });
});

describe('a connection that drops', () => {
  it('is taken up where it broke off', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, dropping(ARCHIVE, 2000), dropping(ARCHIVE, 3000), whole(ARCHIVE));
    lab.expectWhole(await lab.fetched());
    expect(lab.server.requests).toEqual([
      `GET ${ARCHIVE_PATH}`,
      `GET ${ARCHIVE_PATH} bytes=2000-`,
      `GET ${ARCHIVE_PATH} bytes=5000-`,
    ]);
  });

  it('every time: as long as bytes come it goes on, a hundred bytes at a time not for ever', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, dropping(ARCHIVE, 100));
    expect(await lab.failure()).toMatch(/after .* of .* \(50 attempts\)/);
    lab.server.answer(ARCHIVE_PATH, dropping(ARCHIVE, 1000));
    lab.expectWhole(await lab.fetched());
    // It went on with what the first had left.
    expect(lab.server.requests[50]).toBe(`GET ${ARCHIVE_PATH} bytes=5000-`);
  });

  it('before anything comes: few attempts, longer and longer waits', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, (_, response) => void response.socket?.destroy());
    expect(await lab.failure()).toContain('(5 attempts)');
    expect(lab.waits).toHaveLength(4);
    expect(lab.waits.every((ms, w) => ms >= 500 * 2 ** (w + 1) && ms <= 750 * 2 ** (w + 1))).toBe(true);
    expect(lab.parts()).toEqual([]);
  });

  it('of a file that is another one meanwhile: from its start', async ({ lab }) => {
    // As long as the other, so that its tag alone tells.
    const old = Buffer.from(ARCHIVE).fill(7, 1000);
    lab.server.answer(ARCHIVE_PATH, dropping(old, 2000), whole(ARCHIVE));
    lab.expectWhole(await lab.fetched());
    expect(lab.server.requests).toEqual([`GET ${ARCHIVE_PATH}`, `GET ${ARCHIVE_PATH} bytes=2000-`]);
  });

  it('on a server that goes on elsewhere, or with something else: from its start', async ({ lab }) => {
    const elsewhere = status(206, { 'content-range': 'bytes 5-9/10' });
    lab.server.answer(ARCHIVE_PATH, dropping(ARCHIVE, 2000), elsewhere, whole(ARCHIVE));
    lab.expectWhole(await lab.fetched());
    expect(lab.server.requests[2]).toBe(`GET ${ARCHIVE_PATH}`);
  });

  it('on a server that answers 416: from its start', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, dropping(ARCHIVE, 2000), status(416), whole(ARCHIVE));
    lab.expectWhole(await lab.fetched());
  });

  it('on a server that does not say what the file is: pieces of two files are found out, and fetched from the start', async ({
    lab,
  }) => {
    const old = Buffer.from(ARCHIVE).fill(7, 1000);
    const without =
      (bytes: Uint8Array): Behaviour =>
      (request, response) => {
        response.removeHeader('etag');
        const [, from = '0'] = /bytes=(\d+)/.exec(request.headers.range ?? '') ?? [];
        const at = Number(from);
        const range = at > 0 ? { 'content-range': `bytes ${at}-${bytes.length - 1}/${bytes.length}` } : {};
        response.writeHead(at > 0 ? 206 : 200, { 'content-length': bytes.length - at, ...range });
        if (bytes === old)
          response.write(bytes.subarray(0, 3000), () => setImmediate(() => response.socket?.destroy()));
        else response.end(bytes.subarray(at));
      };
    lab.server.answer(ARCHIVE_PATH, without(old), without(ARCHIVE));
    lab.expectWhole(await lab.fetched());
    expect(lab.server.requests).toHaveLength(3);
  });
});

it('an archive that was whole when its process ended is not asked for again', async ({ lab }) => {
  const { places } = lab.options();
  const part = await claimPart(places, requireCollectionName('HB/bcsstk16'));
  await part.restart({ url: `${lab.server.base}${ARCHIVE_PATH}`, total: ARCHIVE.length, digests: {} });
  writeFileSync(part.archive, ARCHIVE);
  lab.expectWhole(await lab.fetched());
  expect(lab.server.requests).toEqual([]);
});

describe('a length that is not so', () => {
  it('too short: what came is cut short, and is said to be', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, lying(ARCHIVE, ARCHIVE.length - 500));
    expect(await lab.failure()).toContain('the archive cannot be used, it is cut short');
    expect(lab.parts()).toEqual([]);
  });

  it('too long: the connection ends before', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, lying(ARCHIVE, ARCHIVE.length + 500));
    expect(await lab.failure()).toMatch(/after .* of .* attempts\)/);
  });

  it('none at all is no matter', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, (_, response) => void response.writeHead(200).end(ARCHIVE));
    lab.expectWhole(await lab.fetched());
  });
});

describe('an archive that cannot be used', () => {
  it.for([
    ['cut short in the middle', ARCHIVE.subarray(0, ARCHIVE.length >> 1), 'it is cut short'],
    ['no archive', Buffer.from('<!DOCTYPE html><title>Sign in</title>'), 'it is not a gzip file'],
    ['without the matrix', archiveOf('another'), 'it holds no bcsstk16/bcsstk16.mtx'],
    ['with a path that leads out', archiveOf('bcsstk16', { '../../evil.mtx': 'evil' }), 'leads out of its folder'],
    ['with a path from the root', archiveOf('bcsstk16', { '/tmp/evil.mtx': 'evil' }), 'leads out of its folder'],
    ['with a damaged middle', Buffer.from(ARCHIVE).fill(0, 4000, 4100), 'it is damaged'],
    ['followed by junk', Buffer.concat([ARCHIVE, Buffer.from('\0\0junk')]), 'other bytes follow its end'],
    ['far larger than packed', archiveOf('bcsstk16', { 'bcsstk16/zeros.txt': '0'.repeat(1.2e8) }), '250 times'],
  ] as const)('%s: is refused, and nothing of it is left', async ([, bytes, why], { lab }) => {
    lab.server.answer(ARCHIVE_PATH, whole(bytes));
    expect(await lab.failure()).toContain(why);
    const error: unknown = await lab.fetched().catch((thrown: unknown) => thrown);
    expect(problemOf(error).fix).toContain('Name another copy of the collection');
    expect(lab.parts()).toEqual([]);
    expect(existsSync(join(lab.cache, 'evil.mtx'))).toBe(false);
  });

  it.for(['content-md5', 'repr-digest', 'digest'])(
    'other than the server says in %s: is refused',
    async (header, { lab }) => {
      const wrong = header === 'content-md5' ? 'AAAAAAAAAAAAAAAAAAAAAA==' : 'sha-256=:AAAAAAAAAAAAAAAAAAAAAA==:';
      lab.server.answer(ARCHIVE_PATH, whole(ARCHIVE, { [header]: wrong }));
      expect(await lab.failure()).toContain('is not the one that the server states');
      const digest = createHash(header === 'content-md5' ? 'md5' : 'sha256')
        .update(ARCHIVE)
        .digest('base64');
      lab.server.answer(
        ARCHIVE_PATH,
        whole(ARCHIVE, { [header]: header === 'content-md5' ? digest : `sha-256=:${digest}:` }),
      );
      lab.expectWhole(await lab.fetched());
    },
  );
});

describe('a server that', () => {
  it('is busy is asked again, when it says', async ({ lab }) => {
    const later = new Date(Date.now() + 60_000).toUTCString();
    lab.server.answer(
      ARCHIVE_PATH,
      status(429, { 'retry-after': '7' }),
      status(503, { 'retry-after': later }),
      status(500),
      whole(ARCHIVE),
    );
    lab.expectWhole(await lab.fetched());
    expect(lab.waits[0]).toBe(7000);
    expect(lab.waits[1]).toBeGreaterThan(30_000);
    expect(lab.waits).toHaveLength(3);
  });

  it('is busy for an hour is not waited for', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, status(503, { 'retry-after': '3600' }));
    expect(await lab.failure()).toContain('asks to come back in 60 minutes');
    expect(lab.waits).toEqual([]);
  });

  it('is busy always is given up', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, status(503));
    expect(await lab.failure()).toContain('status 503 (5 attempts)');
  });

  it('forbids it is not asked again', async ({ lab }) => {
    lab.server.answer(ARCHIVE_PATH, status(403));
    expect(await lab.failure()).toContain('answers with status 403');
    expect(lab.server.requests).toHaveLength(1);
  });

  it('falls silent is given up after a while', async ({ lab }) => {
    const impatient = openClient({
      signal: new AbortController().signal,
      note: () => {},
      wait: async () => {},
      silenceMs: 50,
      env: {},
    });
    lab.server.answer(ARCHIVE_PATH, () => {});
    expect(await lab.failure({ client: impatient })).toContain('it does not answer (5 attempts)');
    await impatient.close();
  }, 60_000);

  it('does not have it: names that were meant', async ({ lab }) => {
    const missing = requireCollectionName('HB/bcsstk61');
    const error: unknown = await fetchMatrix(missing, lab.options()).catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toMatchObject({
      reason: 'The SuiteSparse collection has no matrix HB/bcsstk61.',
      fix: 'Did you mean HB/bcsstk16 or HB/bcsstk17?',
    });
    const elsewhere: unknown = await fetchMatrix(requireCollectionName('HB/cant'), lab.options()).catch(
      (e: unknown) => e,
    );
    expect(problemOf(elsewhere).fix).toBe('Did you mean Williams/cant or Other/cant?');
  });

  it('is not there: the next copy is asked', async ({ lab }) => {
    const gone = 'http://127.0.0.1:1';
    lab.expectWhole(await lab.fetched({ places: placesOf({ from: [gone, lab.server.base], cache: lab.cache }, {}) }));
  });

  it('is not there, and no other: what to do', async ({ lab }) => {
    const error: unknown = await lab
      .fetched({
        places: placesOf({ from: ['http://127.0.0.1:1', 'http://no-such-host.invalid'], cache: lab.cache }, {}),
      })
      .catch((thrown: unknown) => thrown);
    expect(problemOf(error).reason).toMatch(/127\.0\.0\.1:1: it refuses connections; no-such-host\.invalid: /);
    expect(problemOf(error).fix).toContain('HTTPS_PROXY');
    expect(lab.waits).toEqual([]);
  });
});

it('--again says when the collection has another file now', async ({ lab }) => {
  const before = await lab.fetched();
  await lab.fetched({ again: true });
  expect(lab.notes).toEqual([]);
  lab.server.answer(ARCHIVE_PATH, whole(archiveOf('bcsstk16', { 'bcsstk16/new.txt': 'new' })));
  const after = await lab.fetched({ again: true });
  expect(lab.notes.join()).toContain('its SHA-256 is another');
  expect(after.record.archive.sha256).not.toBe(before.record.archive.sha256);
  lab.expectWhole(after);
});
