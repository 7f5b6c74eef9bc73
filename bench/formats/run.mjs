// HYB, sliced ELLPACK and blocked ELLPACK on a GPU: the conformance kit on their kernels, then each beside CSR, ELLPACK-R and cuSPARSE, best of
// the parameters, every figure from a product that was validated. Usage: node bench/formats/run.mjs --out FOLDER [--seconds N] [--precision f64,f32]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { cooFromEntries, createRegistry, openBackend } from '@spmv/core';
import { cuda, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { femBand, kernelCases, powerLaw, randomUniform, runCases, stencil27, stencil5 } from '@spmv/testkit';
import { createMeasurer } from '../cuda/measure.mjs';

const { values: options } = parseArgs({
  options: { out: { type: 'string', default: '.' }, seconds: { type: 'string', default: '300' }, precision: { type: 'string', default: 'f64,f32' } },
});
const begin = performance.now();
const elapsed = () => (performance.now() - begin) / 1000;
const say = (text) => process.stdout.write(`${elapsed().toFixed(1)} s  ${text}\n`);
mkdirSync(options.out, { recursive: true });
const registry = createRegistry([cudaPlugin, formats, sell, hyb, bell]);

async function conform() {
  const limits = { C: [4, 32], sigma: [1, 256], fraction: [0.5, 2 / 3, 1], limit: [0, 32], blockSize: [128, 256], alignment: [1, 32] };
  const kernels = [sell, hyb, bell].flatMap((plugin) => plugin.kernels.filter((kernel) => kernel.target === 'cuda'));
  const cases = kernels.flatMap((kernel) => kernelCases({ kernel, format: registry.format(kernel.format), backend: cuda, params: limits }));
  const report = await runCases(cases, {
    subject: 'format-sell, format-hyb, format-bell on CUDA',
    tiers: ['quick'],
    onCase: (one) => one.status === 'failed' && say(`FAILED ${one.id}: ${one.reason}`),
  });
  say(`conformance: ${JSON.stringify(report.totals)}, error ratio ${report.errorRatio}, conforms ${report.conforms}`);
  writeFileSync(join(options.out, 'conformance.json'), JSON.stringify({ ...report, cases: report.cases.filter((one) => one.status === 'failed') }));
  return report.conforms;
}

/** Every entry of `a` as a dense block of r × c: what several unknowns at each node of a mesh make. */
function inBlocks(a, r, c) {
  const nnz = a.values.length * r * c;
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  for (let k = 0, to = 0; k < a.values.length; k++) {
    for (let e = 0; e < r * c; e++, to++) {
      rowIndex[to] = a.rowIndex[k] * r + Math.trunc(e / c);
      colIndex[to] = a.colIndex[k] * c + (e % c);
      values[to] = a.values[k] + e / 16;
    }
  }
  return cooFromEntries({ rows: a.shape.rows * r, cols: a.shape.cols * c }, { rowIndex, colIndex, values });
}

const MATRICES = {
  'stencil27 n=100': () => stencil27({ n: 100 }),
  'stencil5 n=1500': () => stencil5({ n: 1500 }),
  'uniform 1M x 16': () => randomUniform({ rows: 1_000_000, cols: 1_000_000, density: 16e-6, seed: 1 }),
  'fem band 200k': () => femBand({ rows: 200_000, seed: 1 }),
  '7-point mesh in 3 x 3 blocks': () => inBlocks(stencil27({ n: 44 }), 3, 3),
  'power law 500k, longest 64': () => powerLaw({ rows: 500_000, meanPerRow: 6, maxPerRow: 64, seed: 1 }),
  'power law 500k, longest 2000': () => powerLaw({ rows: 500_000, meanPerRow: 6, maxPerRow: 2000, seed: 1 }),
};
const BLOCKS = [128, 256, 512].map((blockSize) => ({ blockSize }));
const CANDIDATES = [
  { kernel: 'cuda/csr-cusparse-alg1', params: [{}] },
  { kernel: 'cuda/csr-cusparse-alg2', params: [{}] },
  { kernel: 'cuda/csr-cusparse-sell', params: [{}] },
  { kernel: 'cuda/csr-vector', params: [1, 2, 4, 8, 16, 32].map((threads) => ({ threads, blockSize: 256 })) },
  { kernel: 'cuda/ellpack-r', params: BLOCKS },
  ...[1, 256, 4096].flatMap((sigma) => [
    { kernel: 'cuda/sell', formatParams: { C: 32, sigma }, params: BLOCKS },
    { kernel: 'cuda/sell-t', formatParams: { C: 32, sigma }, params: [2, 4, 8].map((T) => ({ T, blockSize: 256 })) },
  ]),
  ...[0.5, 2 / 3, 0.9].map((fraction) => ({ kernel: 'cuda/hyb', formatParams: { fraction }, params: [8, 32, 128].map((limit) => ({ limit, blockSize: 256 })) })),
  { kernel: 'cuda/bell', params: BLOCKS },
];

const ok = await conform();
const backend = await openBackend(cuda);
const document = { schema: 'spmv.formats-bench/1', date: new Date().toISOString(), device: backend.device, matrices: [] };
for (const [name, make] of Object.entries(MATRICES)) {
  if (elapsed() > Number(options.seconds)) {
    say(`out of time before ${name}`);
    break;
  }
  const coo = make();
  const matrix = { name, rows: coo.shape.rows, nnz: coo.values.length, rowsOfTable: [] };
  document.matrices.push(matrix);
  for (const precision of options.precision.split(',')) {
    const measurer = await createMeasurer({ backend, registry, coo, precision, runs: 21 });
    for (const candidate of CANDIDATES) {
      const rows = await measurer.measure(candidate);
      for (const row of rows) if (row.status === 'failed') say(`FAILED ${name} ${row.kernel}: ${row.reason}`);
      matrix.rowsOfTable.push(...rows);
    }
    await measurer.dispose();
    const best = new Map();
    for (const row of matrix.rowsOfTable) {
      if (row.precision === precision && row.status === 'ok' && !(best.get(row.kernel)?.hotMs <= row.hotMs)) best.set(row.kernel, row);
    }
    const text = [...best.values()].map((row) => `${row.kernel.slice(5)} ${row.gflops.toFixed(0)}`);
    say(`${name} (${matrix.nnz} entries) ${precision}, GFLOP/s: ${text.join(', ')}`);
    for (const kernel of ['cuda/sell', 'cuda/hyb', 'cuda/bell']) {
      const row = best.get(kernel);
      if (row) say(`    ${kernel} ${JSON.stringify(row.formatParams)} ${JSON.stringify(row.params)} ${row.gbs.toFixed(0)} GB/s`);
    }
  }
  writeFileSync(join(options.out, 'formats.json'), JSON.stringify(document));
}
await backend.dispose();
process.exitCode = ok ? 0 : 1;
