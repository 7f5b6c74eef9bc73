// How fast an uncompressed .npz is read, as a share of reading the bytes of its file: rounds of all ways, one after another, medians.
// Usage: node --conditions=@spmv/source bench/npz.ts [OUT.json] [rounds]
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { npyArray, readSciPyNpz, sciPyEntries, sciPyStored, writeSciPyNpz } from '@spmv/interchange';
import { withFile } from '@spmv/interchange/node';

const [out, rounds = '15'] = process.argv.slice(2);
/** 27 entries in each row: 254 MB. */
const [rows, perRow] = [780_000, 27];
const nnz = rows * perRow;
const folder = mkdtempSync(join(tmpdir(), 'npz-'));
const path = join(folder, 'a.npz');
const matrix = {
  format: 'csr',
  shape: { rows, cols: rows },
  isArray: false,
  arrays: {
    indptr: npyArray(
      'i4',
      [rows + 1],
      Int32Array.from({ length: rows + 1 }, (_, i) => i * perRow),
    ),
    indices: npyArray(
      'i4',
      [nnz],
      new Int32Array(nnz).map((_, k) => Math.floor(k / perRow / 2) + (k % perRow)),
    ),
    data: npyArray(
      'f8',
      [nnz],
      new Float64Array(nnz).map((_, k) => Math.sin(k)),
    ),
  },
} as const;
await pipeline(Readable.from(writeSciPyNpz(matrix)), createWriteStream(path));
const { size } = statSync(path);

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'its bytes': () => withFile(path, (file) => file.read(0, size)),
  'arrays, checksums compared': () => withFile(path, (file) => readSciPyNpz(file)),
  'arrays, checksums skipped': () => withFile(path, (file) => readSciPyNpz(file, { checksums: 'skip' })),
  'csr as it is, checksums compared': () => withFile(path, async (file) => sciPyStored(await readSciPyNpz(file))),
  'entries, checksums compared': () => withFile(path, async (file) => sciPyEntries(await readSciPyNpz(file))),
};
const samples = Object.fromEntries(Object.keys(ways).map((name): [string, number[]] => [name, []]));
for (let round = -2; round < Number(rounds); round++) {
  for (const [name, run] of Object.entries(ways)) {
    const start = performance.now();
    await run();
    if (round >= 0) samples[name]?.push(performance.now() - start);
    // What was read is garbage before the next begins.
    (globalThis as { readonly gc?: () => void }).gc?.();
  }
}
rmSync(folder, { recursive: true });

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? NaN;
const bytes = median(samples['its bytes'] ?? []);
const table = Object.entries(samples).map(([name, list]) => ({
  name,
  medianMs: Number(median(list).toFixed(2)),
  gigabytesPerSecond: Number((size / median(list) / 1e6).toFixed(2)),
  ofBytes: Number((bytes / median(list)).toFixed(3)),
  ofBytesByRound: Number(median(list.map((ms, k) => (samples['its bytes']?.[k] ?? NaN) / ms)).toFixed(3)),
}));
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const host = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, load: loadavg()[0] };
if (out !== undefined)
  writeFileSync(out, `${JSON.stringify({ host, commit, size, rows, nnz, table, samples }, null, 1)}\n`);
for (const { name, medianMs, gigabytesPerSecond, ofBytes, ofBytesByRound } of table)
  process.stdout.write(
    `${name.padEnd(34)} ${medianMs.toFixed(1).padStart(8)} ms ${gigabytesPerSecond.toFixed(2).padStart(6)} GB/s ${ofBytes.toFixed(3).padStart(7)} ${ofBytesByRound.toFixed(3).padStart(7)}\n`,
  );
