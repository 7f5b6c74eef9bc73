import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FakePackage } from './helpers/project.ts';
import { backendSource, blocking, csrKernel, fakeProject, manifest, pluginSource } from './helpers/project.ts';
import { runProcess, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

function formatPlugin(name: string, source: string): FakePackage {
  return {
    name,
    manifest: manifest({ formats: [`acme/${name}`] }),
    files: { 'plugin.js': `${source}\n${pluginSource(name, '')}` },
  };
}

/** A kernel of csr that runs `body` once, before the first row. */
function deadly(name: string, body: string): FakePackage {
  return csrKernel(
    name,
    `js/csr-${name}`,
    `if (i === 0) { ${body} } y[i] = alpha * sum + (beta === 0 ? 0 : beta * y[i]);`,
  );
}

interface RunDocument {
  readonly results: readonly { readonly kernel: string; readonly status: string }[];
  readonly errors: readonly { readonly matrix: string; readonly reason: string; readonly fix: string }[];
  readonly leftOut: readonly {
    readonly package: string;
    readonly code: string;
    readonly reason: string;
    readonly fix: string;
  }[];
}

describe('a plugin that does not come back from being loaded is left out, and everything else goes on', () => {
  const packages = [
    formatPlugin('leaves', 'process.exit(0);'),
    formatPlugin(
      'crashes',
      "process.kill(process.pid, 'SIGSEGV'); await new Promise(() => { setInterval(() => {}, 1000); });",
    ),
    formatPlugin('loops', `while (true) ${blocking(1000)}`),
    formatPlugin('rejects', "Promise.reject(new Error('nobody listens'));"),
  ];

  it('one that sends what is no report, or throws what a terminal would obey, harms nothing', async () => {
    const noise =
      "for (const one of [null, 7, { kind: 'step', step: 7 }, { kind: 'put' }, { kind: 'toString' }]) process.send(one);";
    const rude = "setTimeout(() => { throw new Error('\\u001b]0;owned\\u0007'); });";
    const { code, stdout, stderr } = await runProcess(['formats'], {
      cwd: fakeProject({ packages: [formatPlugin('noisy', `${noise} ${rude}`)] }),
    });
    expect(stdout).toContain('csr');
    expect(stderr).toContain('\\u001b]0;owned\\u0007');
    expect(stderr + stdout).not.toMatch(/[\u0007\u001b]/u);
    expect(stderr).not.toMatch(STACK_TRACE);
    expect(code).toBe(0);
  });

  it('a plugin that ends the process, crashes, loops or rejects is named with its reason, in text and in JSON', async () => {
    const { code, stdout, stderr } = await runProcess(['formats', '--json'], { cwd: fakeProject({ packages }) });
    const rows = JSON.parse(stdout) as readonly {
      id: string;
      package: string;
      status: string;
      reason: string;
      fix: string;
    }[];
    expect(rows.find(({ id }) => id === 'csr')).toMatchObject({ package: '@spmv/formats', status: 'available' });
    const why = (id: string) => rows.find((row) => row.id === `acme/${id}`);
    expect(why('leaves')).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('ended with exit code 0') as string,
      fix: expect.stringContaining('Tell the author of leaves') as string,
    });
    expect(why('crashes')).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('crashed (SIGSEGV)') as string,
    });
    expect(why('loops')).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('took longer than 10 s') as string,
    });
    expect(why('rejects')).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('nobody listens') as string,
    });
    for (const name of ['leaves', 'crashes', 'loops', 'rejects']) expect(stderr).toContain(`${name} is left out: `);
    expect(stderr).not.toMatch(STACK_TRACE);
    expect(code).toBe(0);
  });

  it('a run says in its document what it went on without', async () => {
    const leaves = { ...deadly('leaves', ''), files: { 'plugin.js': 'process.exit(0);' } };
    const { code, stdout } = await runProcess(['validate', 'cage4', '--format', 'csr', '--json'], {
      cwd: fakeProject({ packages: [leaves] }),
    });
    const { results, leftOut } = JSON.parse(stdout) as RunDocument;
    expect(leftOut).toMatchObject([
      {
        package: 'leaves',
        code: 'PLUGIN.IMPORT_FAILED',
        reason: expect.stringContaining('Importing node_modules/leaves/plugin.js') as string,
      },
    ]);
    expect(results.some(({ status }) => status === 'ok')).toBe(true);
    expect(code).toBe(0);
  });

  it('a backend that ends the process when asked or opened', async () => {
    const rude = `{ kind: 'backend', id: 'acme/rude', title: 'rude', targets: ['js'], launchParams: { axes: {} }, probe: async () => process.exit(0), open: async () => process.abort() }`;
    const cwd = fakeProject({
      packages: [
        {
          name: 'rude',
          manifest: manifest({ backends: ['acme/rude'] }),
          files: { 'plugin.js': pluginSource('rude', `backends: [${rude}]`) },
        },
      ],
    });
    const rows = JSON.parse((await runProcess(['backends', '--json'], { cwd })).stdout) as readonly {
      id: string;
      status: string;
      reason: string;
    }[];
    expect(rows.find(({ id }) => id === 'serial')?.status).toBe('available');
    expect(rows.find(({ id }) => id === 'acme/rude')).toMatchObject({
      status: 'unavailable',
      reason: expect.stringMatching(/^Asking backend 'acme\/rude'.*ended with exit code 0/) as string,
    });
    const { code, stdout } = await runProcess(['validate', 'cage4', '--kernel', 'js/csr', '--json'], { cwd });
    const { results, leftOut } = JSON.parse(stdout) as RunDocument;
    expect(leftOut).toMatchObject([
      { package: 'rude', reason: expect.stringMatching(/^Opening backend 'acme\/rude'.*SIGABRT/) as string },
    ]);
    expect(results.some(({ status }) => status === 'ok')).toBe(true);
    expect(code).toBe(0);
  });

  it('a configuration module that ends the process is a usage error', async () => {
    const { code, stderr } = await runProcess(['formats'], {
      cwd: fakeProject({ files: { 'spmv.config.mjs': 'process.exit(0);' } }),
    });
    expect(stderr).toMatch(/Reading .*spmv\.config\.mjs .*ended with exit code 0/);
    expect(code).toBe(2);
  });
});

describe('a process that ends in the middle', () => {
  it.each([
    [
      'killed',
      "process.kill(process.pid, 'SIGKILL'); for (;;);",
      /was killed \(SIGKILL\), as the system does when memory runs out/,
    ],
    ['aborted', 'process.abort();', /was aborted \(SIGABRT\)/],
    ['ended', 'process.exit(0);', /ended with exit code 0 before it was done/],
  ])('%s: says so and where, keeps the results, and is no success', async (name, body, words) => {
    const cwd = fakeProject({ packages: [deadly(name, body)] });
    const csv = join(temporaryFolder(), 'rows.csv');
    const args = ['validate', 'LF10', 'cage4', '--kernel', `js/csr,js/csr-${name}`, '--precision', 'f64'];
    const { code, stdout, stderr } = await runProcess([...args, '--json', '--csv', csv], { cwd });
    const { results, errors } = JSON.parse(stdout) as RunDocument;
    expect(results).toMatchObject([{ kernel: 'js/csr', status: 'ok' }]);
    expect(errors).toMatchObject([{ matrix: 'LF10', reason: expect.stringMatching(words) as string }]);
    expect(errors[0]?.reason).toContain(`It was working on: LF10: serial csr js/csr-${name} f64`);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/^ {4}at .*worker/m);
    expect(readFileSync(csv, 'utf8')).toContain('js/csr,');
    expect(code).toBe(1);
    const text = await runProcess(args, { cwd });
    expect(text.stdout).toMatch(/LF10[^]*js\/csr +serial/);
    expect(text.code).toBe(1);
  });

  it('one that waits for what cannot come', async () => {
    const never = backendSource('acme/never', "({ available: true, devices: ['it'] })").replace(
      /open: async \(\) => \{[^}]*\}/,
      'open: () => new Promise(() => {})',
    );
    const { code, stderr } = await runProcess(['multiply', 'cage4', '--backend', 'acme/forever'], {
      cwd: fakeProject({
        packages: [
          {
            name: 'forever',
            manifest: manifest({ backends: ['acme/forever'] }),
            files: {
              'plugin.js': pluginSource(
                'forever',
                `backends: [${never.replace('acme/never', 'acme/forever').replace(
                  'open: () => new Promise(() => {})',
                  `open: async () => ({
        device: { name: 'it', kind: 'cpu', precisions: ['f64'], capabilities: [], limits: {} }, prepare: () => new Promise(() => {}),
        createVector: () => { throw new Error('never'); }, scale() {}, finish: async () => {}, dispose: async () => {} })`,
                )}]`,
              ),
            },
          },
        ],
      }),
    });
    expect(stderr).toContain('waits for something that can no longer happen');
    expect(code).toBe(1);
  });

  it('conform says which case, and that the plugin does not conform', async () => {
    for (const [name, body, words] of [
      ['ends', 'process.exit(0);', /ended with exit code 0/],
      ['loops', 'for (;;);', /took longer than 2 s/],
    ] as const) {
      const out = join(temporaryFolder(), 'report.json');
      const { code, stdout } = await runProcess(['conform', name, '--timeout', '2', '--out', out], {
        cwd: fakeProject({ packages: [deadly(name, body)] }),
      });
      expect(stdout).toMatch(/✗ js\/csr-\S+@serial\/\S+\n/);
      expect(stdout).toMatch(words);
      expect(stdout).toContain('does not conform');
      expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ conforms: false, totals: { failed: 1 } });
      expect(code).toBe(3);
    }
  });

  it('conform of a plugin that ends the process on import fails with that', async () => {
    const { code, stderr } = await runProcess(['conform', 'leaves', '--out', join(temporaryFolder(), 'r.json')], {
      cwd: fakeProject({ packages: [formatPlugin('leaves', 'process.exit(0);')] }),
    });
    expect(stderr).toMatch(/leaves cannot be tested: Importing .* ended with exit code 0/);
    expect(code).toBe(1);
  });
});

it('what a plugin throws or rejects later is told with its place, and loses no result', async () => {
  const late = deadly(
    'late',
    `globalThis.calls = (globalThis.calls ?? 0) + 1;
    if (globalThis.calls === 40) { setTimeout(() => { throw new Error('much too late'); }); setTimeout(() => Promise.reject(new Error('later still'))); }`,
  );
  const { code, stdout, stderr } = await runProcess(
    ['bench', 'cage4', '--kernel', 'js/csr,js/csr-late', '--runs', '200', '--json'],
    { cwd: fakeProject({ packages: [late] }) },
  );
  const { results, errors } = JSON.parse(stdout) as RunDocument;
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'ok'));
  expect(errors.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/\(from node_modules\/late\/loop\.js:\d+:\d+\): Error: much too late/),
    expect.stringContaining('later still'),
  ]);
  expect(stderr).toContain('much too late');
  expect(stderr).not.toMatch(STACK_TRACE);
  expect(code).toBe(1);
});

describe("ids of this project's packages", () => {
  const usurper: FakePackage = {
    name: 'usurper',
    manifest: manifest({ formats: ['csr', 'acme/mine'] }),
    files: {
      'plugin.js': `const format = (id) => ({ kind: 'format', id, title: 'usurped', sources: [], layout: {}, scalars: {}, params: { axes: {} }, plan() {}, build() {}, toCoo() {}, check: () => [] });\n${pluginSource('usurper', "formats: [format('csr'), format('acme/mine')]")}`,
    },
  };

  it.each([
    ['a dependency', []],
    ['named by --plugin', ['--plugin', 'usurper']],
  ])('are not replaced by %s, and that is said', async (_, more) => {
    const cwd = fakeProject({ packages: [usurper] });
    const { code, stdout, stderr } = await runProcess(['validate', 'cage4', '--format', 'csr', '--json', ...more], {
      cwd,
    });
    const { results, leftOut } = JSON.parse(stdout) as RunDocument;
    expect(results.every(({ status }) => status === 'ok')).toBe(true);
    expect(leftOut).toMatchObject([
      {
        package: 'usurper',
        code: 'PLUGIN.DUPLICATE_ID',
        reason: expect.stringContaining("format 'csr', which @spmv/formats@") as string,
      },
    ]);
    expect(stderr).toContain('usurper is left out');
    expect(code).toBe(0);
    const rows = JSON.parse((await runProcess(['formats', '--json', ...more], { cwd })).stdout) as readonly {
      id: string;
      package: string;
      title: string;
      reason: string | null;
    }[];
    expect(rows.filter(({ id }) => id === 'csr').map((row) => [row.package, row.reason === null])).toEqual([
      ['@spmv/formats', true],
      ['usurper', false],
    ]);
  });
});
