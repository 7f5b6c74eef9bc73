import { buildMatrix, createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as serial } from '@spmv/backend-serial';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';

/** y = A·1 for the matrix in a Matrix Market file: the sum of every row. */
export async function rowSums(file: string): Promise<Float64Array> {
  const registry = createRegistry([formats, serial]); // what is installed: a value, no globals
  const coo = toCoo(await readMatrixMarketFile(file)); // entries, symmetry expanded
  const matrix = buildMatrix(registry.format('csr'), coo); // stored as CSR in f64

  await using backend = await openBackend(registry, 'serial'); // or `await backend.dispose()`: ends everything that the backend handed out; the process can exit
  const operator = await backend.prepare(matrix); // by the first kernel that runs there; or { operation, matrix, kernel, params }
  const x = backend.vector(new Float64Array(coo.shape.cols).fill(1));
  const y = backend.vector(coo.shape.rows);
  operator.apply(x, y); // y ← A x; apply(x, y, alpha, beta) for y ← αAx + βy
  return await y.read();
}
