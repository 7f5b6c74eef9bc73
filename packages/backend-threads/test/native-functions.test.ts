import type { Kernel, Partition } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { afterEach, expect, test } from 'vitest';
import { threads } from '../src/index.ts';
import { calls } from './native-module.ts';

const module = new URL('native-module.ts', import.meta.url).href;
const matrix = buildMatrix(
  csr,
  cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] }),
);

function kernel(name: string, partition: Partition): Kernel {
  return {
    kind: 'kernel',
    id: `native/acme/csr-${name}`,
    operation: 'spmv',
    format: 'csr',
    target: 'native',
    title: name,
    sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    reproducibility: 'bitwise',
    requires: [],
    params: { axes: {} },
    program: () => ({
      passes: [{ module, export: name, arguments: ['nnz', 'workers', 'begin', 'end', 'alpha'], partition }],
    }),
  };
}

afterEach(() => {
  calls.length = 0;
});

test('a pass of one unit is the calling thread alone, told how many threads it may start; what it holds is freed once', async () => {
  const backend = await openBackend(threads);
  const one = kernel('whole', { unit: 'products', count: 1 });
  // More than there could be workers of ours: none is started.
  const operator = await backend.prepare({ operation: spmv, matrix, kernel: one, params: { threads: 512 } });
  expect(calls).toEqual(['bind whole 3 512 0 0 0']);
  const [x, y] = [backend.vector(3), backend.vector(2)];
  operator.apply(x, y, 2);
  operator.apply(x, y, 3);
  expect(calls.slice(1)).toEqual(['whole 3 512 0 1 2', 'whole 3 512 0 1 3']);
  await operator.dispose();
  await backend.dispose();
  expect(calls.slice(3)).toEqual(['dispose']);
});

test('a dynamic schedule runs that unit once, too', async () => {
  const backend = await openBackend(threads);
  const one = kernel('whole', { unit: 'products', count: 1 });
  const operator = await backend.prepare({
    operation: spmv,
    matrix,
    kernel: one,
    params: { threads: 4, schedule: 'dynamic' },
  });
  operator.apply(backend.vector(3), backend.vector(2));
  expect(calls.filter((call) => call.startsWith('whole'))).toHaveLength(1);
  await backend.dispose();
});

test('functions that hold nothing have nothing to free', async () => {
  const backend = await openBackend(threads);
  const rows = kernel('part', { unit: 'rows', count: 2 });
  const operator = await backend.prepare({ operation: spmv, matrix, kernel: rows, params: { threads: 1 } });
  operator.apply(backend.vector(3), backend.vector(2));
  expect(calls).toEqual(['bind part 3 1 0 0 0', 'part 3 1 0 2 1']);
  await backend.dispose();
});
