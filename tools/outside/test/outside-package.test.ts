import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeProject, type Project } from '../../outside-package/make-project.ts';
import type { EndedProgram } from '../../outside-package/run-outside.ts';
import { packedWithNeeds, withNeeds } from '../../outside-package/with-needs.ts';
import { needs, needsFull } from '../../needs.ts';

const STACK = /\n\s+at .+:\d+:\d+\)?/u;

interface Row {
  readonly id: string;
  readonly package: string;
  readonly status: string;
  readonly reason?: string;
  readonly fix?: string;
}

interface BenchDocument {
  readonly schema: string;
  readonly results: readonly {
    readonly backend: string;
    readonly status: string;
    readonly errorRatio: number;
    readonly gflops: number;
    readonly reason?: string;
  }[];
}

/** Both streams of a command that must not show a stack trace, whatever happened. */
function words({ stdout, stderr }: EndedProgram): string {
  expect(stderr).not.toMatch(STACK);
  return `${stdout}\n${stderr}`;
}

describe('a project outside the repository, with the serial backend', needs('pnpm'), () => {
  let project: Project;

  beforeAll(async () => {
    project = await makeProject(packedWithNeeds(inject('packed'), 'cli', 'backend-serial'));
  });

  afterAll(() => project.remove());

  test('has nothing of spmv but what it asked for', () => {
    expect(readdirSync(join(project.folder, 'node_modules', '@spmv')).sort()).toEqual(
      [...withNeeds('cli', 'backend-serial')].sort(),
    );
  });

  test('`spmv --version` says so', async () => {
    const { code, stdout } = await project.spmv('--version');
    expect([code, stdout.trim()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/u)]);
  });

  test('`spmv backends` finds serial', async () => {
    const { code, stdout } = await project.spmv('backends', '--json');
    const rows = JSON.parse(stdout) as readonly Row[];
    expect(code).toBe(0);
    expect(rows.find(({ id }) => id === 'serial')).toMatchObject({
      package: '@spmv/backend-serial',
      status: 'available',
    });
  });

  test('`spmv bench` validates and times a bundled matrix', async () => {
    const ended = await project.spmv('bench', 'cage4', '--json', '--runs', '20');
    words(ended);
    expect(ended.code).toBe(0);
    const { schema, results } = JSON.parse(ended.stdout) as BenchDocument;
    const ok = results.filter(({ status }) => status === 'ok');
    expect(schema).toBe('spmv.bench/1');
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(ok.length).toBeGreaterThanOrEqual(5);
    for (const { errorRatio, gflops } of ok) expect([errorRatio <= 1, gflops > 0]).toEqual([true, true]);
  });
});

describe('a project outside the repository, with no backend at all', needsFull('pnpm'), () => {
  let project: Project;

  beforeAll(async () => {
    project = await makeProject(packedWithNeeds(inject('packed'), 'cli'));
  });

  afterAll(() => project.remove());

  test('`spmv backends` has a row for serial that says how to get it', async () => {
    const ended = await project.spmv('backends', '--json');
    const serial = (JSON.parse(ended.stdout) as readonly Row[]).find(({ id }) => id === 'serial');
    expect(ended.code).toBe(0);
    expect(serial?.status).not.toBe('available');
    expect(serial?.reason).toContain('not installed');
    expect(serial?.fix).toContain('@spmv/backend-serial');
  });

  test('`spmv bench --backend serial` ends with exit code 6 and says how to get it', async () => {
    const ended = await project.spmv('bench', 'cage4', '--backend', 'serial');
    expect(words(ended)).toContain('@spmv/backend-serial');
    expect(ended.code).toBe(6);
  });

  test('`spmv bench` without any backend says how to get one', async () => {
    const ended = await project.spmv('bench', 'cage4');
    expect(words(ended)).toMatch(/npm i(?:nstall)? @spmv\/backend-/u);
    expect(ended.code).not.toBe(0);
  });

  test('`spmv info` needs no backend', async () => {
    const ended = await project.spmv('info', 'cage4');
    expect(words(ended)).toContain('49');
    expect(ended.code).toBe(0);
  });
});
