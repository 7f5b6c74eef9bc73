// Whether other threads read a Matrix Market file of more than a MiB: its arrays are then of shared memory, and nothing was warned of.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMatrixMarketFile } from '@spmv/mmio/node';

const N = 120_000;

export async function readsLargeFile() {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-large-'));
  try {
    const file = join(folder, 'large.mtx');
    const lines = Array.from({ length: N }, (_, k) => `${k + 1} ${k + 1} ${k}.5`);
    writeFileSync(file, `%%MatrixMarket matrix coordinate real general\n${N} ${N} ${N}\n${lines.join('\n')}\n`);
    const { values, warnings } = await readMatrixMarketFile(file, { threads: 3 });
    const shared = Object.prototype.toString.call(values.buffer) === '[object SharedArrayBuffer]';
    return shared && values.every((value, k) => value === k + 0.5) ? true : warnings.map(({ message }) => message);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
