// Measures the WGSL kernels, and beside them the CUDA backend where it is there, on the matrices of the CUDA bench.
// Usage: node bench/webgpu/run.mjs --out FOLDER [--matrices FOLDER] [--only REGEX] [--precision f32,df64] [--runs 21] [--least 30000] [--seconds N] [--no-cuda] [--no-oracle] [--no-validation] [--device NAME]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as webgpuPlugin, webgpu } from '@spmv/backend-webgpu';
import { plugin as formatsPlugin } from '@spmv/formats';
import { femBand, stencil27 } from '@spmv/testkit';
import { hashOf, matrixList } from '../cuda/matrices.mjs';
import { cudaCandidates, wgslCandidates } from './candidates.mjs';
import { deviceCopy } from './device-copy.mjs';
import { measureAll } from './measure.mjs';
import { markdown, ratiosOf } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    matrices: { type: 'string' },
    only: { type: 'string', default: '' },
    precision: { type: 'string', default: 'f32' },
    runs: { type: 'string', default: '21' },
    least: { type: 'string', default: '30000' },
    seconds: { type: 'string', default: '100000' },
    commit: { type: 'string', default: 'unknown' },
    name: { type: 'string', default: 'webgpu' },
    device: { type: 'string' },
    'no-cuda': { type: 'boolean', default: false },
    'no-oracle': { type: 'boolean', default: false },
    'no-validation': { type: 'boolean', default: false },
  },
});
const begin = performance.now();
const elapsed = () => (performance.now() - begin) / 1000;
const say = (text) => process.stderr.write(`${elapsed().toFixed(1)} s  ${text}\n`);
mkdirSync(options.out, { recursive: true });

/** A package that may not be there. */
async function optional(name) {
  try {
    return await import(name);
  } catch (error) {
    say(`without ${name}: ${error.message.split('\n')[0]}`);
    return undefined;
  }
}

async function openCuda() {
  const found = options['no-cuda'] ? undefined : await optional('@spmv/backend-cuda');
  const probe = await found?.cuda.probe();
  if (probe && !probe.available) say(`without CUDA: ${probe.reason}`);
  return probe?.available ? { plugin: found.plugin, backend: await openBackend(found.cuda) } : undefined;
}

const cuda = await openCuda();
const formats = [];
for (const name of ['@spmv/format-sell', '@spmv/format-packed']) {
  const found = await optional(name);
  if (found?.plugin) formats.push(found.plugin);
}
const registry = createRegistry([webgpuPlugin, formatsPlugin, ...formats, ...(cuda ? [cuda.plugin] : [])]);
const backend = await openBackend(webgpu, {
  ...(options.device ? { device: options.device } : {}),
  options: { validation: !options['no-validation'] },
});

/** CUDA as it is, where a product begins while the one before it ends, and without that: WebGPU has nothing of the kind. */
async function measureCuda(common, candidates) {
  const rows = [];
  for (const overlap of [true, false]) {
    // Read when an operator is prepared.
    if (!overlap) process.env.SPMV_CUDA_NO_OVERLAP = '1';
    const wanted = candidates.filter(({ kernel }) => overlap || !kernel.includes('cusparse'));
    rows.push(
      ...(await measureAll({ ...common, backend: cuda.backend, precision: 'f32', candidates: wanted })).map((row) => ({
        ...row,
        overlap,
      })),
    );
    delete process.env.SPMV_CUDA_NO_OVERLAP;
  }
  return rows;
}

const elements = backend.device.kind === 'software' ? [2 ** 20] : [2 ** 22, 2 ** 28];
const copies = [];
for (const count of elements) copies.push(await deviceCopy(backend, count));
const document = {
  schema: 'spmv.webgpu-bench/1',
  date: new Date().toISOString(),
  commit: options.commit,
  device: backend.device,
  cuda: cuda?.backend.device,
  copies,
  matrices: [],
};
say(JSON.stringify({ ...backend.device, copies }));
const save = () => {
  writeFileSync(join(options.out, `${options.name}.json`), JSON.stringify(document));
  writeFileSync(join(options.out, `${options.name}.md`), markdown(document));
};

/** Large enough to leave the caches, small enough to be made in seconds. */
const MIDDLE = [
  { name: 'stencil27-112', load: async () => stencil27({ n: 112 }) },
  { name: 'fem-band-400k', load: async () => femBand({ rows: 400_000, block: 3, perRow: 64 }) },
].filter(({ name }) => new RegExp(options.only).test(name));

for (const { name, load } of [
  ...matrixList(options.matrices, new RegExp(options.only), Number(options.least)),
  ...MIDDLE,
]) {
  if (elapsed() > Number(options.seconds)) {
    say(`out of time before ${name}`);
    break;
  }
  const coo = await load();
  if (!coo) continue;
  const lengths = new Int32Array(coo.shape.rows);
  for (const row of coo.rowIndex) lengths[row]++;
  const matrix = {
    name,
    size: coo.shape.rows,
    cols: coo.shape.cols,
    nnz: coo.values.length,
    sha256: hashOf(coo),
    longest: lengths.reduce((a, b) => Math.max(a, b), 0),
    rows: [],
  };
  document.matrices.push(matrix);
  const facts = { nnz: matrix.nnz, rows: coo.shape.rows, longest: matrix.longest };
  const common = {
    registry,
    coo,
    kept: new Map(),
    runs: Number(options.runs),
    oracle: !options['no-oracle'],
    say: (text) => say(`${name} ${text}`),
  };
  for (const precision of options.precision.split(',').filter((wanted) => backend.device.precisions.includes(wanted))) {
    matrix.rows.push(
      ...(await measureAll({
        ...common,
        backend,
        precision,
        candidates: wgslCandidates(facts, backend.device, precision),
      })),
    );
  }
  if (cuda) matrix.rows.push(...(await measureCuda(common, cudaCandidates(facts))));
  const { wgsl, own, overOwn, overAlone, overPapers, overVendor } = ratiosOf(matrix);
  const text = (row) =>
    row
      ? `${row.kernel} ${JSON.stringify(row.formatParams)} ${JSON.stringify(row.params)} ${(row.hotMs * 1000).toFixed(1)} us, host ${(row.hostMs * 1000).toFixed(1)}`
      : 'none';
  say(
    `${name} (${matrix.nnz}): over CUDA ${overOwn?.toFixed(2)}, one product at a time ${overAlone?.toFixed(2)}, same formats ${overPapers?.toFixed(2)}, cuSPARSE ${overVendor?.toFixed(2)}; ${text(wgsl)}; ${text(own)}`,
  );
  save();
}
save();
await backend.dispose();
await cuda?.backend.dispose();
say('done');
