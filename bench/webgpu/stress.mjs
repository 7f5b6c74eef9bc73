// Runs child processes that open, multiply and dispose; every one must end by itself with exit code 0.
// Usage: node bench/webgpu/stress.mjs [--count 1000] [--jobs 4] [--seconds N] [--out FILE] [--abandon] [--program FILE]
// In this repository, without the bundle: node --conditions=@spmv/source --no-warnings bench/webgpu/stress.mjs --program packages/backend-webgpu/test/child/one-product.ts
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '100000' },
    out: { type: 'string' },
    program: { type: 'string' },
    abandon: { type: 'boolean', default: false },
  },
});
const begin = performance.now();
const elapsed = () => (performance.now() - begin) / 1000;
const program = values.program ?? fileURLToPath(new URL('one-product.mjs', import.meta.url));
const endings = new Map();
let started = 0;

/** Exit code or signal of one child; one that hangs for a minute is ended and counts as `hung`. */
function runChild() {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, program, ...(values.abandon ? ['--abandon', 'abandon'] : [])],
      { stdio: ['ignore', 'ignore', 'ignore'] },
    );
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
  while (started < Number(values.count) && elapsed() < Number(values.seconds)) {
    started++;
    const ending = await runChild();
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
const good = endings.get('0') ?? 0;
const text = [...endings].map(([ending, times]) => `${times} × ${ending}`).join(', ');
process.stdout.write(
  `${good} of ${values.count} with exit code 0 (${text}; started ${started}) in ${elapsed().toFixed(0)} s\n`,
);
if (values.out)
  writeFileSync(
    values.out,
    JSON.stringify({
      wanted: Number(values.count),
      started,
      good,
      endings: Object.fromEntries(endings),
      seconds: elapsed(),
    }),
  );
process.exitCode = good === Number(values.count) ? 0 : 1;
