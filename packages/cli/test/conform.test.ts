import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceReport } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { needsFull } from '../../../tools/needs.ts';
import { plainBackend } from './helpers/plain-backend.ts';
import type { FakePackage, FakeProject } from './helpers/project.ts';
import { backendSource, csrKernel, fakeProject, manifest, pluginSource } from './helpers/project.ts';
import type { CliRun } from './helpers/run-cli.ts';
import { ROOT, runCli, temporaryFolder } from './helpers/run-cli.ts';

const RIGHT = 'y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];';

/** `spmv conform` in a project of its own, and the report that it leaves. */
async function conform(
  project: FakeProject,
  args: readonly string[],
): Promise<CliRun & { readonly report: ConformanceReport }> {
  const out = join(temporaryFolder(), 'conformance.json');
  const run = await runCli(['conform', ...args, '--out', out], { cwd: fakeProject(project) });
  return { ...run, report: JSON.parse(readFileSync(out, 'utf8')) as ConformanceReport };
}

describe('a backend in a project without any kernel', () => {
  it(
    'conforms when its products are right: the command brings kernels, and counts what was compared',
    needsFull(),
    async () => {
      const { code, stdout, report } = await conform(
        { workspace: [], packages: [plainBackend('plain', 'tells the truth', ['f64'])] },
        ['plain'],
      );
      expect(stdout).toMatch(/✓ plain@1\.0\.0 conforms: .*; [\d  ]+ products compared \(acme\/plain \d+\)/);
      expect(stdout).toContain('; tier quick; kit ');
      expect(code).toBe(0);
      expect(report.products['acme/plain']).toBeGreaterThan(1000);
    },
  );

  // What other lies the kit finds: packages/testkit/test/lying-backends.test.ts, and through the packed command tools/test/lying-backend.test.ts.
  it('does not conform when its products are wrong, and the report says where', needsFull(), async () => {
    const { code, stdout, report } = await conform(
      { workspace: [], packages: [plainBackend('liar', 'drops the last row', ['f64'])] },
      ['liar'],
    );
    expect(stdout).toContain('liar@1.0.0 does not conform');
    expect(code).toBe(3);
    const failed = report.cases.filter(({ status }) => status === 'failed');
    expect(failed.map(({ reason }) => reason).join()).toMatch(/row \d+/);
  });

  it('does not conform when it runs what no kernel here is written in', needsFull(), async () => {
    const strange = backendSource('acme/strange', "({ available: true, devices: ['abacus'] })")
      .replace("targets: ['js']", "targets: ['wgsl']")
      .replace(
        "throw new Error('never')",
        "return { device: { name: 'abacus', kind: 'gpu', precisions: ['f32'], capabilities: [], limits: {} }, prepare() {}, finish: async () => {}, dispose: async () => {}, scale() {}, " +
          'createVector: (length) => { const data = new Float32Array(length); return { write: async (d) => data.set(d), read: async (t) => t.set(data), dispose() {} }; } }',
      );
    const strangeOne = {
      name: 'strange',
      manifest: manifest({ backends: ['acme/strange'] }),
      files: { 'plugin.js': pluginSource('strange', `backends: [${strange}]`) },
    };
    const { code, stdout } = await conform({ workspace: [], packages: [strangeOne] }, ['strange']);
    expect(stdout).toContain('no product was compared: no kernel in wgsl with its format was given');
    expect(stdout).toMatch(/does not conform \(\d+ failed, no product was compared\)/u);
    expect(code).toBe(3);
  });
});

it('a backend does not answer for plugins beside it', needsFull(), async () => {
  const bystander = csrKernel('bystander', 'js/acme/bystander', 'y[i] = 7;');
  const refusing = csrKernel('refusing', 'js/acme/refusing', RIGHT);
  const thrown = "program() { throw new Error('no'); }, unused";
  const broken = {
    ...refusing,
    files: { ...refusing.files, 'plugin.js': (refusing.files?.['plugin.js'] ?? '').replace('program', thrown) },
  };
  const absent = {
    name: 'absent',
    manifest: manifest({ backends: ['acme/absent'] }),
    files: { 'plugin.js': "throw new Error('no driver');" },
  };
  const { code, report } = await conform(
    { workspace: [], packages: [plainBackend('plain', 'tells the truth', ['f64']), bystander, broken, absent] },
    ['plain'],
  );
  expect(report.cases.filter(({ id }) => id.includes('bystander') || id.includes('refusing'))).toEqual([]);
  expect(report.conforms).toBe(true);
  expect(code).toBe(0);
});

describe('conform --strict', () => {
  const missing = backendSource('acme/away').replace(
    "new Error('never')",
    "new SpmvError('BACKEND.UNAVAILABLE', 'No such device.', { fix: 'Buy one.' })",
  );
  const away = {
    name: 'away',
    manifest: manifest({ backends: ['acme/away'] }),
    files: {
      'plugin.js': `import { SpmvError } from ${JSON.stringify(`${ROOT}/packages/core/src/index.ts`)};\n${pluginSource('away', `backends: [${missing}]`)}`,
    },
  };
  const both = csrKernel('both', 'js/acme/both', RIGHT);
  const source = both.files?.['plugin.js'] ?? '';
  const kernel = /kernels: \[(\{[^]*\})\]/.exec(source)?.[1] ?? '';
  const twoTargets: FakePackage = {
    ...both,
    manifest: manifest({ kernels: ['js/acme/both', 'wgsl/acme/both'] }),
    files: {
      ...both.files,
      'plugin.js': source.replace(
        kernel,
        `${kernel}, ${kernel.replace('js/acme', 'wgsl/acme').replace("target: 'js'", "target: 'wgsl'")}`,
      ),
    },
  };

  it('takes a kernel that ran nowhere for a failure; without it that is said', needsFull(), async () => {
    const loose = await conform({ packages: [twoTargets] }, ['both']);
    expect(loose.stdout).toContain('both/kernel/wgsl/acme/both: not tried: no backend was given that runs wgsl');
    expect(loose).toMatchObject({ code: 0, report: { conforms: true, notTried: ['both/kernel/wgsl/acme/both'] } });
    const strict = await conform({ packages: [twoTargets] }, ['both', '--strict']);
    expect(strict.stdout).toContain('does not conform (1 not tried)');
    expect(strict.code).toBe(1);
  });

  it('never says yes to a backend that is not there', async () => {
    for (const flags of [[], ['--strict']]) {
      const { code, stdout } = await conform({ packages: [away] }, ['away', ...flags]);
      expect(stdout).toContain('no product was compared');
      expect(code).toBe(6);
    }
  });

  it('validate, bench, tune and doctor say that something is unavailable only when they are strict', async () => {
    const cwd = fakeProject({ packages: [away] });
    for (const command of [
      ['validate', 'cage4'],
      ['bench', 'cage4', '--kernel', 'js/csr'],
      ['tune', 'cage4', '--kernel', 'js/csr'],
      ['doctor'],
    ]) {
      expect((await runCli(command, { cwd })).code, command.join(' ')).toBe(0);
      expect((await runCli([...command, '--strict'], { cwd })).code, `${command.join(' ')} --strict`).toBe(6);
    }
  });
});

describe("a format that accepts none of the kit's matrices", () => {
  const nine: FakePackage = {
    name: 'nine',
    manifest: manifest({ formats: ['acme/nine'], kernels: ['js/acme/nine'] }),
    files: {
      'plugin.js': `import { csr } from ${JSON.stringify(`${ROOT}/packages/formats/src/index.ts`)};
const plan = (structure, ...rest) => (structure.shape.rows === 9 ? csr.plan(structure, ...rest) : { refusal: 'it has not nine rows' });
const format = { ...csr, id: 'acme/nine', plan, buildFromRows: undefined };
const kernel = { kind: 'kernel', id: 'js/acme/nine', operation: 'spmv', target: 'js', format: 'acme/nine', title: 'nine', sources: [], precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'run-to-run', requires: [], params: { axes: {} },
  program: ({ matrix }) => ({ passes: [{ module: new URL('./loop.js', import.meta.url).href, export: 'loop', partition: { unit: 'rows', count: matrix.shape.rows } }] }) };
${pluginSource('nine', 'formats: [format], kernels: [kernel]')}`,
      'loop.js': csrKernel('nine', 'js/acme/nine', RIGHT).files?.['loop.js'] ?? '',
    },
  };

  it('conforms with matrices of its own, and not without', async () => {
    const without = await conform({ packages: [nine] }, ['nine']);
    expect(without.stdout).toMatch(
      /sequence\/repeat.*: not tried: kernel 'js\/acme\/nine' with its format accepts none of \d+ matrices \(.*nine rows/,
    );
    expect(without).toMatchObject({ code: 1, report: { conforms: false } });
    const own = await conform({ packages: [nine] }, ['nine', 'cage4']);
    expect(own.report.cases.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(own).toMatchObject({ code: 0, report: { conforms: true } });
    // cage4 holds no small integers, which the exact sequences need.
    expect(own.report.notTried.map((id) => id.replace(/^.*\/f64\//, ''))).toEqual([
      'sequence/accumulate',
      'sequence/order',
      'sequence/one-piece',
    ]);
  });
});

it('a matrix on which nothing was compared is no success, and is named', async () => {
  const cwd = fakeProject({});
  const { code, stdout } = await runCli(
    [
      'validate',
      'cage4',
      'LF10',
      '--kernel',
      'js/ellpack',
      '--backend',
      'serial',
      '--precision',
      'f64',
      '--max-bytes',
      '1400',
    ],
    { cwd },
  );
  expect(stdout).toMatch(/LF10: nothing was compared/);
  expect(stdout).not.toMatch(/cage4: nothing was compared/);
  expect(code).toBe(1);
});

it('doctor is not content where no product was computed', async () => {
  const { code } = await runCli(['doctor'], { cwd: fakeProject({ workspace: [] }) });
  expect(code).toBe(6);
});
