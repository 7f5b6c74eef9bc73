// Cuts and mutates valid files of every type, and reads what comes out. Every file must be read as a valid matrix or refused with a FILE
// code and a fix, the same from memory and in pieces, in bounded time.
// Usage: node --conditions=@spmv/source tools/fuzz.ts [--files N of each subject] [--seed S] [--cuts N seeds cut and flipped everywhere] [SUBJECT…]
// Inputs that fail are written to fixtures/fuzz/, where a test keeps them.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { checkFuzzed } from './fuzz/check.ts';
import { createRandom, cutsAndFlips, mutated } from '@spmv/testkit';
import { type FuzzSubject, fuzzSubjects } from './fuzz/subjects.ts';

const FOLDER = new URL('../fixtures/fuzz/', import.meta.url);
const { values, positionals } = parseArgs({
  options: {
    files: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    cuts: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});

function* inputsOf({ seeds, words }: FuzzSubject): Generator<Uint8Array> {
  const random = createRandom(Number(values.seed));
  for (let n = 0; n < Number(values.cuts); n++) yield* cutsAndFlips(seeds[random.integer(seeds.length)]);
  for (let n = 0; n < Number(values.files); n++) yield mutated(seeds[random.integer(seeds.length)], random, words);
}

/** Reads every input of a subject; the number of those that failed. */
async function fuzz(
  name: string,
  subject: FuzzSubject,
): Promise<{ readonly inputs: number; readonly failures: number }> {
  const counts = new Map<string, number>();
  let [inputs, failures, slowest] = [0, 0, 0];
  for (const input of inputsOf(subject)) {
    inputs++;
    const before = process.cpuUsage();
    const { outcome, failure } = await checkFuzzed(subject, input);
    const { user, system } = process.cpuUsage(before);
    slowest = Math.max(slowest, (user + system) / 1000);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (failure === undefined) continue;
    failures++;
    const file = `${name}.${createHash('sha256').update(input).digest('hex').slice(0, 12)}`;
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(new URL(encodeURIComponent(file), FOLDER), input);
    process.stderr.write(`${file}: ${failure}\n`);
  }
  const found = [...counts].toSorted((a, b) => b[1] - a[1]).map(([outcome, count]) => `${count} ${outcome}`);
  process.stdout.write(
    `${name}: ${inputs} files from ${subject.seeds.length} seeds, ${failures} failures, slowest ${slowest.toFixed(1)} ms of processor time | ${found.join(', ')}\n`,
  );
  return { inputs, failures };
}

let [inputs, failures] = [0, 0];
for (const [name, subject] of Object.entries(await fuzzSubjects())) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const found = await fuzz(name, subject);
  inputs += found.inputs;
  failures += found.failures;
}
process.stdout.write(
  `${inputs} files, ${failures} failures, ${Math.round(process.resourceUsage().maxRSS / 1e3)} MB at most\n`,
);
process.exitCode = failures === 0 ? 0 : 1;
