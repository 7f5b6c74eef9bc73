// A team of threads beside as many busy processes as there are cores, against one thread beside the same: what a team must not exceed is
// twice one thread's time (decision 24). Measures with the command; exit code 1 where a team takes longer.
// Usage: node bench/loaded.ts [--busy N] [--out FILE] [MATRIX...]      (default: cavity10 and two stencils)
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'string', default: String(availableParallelism()) }, out: { type: 'string' } },
});
const MATRICES = ['cavity10', 'gen:stencil27?n=32', 'gen:stencil27?n=64'];
const MOST = 2;
const MAIN = join(import.meta.dirname, '..', 'packages', 'cli', 'dist', 'main.js');

/** What of a document of `spmv bench` is used. */
interface Row {
  readonly matrix: { readonly name: string };
  readonly launchParams: { readonly threads: number; readonly schedule: string };
  readonly medianMs: number | null;
}

/** Processes that compute for ever; the function ends them. */
function keepBusy(count: number): () => void {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const end = (): void => children.forEach((child) => void child.kill('SIGKILL'));
  process.once('exit', end);
  return end;
}

function measure(): { readonly results: readonly Row[] } {
  const matrices = positionals.length > 0 ? positionals : MATRICES;
  const choice = ['--backend', 'threads', '--kernel', 'wasm/csr-simd', '--precision', 'f64', '--runs', '40'];
  const params = [`threads=1,${availableParallelism()}`, 'schedule=balanced,static,dynamic'];
  const flags = params.flatMap((param) => ['--param', param]);
  const args = [MAIN, 'bench', ...matrices, ...choice, ...flags, '--json', '--quiet'];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })) as {
    readonly results: readonly Row[];
  };
}

const quiet = measure();
const end = keepBusy(Number(given.busy));
const busy = measure();
end();
if (given.out !== undefined) writeFileSync(given.out, JSON.stringify({ quiet, busy }, undefined, 1));
let above = 0;
for (const [r, { matrix, launchParams, medianMs }] of busy.results.entries()) {
  const alone = busy.results.find(
    (row) => row.matrix.name === matrix.name && row.launchParams.threads === 1 && row.medianMs !== null,
  );
  const ratio = (medianMs ?? Number.NaN) / (alone?.medianMs ?? Number.NaN);
  if (!(ratio <= MOST)) above++;
  const us = (ms: number | null | undefined): string => ((ms ?? Number.NaN) * 1000).toFixed(1).padStart(9);
  process.stdout.write(
    `${matrix.name.padEnd(20)} ${launchParams.threads} threads ${launchParams.schedule.padEnd(8)}  quiet ${us(quiet.results[r]?.medianMs)} µs  busy ${us(medianMs)} µs  ${ratio.toFixed(2)} × one thread\n`,
  );
}
process.stdout.write(
  above === 0
    ? `No team takes more than ${MOST} times as long as one thread beside the same load.\n`
    : `${above} above ${MOST} times one thread.\n`,
);
process.exitCode = above === 0 ? 0 : 1;
