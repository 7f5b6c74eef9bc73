import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import type { CollectionLab } from '../helpers/collection-lab.ts';
import { it } from '../helpers/collection-lab.ts';
import { ARCHIVE_PATH, archiveOf, MATRIX_TEXT, stalling, status, whole } from '../helpers/collection-server.ts';
import { fakeProject } from '../helpers/project.ts';
import type { CliRun } from '../helpers/run-cli.ts';
import { cliCommand, runCli, runProcess, STACK_TRACE, unbroken } from '../helpers/run-cli.ts';
import { needs } from '../../../../tools/needs.ts';

const ARCHIVE = archiveOf('bcsstk16');
const cwd = fakeProject({ workspace: ['backend-serial'] });

type Env = Readonly<Record<string, string>>;

function envOf({ server, cache }: CollectionLab, more: Env = {}): Env {
  const noProxy = Object.fromEntries(['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].map((n) => [n, '']));
  return { ...noProxy, SPMV_SUITESPARSE: server.base, SPMV_CACHE: cache, ...more };
}

function run(lab: CollectionLab, args: readonly string[], more?: Env): Promise<CliRun> {
  return runCli(args, { cwd, env: envOf(lab, more) });
}

function matrixOf({ cache }: CollectionLab): string {
  return join(cache, 'suitesparse', 'HB', 'bcsstk16', 'bcsstk16.mtx');
}

it('fetches, and says where; what is there is not fetched again', async ({ lab }) => {
  const first = await run(lab, ['fetch', 'HB/bcsstk16']);
  expect(first).toMatchObject({ code: 0, stderr: 'In place of a file, write suitesparse:HB/bcsstk16.\n' });
  expect(first.stdout).toMatch(/^HB\/bcsstk16 +fetched +\d/m);
  expect(Math.max(...first.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  // Whole, to be copied, in the table or where that has no room on a line of its own.
  expect(first.stdout.split('\n')).toContain(matrixOf(lab));
  expect((await run(lab, ['fetch', 'HB/bcsstk16', '--width', '200'])).stdout).toContain(`B  ${matrixOf(lab)}`);
  expect(readFileSync(matrixOf(lab), 'utf8')).toBe(MATRIX_TEXT);
  const { stdout } = await run(lab, ['fetch', 'bcsstk16', 'HB/bcsstk16', '--json']);
  const document = JSON.parse(stdout) as { readonly matrices: readonly Record<string, unknown>[] };
  expect(document).toMatchObject({ schema: 'spmv.fetch/1', folder: join(lab.cache, 'suitesparse') });
  expect(document.matrices).toEqual([
    expect.objectContaining({ id: 'HB/bcsstk16', status: 'kept', path: matrixOf(lab), bytes: MATRIX_TEXT.length }),
  ]);
  expect(lab.server.requests.filter((request) => request.includes('/MM/'))).toHaveLength(1);
});

it('searches by words and properties, fetches all that is found, and keeps the index', async ({ lab }) => {
  const { stdout } = await run(lab, ['fetch', '--search', 'HB', '--nnz', '1e5..', '--symmetry', 'symmetric']);
  expect(stdout).toMatch(/^HB\/bcsstk16 [\s\S]*^HB\/bcsstk17 /m);
  expect(stdout).toContain('2 matrices; spmv fetch NAME gets one');
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  const found = await run(lab, ['fetch', '--rows', '..5000', '--kind', 'Structural', '--get', '--json']);
  expect(JSON.parse(found.stdout)).toMatchObject({
    found: [{ id: 'HB/bcsstk16', rows: 4884, nnz: 290378, kind: 'structural problem' }],
    matrices: [{ id: 'HB/bcsstk16', status: 'fetched' }],
  });
  expect((await run(lab, ['fetch', '--cols', '712', '--json'])).stdout).toContain('HB/well1850');
  expect(lab.server.requests.filter((request) => request.includes('ssstats'))).toHaveLength(1);
});

it('what cannot be had does not keep the others from coming', async ({ lab }) => {
  const { code, stdout, stderr } = await run(lab, ['fetch', 'HB/bcsstk61', 'HB/bcsstk16']);
  expect(code).toBe(5);
  expect(stderr).toContain('error: The SuiteSparse collection has no matrix HB/bcsstk61.\n  Did you mean');
  expect(stdout).toMatch(/HB\/bcsstk61 +failed\nHB\/bcsstk16 +fetched/);
});

it.for([
  [['fetch'], 2, 'There is nothing to fetch.'],
  [['fetch', 'a/b/c'], 2, "'a/b/c' is no name of the SuiteSparse collection."],
  [['fetch', '../evil'], 2, 'is no name'],
  [['fetch', 'cant'], 2, '2 matrices are called cant.'],
  [['fetch', 'nothing'], 5, 'has no matrix nothing'],
  [['fetch', '--rows', '5..1'], 2, "'5..1' is no range of numbers."],
  [['fetch', 'HB/a', '--from', 'ftp://x'], 2, "'ftp://x' is no address"],
  [['fetch', 'HB/a', '--get'], 2, '--get means nothing without --search <text> or --rows'],
  [['fetch', '--search', 'a', '--again'], 2, '--again means nothing without <names> or --get'],
  [['fetch', '--rows', '..5', '--parallel', '2'], 2, '--parallel means nothing without <names> or --get'],
  [['info', 'HB/bcsstk16'], 5, 'HB/bcsstk16: no such file.\n  Check the name and the folder you are in; the matrix of'],
  [['info', 'suitesparse:bcsstk16'], 2, "'bcsstk16' is no name of the SuiteSparse collection."],
] as const)('%o is refused', async ([args, expected, words], { lab }) => {
  const { code, stderr } = await run(lab, args);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(STACK_TRACE);
  expect(code).toBe(expected);
});

describe('suitesparse:HB/bcsstk16', () => {
  it('is a matrix of every command: fetched with a word, then there without a network', async ({ lab }) => {
    const args = [
      'bench',
      'suitesparse:HB/bcsstk16',
      '--format',
      'csr',
      '--precision',
      'f64',
      '--runs',
      '20',
      '--json',
    ];
    const first = await run(lab, args);
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('HB/bcsstk16 is not here yet: fetching') });
    expect(JSON.parse(first.stdout)).toMatchObject({
      matrices: [{ matrix: { name: 'bcsstk16', source: 'suitesparse:HB/bcsstk16', rows: 400 } }],
    });
    await lab.server.close();
    const { code, stderr } = await run(lab, ['info', 'suitesparse:HB/bcsstk16']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('without a network, and not kept: says so, and what to do', async ({ lab }) => {
    const { code, stderr } = await run(lab, ['info', 'suitesparse:HB/bcsstk16'], {
      SPMV_SUITESPARSE: 'http://127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'error: Cannot fetch HB/bcsstk16: 127.0.0.1:1: it refuses connections.\n  Check the network',
    );
  });

  it('brings the vectors beside it, which validate checks against', async ({ lab }) => {
    const one = '%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n';
    const vector = (value: number): string => `%%MatrixMarket matrix array real general\n1 1\n${value}\n`;
    const files = {
      'bcsstk16/bcsstk16.mtx': one,
      'bcsstk16/bcsstk16_b.mtx': vector(6),
      'bcsstk16/bcsstk16_x.mtx': vector(3),
    };
    lab.server.answer(ARCHIVE_PATH, whole(archiveOf('bcsstk16', files)));
    const { stdout } = await run(lab, ['validate', 'suitesparse:HB/bcsstk16', '--kernel', 'js/csr', '--json']);
    const { results } = JSON.parse(stdout) as {
      readonly results: readonly { readonly solutionError: number | null }[];
    };
    expect(results[0]?.solutionError).toBe(0);
  });

  it('stands in a manifest', async ({ lab }) => {
    const manifest = join(lab.cache, 'all.json');
    const matrices = [{ name: 'b16', source: 'suitesparse:HB/bcsstk16', for: [] }];
    writeFileSync(manifest, JSON.stringify({ schema: 'spmv.matrices/1', matrices }));
    expect((await run(lab, ['info', `@${manifest}#b16`])).code).toBe(0);
  });
});

/** The one part that is in the cache: its size, and the process that writes it. */
function partIn({ cache }: CollectionLab): { readonly size: number; readonly pid: number } {
  const group = join(cache, 'suitesparse', 'HB');
  const [part = ''] = existsSync(group) ? readdirSync(group).filter((file) => file.endsWith('.part')) : [];
  const archive = join(group, part, 'archive');
  return { size: existsSync(archive) ? statSync(archive).size : 0, pid: Number(/-(\d+)-/.exec(part)?.[1]) };
}

it.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  '%s leaves what came, and the next one goes on',
  async (signal, { lab }) => {
    lab.server.answer(ARCHIVE_PATH, stalling(ARCHIVE, 5000), whole(ARCHIVE));
    const { command, args, env } = cliCommand(['fetch', 'HB/bcsstk16']);
    const child = spawn(command, args, { cwd, env: { ...env, ...envOf(lab) }, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    while (partIn(lab).size < 5000) await sleep(20);
    // One that cannot be caught ends the process that works as well, as when the machine goes down.
    if (signal === 'SIGKILL') process.kill(partIn(lab).pid, signal);
    child.kill(signal);
    const code = await ended;
    if (signal === 'SIGINT') expect(code).toBe(130);
    expect(existsSync(matrixOf(lab))).toBe(false);
    // What a killed one had started ends by itself, a little later.
    while (lab.server.open() > 0) await sleep(50);
    expect((await run(lab, ['fetch', 'HB/bcsstk16'])).code).toBe(0);
    expect(lab.server.requests[1]).toBe(`GET ${ARCHIVE_PATH} bytes=5000-`);
    expect(readFileSync(matrixOf(lab), 'utf8')).toBe(MATRIX_TEXT);
    expect(readdirSync(join(lab.cache, 'suitesparse', 'HB'))).toEqual(['bcsstk16']);
  },
);

it('several processes at once do not harm one another', async ({ lab }) => {
  const runs = await Promise.all(
    Array.from({ length: 3 }, () => runProcess(['fetch', 'HB/bcsstk16'], { cwd, env: envOf(lab) })),
  );
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    runs.map(() => ({ code: 0, stderr: 'In place of a file, write suitesparse:HB/bcsstk16.\n' })),
  );
  expect(readFileSync(matrixOf(lab), 'utf8')).toBe(MATRIX_TEXT);
  expect(readdirSync(join(lab.cache, 'suitesparse', 'HB'))).toEqual(['bcsstk16']);
});

/** Runs the command in a name space of its own, after `mount`. */
async function mounted(lab: CollectionLab, mount: string, folder: string): Promise<CliRun> {
  const { command, args, env } = cliCommand(['fetch', 'HB/bcsstk16']);
  const child = spawn('unshare', ['-rm', 'sh', '-c', `${mount} && exec "$0" "$@"`, command, ...args], {
    cwd,
    env: { ...env, ...envOf(lab), SPMV_CACHE: folder },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr: unbroken(stderr), printedStderr: stderr })),
  );
}

describe('a disk', needs('mounts'), () => {
  it.for(['16k', '40k'])('of %s that is full: one line, and what to do', async (size, { lab }) => {
    const folder = join(lab.cache, 'small');
    mkdirSync(folder);
    const { code, stderr } = await mounted(lab, `mount -t tmpfs -o size=${size} tmpfs ${folder}`, folder);
    expect(stderr).toMatch(/^error: Cannot write .*: no space left on the device\n {2}Free space or permit writing/);
    expect(code).toBe(1);
  });

  it('that cannot be written: the same, and what is kept there is used', async ({ lab }) => {
    expect((await run(lab, ['fetch', 'HB/bcsstk16'])).code).toBe(0);
    const mount = `mount --bind -o ro ${lab.cache} ${lab.cache} && mount -o remount,bind,ro ${lab.cache}`;
    expect((await mounted(lab, mount, lab.cache)).stdout).toMatch(/was here/);
    const empty = join(lab.cache, 'empty');
    mkdirSync(empty);
    const { code, stderr } = await mounted(lab, mount, empty);
    expect(stderr).toMatch(/^error: Cannot write .*: the file system is read-only\n/);
    expect(code).toBe(1);
  });
});

it('a cache that is a file is no cache', async ({ lab }) => {
  const file = join(lab.cache, 'file');
  writeFileSync(file, '');
  const { code, stderr } = await run(lab, ['fetch', 'HB/bcsstk16', '--cache', file]);
  expect(stderr).toMatch(/^error: Cannot write .*\n {2}Free space or permit writing there, or name another folder/);
  expect(code).toBe(1);
});

describe('a proxy', () => {
  it('is asked for what HTTP_PROXY is for, and not for what NO_PROXY names', async ({ lab }) => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      whole(ARCHIVE)(request, response);
    });
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const behind = { HTTP_PROXY: address, HTTPS_PROXY: address, SPMV_SUITESPARSE: 'http://suitesparse.invalid' };
    const names = ['http_proxy', 'https_proxy'];
    const env = Object.fromEntries(names.map((name) => [name, address]));
    expect((await run(lab, ['fetch', 'HB/bcsstk16'], { ...behind, ...env })).code).toBe(0);
    expect(asked).toEqual([`GET http://suitesparse.invalid${ARCHIVE_PATH}`]);
    const direct = await run(lab, ['fetch', 'HB/bcsstk16', '--again', '--from', lab.server.base], {
      ...behind,
      ...env,
      NO_PROXY: '127.0.0.1',
    });
    expect(direct.code).toBe(0);
    expect(asked).toHaveLength(1);
    const refused = await run(lab, ['fetch', 'HB/bcsstk16', '--again', '--from', 'https://suitesparse.invalid'], {
      ...behind,
      ...env,
    });
    expect(asked[1]).toBe('CONNECT suitesparse.invalid:443');
    expect(refused.stderr).toMatch(/Cannot fetch HB\/bcsstk16: suitesparse\.invalid: .*407/);
    proxy.closeAllConnections();
    await new Promise((resolve) => void proxy.close(resolve));
    const gone = await run(lab, ['fetch', 'HB/bcsstk16', '--again'], { ...behind, ...env });
    expect(gone.stderr).toContain(
      `suitesparse.invalid through the proxy at ${address.slice(7)}: it refuses connections.`,
    );
  });
});

it('a busy server is told of, and given up where it asks for too long', async ({ lab }) => {
  lab.server.answer(ARCHIVE_PATH, status(503, { 'retry-after': '3600' }));
  const { code, stderr } = await run(lab, ['fetch', 'HB/bcsstk16']);
  expect(stderr).toContain('answers with status 503 and asks to come back in 60 minutes.');
  expect(code).toBe(1);
});
