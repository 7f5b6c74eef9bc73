import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUSY, fakeProject } from './helpers/project.ts';
import type { CliRun } from './helpers/run-cli.ts';
import { alive, filesIn, runProcess, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

/** A plugin that says with its process when that told of an iteration the third time, and then runs `body`. */
const announcing = (body: string): string => `const { writeSync } = process.getBuiltinModule('node:fs');
const send = process.send.bind(process);
let told = 0;
process.send = (message, ...rest) => {
  const sent = send(message, ...rest);
  if (message.list === 'reached' && ++told === 3) { writeSync(2, 'TOLD in ' + process.pid + '\\n'); ${body} }
  return sent;
};
export default { name: 'announce', apiVersion: 2 };
`;
/** A plugin that interrupts the command once its process has had so many seconds of the processor, and says how many milliseconds it had after that as long as it lives. */
const interrupting = (seconds: number): string => `const { writeSync } = process.getBuiltinModule('node:fs');
const since = process.cpuUsage();
const ms = (from) => { const { user, system } = process.cpuUsage(from); return (user + system) / 1000; };
const timer = setInterval(() => {
  if (ms(since) < ${seconds * 1000}) return;
  clearInterval(timer);
  const then = process.cpuUsage();
  writeSync(2, 'TOLD in ' + process.pid + '\\n');
  // A thread of its own tells while this one computes, whoever ends the process.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const code = "const { workerData } = require('node:worker_threads'); const { writeSync } = require('node:fs'); setInterval(() => { const { user, system } = process.cpuUsage(workerData); writeSync(2, 'LEFT ' + (user + system) / 1000 + ' ms\\\\n'); }, 20)";
  new Worker(code, { eval: true, workerData: then }).unref();
  process.kill(process.ppid, 'SIGINT');
}, 20);
timer.unref();
export default { name: 'interrupt', apiVersion: 2 };
`;
/** In orderings, columns and fronts: compiled ones are done within some seconds. */
const FACTORED = [
  ['cholesky', 4],
  ['ldlt', 4],
  ['ldlt', 12],
  ['lu', 4],
  ['lu', 12],
] as const;
const cwd = fakeProject({
  files: {
    'announce.mjs': announcing(''),
    'stuck.mjs': announcing(BUSY),
    ...Object.fromEntries([4, 12].map((seconds) => [`interrupt-${seconds}.mjs`, interrupting(seconds)])),
  },
});

const folder = temporaryFolder();
const file = filesIn(folder);
// A circle of two, undamped from one side: the ranks change places for ever.
const circle = file('circle.mtx', '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1\n2 1 1\n');
const aside = file('aside.mtx', '%%MatrixMarket matrix array real general\n2 1\n1\n0\n');
const RANK = ['rank', circle, '--damping', '1', '--personal', aside, '--maxiter', '1000000000'];
// A² has the square of its condition: minutes.
const SOLVE = ['solve', 'gen:stencil5?n=300', '--method', 'lsqr', '--tol', '1e-12'];

function expectStopped({ code, stderr, stdout }: CliRun): void {
  expect(stderr).toContain('Interrupt again to stop at once');
  expect(stderr).not.toContain('NOT STOPPED');
  expect(stderr + stdout).not.toMatch(STACK_TRACE);
  expect(code).toBe(130);
  expect(alive(Number(/TOLD in (\d+)/.exec(stderr)?.[1]))).toBe(false);
}

it('solve ends by a signal with what it reached, and its x is whole', async () => {
  const out = join(temporaryFolder(), 'x.mtx');
  const run = await runProcess([...SOLVE, '--out', out, '--plugin', './announce.mjs'], { cwd, interruptAfter: /TOLD/ });
  expectStopped(run);
  expect(run.stdout.replaceAll(/\s+/gu, ' ')).toMatch(/was stopped after \d+ iterations; true residual \S+, /u);
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(2 + 90_000);
});

it.each(['SIGINT', 'SIGTERM'] as const)('rank ends by %s with the ranks so far', async (signal) => {
  const out = join(temporaryFolder(), 'ranks.mtx');
  const run = await runProcess([...RANK, '--json', '--out', out, '--plugin', './announce.mjs'], {
    cwd,
    interruptAfter: /TOLD/,
    signal,
  });
  expectStopped(run);
  const document = JSON.parse(run.stdout) as { converged: boolean; reason: string; iterations: number };
  expect([document.converged, document.reason]).toEqual([false, 'aborted']);
  expect(document.iterations).toBeGreaterThan(0);
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(2 + 2);
});

it.each([
  ['solve', SOLVE, 'residual'],
  ['rank', RANK, 'change'],
] as const)('%s that hangs is ended, its last iteration is said, and no file is begun', async (_, args, what) => {
  const out = temporaryFolder();
  const line = [...args, '--out', join(out, 'x.mtx'), '--plugin', './stuck.mjs'];
  const run = await runProcess(line, { cwd, interruptAfter: /BUSY/ });
  expectStopped(run);
  expect(run.stdout.replaceAll(/\s+/gu, ' ')).toMatch(
    new RegExp(`was stopped after [\\d ]+ iterations?, ${what} \\S+`, 'u'),
  );
  expect(readdirSync(out)).toEqual([]);
  const json = await runProcess([...line, '--json'], { cwd, interruptAfter: /BUSY/ });
  expectStopped(json);
  expect(JSON.parse(json.stdout)).toMatchObject({ converged: false, reason: 'aborted', interrupted: true });
  expect(existsSync(join(out, 'x.mtx'))).toBe(false);
});

it.each(FACTORED)(
  'solve by %s ends within 2 s of the processor where it is interrupted after %d s',
  async (method, seconds) => {
    const args = [
      'solve',
      'gen:stencil7?n=50',
      '--trials',
      '0',
      '--method',
      method,
      '--plugin',
      `./interrupt-${seconds}.mjs`,
    ];
    const run = await runProcess(args, { cwd });
    expectStopped(run);
    expect(Number(run.stderr.match(/(?<=LEFT )[\d.]+(?= ms)/gu)?.at(-1) ?? 0)).toBeLessThan(2000);
  },
);
