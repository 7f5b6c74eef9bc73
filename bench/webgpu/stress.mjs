// Runs child processes that open, multiply and dispose; every one must end by itself with exit code 0.
// Usage: node bench/webgpu/stress.mjs [--count 1000] [--jobs 4] [--abandon]
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000' }, jobs: { type: 'string', default: '4' }, abandon: { type: 'boolean', default: false } } });
const program = fileURLToPath(new URL('one-product.mjs', import.meta.url));
const endings = new Map();
let started = 0;

/** Exit code or signal of one child; one that hangs for a minute is ended and counts as `hung`. */
function runChild() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, program, ...(values.abandon ? ['--abandon'] : [])], { stdio: ['ignore', 'ignore', 'ignore'] });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve('hung');
    }, 60_000);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(String(code ?? signal));
    });
  });
}

async function worker() {
  while (started < Number(values.count)) {
    started++;
    const ending = await runChild();
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
}

const begin = performance.now();
await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
const text = [...endings].map(([ending, times]) => `${times} × ${ending}`).join(', ');
process.stdout.write(`${endings.get('0') ?? 0} of ${values.count} with exit code 0 (${text}) in ${((performance.now() - begin) / 1000).toFixed(0)} s\n`);
process.exitCode = endings.get('0') === Number(values.count) ? 0 : 1;
