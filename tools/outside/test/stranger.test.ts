import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { parseJsonRecord, recordAt } from '../../lint/json.ts';
import { NO_NODE, testedNodes } from '../../nodes/nodes.ts';
import { installPacked, makePlugin, packPlugin, tryPlugin } from '../../outside-package/make-plugin.ts';
import { type EndedProgram, runOutside } from '../../outside-package/run-outside.ts';
import { withNeeds } from '../../outside-package/with-needs.ts';
import { checkTarball } from '../../packages/check-tarball.ts';
import { ROOT, type Tarball } from '../../packages/pack-all.ts';
import { readTarball } from '../../packages/read-tarball.ts';
import { has, SWIFTSHADER } from '../../machine.ts';
import { needsFull, unless } from '../../needs.ts';

interface Result {
  readonly backend: string;
  readonly format: string;
  readonly kernel: string;
  readonly status: string;
  readonly errorRatio: number;
  readonly medianMs: number;
}

interface Conformance {
  readonly schema: string;
  readonly subject: string;
  readonly conforms: boolean;
  readonly devices: readonly string[];
  readonly cases: readonly { readonly id: string; readonly status: string; readonly products: number }[];
}

const KINDS = [
  ['format', 'stranger/dia-two'],
  ['kernel', 'stranger/two-sums'],
  ['operation', 'stranger/size-sums'],
  ['backend', 'stranger/plain'],
  ['file', 'stranger/edge-list'],
] as const;

/** What the kernel of the scaffolded operation does in place of its product, in its built file. */
const LIES = [
  ['ignores alpha', 'alpha * sum', 'sum'],
  ['ignores beta', 'beta * y[i]', '0'],
  ['drops the last row', 'i < end', 'i < end - 1'],
  ['is right up to 1,000 rows only', 'i < end', 'i < Math.min(end, 1000)'],
  ['keeps the signs', 'Math.abs(values[k])', 'values[k]'],
] as const;

const PROJECT = withNeeds('cli', 'backend-serial', 'backend-webgpu');

// In the order of a day: each step finds what the one before has left.
describe('a stranger, outside the repository, with packed packages alone', needsFull('pnpm'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-stranger-'));
  const packed = inject('packed');
  const project = join(folder, 'project');
  const made = new Map<string, Tarball>();
  let webgpu = '';

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const fileOf = (room: string): string =>
    packed.find((each) => each.folder === `packages/${room}`)?.file ?? `no ${room}`;
  const spmv = (...args: readonly string[]): Promise<EndedProgram> =>
    runOutside(join(project, 'node_modules', '.bin', 'spmv'), args, project);

  async function told(...args: readonly string[]): Promise<unknown> {
    const { code, stdout, stderr } = await spmv(...args, '--json');
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  async function right(...args: readonly string[]): Promise<readonly Result[]> {
    const { results } = (await told(...args)) as { readonly results: readonly Result[] };
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    return results.filter(({ status, errorRatio }) => status === 'ok' && errorRatio <= 1);
  }

  test.each(KINDS)('makes a %s with one command', async (kind, id) => {
    await makePlugin({ folder, packed, kind, id });
  });

  describe.each(testedNodes())('on Node $version', ({ environment }) => {
    test.each(KINDS)(
      'installs all it needs for the %s, which passes its tests and conforms',
      unless(environment ? undefined : NO_NODE),
      async (kind) => {
        const { test: tested, conform } = await tryPlugin(join(folder, kind), environment ?? {});
        expect(tested.stdout).toMatch(
          kind === 'file' ? /\n[1-9]\d+ passed, 0 failed\n$/u : /\n[1-9]\d\d+ passed, 0 failed\n$/u,
        );
        // The result, what npm says, and why what was skipped was.
        expect(tested.stdout.trim().split('\n').length).toBeLessThan(20);
        expect(conform.stdout).toMatch(/conforms: [1-9]\d* passed, 0 failed/u);
      },
    );
  });

  test.each(LIES)('refuses an operation whose kernel %s', async (_, from, to) => {
    const operation = join(folder, 'operation');
    const kernel = join(operation, 'dist', 'js', 'size-sums.js');
    const honest = readFileSync(kernel, 'utf8');
    expect(honest).toContain(from);
    writeFileSync(kernel, honest.replaceAll(from, to));
    const { code, stdout } = await runOutside('npx', ['--no', 'spmv', 'conform', '.'], operation);
    writeFileSync(kernel, honest);
    expect(stdout).toContain('does not conform');
    expect(code).toBe(3);
  });

  test.each(KINDS)('packs the %s, in which npm finds nothing wrong', async (kind) => {
    const tarball = await packPlugin(join(folder, kind));
    made.set(kind, tarball);
    expect(await checkTarball(tarball)).toEqual([]);
    expect([...readTarball(tarball.file).keys()]).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/plugin.js', 'src/plugin.ts']),
    );
  });

  test('installs all beside the command, which lists them with their packages', async () => {
    if (process.env['VK_ICD_FILENAMES'] === undefined && has('swiftshader'))
      process.env['VK_ICD_FILENAMES'] = SWIFTSHADER;
    const wanted = Object.fromEntries(PROJECT.map((room) => [`@spmv/${room}`, `file:${fileOf(room)}`]));
    const own = Object.fromEntries([...made.values()].map(({ name, file }) => [name, `file:${file}`]));
    const dawn = recordAt(parseJsonRecord(readFileSync(join(ROOT, 'package.json'), 'utf8')), 'devDependencies')?.[
      'webgpu'
    ];
    await installPacked(project, { dependencies: { ...wanted, ...own, webgpu: dawn }, overrides: wanted });
    expect(await told('formats')).toContainEqual(
      expect.objectContaining({ id: 'stranger/dia-two', package: '@stranger/spmv-dia-two' }),
    );
    const backends = (await told('backends')) as readonly {
      readonly id: string;
      readonly status: string;
      readonly reason: string | null;
    }[];
    expect(backends).toContainEqual(expect.objectContaining({ id: 'stranger/plain', status: 'available' }));
    const gpu = backends.find(({ id }) => id === 'webgpu');
    webgpu = gpu?.status === 'available' ? '' : (gpu?.reason ?? 'no backend webgpu');
  });

  test('sees the operation listed, and measured', async () => {
    expect(await told('operations')).toContainEqual(expect.objectContaining({ id: 'stranger/size-sums' }));
    const timed = await right('bench', 'LF10', '--operation', 'stranger/size-sums', '--runs', '20');
    expect(timed.map(({ kernel }) => kernel)).toContain('js/stranger/size-sums-csr');
  });

  test('converts to its files and reads them again', async () => {
    for (const [from, to] of [
      ['LF10', 'a.edge-list'],
      ['a.edge-list', 'a.mtx'],
    ] as const) {
      const { code, stdout, stderr } = await spmv('convert', from, to);
      expect(code, stdout + stderr).toBe(0);
    }
    const hashes = await Promise.all(
      ['LF10', 'a.edge-list', 'a.mtx'].map(async (matrix) => ((await told('info', matrix)) as { hash: string }).hash),
    );
    expect(new Set(hashes).size, hashes.join(' ')).toBe(1);
  });

  test('sees the format predicted, and measured beside the others, also on the strange backend', async () => {
    expect(JSON.stringify(await told('info', 'gen:stencil5?n=30'))).toContain('"stranger/dia-two"');
    const results = await right(
      'bench',
      'gen:stencil5?n=30',
      '--format',
      'stranger/dia-two,csr',
      '--backend',
      'serial,stranger/plain',
      '--runs',
      '20',
    );
    const timed = results
      .filter(({ medianMs }) => medianMs > 0)
      .map(({ format, backend }) => `${format} on ${backend}`);
    expect([...new Set(timed)].sort()).toEqual([
      'csr on serial',
      'csr on stranger/plain',
      'stranger/dia-two on serial',
      'stranger/dia-two on stranger/plain',
    ]);
  });

  test('sees its WGSL kernel measured on WebGPU', async (context) => {
    if (webgpu !== '') return context.skip(`WebGPU is not available: ${webgpu}`);
    const kernels = (
      await right('bench', 'gen:stencil5?n=30', '--format', 'stranger/dia-two', '--backend', 'webgpu', '--runs', '20')
    ).map(({ kernel }) => kernel);
    expect(kernels).toContain('wgsl/stranger/dia-two');
  });

  test('sees that it conforms, and keeps the report', async () => {
    const { code, stdout, stderr } = await spmv('conform', '@stranger/spmv-dia-two', '--out', 'conformance.json');
    expect(code, stdout + stderr).toBe(0);
    const report = JSON.parse(readFileSync(join(project, 'conformance.json'), 'utf8')) as Conformance;
    expect(report).toMatchObject({
      schema: 'spmv.conformance/1',
      subject: '@stranger/spmv-dia-two@0.1.0',
      conforms: true,
    });
    // What is declared is looked at without a device, too; products are not.
    const multiplied = report.cases
      .filter(({ status, products }) => status === 'passed' && products > 0)
      .map(({ id }) => id);
    expect(multiplied.some((id) => id.includes('js/stranger/dia-two'))).toBe(true);
    expect(multiplied.some((id) => id.includes('wgsl/stranger/dia-two'))).toBe(webgpu === '');
  });
});
