// Measures peers on matrices of the manifest and writes their rows: what `spmv bench --peer FILE` and `spmv compare` take.
// Usage: node bench/peers/measure.ts --out FILE [--only TAG|NAME,…] [--peers native,scipy,scripts,native-spmm] [--threads N] [--runs 20] [--modules FOLDER]
// The matrices, and the hashes that say which they are, come from the command.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, release, tmpdir, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '..', '..');
const MANIFEST = join(HERE, '..', 'matrices.json');
const { values: given } = parseArgs({
  options: {
    out: { type: 'string', default: 'peers.json' },
    only: { type: 'string', default: 'cpu' },
    peers: { type: 'string', default: 'native,scipy,scripts' },
    threads: { type: 'string', default: String(availableParallelism()) },
    runs: { type: 'string', default: '20' },
    modules: { type: 'string' },
  },
});

/** Runs a program that may not be there; what it printed. */
function attempt(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    process.stderr.write(`${command} ${args[0] ?? ''}: ${(error as Error).message.split('\n')[0] ?? ''}\n`);
    return undefined;
  }
}

const built = join(ROOT, 'packages', 'cli', 'dist', 'main.js');
/** The command of this clone, or the one installed where a bundle was unpacked. */
function spmv(...args: readonly string[]): string | undefined {
  return existsSync(built) ? attempt(process.execPath, [built, ...args]) : attempt('spmv', args);
}

/** Programs over a matrix file, threads and runs, each printing rows as lines of JSON. */
const PEERS: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  // Built here, and built elsewhere with libraries that this machine lacks.
  native: ['native', 'native-libraries']
    .map((name) => join(HERE, 'dist', name))
    .filter((program) => existsSync(program))
    .map((program) => [program, []] as const),
  // Several vectors and transposes, where asked for: each number of them takes as long as all the others.
  'native-spmm': [join(HERE, 'dist', 'native-spmm')]
    .filter((program) => existsSync(program))
    .map((program) => [program, []]),
  scipy: [['python3', [join(HERE, 'scipy-peer.py')]]],
  scripts: given.modules === undefined ? [] : [[process.execPath, [join(HERE, 'scripts.ts')]]],
};

interface Entry {
  readonly name: string;
  readonly for: readonly string[];
}

const only = given.only.split(',');
const chosen = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly matrices: readonly Entry[] }).matrices.filter(
  (entry) => only.includes(entry.name) || entry.for.some((tag) => only.includes(tag)),
);
const folder = mkdtempSync(join(tmpdir(), 'spmv-peers-'));
const rows: object[] = [];
const document = {
  schema: 'spmv.peer/1',
  started: new Date().toISOString(),
  commit: process.env['COMMIT'] ?? attempt('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'])?.trim() ?? 'unknown',
  host: {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    os: `${type()} ${release()}`,
    arch: arch(),
  },
  rows,
};

/** Kept after every matrix, whole at any moment. */
function keep(): void {
  writeFileSync(`${given.out}.part`, `${JSON.stringify(document, undefined, 1)}\n`);
  renameSync(`${given.out}.part`, given.out);
}

function measure(name: string): void {
  const source = `@${MANIFEST}#${name}`;
  const [text, arrays] = [join(folder, 'matrix.mtx'), join(folder, 'matrix.npz')];
  const info = spmv('info', source, '--json', '--quiet');
  if (info === undefined || [text, arrays].some((file) => spmv('convert', source, file, '--quiet') === undefined))
    return;
  const { hash } = JSON.parse(info) as { readonly hash: string };
  for (const [peer, programs] of Object.entries(PEERS)) {
    if (!given.peers.split(',').includes(peer)) continue;
    for (const [program, before] of programs) {
      const more = given.modules === undefined || peer !== 'scripts' ? [] : [given.modules];
      const args = [...before, peer.startsWith('native') ? arrays : text, given.threads, given.runs, ...more];
      for (const line of attempt(program, args)?.split('\n') ?? [])
        if (line !== '') rows.push({ peer, matrix: { name, hash }, ...(JSON.parse(line) as object) });
    }
  }
  keep();
  process.stderr.write(`${name}: ${rows.length} rows so far\n`);
}

try {
  for (const { name } of chosen) measure(name);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (rows.length === 0) {
  process.stderr.write(`No peer ran: is bench/peers/build.sh done, and does ${MANIFEST} name ${given.only}?\n`);
  process.exitCode = 1;
}
