// Every WGSL kernel with its default parameters on every matrix of a folder, judged by the oracle.
// Usage: node bench/webgpu/validate.mjs --matrices FOLDER [--jobs 4] [--out FILE] [--precision f32,df64] [--most 3000000]
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildMatrix, createRegistry, isSpmvError, judge, openBackend, PRECISIONS, spmvReference } from '@spmv/core';
import { plugin as webgpuPlugin, webgpu, wgslKernels } from '@spmv/backend-webgpu';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { randomVector } from '@spmv/testkit';
import { hashOf, matrixList } from '../cuda/matrices.mjs';
import { inParts } from './in-parts.mjs';

const { values: options } = parseArgs({
  options: {
    matrices: { type: 'string' },
    out: { type: 'string' },
    precision: { type: 'string', default: 'f32,df64' },
    most: { type: 'string', default: '3000000' },
    least: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    part: { type: 'string' },
  },
});
const SCALARS = [
  [1, 0],
  [-1.5, 0.75],
];
const jobs = Number(options.jobs);

async function validate({ registry, backend, rows }, name, coo, kernel, precision) {
  const host = PRECISIONS[precision].host;
  const matrix = buildMatrix(registry.format(kernel.format), coo, { valueType: host, maxBytes: 2 ** 30 });
  const operator = await backend.prepare({ operation: 'spmv', matrix, kernel, precision });
  const x = randomVector(coo.shape.cols, { type: host, seed: 3 });
  const y = randomVector(coo.shape.rows, { type: host, seed: 5 });
  const dx = await backend.vector(x, precision);
  const dy = await backend.vector(y, precision);
  const { accumulator } = kernel.precisions.find((one) => one.precision === precision);
  let errorRatio = 0;
  for (const [alpha, beta] of SCALARS) {
    await dy.write(beta === 0 ? y.slice().fill(Number.NaN) : y);
    operator.apply(dx, dy, alpha, beta);
    errorRatio = Math.max(
      errorRatio,
      judge(await dy.read(), spmvReference({ coo, x, y, alpha, beta }, precision), accumulator).errorRatio,
    );
  }
  await Promise.all([operator.dispose(), dx.dispose(), dy.dispose()]);
  rows.push({ matrix: name, kernel: kernel.id, precision, status: errorRatio <= 1 ? 'ok' : 'wrong', errorRatio });
}

/** Validates every `jobs`-th matrix of the folder, from number `part` on. */
async function runPart(part) {
  const registry = createRegistry([webgpuPlugin, formatsPlugin, packedPlugin]);
  const backend = await openBackend(webgpu);
  const rows = [];
  const hashes = {};
  const list = matrixList(
    options.matrices,
    /^(?!stencil27-|fem-band-|grid5-|random-1M|power-law-|full-row-)/,
    Number(options.least),
  );
  for (const { name, load } of list.filter((_, k) => k % jobs === part)) {
    const coo = await load();
    if (!coo || coo.values.length > Number(options.most)) continue;
    hashes[name] = hashOf(coo);
    for (const precision of options.precision
      .split(',')
      .filter((wanted) => backend.device.precisions.includes(wanted))) {
      for (const kernel of wgslKernels.filter(({ format }) => registry.formats.some(({ id }) => id === format))) {
        try {
          await validate({ registry, backend, rows }, name, coo, kernel, precision);
        } catch (error) {
          if (!isSpmvError(error)) throw error;
          const refused = error.code === 'FORMAT.REFUSED' || error.code === 'BACKEND.LIMIT';
          rows.push({
            matrix: name,
            kernel: kernel.id,
            precision,
            status: refused ? 'refused' : 'failed',
            reason: error.message,
          });
        }
      }
    }
  }
  await backend.dispose();
  writeFileSync(options.out, JSON.stringify({ device: backend.device, hashes, rows }));
}

if (options.part !== undefined) {
  await runPart(Number(options.part));
} else {
  const args = ['matrices', 'precision', 'most', 'least', 'jobs'].flatMap((name) => [`--${name}`, options[name]]);
  const { reports, endings } = await inParts(fileURLToPath(import.meta.url), jobs, args);
  const rows = reports.flatMap((report) => report.rows);
  const hashes = Object.assign({}, ...reports.map((report) => report.hashes));
  const device = reports[0]?.device;
  const count = (status) => rows.filter((row) => row.status === status).length;
  const worst = rows.reduce((most, { errorRatio = 0 }) => Math.max(most, errorRatio), 0);
  const good = endings.every((ending) => ending === 0) && count('wrong') + count('failed') === 0;
  process.stdout.write(
    `${device?.name}: ${Object.keys(hashes).length} matrices, ${count('ok')} ok, ${count('wrong')} wrong, ${count('failed')} failed, ${count('refused')} refused; largest error ratio ${worst.toFixed(3)}; endings ${[...new Set(endings)].join()}\n`,
  );
  for (const row of rows.filter(({ status }) => status === 'wrong' || status === 'failed'))
    process.stdout.write(`${JSON.stringify(row)}\n`);
  if (options.out) writeFileSync(options.out, JSON.stringify({ device, hashes, rows }));
  process.exitCode = good ? 0 : 1;
}
