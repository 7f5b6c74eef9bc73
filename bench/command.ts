// What the command takes to start, and to measure a small matrix: a table with the misses first, in Markdown.
// Usage: node bench/command.ts [--rounds 3] [--matrix cage4] > TABLE.md
// Every figure is of a process of its own, in turns, and the median of the rounds by the wall clock. Phases are those that the command tells itself. Each round is told on standard error as soon as it is there.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { MAIN, whereAndWhen } from './here.ts';
import { median, ms, share, tableOf } from './processes.ts';

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, matrix: { type: 'string', default: 'cage4' } },
});

/** What a document of `bench` says, as far as it is used. */
interface Document {
  readonly timings: Readonly<Record<string, number>>;
  readonly host: { readonly othersCpu: number | null };
  readonly results: readonly { readonly backend: string; readonly status: string }[];
}

interface Taken {
  readonly ms: number;
  readonly output: string;
}

/** A process of Node until it has ended. Errors: where it fails. */
function taken(args: readonly string[]): Taken {
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const took = performance.now() - begin;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms: took, output: stdout };
}

const bench = (...flags: readonly string[]) => taken([MAIN, 'bench', given.matrix, '--json', '--quiet', ...flags]);

/** What is measured, by what a reader would type, in turns. */
const COMMANDS = {
  'spmv --version': () => taken([MAIN, '--version']),
  'spmv bench MATRIX --backend serial,threads': () => bench('--backend', 'serial,threads'),
  'spmv bench MATRIX': () => bench(),
};
type Name = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as readonly Name[];
/** Starts are short: so many of them in a round. */
const STARTS = 9;
const [START_MS, CPU_MS, GPU_MS] = [20, 1500, 5000];

/** A start beyond that of Node alone. */
function startMs(): number {
  const more = Array.from({ length: STARTS }, () => {
    const alone = taken(['-e', '0']).ms;
    return COMMANDS['spmv --version']().ms - alone;
  });
  return median(more);
}

interface Row {
  readonly name: Name;
  readonly taken: number;
  readonly allowed: number;
  readonly told: string;
}

function rowOf(name: Name, all: readonly Taken[]): Row {
  const took = median(all.map((one) => one.ms));
  const { output } = all.find((one) => one.ms === took) ?? all[0];
  const { timings, host, results } = JSON.parse(output) as Document;
  const ok = results.filter(({ status }) => status === 'ok');
  const backends = [...new Set(ok.map(({ backend }) => backend))];
  const phases = Object.entries(timings).toSorted(([, a], [, b]) => b - a);
  const longest = phases.filter(([, of]) => of >= took / 50).map(([phase, of]) => `${phase} ${ms(of)}`);
  return {
    name,
    taken: took,
    allowed: backends.some((backend) => backend === 'cuda' || backend === 'webgpu') ? GPU_MS : CPU_MS,
    told: `${ok.length} combinations on ${backends.join(', ')}; others ${((host.othersCpu ?? 0) * 100).toFixed(0)} %; ${longest.join(', ')}`,
  };
}

const rounds = Number(given.rounds);
const starts: number[] = [];
const runs = new Map<Name, Taken[]>(NAMES.slice(1).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  starts.push(startMs());
  for (const [name, all] of runs) {
    all.push(COMMANDS[name]());
    process.stderr.write(`${JSON.stringify(rowOf(name, all.slice(-1)))}\n`);
  }
}
const rows: readonly Row[] = [
  { name: NAMES[0], taken: median(starts), allowed: START_MS, told: 'beyond `node -e 0`' },
  ...[...runs].map(([name, all]) => rowOf(name, all)),
].toSorted((a, b) => b.taken / b.allowed - a.taken / a.allowed);
const misses = rows.filter(({ taken: took, allowed }) => took > allowed).length;
process.stdout.write(
  [
    `${whereAndWhen()}, medians of ${rounds} rounds by the wall clock; MATRIX is ${given.matrix}.`,
    '',
    `${misses} of ${rows.length} take longer than is allowed, the worst first.`,
    '',
    ...tableOf(
      ['command', 'ms', 'of what is allowed', 'of it, ms'],
      rows.map((row) => [`\`${row.name}\``, ms(row.taken), share(row.taken / row.allowed), row.told]),
    ),
    '',
  ].join('\n'),
);
