import { spmvReference } from '@spmv/core/oracle';
import { fileURLToPath } from 'node:url';
import { toCoo, toVector } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { expect, it } from 'vitest';
import { hostSystem, solve } from '../src/index.ts';

const read = (path: string) => readMatrixMarketFile(fileURLToPath(new URL(path, import.meta.url)));

it('solves a stored system with the right-hand side that came with it, by the residual of an independent product', async () => {
  const coo = toCoo(await read('../../cli/matrices/cavity10.mtx.gz'));
  const b = toVector(await read('data/cavity10_b.mtx.gz'));
  const found = await solve(await hostSystem(coo), b, { method: 'bicgstab', M: 'none', rtol: 1e-10 });
  const { high } = spmvReference({ coo, x: found.x, y: b, alpha: -1, beta: 1 }, 'f64');
  expect(found.reason).toBe('converged');
  expect(Math.hypot(...high) / Math.hypot(...b)).toBeLessThan(1.001e-10);
});
