// Has a program multiply matrices of the manifest and writes its rows: what `spmv bench --peer FILE` and `spmv compare` take.
// Usage: node bench/peers/measure.ts --out FILE [--only TAG|NAME,…] [--threads N] [--runs 20] [NAME COMMAND…]
// Default: scipy python3 bench/peers/scipy-peer.py. The command gets a Matrix Market file, threads and runs, and prints a row as a line of JSON. Matrices and their hashes come from `spmv`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, release, tmpdir, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitHere, MAIN } from '../here.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MANIFEST = join(ROOT, 'bench', 'matrices.json');
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'peers.json' },
    only: { type: 'string', default: 'cpu' },
    threads: { type: 'string', default: String(availableParallelism()) },
    runs: { type: 'string', default: '20' },
  },
});
const [peer = '', program = '', ...before] =
  positionals.length > 0 ? positionals : ['scipy', 'python3', join(import.meta.dirname, 'scipy-peer.py')];
const output = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] });
const spmv = (...args: readonly string[]): string => output(process.execPath, [MAIN, ...args, '--quiet']);

interface Entry {
  readonly name: string;
  readonly for: readonly string[];
}
const only = given.only.split(',');
const chosen = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly matrices: readonly Entry[] }).matrices.filter(
  (entry) => only.includes(entry.name) || entry.for.some((tag) => only.includes(tag)),
);
const rows: object[] = [];
const document = {
  schema: 'spmv.peer/1',
  started: new Date().toISOString(),
  commit: commitHere(),
  host: {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    os: `${type()} ${release()}`,
    arch: arch(),
  },
  rows,
};
const folder = mkdtempSync(join(tmpdir(), 'spmv-peers-'));
function measure(name: string): void {
  const [source, file] = [`@${MANIFEST}#${name}`, join(folder, 'matrix.mtx')];
  const { hash } = JSON.parse(spmv('info', source, '--json')) as { readonly hash: string };
  spmv('convert', source, file);
  for (const line of output(program, [...before, file, given.threads, given.runs]).split('\n'))
    if (line !== '') rows.push({ peer, matrix: { name, hash }, ...(JSON.parse(line) as object) });
  // Whole at any moment.
  writeFileSync(`${given.out}.part`, `${JSON.stringify(document, undefined, 1)}\n`);
  renameSync(`${given.out}.part`, given.out);
}

for (const { name } of chosen) {
  try {
    measure(name);
    process.stderr.write(`${name}: ${rows.length} rows so far\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${name}: ${(error as Error).message.split('\n')[0] ?? ''}\n`);
  }
}
rmSync(folder, { recursive: true, force: true });
