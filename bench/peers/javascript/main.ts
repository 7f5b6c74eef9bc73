// Multiplies the same matrices by the packages of npm that do, in one process and in turns, and writes the table into the README of `spmv`.
// Packages are installed by npm in a folder of its own, which is removed. Run it on a machine that does nothing else; packages must be built.
// Usage: node bench/peers/javascript/main.ts [--rounds 20] [--dry]      --dry prints the table and writes nothing
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { openMatrix } from 'spmv';
import { poisson } from 'spmv/build';
import { type Cell, peerTable, type Row, withPeers } from './table.ts';
import { measureRounds, median, peerRunner, type Runner, runnerOf } from './measure.ts';
import { type Given, PEERS } from './peers.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const README = join(ROOT, 'packages', 'spmv', 'README.md');
const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, dry: { type: 'boolean', default: false } },
});

/** Grids of n × n points, one of them so small that a call counts, and matrices whose rows differ. */
const file = (name: string): string => join(ROOT, 'packages', 'cli', 'matrices', `${name}.mtx.gz`);
const MATRICES: Readonly<Record<string, Parameters<typeof openMatrix>[0]>> = {
  'grid 10²': poisson(10, 10),
  add32: file('add32'),
  cavity10: file('cavity10'),
  'grid 300²': poisson(300, 300),
};

const folder = mkdtempSync(join(tmpdir(), 'spmv-javascript-'));

/** Bytes of a page that exports this, minified and compressed. */
async function gzipOf(page: string, resolveDir: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    conditions: ['browser'],
    // What a package asks for of Node only where Node is.
    external: ['fs', 'path', 'crypto', 'node:*', 'h5wasm', 'webgpu', '@spmv/backend-cuda'],
    write: false,
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
}

async function givenOf(source: Parameters<typeof openMatrix>[0]): Promise<Given> {
  const A = await openMatrix(source, { backend: 'serial', trials: 0 });
  const { shape, rowIndex, colIndex, values } = A.entries();
  await A.dispose();
  const rowStart = Array.from({ length: shape.rows + 1 }, () => 0);
  for (const row of rowIndex) rowStart[row + 1] = (rowStart[row + 1] ?? 0) + 1;
  for (let i = 0; i < shape.rows; i++) rowStart[i + 1] = (rowStart[i + 1] ?? 0) + (rowStart[i] ?? 0);
  return { ...shape, rowStart, rowIndex: [...rowIndex], colIndex: [...colIndex], values: [...values] };
}

/** Ours in arrays as the others get them, on one thread and on all. */
const OURS = { 'spmv, one thread': 'serial', 'spmv, threads': 'threads' } as const;

try {
  const names = PEERS.map(({ name, version }) => `${name}@${version}`);
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...names], {
    stdio: 'inherit',
  });
  writeFileSync(join(folder, 'load.mjs'), 'export const load = (name) => import(name);\n');
  const { load } = (await import(pathToFileURL(join(folder, 'load.mjs')).href)) as {
    load(name: string): Promise<unknown>;
  };
  const cells = new Map<string, Cell[]>();
  const put = (name: string, cell: Cell): void => void cells.set(name, [...(cells.get(name) ?? []), cell]);
  const columns: string[] = [];
  for (const [name, source] of Object.entries(MATRICES)) {
    const matrix = await givenOf(source);
    columns.push(`${name}, ${matrix.values.length.toLocaleString('en')} entries`);
    const x = Array.from({ length: matrix.cols }, (_, i) => Math.cos(i % 1000));
    const runners: Runner[] = [];
    const opened = [];
    for (const [own, backend] of Object.entries(OURS)) {
      const { rows, cols, rowStart, colIndex, values } = matrix;
      const A = await openMatrix({ shape: [rows, cols], rowStart, colIndex, values }, { backend, products: 1000 });
      opened.push(A);
      const [from, y] = [Float64Array.from(x), new Float64Array(rows)];
      const product = { multiply: () => A.multiplySync(from, y), read: () => y };
      runners.push(await runnerOf({ name: own, product }, matrix, x));
    }
    for (const peer of PEERS) {
      const made = await peerRunner(peer, await load(peer.name), matrix, x);
      if (typeof made === 'string') put(peer.name, { failure: made });
      else runners.push(made);
    }
    await measureRounds(runners, Number(given.rounds));
    for (const { name: runner, samplesMs } of runners) put(runner, { ms: median(samplesMs) });
    for (const A of opened) await A.dispose();
    process.stderr.write(`${name}: ${runners.length} measured\n`);
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages', 'spmv', 'package.json'), 'utf8')) as {
    version: string;
  };
  const gzip = await gzipOf(`export * from 'spmv'`, ROOT);
  const does = 'products, transposes, solvers, eigenvalues, files, threads, GPUs';
  const rows: Row[] = Object.keys(OURS).map((name) => ({
    name,
    version,
    gzip,
    does,
    stores: 'found out',
    cells: cells.get(name) ?? [],
  }));
  for (const { name, version: exact, stores, does: can, page } of PEERS)
    rows.push({
      name,
      version: exact,
      stores,
      does: can,
      gzip: await gzipOf(page, folder),
      cells: cells.get(name) ?? [],
    });
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} threads, Node ${process.versions.node}; medians of ${given.rounds} rounds in turns`;
  const table = peerTable({ machine, columns, rows });
  process.stdout.write(`${table}\n`);
  if (!given.dry) writeFileSync(README, withPeers(readFileSync(README, 'utf8'), table));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
