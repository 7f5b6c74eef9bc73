import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { recordAt } from '../../lint/json.ts';
import { readWorkspace } from '../../lint/workspace.ts';
import { checkTarball } from '../../packages/check-tarball.ts';
import { ROOT } from '../../packages/pack-all.ts';
import { OTHER_CORE, packOtherCore } from '../../registry/other-core.ts';
import { publish } from '../../registry/publish.ts';
import { makeUserProject, type PackageManager, type UserProject } from '../../registry/user-project.ts';
import { needs, needsFull } from '../../needs.ts';

interface Row {
  readonly id: string;
  readonly package: string;
  readonly status?: string;
}

interface BenchDocument {
  readonly results: readonly {
    readonly backend: string;
    readonly format: string;
    readonly status: string;
    readonly errorRatio: number;
    readonly gflops: number;
  }[];
}

const MANAGERS: readonly PackageManager[] = ['npm', 'pnpm'];
const registry = inject('registry');

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-other-'));
  try {
    const core = inject('packed').find(({ name }) => name === '@spmv/core');
    if (core === undefined) throw new Error('Core was not packed.');
    await publish(registry, await packOtherCore(core, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The public packages of the workspace, whatever they are today. */
const published = readWorkspace(ROOT).packages.filter(
  ({ folder, manifest }) => folder.startsWith('packages/') && manifest['private'] !== true,
);

test.each(published.map(({ name, manifest }) => [name, String(manifest['version'])]))(
  '%s is published, under version %s',
  needs('pnpm'),
  async (name, version) => {
    const answer = await fetch(new URL(name.replace('/', '%2f'), registry));
    expect(await answer.json()).toMatchObject({ 'dist-tags': { latest: version } });
  },
);

describe.each(MANAGERS)('a project that installs from a registry with %s', needsFull('pnpm'), (manager) => {
  let project: UserProject;

  beforeAll(() => {
    project = makeUserProject(manager, registry);
  });

  afterAll(() => project.remove());

  async function rows(command: 'backends' | 'formats'): Promise<readonly Row[]> {
    const { code, stdout, stderr } = await project.spmv(command, '--json');
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as readonly Row[];
  }

  const usable = async (): Promise<readonly string[]> =>
    (await rows('backends')).filter(({ status }) => status === 'available').map(({ id }) => id);

  async function right(matrix: string, ...args: readonly string[]): Promise<BenchDocument['results']> {
    const { code, stdout, stderr } = await project.spmv('bench', matrix, '--json', '--runs', '20', ...args);
    expect(code, stderr).toBe(0);
    const { results } = JSON.parse(stdout) as BenchDocument;
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    return results.filter(({ status, errorRatio, gflops }) => status === 'ok' && errorRatio <= 1 && gflops > 0);
  }

  // One after another: each step finds the project as the one before has left it.
  test('has a benchmark after the command and one backend', async () => {
    await project.add('@spmv/cli', '@spmv/backend-serial');
    expect(readdirSync(join(project.folder, 'node_modules', '@spmv'))).not.toContain('backend-threads');
    expect(await usable()).toEqual(['serial']);
    expect((await right('cage4')).length).toBeGreaterThanOrEqual(5);
  });

  test('sees a backend that is added', async () => {
    await project.add('@spmv/backend-threads');
    expect([...(await usable())].sort()).toEqual(['serial', 'threads']);
    expect((await right('cage4', '--backend', 'threads', '--format', 'csr')).length).toBeGreaterThanOrEqual(1);
  });

  test('sees a plugin that is added', async () => {
    expect((await rows('formats')).map(({ id }) => id)).not.toContain('sell');
    await project.add('@spmv/format-sell');
    expect(await rows('formats')).toContainEqual(expect.objectContaining({ id: 'sell', package: '@spmv/format-sell' }));
    const backends = (await right('cage4', '--format', 'sell')).map(({ backend }) => backend);
    expect([...new Set(backends)].sort()).toEqual(['serial', 'threads']);
  });

  test('sees every format package there is', async () => {
    const plugins = published.filter(({ room }) => room.startsWith('format-'));
    await project.add(...plugins.map(({ name }) => name));
    const wanted = plugins.flatMap(({ name, manifest }) => {
      const ids = recordAt(manifest, 'spmv', 'provides')?.['formats'];
      return (Array.isArray(ids) ? ids : []).map((id) => expect.objectContaining({ id, package: name }));
    });
    expect(wanted.length).toBeGreaterThanOrEqual(3);
    expect(await rows('formats')).toEqual(expect.arrayContaining(wanted));
  });

  // A backend: a format would bring Dawn along, 50 MB, into each of these empty caches.
  test('sees a plugin that somebody made with one command and published', async () => {
    const id = `acme/own-${manager}`;
    const name = `@acme/spmv-backend-own-${manager}`;
    const file = await project.createPlugin('my-backend', '--id', id, '--kind', 'backend');
    expect(await checkTarball({ name, folder: '', file })).toEqual([]);
    await publish(registry, [{ name, folder: '', file }]);
    await project.add(name);
    expect(await rows('backends')).toContainEqual(expect.objectContaining({ id, package: name, status: 'available' }));
    expect((await right('cage4', '--backend', id)).length).toBeGreaterThanOrEqual(1);
  });

  test('is told of a plugin that uses another version of core, and goes on', async () => {
    await project.add('@acme/spmv-late');
    const { code, stdout, stderr } = await project.spmv('backends', '--json');
    expect(code).toBe(0);
    expect(stderr).toContain(`@acme/spmv-late uses a second copy of @spmv/core (${OTHER_CORE}`);
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'acme/late', status: 'unavailable', reason: 'It is late.' }),
        expect.objectContaining({ id: 'serial', status: 'available' }),
      ]),
    );
  });
});
