// Measures every CUDA kernel against cuSPARSE. Needs @spmv/backend-cuda, formats, format-packed, mmio and testkit, and cuSPARSE for the peers.
// Usage: node bench/cuda/run.mjs --out FOLDER [--matrices FOLDER] [--only REGEX] [--level tune|full] [--precision f64,f32] [--runs 21] [--least 30000] [--no-oracle] [--seconds N]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createRegistry, openBackend } from '@spmv/core';
import { cuda, measureDevice, planSpmv, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { candidatesFor } from './candidates.mjs';
import { hashOf, matrixList } from './matrices.mjs';
import { createMeasurer } from './measure.mjs';
import { compareRows, markdown } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    matrices: { type: 'string' },
    only: { type: 'string', default: '' },
    level: { type: 'string', default: 'full' },
    precision: { type: 'string', default: 'f64,f32' },
    runs: { type: 'string', default: '21' },
    least: { type: 'string', default: '30000' },
    commit: { type: 'string', default: 'unknown' },
    seconds: { type: 'string', default: '100000' },
    'no-oracle': { type: 'boolean', default: false },
    name: { type: 'string', default: 'cuda' },
  },
});
const begin = performance.now();
const say = (text) => process.stderr.write(`${((performance.now() - begin) / 1000).toFixed(1)} s  ${text}\n`);
mkdirSync(options.out, { recursive: true });
const registry = createRegistry([cudaPlugin, formatsPlugin, packedPlugin]);
const measured = await measureDevice();
say(`${measured.device}: copy ${measured.copyGBs.toFixed(0)} GB/s (median ${measured.copyMedianGBs.toFixed(0)})`);
const backend = await openBackend(cuda);
const document = { schema: 'spmv.cuda-bench/1', date: new Date().toISOString(), commit: options.commit, device: backend.device, measured, matrices: [] };
const save = () => {
  writeFileSync(join(options.out, `${options.name}.json`), JSON.stringify(document));
  writeFileSync(join(options.out, `${options.name}.md`), markdown(document));
};

for (const { name, load } of matrixList(options.matrices, new RegExp(options.only), Number(options.least))) {
  if ((performance.now() - begin) / 1000 > Number(options.seconds)) {
    say(`out of time before ${name}`);
    break;
  }
  const coo = await load();
  if (!coo) continue;
  const rowLength = new Int32Array(coo.shape.rows);
  for (const row of coo.rowIndex) rowLength[row]++;
  const longest = rowLength.reduce((a, b) => Math.max(a, b), 0);
  const matrix = { name, rowCount: coo.shape.rows, cols: coo.shape.cols, nnz: coo.values.length, longest, hash: hashOf(coo), rows: [], plans: [] };
  document.matrices.push(matrix);
  for (const precision of options.precision.split(',')) {
    const measurer = await createMeasurer({ backend, registry, coo, precision, runs: Number(options.runs), oracle: !options['no-oracle'] });
    for (const candidate of candidatesFor({ nnz: matrix.nnz, shape: coo.shape, longest }, options.level)) {
      matrix.rows.push(...await measurer.measure(candidate));
    }
    for (const effort of ['timed', 'quick']) matrix.plans.push(await measurer.measurePlan(planSpmv, effort));
    await measurer.dispose();
    const rows = matrix.rows.filter((row) => row.precision === precision);
    const hot = compareRows(rows, 'hotMs');
    for (const row of rows.filter((r) => r.status === 'failed')) say(`FAILED ${name} ${row.kernel} ${JSON.stringify(row.params)}: ${row.reason}`);
    const text = (row) => (row ? `${row.kernel} ${JSON.stringify(row.formatParams)} ${JSON.stringify(row.params)} ${(row.hotMs * 1000).toFixed(2)} us` : 'none');
    say(`${name} ${precision}: ${hot.overCsr?.toFixed(2)} over CSR, ${hot.overAny?.toFixed(2)} over all; ours ${text(hot.ours)}; theirs ${text(hot.any)}`);
  }
  save();
}
save();
await backend.dispose();
say('done');
