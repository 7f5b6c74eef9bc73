// Mutates valid files and reads what comes out. Every file must be read or refused with an MMIO code at a place, the same whether
// whole or in chunks, in bounded time. Usage: node --conditions=@spmv/source tools/fuzz.ts [--files N] [--seed S] [FOLDER of more files]
// Inputs that fail are written to fixtures/fuzz/, where a test keeps them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createFuzzCheck } from './fuzz-check.ts';
import { createMutator } from './mutate.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function filesIn(folder: string): readonly Uint8Array[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.mtx'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .filter((bytes) => bytes.length < 8192);
}

const { values, positionals } = parseArgs({
  options: { files: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const seeds = [join(ROOT, 'fixtures'), ...positionals].flatMap(filesIn);
const mutator = createMutator(Number(values.seed), seeds);
const check = createFuzzCheck();
const counts = new Map<string, number>();
let failures = 0;
let slowest = 0;
let slow: Uint8Array = new Uint8Array(0);
for (let n = 0; n < Number(values.files); n++) {
  const input = mutator.next();
  const before = process.cpuUsage();
  const { outcome, failure } = check(input, n);
  const { user, system } = process.cpuUsage(before);
  if (user + system > 1000 * slowest) {
    slowest = (user + system) / 1000;
    slow = input;
  }
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  if (failure !== undefined) {
    failures++;
    const name = `${createHash('sha256').update(input).digest('hex').slice(0, 12)}.mtx`;
    mkdirSync(join(ROOT, 'fixtures', 'fuzz'), { recursive: true });
    writeFileSync(join(ROOT, 'fixtures', 'fuzz', name), input);
    process.stderr.write(`${name}: ${failure}\n`);
  }
}
for (const [outcome, count] of [...counts].toSorted((a, b) => b[1] - a[1]))
  process.stdout.write(`${String(count).padStart(9)}  ${outcome}\n`);
process.stdout.write(
  `${values.files} files from ${seeds.length} seeds, ${failures} failures, slowest ${slowest.toFixed(1)} ms of processor time for ${JSON.stringify(new TextDecoder().decode(slow.subarray(0, 300)))}, ${Math.round(process.memoryUsage().rss / 1e6)} MB\n`,
);
process.exitCode = failures === 0 ? 0 : 1;
