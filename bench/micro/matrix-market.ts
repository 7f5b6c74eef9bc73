import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatrixMarketFile } from '@spmv/mmio';
import { writeMatrixMarket } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { createRandom } from '@spmv/testkit';
import type { Suite, SuiteOptions, SuiteTask } from './suite.ts';

const ROWS = 500_000;

/** Values by kind, 16 to 17 digits, two decimals, none; and about how long a line is. */
const KINDS: Readonly<Record<string, { readonly bytes: number; value(random: () => number): string }>> = {
  'real-full': {
    bytes: 33.3,
    value: (random) => ` ${Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())}`,
  },
  'real-short': { bytes: 19, value: (random) => ` ${Math.round((random() - 0.5) * 600) / 100}` },
  pattern: { bytes: 13.8, value: () => '' },
};

/** A seeded file; columns ascend, rows are random, as in files written by columns. */
function makeFile(folder: string, kind: string, megabytes: number): string {
  const path = join(folder, `${kind}.mtx`);
  const { bytes, value } = KINDS[kind];
  const { uniform } = createRandom(2026);
  const entries = Math.round((megabytes * 1e6) / bytes);
  const file = openSync(path, 'w');
  const field = kind === 'pattern' ? 'pattern' : 'real';
  writeSync(file, `%%MatrixMarket matrix coordinate ${field} general\n${ROWS} ${ROWS} ${entries}\n`);
  for (let k = 0; k < entries; k += 10_000) {
    let text = '';
    for (let e = k; e < Math.min(k + 10_000, entries); e++)
      text += `${1 + Math.floor(uniform() * ROWS)} ${1 + Math.floor((e / entries) * ROWS)}${value(uniform)}\n`;
    writeSync(file, text);
  }
  closeSync(file);
  return path;
}

/** What one would write by hand. */
function readBySplit(path: string): readonly ArrayLike<number>[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const entries = Number(lines[1]?.split(' ')[2]);
  const pattern = lines[0]?.includes('pattern');
  const rowIndex = new Int32Array(entries);
  const colIndex = new Int32Array(entries);
  const values = new Float64Array(pattern ? 0 : entries);
  for (let k = 0; k < entries; k++) {
    const [i, j, value] = lines[k + 2]?.split(' ') ?? [];
    rowIndex[k] = Number(i) - 1;
    colIndex[k] = Number(j) - 1;
    if (!pattern) values[k] = Number(value);
  }
  return [rowIndex, colIndex, values];
}

/** Reading and writing Matrix Market text, which lies in the page cache. */
export async function matrixMarket({ megabytes }: SuiteOptions): Promise<Suite> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-micro-'));
  const tasks: SuiteTask[] = [];
  for (const kind of Object.keys(KINDS)) {
    const path = makeFile(folder, kind, megabytes);
    const bytes = statSync(path).size;
    const matrix: MatrixMarketFile = await readMatrixMarketFile(path);
    const add = (name: string, run: SuiteTask['run']): void =>
      void tasks.push({ name: `${kind}: ${name}`, bytes, run });
    for (const threads of new Set([1, availableParallelism()]))
      add(`read, ${threads} thread${threads === 1 ? '' : 's'}`, () => readMatrixMarketFile(path, { threads }));
    add('read by split and Number', () => readBySplit(path));
    add('write', () => {
      const file = openSync(`${path}.out`, 'w');
      for (const chunk of writeMatrixMarket(matrix)) writeSync(file, chunk);
      closeSync(file);
    });
  }
  return { tasks, dispose: async () => rmSync(folder, { recursive: true, force: true }) };
}
