import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import type { CliRun } from './helpers/run-cli.ts';
import { runCli, runProcess, STACK_TRACE } from './helpers/run-cli.ts';

interface Document {
  readonly schema: string;
  readonly started: string;
  readonly before?: readonly unknown[];
  readonly host: { readonly loadAverage: number };
  readonly interrupted: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly unsteady: readonly unknown[];
  readonly statistics: readonly { readonly name: string; readonly nnz: number; readonly sectorsPerRow: number }[];
  readonly results: readonly {
    readonly leg: string;
    readonly matrix: string;
    readonly kernel: string;
    readonly format: string;
    readonly status: string;
    readonly medianMs: number | null;
    readonly samples: number;
  }[];
  readonly notRun: readonly { readonly leg: string | null; readonly matrix: string | null; readonly what: string }[];
  readonly exhibits: readonly { readonly id: string; readonly missing: string | null }[];
  readonly claims: readonly { readonly id: string; readonly verdict: string }[];
}

interface ThreadedResult {
  readonly status: string;
  readonly launchParams: { readonly threads: number; readonly schedule: string };
  readonly workers: readonly { readonly busyMs: number }[];
}

// Nothing but the serial backend is there.
const cwd = fakeProject({ workspace: ['backend-serial'] });

function study(...args: readonly string[]): Promise<CliRun> {
  return runCli(['study', ...args], { cwd });
}

async function documentOf(...args: readonly string[]): Promise<Document> {
  const { code, stdout, stderr } = await study(...args, '--json');
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Document;
}

describe('a study on a machine with the serial backend alone', () => {
  it('runs what there is and says what is not', async () => {
    const document = await documentOf('fraga', '--matrix', 'cage4');
    expect(document.schema).toBe('spmv.study/1');
    expect(document.statistics).toMatchObject([{ name: 'cage4', nnz: 49 }]);
    expect(document.statistics[0]?.sectorsPerRow).toBeGreaterThan(1);
    expect(document.results.map(({ leg, kernel, status }) => [leg, kernel, status])).toEqual([
      ['serial', 'js/csr', 'ok'],
      ['serial', 'js/ellpack', 'ok'],
      ['again-serial', 'js/csr', 'ok'],
      ['again-serial', 'js/ellpack', 'ok'],
    ]);
    const lacking = document.notRun.map(({ leg, what }) => `${leg}: ${what}`);
    expect(lacking).toContain('threads: all of it');
    expect(lacking).toContain('cuda-vector: all of it');
    expect(document.exhibits.find(({ id }) => id === 'figure-2')?.missing).toContain('not installed');
    expect(document.exhibits.find(({ id }) => id === 'figure-7')?.missing).toBeNull();
    expect(document.claims.find(({ id }) => id === 'more-than-8')?.verdict).toBe('not judged');
  });

  it('lists the studies, and what one consists of, in 80 columns', async () => {
    for (const args of [[], ['fraga', '--list'], ['fraga', '--matrix', 'cage4']]) {
      const { code, stdout } = await study(...args);
      expect(code).toBe(0);
      expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
      expect(stdout).toContain('fraga'.length > 0 && args.length === 0 ? 'fraga' : 'Fraga 2018');
    }
  });

  it('a backend that was asked for by name decides the exit code', async () => {
    expect((await study('fraga', '--matrix', 'cage4', '--backend', 'serial,threads')).code).toBe(6);
    expect((await study('fraga', '--matrix', 'cage4', '--backend', 'threads')).code).toBe(6);
    // Vázquez's study has nothing for threads.
    const other = await documentOf('vazquez', '--matrix', 'qh1484', '--leg', 'one-core', '--backend', 'serial,threads');
    expect(other.results.map(({ status }) => status)).toContain('ok');
    expect((await study('vazquez', '--backend', 'threads')).code).toBe(2);
  });

  it.each([
    ['nobody', []],
    ['fraga', ['--leg', 'serail']],
    ['fraga', ['--matrix', 'cage5']],
    ['fraga', ['--backend', 'cudda']],
    ['fraga', ['--runs', '3']],
  ])('refuses what a study does not have: %s %s', async (id, args) => {
    const { code, stderr } = await study(id, ...args);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(STACK_TRACE);
  });
});

it('threads are measured with what each worker did, as many as the machine has processors', async () => {
  const threaded = fakeProject({ workspace: ['backend-threads'] });
  const args = ['study', 'fraga', '--matrix', 'cage4', '--leg', 'threads', '--json'];
  const { stdout } = await runCli(args, { cwd: threaded });
  const { results } = JSON.parse(stdout) as { readonly results: readonly ThreadedResult[] };
  expect(results.length).toBeGreaterThan(0);
  for (const { status, launchParams, workers } of results) {
    expect([status, launchParams.schedule]).toEqual(['ok', 'static']);
    expect(launchParams.threads).toBeLessThanOrEqual(availableParallelism());
    expect(workers).toHaveLength(launchParams.threads);
  }
});

describe('a recorded study', () => {
  it('is drawn again without measuring, into a report with every exhibit', async () => {
    const { stdout } = await study('fraga', '--matrix', 'cage4', '--json');
    writeFileSync(join(cwd, 'recorded.json'), stdout);
    const { code, stdout: text } = await study('fraga', '--from', 'recorded.json', '--report', 'report.html');
    expect(code).toBe(0);
    expect(text).toContain('✓ Figure 7');
    const html = readFileSync(join(cwd, 'report.html'), 'utf8');
    for (const label of ['Table 1', 'Introduction', 'Figure 2', 'Figure 8', 'Errata']) expect(html).toContain(label);
    expect(html).toContain('0 2 4 6 8 10');
    const again = await documentOf('fraga', '--from', 'report.html');
    expect(again.results).toEqual((JSON.parse(stdout) as Document).results);
    writeFileSync(join(cwd, 'other.html'), '<p>no report</p>');
    expect((await study('fraga', '--from', 'other.html')).code).toBe(5);
  });

  it('is gone on with: what it holds is not measured again', async () => {
    const first = await study('fraga', '--matrix', 'cage4', '--leg', 'serial', '--json');
    const rows = (JSON.parse(first.stdout) as Document).results;
    // As if it had been stopped before the second combination.
    const [own, other] = ['cage4', 'cant'].map((matrix) => ({ leg: 'serial', matrix, why: 'made up' }));
    const half = { ...(JSON.parse(first.stdout) as Document), results: rows.slice(0, 1), unsteady: [own, other] };
    writeFileSync(join(cwd, 'half.json'), JSON.stringify(half));
    const again = await documentOf('fraga', '--matrix', 'cage4', '--leg', 'serial', '--resume', 'half.json');
    expect(again.results.map(({ kernel }) => kernel).toSorted()).toEqual(['js/csr', 'js/ellpack']);
    expect(again.results.find(({ kernel }) => kernel === rows[0]?.kernel)?.medianMs).toBe(rows[0]?.medianMs);
    // What could not tell combinations apart cannot now; of what was not taken over nothing is said.
    expect(again.unsteady).toContainEqual(own);
    expect(again.unsteady).not.toContainEqual(other);
    expect(again.before).toEqual([{ started: half.started, loadAverage: half.host.loadAverage }]);
    writeFileSync(join(cwd, 'again.json'), JSON.stringify(again));
    await study('fraga', '--from', 'again.json', '--report', 'again.html');
    expect(readFileSync(join(cwd, 'again.html'), 'utf8')).toContain(`${half.started}, load `);
    const more = await documentOf(
      'fraga',
      '--matrix',
      'cage4',
      '--leg',
      'serial',
      '--resume',
      'half.json',
      '--runs',
      '25',
    );
    expect(more.results.map(({ samples }) => samples)).toEqual([25, 25]);
  });

  it('keeps what it holds of a matrix that there is no time for', async () => {
    const args = ['cristofori', '--backend', 'serial', '--leg', 'serial'];
    const first = await documentOf(...args, '--matrix', 'cavity10');
    // As if there had been time for none but the second.
    writeFileSync(join(cwd, 'second.json'), JSON.stringify(first));
    const more = ['--matrix', 'cage4,cavity10,cant', '--resume', 'second.json', '--time-budget', '1ms'];
    const again = await documentOf(...args, ...more);
    expect(again.results.map(({ matrix }) => matrix).toSorted()).toEqual(['cage4', 'cavity10']);
    expect(again.statistics.map(({ name }) => name)).toEqual(['cage4', 'cavity10']);
    const late = again.notRun.filter(({ what, leg }) => what === 'all of it' && leg === 'serial');
    expect(late.map(({ matrix }) => matrix)).not.toContain('cavity10');
    expect(late.map(({ matrix }) => matrix)).toContain('cant');
  });

  it('says what a time budget left out, and what was asked for', async () => {
    const document = await documentOf('cristofori', '--matrix', 'cage4,cavity10', '--time-budget', '1ms');
    expect(document.options).toMatchObject({ timeBudgetMs: 1, matrices: ['cage4', 'cavity10'] });
    expect(Object.keys(document.options)).not.toContain('backends');
    expect(document.results.some(({ status }) => status === 'ok')).toBe(true);
    expect(document.notRun).toContainEqual(expect.objectContaining({ matrix: 'cavity10', what: 'all of it' }));
  });

  it('is handed out as far as it came when it is interrupted', async () => {
    const { code, stdout, stderr } = await runProcess(
      ['study', 'cristofori', '--matrix', 'cage4,cavity10', '--runs', '2000', '--report', 'part.html', '--json'],
      { cwd, interruptAfter: /cage4 is done/ },
    );
    expect(stderr + stdout).not.toMatch(STACK_TRACE);
    expect(code).toBe(130);
    const document = JSON.parse(stdout) as Document;
    expect(document.interrupted).toBe(true);
    expect(document.results).toContainEqual(expect.objectContaining({ matrix: 'cage4', status: 'ok', samples: 2000 }));
    expect(readFileSync(join(cwd, 'part.html'), 'utf8')).toContain('cage4');
  });
});

it('says first that nothing of a study can be measured here, and that there is no such folder of files', async () => {
  const nothing = await study('gunja');
  expect(nothing.stderr).toMatch(
    /^error: Nothing of study 'gunja' can be measured here.*@spmv\/gemm, which brings operation 'gemm', is not installed/,
  );
  expect(nothing.code).toBe(6);
  const kernels = await runCli(['kernels', '--operation', 'gemm'], { cwd });
  expect([kernels.code, kernels.stderr]).toEqual([6, expect.stringContaining('npm install @spmv/gemm')]);
  const folder = await study('fraga', '--files', '/nonexistent');
  expect([folder.code, folder.stderr]).toEqual([5, expect.stringContaining('--files /nonexistent is no folder')]);
}, 60_000);
