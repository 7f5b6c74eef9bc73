// Runs the tests that need a GPU, one process each, and records what came of them. Usage: node tools/device/main.ts --out FOLDER [--again] [STEP...]
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { provenance } from './provenance.ts';
import type { StepResult } from './table.ts';
import { table } from './table.ts';

interface Step {
  readonly id: string;
  /** The most that it may take. */
  readonly seconds: number;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The step that it runs beside. */
  readonly beside?: string;
}

/** In the order of their importance. */
const STEPS: readonly Step[] = [
  { id: 'rows', seconds: 240, command: ['node', 'rows.ts'] },
  { id: 'leaks', seconds: 60, command: ['node', 'leaks.ts'] },
  { id: 'sums', seconds: 60, command: ['node', 'sums.ts'] },
  { id: 'copy', seconds: 60, command: ['node', 'copy.ts'], env: { UV_THREADPOOL_SIZE: '1' } },
  // Modules are asked for a symbol that not all of them have: the driver's answer is no error of a kernel.
  ...['memcheck', 'racecheck', 'initcheck'].flatMap((tool) => {
    const quiet = tool === 'memcheck' ? ['--report-api-errors', 'no'] : [];
    const watched = (id: string, seconds: number, beside: string, ...program: readonly string[]): Step => ({
      id,
      seconds,
      beside,
      command: ['compute-sanitizer', '--tool', tool, ...quiet, '--error-exitcode', '9', 'node', ...program],
    });
    return [
      watched(tool, 110, 'memcheck', 'sanitize.ts'),
      watched(`${tool}-dense`, 60, 'memcheck-dense', 'sanitize-dense.ts'),
      watched(`${tool}-vectors`, 90, 'memcheck-vectors', 'sanitize-stored.ts', 'spmm'),
      watched(`${tool}-fused`, 90, 'memcheck-vectors', 'sanitize-stored.ts', 'fused'),
    ];
  }),
  {
    id: 'quick',
    seconds: 165,
    beside: 'memcheck',
    command: [
      'compute-sanitizer',
      '--tool',
      'memcheck',
      '--report-api-errors',
      'no',
      '--target-processes',
      'all',
      '--error-exitcode',
      '9',
      'node',
      'conform.ts',
      'cuda',
      '--tiers',
      'quick',
      '--jobs',
      '6',
      '--seconds',
      '150',
    ],
  },
  { id: 'conform', seconds: 110, command: ['node', 'conform.ts', 'cuda', '--jobs', '6', '--seconds', '95'] },
  {
    id: 'webgpu',
    seconds: 200,
    beside: 'webgpu',
    command: ['node', 'conform.ts', 'webgpu', '--tiers', 'quick', '--jobs', '8', '--seconds', '120', '--few'],
  },
  { id: 'pieces', seconds: 120, command: ['node', 'pieces.ts'] },
  { id: 'webgpu-rows', seconds: 60, command: ['node', 'webgpu-rows.ts'] },
  { id: 'large', seconds: 420, command: ['node', 'large.ts'] },
];

const { values: options, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    again: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '560' },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((id) => STEPS.every((step) => step.id !== id));
if (unknown.length > 0)
  throw new Error(`There is no step ${unknown.join(', ')}; there are ${STEPS.map(({ id }) => id).join(', ')}.`);
mkdirSync(options.out, { recursive: true });
const file = join(options.out, 'test-gpu.json');
const before = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly steps: readonly StepResult[] }).steps
  : [];
const results = new Map<string, StepResult>(before.map((result) => [result.id, result]));
const begin = performance.now();
const left = (): number => Number(options.seconds) - (performance.now() - begin) / 1000;

function record(): void {
  const steps = STEPS.flatMap(({ id }) => results.get(id) ?? []);
  const found = { ...provenance(), steps };
  writeFileSync(file, `${JSON.stringify(found, null, 1)}\n`);
  writeFileSync(join(options.out, 'test-gpu.md'), table(found));
}

/** Runs one step; its last line that is JSON is what it found. */
function run({ id, seconds, command: [program = '', ...args], env = {} }: Step): Promise<StepResult> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: import.meta.dirname,
      env: { ...process.env, ...env },
      detached: true,
    });
    let output = '';
    let late = false;
    // The step's own processes too.
    const timer = setTimeout(
      () => {
        late = true;
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      },
      1000 * Math.min(seconds, left()),
    );
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (output = (output + String(data)).slice(-8000)));
    const end = (status: string): void => {
      clearTimeout(timer);
      const found = output.split('\n').findLast((line) => line.startsWith('{'));
      resolve({
        id,
        status,
        seconds: Math.round((performance.now() - started) / 100) / 10,
        ...(found === undefined ? {} : { found: JSON.parse(found) as Record<string, unknown> }),
        tail: output
          .split('\n')
          .filter((line) => line !== '' && line !== found)
          .slice(-12),
      });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end('unavailable');
    });
    child.once('close', (code) =>
      end(late ? 'out of time' : code === 0 ? 'passed' : code === 77 ? 'unavailable' : 'failed'),
    );
  });
}

// Steps that name the same `beside` run at once: they disturb no other's figures.
for (const step of STEPS) {
  if (step.beside !== undefined && step.beside !== step.id) continue;
  const together = STEPS.filter((other) => other === step || other.beside === step.id)
    .filter(({ id }) => positionals.length === 0 || positionals.includes(id))
    .filter(({ id }) => options.again || results.get(id)?.status !== 'passed');
  if (together.length === 0) continue;
  if (left() < 10) break;
  process.stdout.write(
    `== ${together.map(({ id }) => id).join(', ')} (${Math.round((performance.now() - begin) / 1000)} s)\n`,
  );
  for (const result of await Promise.all(together.map(run))) {
    results.set(result.id, result);
    process.stdout.write(`${result.id}: ${result.status}, ${result.seconds} s\n`);
    if (result.status === 'failed') process.stdout.write(`${result.tail.join('\n')}\n`);
  }
  record();
}
record();
process.stdout.write(readFileSync(join(options.out, 'test-gpu.md'), 'utf8'));
process.exitCode = [...results.values()].some(({ status }) => status === 'failed') ? 1 : 0;
