import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocking, BUSY, csrKernel, fakeProject, slowFormat } from './helpers/project.ts';
import type { CliRun } from './helpers/run-cli.ts';
import { alive, cliCommand, runProcess, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';
import { FULL } from '../../../tools/full-lane.ts';
import { needsFull } from '../../../tools/needs.ts';

/** A kernel of csr that runs `body` before each row's result. */
function kernel(name: string, body: string): ReturnType<typeof csrKernel> {
  return csrKernel(name, `js/csr-${name}`, `${body} y[i] = alpha * sum + (beta === 0 ? 0 : beta * y[i]);`);
}

const WRITE = "process.getBuiltinModule('node:fs').writeSync";
const cwd = fakeProject({
  packages: [
    slowFormat('slow', BUSY),
    kernel('busy', `if (i === 0) { const writeSync = ${WRITE}; ${BUSY} }`),
    // Slow enough for one product a sample: call 60 lies in the rounds.
    kernel(
      'counted',
      `if (i === 0) { globalThis.calls = (globalThis.calls ?? 0) + 1; if (globalThis.calls === 60) ${WRITE}(2, 'CALL 60\\n'); ${blocking(8)} }`,
    ),
    kernel(
      'tardy',
      `if (i === 0) { globalThis.tardy = (globalThis.tardy ?? 0) + 1; if (globalThis.tardy === 3) ${WRITE}(2, 'CALL 3\\n'); ${blocking(300)} }`,
    ),
  ],
});

/** A plugin that says when it was loaded, a moment before the command goes on to read. */
const announcing = `setTimeout(() => process.stderr.write('READY ' + process.pid + '\\n'), 300); export default { name: 'announce', apiVersion: 2 };\n`;

interface Document {
  readonly interrupted: boolean;
  readonly results: readonly {
    readonly kernel: string;
    readonly status: string;
    readonly errorRatio: number | null;
    readonly samplesMs: readonly number[] | null;
  }[];
}

/** The run ended as interrupted, without a stack trace, and left no process behind. */
function expectStopped({ code, stderr, stdout }: CliRun): void {
  expect(stderr).toContain('Interrupt again to stop at once');
  expect(stderr).not.toContain('NOT STOPPED');
  expect(stderr + stdout).not.toMatch(STACK_TRACE);
  expect(code).toBe(130);
  const pid = /BUSY in (\d+)/.exec(stderr)?.[1];
  if (pid !== undefined) expect(alive(Number(pid))).toBe(false);
}

describe('while foreign code is busy for 20 s', () => {
  it('bench and validate hand out what was checked before, as a document, a table and rows', async () => {
    const csv = join(temporaryFolder(), 'rows.csv');
    const run = await runProcess(
      [
        'bench',
        'cage4',
        '--format',
        'csr,acme/slow',
        '--kernel',
        'js/csr,js/acme/slow',
        '--precision',
        'f64',
        '--json',
        '--csv',
        csv,
      ],
      { cwd, interruptAfter: /BUSY/ },
    );
    expectStopped(run);
    const document = JSON.parse(run.stdout) as Document;
    expect(document).toMatchObject({
      schema: 'spmv.bench/1',
      interrupted: true,
      results: [{ kernel: 'js/csr', status: 'ok', samplesMs: null }],
    });
    expect(document.results[0]?.errorRatio).not.toBeNull();
    expect(readFileSync(csv, 'utf8')).toMatch(/js\/csr,/);
    const table = await runProcess(
      ['validate', 'LF10', 'cage4', '--kernel', 'js/csr,js/csr-busy', '--precision', 'f64'],
      {
        cwd,
        interruptAfter: /BUSY/,
        signal: 'SIGTERM',
      },
    );
    expectStopped(table);
    expect(table.stdout).toMatch(/LF10[^]*csr +js\/csr +serial/);
    expect(table.stdout).toContain('1 ok, 0 refused, 0 failed');
  });

  it.for([
    ['sweep', 'size', '--values', '3', '--format', 'acme/slow'],
    ...(FULL
      ? [
          ['multiply', 'cage4', '--format', 'acme/slow'],
          ['convert', 'cage4', '-', '--format', 'acme/slow'],
          ['tune', 'cage4', '--format', 'acme/slow'],
          ['conform', 'slow', '--out', join(temporaryFolder(), 'report.json')],
        ]
      : []),
  ])('%s stops', async (args) => {
    const run = await runProcess(args, { cwd, interruptAfter: /BUSY/ });
    expectStopped(run);
    const keeps = ['sweep', 'tune', 'conform'].includes(args[0] as string);
    expect(run.stderr.includes('The results so far are kept')).toBe(keeps);
  });

  it('the worker ends soon after its supervisor was killed', async (test) => {
    const run = await runProcess(['multiply', 'cage4', '--format', 'acme/slow'], {
      cwd,
      interruptAfter: /BUSY/,
      signal: 'SIGKILL',
    });
    expect(run.stderr).not.toContain('NOT STOPPED');
    await test.expect.poll(() => alive(Number(/BUSY in (\d+)/.exec(run.stderr)?.[1]))).toBe(false);
  });

  it('conform keeps the report of the cases before', async () => {
    const out = join(temporaryFolder(), 'report.json');
    expectStopped(
      await runProcess(['conform', 'slow', '--out', out], { cwd, interruptAfter: /BUSY/, signal: 'SIGHUP' }),
    );
    const report = JSON.parse(readFileSync(out, 'utf8')) as {
      conforms: boolean;
      totals: { passed: number; failed: number };
    };
    expect(report.conforms).toBe(false);
    expect(report.totals.passed).toBeGreaterThan(0);
    expect(report.totals.failed).toBe(0);
  });

  it('a second signal ends at once, without output', async () => {
    const run = await runProcess(['bench', 'cage4', '--kernel', 'js/csr,js/csr-busy', '--json'], {
      cwd,
      interruptAfter: /BUSY/,
      twice: true,
    });
    expectStopped(run);
    expect(run.stdout).toBe('');
  });
});

describe('while the command itself', () => {
  it('waits for standard input', async () => {
    for (const command of ['info', 'multiply', 'bench']) {
      const run = await runProcess([command, '-', '--plugin', './announce.mjs'], {
        cwd: fakeProject({ files: { 'announce.mjs': announcing } }),
        stdinOpen: true,
        stdin: '%%MatrixMarket matrix coordinate real general\n9 9 5\n1 1 1\n',
        interruptAfter: /READY/,
      });
      expectStopped(run);
    }
  });

  it('waits for the writer of a pipe, which it says', async () => {
    const pipe = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expectStopped(await runProcess(['info', pipe], { cwd, interruptAfter: /waiting for a writer/ }));
  });

  it('calibrates', needsFull(), async () => {
    const run = await runProcess(
      ['bench', 'cage4', '--kernel', 'js/csr,js/csr-tardy', '--precision', 'f64', '--json'],
      {
        cwd,
        interruptAfter: /CALL 3/,
      },
    );
    expectStopped(run);
    expect((JSON.parse(run.stdout) as Document).results).toMatchObject([
      { kernel: 'js/csr', status: 'ok' },
      { kernel: 'js/csr-tardy', status: 'ok' },
    ]);
  });

  it('takes samples: those taken are kept', async () => {
    const run = await runProcess(
      ['bench', 'cage4', '--kernel', 'js/csr,js/csr-counted', '--precision', 'f64', '--runs', '100000', '--json'],
      { cwd, interruptAfter: /CALL 60/ },
    );
    expectStopped(run);
    const { interrupted, results } = JSON.parse(run.stdout) as Document;
    expect(interrupted).toBe(true);
    for (const { samplesMs } of results) expect(samplesMs?.length).toBeGreaterThan(5);
  });

  it('tunes: the points measured are the results, in text and in JSON', async () => {
    const args = ['tune', 'cage4', '--kernel', 'js/csr,js/csr-counted', '--precision', 'f64', '--runs', '100000'];
    const out = join(temporaryFolder(), 'tuned.json');
    const run = await runProcess([...args, '--json', '--out', out], { cwd, interruptAfter: /CALL 60/ });
    expectStopped(run);
    const document = JSON.parse(run.stdout) as {
      interrupted: boolean;
      results: readonly { kernel: string; best: { medianMs: number } }[];
    };
    expect(document.interrupted).toBe(true);
    expect(document.results.map(({ kernel: id }) => id).sort()).toEqual(['js/csr', 'js/csr-counted']);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(document);
    const text = await runProcess(args, { cwd, interruptAfter: /CALL 60/ });
    expectStopped(text);
    expect(text.stdout).toMatch(/js\/csr +serial +1/);
  });

  it('is busy with one product after many: the samples told until then are kept', needsFull(), async () => {
    // 320 products of 20 ms: whatever else the machine does, more than two seconds of samples.
    const stuck = kernel(
      'stuck',
      `if (i === 0) { globalThis.calls = (globalThis.calls ?? 0) + 1; ${blocking(20)} if (globalThis.calls > 320) { const writeSync = ${WRITE}; ${BUSY} } }`,
    );
    const run = await runProcess(
      ['bench', 'cage4', '--kernel', 'js/csr,js/csr-stuck', '--precision', 'f64', '--runs', '100000', '--json'],
      { cwd: fakeProject({ packages: [stuck] }), interruptAfter: /BUSY/ },
    );
    expectStopped(run);
    for (const { samplesMs } of (JSON.parse(run.stdout) as Document).results)
      expect(samplesMs?.length).toBeGreaterThan(0);
  });

  it('writes a file: nothing of it stays', async () => {
    const out = temporaryFolder();
    const { command, args, env } = cliCommand(['convert', 'gen:stencil27?n=60', join(out, 'm.mtx.gz')]);
    const child = spawn(command, args, { env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await expect.poll(() => readdirSync(out).length, { timeout: 60_000, interval: 10 }).toBe(1);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(readdirSync(out)).toEqual([]);
  });

  it('tunes and is busy: what the search measured is kept all the same', needsFull(), async () => {
    const late = kernel(
      'late',
      `if (i === 0) { globalThis.late = (globalThis.late ?? 0) + 1; ${blocking(8)} if (globalThis.late === 60) { const writeSync = ${WRITE}; ${BUSY} } }`,
    );
    const run = await runProcess(
      ['tune', 'cage4', '--kernel', 'js/csr,js/csr-late', '--precision', 'f64', '--runs', '100000', '--json'],
      { cwd: fakeProject({ packages: [late] }), interruptAfter: /BUSY/ },
    );
    expectStopped(run);
    expect(
      (JSON.parse(run.stdout) as { results: readonly { kernel: string }[] }).results.map(({ kernel: id }) => id).sort(),
    ).toEqual(['js/csr', 'js/csr-late']);
  });
});

it.each(FULL ? [12_000] : [])(
  'an ordering or a factorization, interrupted after %i ms, ends within two seconds',
  async (afterMs) => {
    const { command, args, env } = cliCommand(['solve', 'gen:stencil7?n=60', '--method', 'lu']);
    const child = spawn(command, args, { env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    expect(child.exitCode).toBe(null);
    const start = performance.now();
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(performance.now() - start).toBeLessThan(2000);
  },
  60_000,
);

it('a command that is killed leaves no process behind', async () => {
  const { command, args, env } = cliCommand(['info', '-', '--plugin', './announce.mjs']);
  const child = spawn(command, args, { cwd: fakeProject({ files: { 'announce.mjs': announcing } }), env });
  let stderr = '';
  const pid = await new Promise<number>((resolve) =>
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      const found = /READY (\d+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(Number(found));
    }),
  );
  expect(pid).not.toBe(child.pid);
  child.kill('SIGKILL');
  await expect.poll(() => alive(pid), { timeout: 60_000 }).toBe(false);
});
