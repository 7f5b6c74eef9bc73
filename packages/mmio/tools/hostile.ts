// Reads files made to hurt, each in a process of its own, and prints what came of it, the time and the peak memory.
// Usage: node --conditions=@spmv/source tools/hostile.ts
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readMatrixMarketFile } from '../src/node/index.ts';
import { peakMemory } from './peak-memory.ts';

const HEADER = '%%MatrixMarket matrix coordinate real general\n';
const GIGABYTE = 1e9;

/** A file that begins with `head`, goes on with `byte` for a gigabyte and ends with `tail`. */
function long(path: string, head: string, byte: string, tail: string): void {
  const file = openSync(path, 'w');
  writeSync(file, head);
  if (byte === '\0') ftruncateSync(file, GIGABYTE);
  else for (let written = 0; written < GIGABYTE; written += 1e7) writeSync(file, byte.repeat(1e7));
  writeSync(file, tail, byte === '\0' ? GIGABYTE : null);
  closeSync(file);
}

const CASES: Readonly<Record<string, (path: string) => void>> = {
  'a header that promises 2·10⁹ entries': (path) => writeFileSync(path, `${HEADER}2000000000 2000000000 2000000000\n`),
  'an array of 2·10⁹ values that are not there': (path) =>
    writeFileSync(path, '%%MatrixMarket matrix array complex general\n2000000000 1\n'),
  'a line of 1 GB of NUL': (path) => long(path, `${HEADER}3 3 1\n1 1 1`, '\0', '\n'),
  'a line of 1 GB of digits': (path) => long(path, `${HEADER}3 3 1\n1 1 1`, '7', '\n'),
  'a line of 1 GB of blanks': (path) => long(path, `${HEADER}3 3 1\n1 1`, ' ', '1\n'),
  'a comment of 1 GB': (path) => long(path, `${HEADER}%`, 'c', '\n3 3 1\n1 1 1\n'),
  'a banner of 1 GB': (path) => long(path, '%%MatrixMarket ', 'm', '\n'),
  '1 GB of blank lines': (path) => long(path, `${HEADER}3 3 1\n1 1 1\n`, '\n', ''),
  'a gzip bomb, 1 GB of blanks in 1 MB': (path) =>
    writeFileSync(path, gzipSync(`${HEADER}3 3 1\n%${' '.repeat(500e6)}`)),
  'a gzip bomb of entries': (path) =>
    writeFileSync(path, gzipSync(`${HEADER}3 3 2000000000\n${'1 1 1\n'.repeat(70e6)}`)),
  'gzip of gzip': (path) => writeFileSync(path, gzipSync(gzipSync(`${HEADER}1 1 1\n1 1 1\n`))),
};

if (process.argv[2] === '--one') {
  const before = peakMemory();
  const started = performance.now();
  const outcome = await readMatrixMarketFile(process.argv[3] ?? '').then(
    (file) => `read, ${file.header.storedEntries} entries`,
    (error: unknown) =>
      `${(error as { code?: string }).code}: ${(error as Error).message.replace(/^\S+: /, '').slice(0, 90)}`,
  );
  const peak = peakMemory() - before;
  process.stdout.write(
    `${outcome} | ${((performance.now() - started) / 1000).toFixed(2)} s | +${(peak / 1e6).toFixed(0)} MB\n`,
  );
} else {
  const folder = mkdtempSync(join(tmpdir(), 'mmio-hostile-'));
  for (const [name, make] of Object.entries(CASES)) {
    const path = join(folder, 'hostile.mtx');
    make(path);
    const out = execFileSync(
      process.execPath,
      ['--conditions=@spmv/source', fileURLToPath(import.meta.url), '--one', path],
      { encoding: 'utf8' },
    );
    process.stdout.write(`${name} | ${out}`);
    rmSync(path);
  }
  rmSync(folder, { recursive: true });
}
