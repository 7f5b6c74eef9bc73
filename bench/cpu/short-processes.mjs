// Starts processes that compute with workers and end: half of them dispose of the backend, half forget to.
// Usage: node bench/cpu/short-processes.mjs [--count 1000]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { provenanceLine } from './provenance.mjs';

const { values: given } = parseArgs({ options: { count: { type: 'string', default: '1000' } } });
process.stdout.write(`${provenanceLine()}\n`);
const count = Number(given.count);
const script = fileURLToPath(new URL('short-process.mjs', import.meta.url));
const failures = [];
for (let k = 0; k < count; k++) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, k % 2 === 0 ? 'dispose' : 'forget'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0 || stderr !== '' || stdout !== 'ok\n') failures.push({ k, status, signal, stdout, stderr });
}
process.stdout.write(
  `${count - failures.length} of ${count} processes ended cleanly in ${(performance.now() / 1000).toFixed(0)} s\n`,
);
for (const failure of failures.slice(0, 5)) process.stdout.write(`${JSON.stringify(failure)}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
