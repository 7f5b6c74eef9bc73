// What strangers' bundlers and loaders are tried with: the front door, and a kernel of each kind in every thread of backends of the processor.
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as threads } from '@spmv/backend-threads';
import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { openMatrix } from 'spmv';

const N = 400;

/** 2.5 on the diagonal, −1 beside it. */
function band() {
  const entries = { rowIndex: [], colIndex: [], values: [] };
  for (let i = 0; i < N; i++)
    for (const j of [i - 1, i, i + 1].filter((one) => one >= 0 && one < N)) {
      entries.rowIndex.push(i);
      entries.colIndex.push(j);
      entries.values.push(i === j ? 2.5 : -1);
    }
  return entries;
}

const ones = () => new Float64Array(N).fill(1);
const isRight = (y) => y.every((value, i) => value === (i === 0 || i === N - 1 ? 1.5 : 0.5));

async function product(registry, backend, id) {
  const kernel = registry.kernel(id);
  const matrix = buildMatrix(registry.format(kernel.format), cooFromEntries({ rows: N, cols: N }, band()));
  const params = backend.id === 'threads' ? { threads: 3 } : {};
  const operator = await backend.prepare({ operation: spmv, matrix, kernel, params });
  const y = backend.vector(N);
  operator.apply(backend.vector(ones()), y);
  return isRight(await y.read());
}

/** What was right, by its name. An error says code, message and fix. */
export async function report() {
  const right = {};
  try {
    const A = await openMatrix({ shape: { rows: N, cols: N }, ...band() });
    const b = await A.multiply(ones());
    right.product = isRight(b);
    right.solution = (await A.solve(b, { rtol: 1e-12 })).x.every((value) => Math.abs(value - 1) < 1e-9);
    await A.dispose();
    const registry = createRegistry([formats, serial, threads]);
    for (const { id } of registry.backends) {
      const backend = await openBackend(registry.backend(id));
      for (const kernel of ['js/csr', 'wasm/csr-simd'])
        right[`${kernel} on ${id}`] = await product(registry, backend, kernel);
      await backend.dispose();
    }
    return right;
  } catch ({ name, code, message, fix, stack }) {
    return { ...right, name, code, message, fix, ...(code === undefined ? { stack } : {}) };
  }
}
