// Grids of more than 2^32 threads: every row has one entry, and every element of y must be written. Prints a line of JSON.
import process from 'node:process';
import { createRegistry, openBackend, spmv } from '@spmv/core';
import { cuda, plugin } from '@spmv/backend-cuda';
import { plugin as formats } from '@spmv/formats';
import { check, oneEntryRows } from './one-entry-rows.ts';

/** Past 2^32 threads by a few rows, so that a number that wraps meets other rows. */
const CASES = [
  {
    kernel: 'cuda/csr-vector',
    format: 'csr',
    rows: 2 ** 27 + 77,
    params: { threadsPerRow: 32, blockSize: 256 },
    lanes: 32,
  },
  {
    kernel: 'cuda/csr-vector',
    format: 'csr',
    rows: 2 ** 28 + 77,
    params: { threadsPerRow: 16, blockSize: 128 },
    lanes: 16,
  },
  { kernel: 'cuda/csr-padded', format: 'csr-padded', rows: 2 ** 28 + 77, params: { blockSize: 256 }, lanes: 16 },
  {
    kernel: 'cuda/ellr-t',
    format: 'ellpack-r',
    rows: 2 ** 29 + 77,
    params: { threadsPerRow: 8, blockSize: 256 },
    lanes: 8,
  },
];

const registry = createRegistry([plugin, formats]);
const backend = await openBackend(cuda);
const cases: (Awaited<ReturnType<typeof check>> & Readonly<Record<string, unknown>>)[] = [];
for (const { kernel: id, format, rows, params, lanes } of CASES) {
  const kernel = registry.kernel(id);
  const operator = await backend.prepare({
    operation: spmv,
    matrix: oneEntryRows(format, rows),
    kernel,
    params,
    trusted: true,
  });
  const found = await check(backend, operator, rows);
  await operator.dispose();
  cases.push({ name: `${id} with ${lanes} lanes`, device: backend.device.name, rows, threads: rows * lanes, ...found });
  process.stderr.write(`${JSON.stringify(cases.at(-1))}\n`);
}
await backend.dispose();
process.stdout.write(`${JSON.stringify({ cases })}\n`);
process.exitCode = cases.every(({ wrong }) => wrong === 0) ? 0 : 1;
