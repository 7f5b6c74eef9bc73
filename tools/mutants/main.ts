// Breaks the sources one promise at a time, and asks the tests that should see it, in a copy of the tree. What was built is taken from the tree.
// Usage: node tools/mutants/main.ts [--only ID,ID] [--random N --seed S] [--lane quick|full] [--survivors] [--out FILE]
//   --survivors: what its own tests let live is shown to all tests
// Ends with 1 where a mutant survived, with 2 where one could not be judged.
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { copyBuilt, copyTree } from './copy.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import type { Lane, MutantVerdict } from './tests.ts';
import { runTests } from './tests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How a mutant ended: in which test, or why it was not judged. */
interface Outcome {
  readonly end: 'died' | 'survived' | 'not tried';
  readonly what: string;
}

/** Packages that are compiled anew for a mutant, and the program that does. */
function builderOf({ file, compiles }: Mutant): { readonly program?: string; readonly packages: readonly string[] } {
  const packages = compiles ?? [file.split('/', 2).join('/')];
  if (file.includes('/assembly/')) return { program: 'build-wasm.ts', packages };
  if (file.includes('/addon/')) return { program: 'build-addon.ts', packages };
  return /\.cuh?$/u.test(file) ? { program: 'build-ptx.ts', packages } : { packages: [] };
}

/** Compiles what a mutant changes; gives the reason where there is no compiler here. */
function compile(copy: string, mutant: Mutant): string | undefined {
  const { program, packages } = builderOf(mutant);
  if (program === undefined) return undefined;
  const args = [join('tools', program), ...packages];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${mutant.id} does not compile: ${stderr}`);
  return stderr.split('\n').find((line) => /NOT BUILT|is not installed/u.test(line));
}

/** The text of its file with the mutant. */
function mutated(text: string, { id, file, find, replace }: Mutant): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${id}: the text to find is ${parts.length - 1} times in ${file}`);
  const changed = parts.join(replace);
  const [wrong] = file.endsWith('.ts') && !file.includes('/assembly/') ? parseSync(file, changed).errors : [];
  if (wrong) throw new Error(`${id}: ${file} does not parse: ${wrong.message}`);
  return changed;
}

/** Asks the killers, which passed without the mutant, and then all tests. */
function ask(copy: string, mutant: Mutant, killers: readonly string[], { lane, survivors }: Options): Outcome {
  const missing = compile(copy, mutant);
  if (missing !== undefined) return { end: 'not tried', what: missing };
  for (const killer of survivors ? [...killers, undefined] : killers) {
    const { kind, what } = runTests(copy, killer === undefined ? 'quick' : lane, killer);
    if (kind === 'failed') return { end: 'died', what: `${killer ?? 'all tests'}: ${what}` };
    if (kind !== 'passed') throw new Error(`${mutant.id}: ${what}`);
  }
  return { end: 'survived', what: '' };
}

/** Puts one mutant into the copy and takes it out again. */
function judge(copy: string, mutant: Mutant, killers: readonly string[], options: Options): Outcome {
  const file = join(copy, mutant.file);
  const text = readFileSync(file, 'utf8');
  const { atime, mtime } = lstatSync(file);
  const kept = mkdtempSync(join(tmpdir(), 'spmv-built-'));
  const { packages } = builderOf(mutant);
  for (const one of packages) copyBuilt(join(copy, one), join(kept, one));
  try {
    writeFileSync(file, mutated(text, mutant));
    return ask(copy, mutant, killers, options);
  } finally {
    writeFileSync(file, text);
    utimesSync(file, atime, mtime);
    for (const one of packages) copyBuilt(join(kept, one), join(copy, one));
    rmSync(kept, { recursive: true });
  }
}

interface Options {
  readonly lane: Lane;
  readonly survivors: boolean;
}

/** `count` of the list, the same for the same seed. */
function drawn(list: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  let state = seed >>> 0;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return list
    .map((mutant) => ({ mutant, key: next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function rowOf({ id, breaks }: Mutant, { end, what }: Outcome, seconds: number): string {
  const how = end === 'died' ? what : [`**${end}**`, what].filter(Boolean).join(': ');
  return `| ${[id, breaks, how, seconds.toFixed(0)].map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Runs the killers without a mutant: none may fail. */
function tryKillers(copy: string, list: readonly Mutant[], lane: Lane): ReadonlyMap<string, MutantVerdict> {
  const verdicts = new Map<string, MutantVerdict>();
  for (const killer of new Set(list.flatMap(({ killers }) => killers))) {
    const begin = performance.now();
    const verdict = runTests(copy, lane, killer);
    process.stderr.write(`${killer}: ${verdict.kind} in ${((performance.now() - begin) / 1000).toFixed(0)} s\n`);
    if (/failed|broken/u.test(verdict.kind)) throw new Error(`${killer} fails without a mutant: ${verdict.what}`);
    verdicts.set(killer, verdict);
  }
  return verdicts;
}

function run(list: readonly Mutant[], options: Options, out: string | undefined): number {
  for (const mutant of list) mutated(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant);
  const copy = mkdtempSync(join(tmpdir(), 'spmv-mutants-'));
  const rows = ['| mutant | breaks | killed by | seconds |', '|---|---|---|---:|'];
  let survived = 0;
  try {
    copyTree(ROOT, copy);
    for (const mutant of list) compile(copy, mutant);
    const verdicts = tryKillers(copy, list, options.lane);
    for (const mutant of list) {
      const begin = performance.now();
      const { killers, needs = '' } = mutant;
      const able = killers.filter((killer) => verdicts.get(killer)?.passed.some((name) => name.includes(needs)));
      const why = killers.map((killer) => verdicts.get(killer)?.what).join(', ');
      const outcome: Outcome = able.length > 0 ? judge(copy, mutant, able, options) : { end: 'not tried', what: why };
      if (outcome.end === 'survived') survived++;
      rows.push(rowOf(mutant, outcome, (performance.now() - begin) / 1000));
      process.stderr.write(`${rows.at(-1)}\n`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  process.stdout.write(`${rows.join('\n')}\n`);
  if (out !== undefined) writeFileSync(out, `${rows.join('\n')}\n`);
  return survived > 0 ? 1 : 0;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    lane: { type: 'string', default: 'quick' },
    survivors: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const ids = values.only?.split(',') ?? mutants.map(({ id }) => id);
const lane = values.lane === 'full' ? 'full' : 'quick';
try {
  const list = ids.map((id) => {
    const found = mutants.find((mutant) => mutant.id === id);
    if (!found) throw new Error(`there is no mutant ${id}`);
    return found;
  });
  const some = values.random === undefined ? list : drawn(list, Number(values.random), Number(values.seed));
  process.exitCode = run(some, { lane, survivors: values.survivors }, values.out);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
