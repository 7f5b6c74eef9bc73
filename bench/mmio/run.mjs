// Measures reading and writing against peers. See README.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, hostname, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeFile } from './files.mjs';
import { markdown } from './table.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '7' },
    runs: { type: 'string', default: '3' },
    out: { type: 'string' },
    machine: { type: 'string' },
  },
});

function attempt(command, args, options = {}) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], ...options }).trim();
  } catch {
    return undefined;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'mmio-bench-'));
const binary = join(folder, 'reader');
const native =
  attempt('g++', ['-O3', '-march=native', '-std=c++20', '-pthread', join(HERE, 'reader.cpp'), '-o', binary]) !==
  undefined;
const scipy = attempt('python3', ['-c', 'import scipy, scipy.io._fast_matrix_market; print(scipy.__version__)']);
const all = availableParallelism();

/** Contenders by operation: name, threads, and the command that measures itself. */
function contenders(operation) {
  const javascript = (who) => (path, threads, runs) => [
    process.execPath,
    ['--conditions=@spmv/source', join(HERE, 'contender.mjs'), who, path, threads, runs, operation],
  ];
  const cpp = (path, threads, runs) => [binary, [path, threads, runs, operation]];
  const python = (path, threads, runs) => ['python3', [join(HERE, 'peer.py'), path, threads, runs, operation]];
  return [
    { name: 'spmv', threads: 1, command: javascript('spmv') },
    ...(native ? [{ name: 'C++', threads: 1, command: cpp }] : []),
    ...(scipy === undefined ? [] : [{ name: 'SciPy', threads: 1, command: python }]),
    ...(operation === 'read' ? [{ name: 'spmv', threads: all, command: javascript('spmv') }] : []),
    ...(operation === 'read' && native ? [{ name: 'C++', threads: all, command: cpp }] : []),
    ...(scipy === undefined ? [] : [{ name: 'SciPy', threads: all, command: python }]),
    { name: operation === 'read' ? 'split + Number' : 'string + Number', threads: 1, command: javascript('split') },
  ];
}

function measure(contender, file) {
  const [command, args] = contender.command(file.path, String(contender.threads), values.runs);
  const lines = execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 24 })
    .trim()
    .split('\n');
  const seconds = lines.map(Number).filter((value) => value > 0);
  const extra = lines.find((line) => line.startsWith('{'));
  return {
    megabytesPerSecond: seconds.map((value) => file.bytes / 1e6 / value),
    ...(extra === undefined ? {} : JSON.parse(extra)),
  };
}

const results = [];
const files = [];
try {
  for (const kind of ['real-full', 'real-short', 'pattern']) {
    const file = makeFile(folder, kind, Number(values.mb));
    files.push({ ...file, path: undefined });
    for (const operation of ['read', 'write']) {
      const rows = contenders(operation).map((contender) => ({
        operation,
        kind,
        name: contender.name,
        threads: contender.threads,
        rounds: [],
        contender,
      }));
      for (let round = 0; round < Number(values.rounds); round++) {
        for (const row of rows) row.rounds.push(measure(row.contender, file));
        process.stderr.write(`${operation} ${kind}: round ${round + 1} of ${values.rounds}\n`);
      }
      results.push(
        ...rows.map(({ operation, kind, name, threads, rounds }) => ({ operation, kind, name, threads, rounds })),
      );
    }
    rmSync(file.path);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const document = {
  schema: 'spmv.bench.mmio/1',
  date: new Date().toISOString().slice(0, 10),
  machine: {
    name: values.machine ?? hostname(),
    cpu: cpus()[0]?.model,
    threads: all,
    memoryBytes: totalmem(),
    loadAverage: loadavg(),
    node: process.version,
    compiler: native ? attempt('g++', ['-dumpfullversion']) : undefined,
    scipy,
  },
  commit: attempt('git', ['rev-parse', 'HEAD'], { cwd: HERE }),
  files,
  results,
};
const table = markdown(document);
process.stdout.write(table);
if (values.out !== undefined) {
  mkdirSync(values.out, { recursive: true });
  const name = join(values.out, `mmio-${document.machine.name}-${document.date}`);
  writeFileSync(`${name}.json`, `${JSON.stringify(document, undefined, 1)}\n`);
  writeFileSync(`${name}.md`, table);
}
