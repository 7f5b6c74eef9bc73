import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { npm } from '../../outside-package/make-plugin.ts';
import { makeProject, type Project } from '../../outside-package/make-project.ts';
import type { EndedProgram } from '../../outside-package/run-outside.ts';
import { packedWithNeeds } from '../../outside-package/with-needs.ts';
import { SWIFTSHADER } from '../../machine.ts';
import { needs, needsFull } from '../../needs.ts';

const OPERATIONS = ['acme/row-norms', 'acme/sddmm', 'acme/absolute-transposed'] as const;

interface Row {
  readonly operation: string;
  readonly backend: string;
  readonly status: string;
  readonly errorRatio: number | null;
  readonly gflops?: number | null;
  readonly made?: { readonly nnz: number };
}

function documentOf({ stdout, stderr }: EndedProgram): readonly Row[] {
  expect(stderr).not.toMatch(/\n\s+at .+:\d+:\d+\)?/u);
  return (JSON.parse(stdout) as { readonly results: readonly Row[] }).results;
}

// Written as a stranger writes them: plain JavaScript, WGSL and CUDA C++ in a package of its own, and nothing here knows of it.
describe('operations of a package outside the repository', needsFull('pnpm'), () => {
  let project: Project;
  let plugin = '';

  beforeAll(async () => {
    project = await makeProject(
      packedWithNeeds(inject('packed'), 'cli', 'backend-serial', 'backend-threads', 'backend-webgpu'),
    );
    plugin = join(project.folder, 'acme');
    cpSync(fileURLToPath(new URL('../toy-operations', import.meta.url)), plugin, { recursive: true });
    const dawn = realpathSync(fileURLToPath(new URL('../../../node_modules/webgpu', import.meta.url)));
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--install-links'];
    await npm(project.folder, ['install', ...flags, './acme', dawn]);
    plugin = join(project.folder, 'node_modules', 'acme-operations');
  }, 300_000);

  afterAll(() => project.remove());

  test('are listed', async () => {
    const { stdout } = await project.spmv('operations', '--json');
    const ids = (JSON.parse(stdout) as readonly { readonly id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['spmv', ...OPERATIONS]));
  });

  test.each(OPERATIONS)('%s is right on every processor, in every schedule', async (operation) => {
    const ended = await project.spmv('validate', 'cage4', 'dw2048', '--operation', operation, '--json');
    const rows = documentOf(ended).filter(({ status }) => status === 'ok' || status === 'failed');
    const backends = new Set(rows.map(({ backend }) => backend));
    expect([...backends]).toEqual(expect.arrayContaining(['serial', 'threads']));
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const row of rows)
      expect([row.operation, row.status, (row.errorRatio ?? 2) <= 1]).toEqual([operation, 'ok', true]);
    expect(ended.code).toBe(0);
  });

  test.each(OPERATIONS)('%s is right in WGSL', needs('swiftshader', 'vulkan'), async (operation) => {
    process.env['VK_ICD_FILENAMES'] ??= SWIFTSHADER;
    const flags = ['--operation', operation, '--backend', 'webgpu', '--format', 'csr', '--json'];
    const rows = documentOf(await project.spmv('validate', 'cage4', 'dw2048', ...flags));
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  test.each(OPERATIONS)('%s is timed, with figures of its own operations and operands', async (operation) => {
    const flags = ['--operation', operation, '--backend', 'serial', '--precision', 'f64', '--runs', '20', '--json'];
    const rows = documentOf(await project.spmv('bench', 'dw2048', ...flags)).filter(({ status }) => status === 'ok');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.gflops).toBeGreaterThan(0);
  });

  test('have sizes of their own, and say which they have', async () => {
    const flags = ['--operation', 'acme/sddmm', '--backend', 'serial', '--json'];
    const rows = documentOf(await project.spmv('validate', 'cage4', ...flags, '--size', 'depth=17'));
    expect(rows.every(({ status }) => status === 'ok')).toBe(true);
    const { code, stderr } = await project.spmv('validate', 'cage4', ...flags, '--size', 'width=17');
    expect([code, stderr]).toEqual([2, expect.stringContaining('depth')]);
  });

  test('one that makes a matrix is listed, right, timed and computed', async () => {
    const { stdout } = await project.spmv('operations', '--json');
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'acme/masked', package: 'acme-operations', kernels: 1 })]),
    );
    const flags = ['--operation', 'acme/masked', '--backend', 'serial,threads', '--json'];
    const checked = documentOf(await project.spmv('validate', 'cage4', 'dw2048', ...flags));
    expect(checked.length).toBeGreaterThanOrEqual(8);
    for (const row of checked) expect([row.status, row.errorRatio]).toEqual(['ok', 0]);
    const timed = documentOf(await project.spmv('bench', 'dw2048', ...flags, '--runs', '20'));
    expect(timed).toHaveLength(4);
    for (const { status, made } of timed) expect([status, made?.nnz]).toEqual(['ok', 10114]);
    const product = await project.spmv('multiply', 'cage4', '--operation', 'acme/masked', '--with', 'cage4', '--json');
    expect([product.code, JSON.parse(product.stdout)]).toMatchObject([
      0,
      { operation: 'acme/masked', rows: 9, nnz: 49 },
    ]);
  });

  test('conform, and do not when their sums are wrong', { timeout: 1_800_000 }, async () => {
    const conform = (): Promise<EndedProgram> => project.spmv('conform', 'acme-operations', '--timeout', '1500');
    const honest = await conform();
    expect(honest.stdout + honest.stderr).toMatch(/conforms: .*products compared/u);
    expect(honest.code).toBe(0);
    // One kernel alone, for time.
    const id = 'acme/absolute-transposed';
    const manifest = join(plugin, 'package.json');
    const said = JSON.parse(readFileSync(manifest, 'utf8')) as { spmv: { provides: unknown } };
    said.spmv.provides = { operations: [id], kernels: ['js/acme/csr-absolute-transposed'] };
    writeFileSync(manifest, JSON.stringify(said));
    writeFileSync(
      join(plugin, 'plugin.js'),
      `import { definePlugin } from '@spmv/core';
      import { absoluteTransposed, absoluteTransposedKernels } from './absolute-transposed.js';
      const operations = [absoluteTransposed], kernels = absoluteTransposedKernels.slice(0, 1);
      export default definePlugin({ name: 'acme-operations', apiVersion: 2, operations, kernels });`,
    );
    // All workers add into the sums of the first: it takes a race to make that wrong, and the kit needs none to see it.
    const file = join(plugin, 'absolute-transposed-js.js');
    writeFileSync(file, readFileSync(file, 'utf8').replace('sums[worker * cols + colIndex[k]]', 'sums[colIndex[k]]'));
    const wrong = await conform();
    expect(wrong.stdout).toMatch(/csr-absolute-transposed@serial\/f64\/partition/u);
    expect(wrong.code).toBe(3);
  });
});
