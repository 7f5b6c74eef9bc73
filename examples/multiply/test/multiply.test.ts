import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rowSums } from '../src/multiply.ts';

it('multiplies the matrix of a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spmv-example-'));
  try {
    const file = join(folder, 'a.mtx');
    await writeFile(file, '%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1.5\n3 1 2\n3 3 -1\n');
    expect([...(await rowSums(file))]).toEqual([3.5, 0, 1]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
