// Micro-benchmarks by the host's clock, driven by tinybench: what is neither a product nor on a device.
// Usage: pnpm bench [NAME...] [--time MS] [--mb MB] [--json FILE]      with NAME part of a suite's or a task's name
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Task } from 'tinybench';
import { Bench } from 'tinybench';
import { analysis } from './analysis.ts';
import { conversion } from './conversion.ts';
import { dispatch } from './dispatch.ts';
import { matrixMarket } from './matrix-market.ts';
import { startUp } from './start-up.ts';
import type { Suite, SuiteOptions, SuiteTask } from './suite.ts';

const SUITES: Readonly<Record<string, (options: SuiteOptions) => Promise<Suite>>> = {
  'matrix-market': matrixMarket,
  conversion,
  analysis,
  dispatch,
  'start-up': startUp,
};

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    time: { type: 'string', default: '500' },
    mb: { type: 'string', default: '10' },
    json: { type: 'string' },
  },
});

function wanted(...names: readonly string[]): boolean {
  return positionals.length === 0 || names.some((name) => positionals.some((part) => name.includes(part)));
}

/** `12.3 µs` of milliseconds. */
function time(ms: number): string {
  if (ms < 1e-3) return `${(ms * 1e6).toPrecision(3)} ns`;
  return ms < 1 ? `${(ms * 1e3).toPrecision(3)} µs` : `${ms.toPrecision(3)} ms`;
}

const rows: object[] = [];

function report(suite: string, task: Task, { bytes, parts = 1 }: SuiteTask): void {
  const { result } = task;
  if (result.state === 'errored') {
    process.exitCode = 1;
    process.stdout.write(`  ${task.name}: ${result.error.message}\n`);
    return;
  }
  if (result.state !== 'completed') return;
  const { latency } = result;
  rows.push({
    suite,
    task: task.name,
    samples: latency.samplesCount,
    p50Ms: latency.p50 / parts,
    p75Ms: latency.p75 / parts,
    rme: latency.rme,
  });
  const rate = bytes === undefined ? '' : `  ${(bytes / 1e3 / latency.p50).toFixed(0).padStart(6)} MB/s`;
  process.stdout.write(
    `  ${task.name.padEnd(52)} ${time(latency.p50 / parts).padStart(9)}  ± ${latency.rme.toFixed(1).padStart(4)} %  ${String(latency.samplesCount).padStart(7)} samples${rate}\n`,
  );
}

process.stdout.write(
  `${cpus()[0]?.model.trim() ?? ''}, ${availableParallelism()} cores, Node ${process.version}; medians\n`,
);
for (const [name, make] of Object.entries(SUITES)) {
  const suite = await make({ megabytes: Number(given.mb) });
  const bench = new Bench({
    time: Number(given.time),
    iterations: 5,
    warmup: true,
    warmupTime: Number(given.time) / 5,
    warmupIterations: 1,
    throws: false,
  });
  const tasks = suite.tasks.filter((task) => wanted(name, task.name));
  for (const task of tasks) bench.add(task.name, task.run);
  if (tasks.length > 0) process.stdout.write(`${name}\n`);
  await bench.run();
  for (const task of tasks) {
    const done = bench.getTask(task.name);
    if (done) report(name, done, task);
  }
  await suite.dispose();
}
if (rows.length === 0) {
  process.stderr.write(
    `No task is called ${positionals.join(' or ')}; suites are ${Object.keys(SUITES).join(', ')}.\n`,
  );
  process.exitCode = 2;
}
if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(rows, undefined, 1)}\n`);
