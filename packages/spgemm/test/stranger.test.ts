import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { CooMatrix, JsProgram, MatrixKernel, MatrixOperation } from '@spmv/core';
import { API_VERSION, definePlugin, NO_PARAMS, rowStartOf, transposeCoo } from '@spmv/core';
import { emptyReference } from '@spmv/core/oracle';
import { csr } from '@spmv/formats';
import { pluginCases, register } from '@spmv/testkit';
import { runner } from '../../../tools/runner.ts';

// An operation of somebody else: what it makes is not a product.
const sign: MatrixOperation = {
  kind: 'matrix-operation',
  id: 'stranger/sign',
  title: 'Signs of the entries, transposed',
  formula: 'S ← sign(G)ᵀ',
  sources: [],
  options: {},
  matrices: () => [
    { name: 'G', access: 'read' },
    { name: 'S', access: 'write' },
  ],
  scalars: [],
  shape: ({ G = { rows: 0, cols: 0 } }) => ({ rows: G.cols, cols: G.rows }),
  rowWork: ({ G }) => new Float64Array(G?.shape.cols ?? 0).fill(1),
  reference({ matrices: { G }, precision, rows }) {
    const T = transposeCoo(G as CooMatrix);
    const starts = rowStartOf(T);
    const chosen = Array.from(rows).flatMap((row) =>
      Array.from({ length: starts[row + 1] - starts[row] }, (_, k) => starts[row] + k),
    );
    const start = new Int32Array(rows.length + 1);
    rows.forEach((row, r) => (start[r + 1] = start[r] + starts[row + 1] - starts[row]));
    const values = emptyReference(precision, chosen.length);
    chosen.forEach((k, e) => (values.high[e] = Math.sign(T.values[k])));
    return { rows, start, colIndex: Int32Array.from(chosen, (k) => T.colIndex[k]), values };
  },
  checks: [],
};

const TEXT = `
export function count({ memory, numbers }) {
  const starts = memory['S.rowStart'];
  starts.fill(0);
  for (let k = 0; k < numbers.nnz; k++) starts[memory['G.colIndex'][k] + 1]++;
  for (let i = 0; i < numbers.cols; i++) starts[i + 1] += starts[i];
  memory['work.next'].set(starts);
}
export function place({ memory, numbers }) {
  const next = memory['work.next'];
  const G = memory['G.rowStart'];
  for (let i = 0; i < numbers.rows; i++)
    for (let k = G[i]; k < G[i + 1]; k++) {
      const at = next[memory['G.colIndex'][k]]++;
      memory['S.colIndex'][at] = i;
      memory['work.from'][at] = k;
    }
}
export function sign({ memory, begin, end }) {
  for (let k = begin; k < end; k++) memory['S.values'][k] = Math.sign(memory['G.values'][memory['work.from'][k]]);
}`;

const run = (name: string, count: number, numbers: Readonly<Record<string, number>>): JsProgram => ({
  passes: [
    {
      module: `data:text/javascript,${encodeURIComponent(TEXT)}`,
      export: name,
      partition: { unit: 'units', count },
      numbers,
    },
  ],
});

const kernel: MatrixKernel<'js', Record<never, never>> = {
  kind: 'matrix-kernel',
  id: 'js/stranger/sign',
  operation: 'stranger/sign',
  formats: { G: 'csr', S: 'csr' },
  target: 'js',
  title: 'Counting sort, then signs',
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  *symbolic({ matrix: { nnz, shape } }) {
    yield { do: 'allocate', name: 'work.next', element: 'i32', length: shape.cols + 1 };
    yield { do: 'run', program: run('count', 1, { ...shape, nnz }) };
    // Positions at once: the numeric phase does nothing but run, and is repeated from its program.
    yield { do: 'allocate', name: 'S.colIndex', element: 'i32', length: nnz };
    yield { do: 'allocate', name: 'work.from', element: 'i32', length: nnz };
    yield { do: 'run', program: run('place', 1, { ...shape, nnz }) };
    yield { do: 'release', name: 'work.next' };
    return { nnz };
  },
  *numeric({ matrix: { nnz } }) {
    yield { do: 'run', program: run('sign', nnz, {}) };
  },
};

const plugin = definePlugin({
  name: 'stranger',
  apiVersion: API_VERSION,
  matrixOperations: [sign],
  matrixKernels: [kernel],
});

register(
  pluginCases(plugin, { backends: [serial, threads], formats: [csr] }).filter(
    ({ id }) => !id.includes('/product/') || /\/(?:wide|no-|empty|power-law|random|long-row)/u.test(id),
  ),
  runner,
);
