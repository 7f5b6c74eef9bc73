import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packAll } from '../packages/pack-all.ts';
import { publish } from '../registry/publish.ts';
import { type Registry, startRegistry } from '../registry/start-registry.ts';
import { makeUserProject, type PackageManager, type UserProject } from '../registry/user-project.ts';

interface Row {
  readonly id: string;
  readonly package: string;
  readonly status?: string;
}

interface BenchDocument {
  readonly results: readonly { readonly backend: string; readonly format: string; readonly status: string; readonly errorRatio: number; readonly gflops: number }[];
}

const MANAGERS: readonly PackageManager[] = ['npm', 'pnpm'];
let registry: Registry;

beforeAll(async () => {
  const packed = mkdtempSync(join(tmpdir(), 'spmv-packed-'));
  try {
    const [started, tarballs] = await Promise.all([startRegistry(), packAll(packed)]);
    registry = started;
    await publish(registry, tarballs);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}, 180_000);

afterAll(() => registry?.stop(), 60_000);

describe.each(MANAGERS)('a project that installs from a registry with %s', (manager) => {
  let project: UserProject;

  beforeAll(() => {
    project = makeUserProject(manager, registry);
  });

  afterAll(() => project.remove(), 60_000);

  async function rows(command: 'backends' | 'formats'): Promise<readonly Row[]> {
    const { code, stdout, stderr } = await project.spmv(command, '--json');
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as readonly Row[];
  }

  const usable = async (): Promise<readonly string[]> => (await rows('backends')).filter(({ status }) => status === 'available').map(({ id }) => id);

  async function right(...args: readonly string[]): Promise<BenchDocument['results']> {
    const { code, stdout, stderr } = await project.spmv('bench', 'cage4', '--json', '--runs', '20', ...args);
    expect(code, stderr).toBe(0);
    const { results } = JSON.parse(stdout) as BenchDocument;
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    return results.filter(({ status, errorRatio, gflops }) => status === 'ok' && errorRatio <= 1 && gflops > 0);
  }

  // One after another: each step finds the project as the one before has left it.
  test('has a benchmark after the command and one backend', { timeout: 120_000 }, async () => {
    await project.add('@spmv/cli', '@spmv/backend-serial');
    expect(readdirSync(join(project.folder, 'node_modules', '@spmv'))).not.toContain('backend-threads');
    expect(await usable()).toEqual(['serial']);
    expect((await right()).length).toBeGreaterThanOrEqual(5);
  });

  test('sees a backend that is added', { timeout: 120_000 }, async () => {
    await project.add('@spmv/backend-threads');
    expect([...(await usable())].sort()).toEqual(['serial', 'threads']);
    expect((await right('--backend', 'threads', '--format', 'csr')).length).toBeGreaterThanOrEqual(1);
  });

  test('sees a plugin that is added', { timeout: 120_000 }, async () => {
    expect((await rows('formats')).map(({ id }) => id)).not.toContain('sell');
    await project.add('@spmv/format-sell');
    expect(await rows('formats')).toContainEqual(expect.objectContaining({ id: 'sell', package: '@spmv/format-sell' }));
    const backends = (await right('--format', 'sell')).map(({ backend }) => backend);
    expect([...new Set(backends)].sort()).toEqual(['serial', 'threads']);
  });
});
