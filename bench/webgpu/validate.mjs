// Every WGSL kernel with its default parameters on every matrix of a folder, judged by the oracle.
// Usage: node bench/webgpu/validate.mjs --matrices FOLDER [--out FILE] [--precision f32,df64] [--most 3000000]
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildMatrix, createRegistry, isSpmvError, judge, openBackend, PRECISIONS, spmvReference } from '@spmv/core';
import { plugin as webgpuPlugin, webgpu, wgslKernels } from '@spmv/backend-webgpu';
import { plugin as formatsPlugin } from '@spmv/formats';
import { randomVector } from '@spmv/testkit';
import { matrixList } from '../cuda/matrices.mjs';

const { values: options } = parseArgs({
  options: { matrices: { type: 'string' }, out: { type: 'string' }, precision: { type: 'string', default: 'f32,df64' }, most: { type: 'string', default: '3000000' }, least: { type: 'string', default: '1' } },
});
const SCALARS = [[1, 0], [-1.5, 0.75]];
const registry = createRegistry([webgpuPlugin, formatsPlugin]);
const backend = await openBackend(webgpu);
const rows = [];

async function validate(name, coo, kernel, precision) {
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
    errorRatio = Math.max(errorRatio, judge(await dy.read(), spmvReference({ coo, x, y, alpha, beta }, precision), accumulator).errorRatio);
  }
  await Promise.all([operator.dispose(), dx.dispose(), dy.dispose()]);
  rows.push({ matrix: name, kernel: kernel.id, precision, status: errorRatio <= 1 ? 'ok' : 'wrong', errorRatio });
}

for (const { name, load } of matrixList(options.matrices, /^(?!stencil27-|fem-band-|grid5-|random-1M|power-law-|full-row-)/, Number(options.least))) {
  const coo = await load();
  if (!coo || coo.values.length > Number(options.most)) continue;
  for (const precision of options.precision.split(',').filter((wanted) => backend.device.precisions.includes(wanted))) {
    for (const kernel of wgslKernels.filter(({ format }) => registry.formats.some(({ id }) => id === format))) {
      try {
        await validate(name, coo, kernel, precision);
      } catch (error) {
        if (!isSpmvError(error)) throw error;
        const refused = error.code === 'FORMAT.REFUSED' || error.code === 'BACKEND.LIMIT';
        rows.push({ matrix: name, kernel: kernel.id, precision, status: refused ? 'refused' : 'failed', reason: error.message });
      }
    }
  }
}
await backend.dispose();
const count = (status) => rows.filter((row) => row.status === status).length;
const worst = Math.max(...rows.map(({ errorRatio = 0 }) => errorRatio));
process.stdout.write(`${backend.device.name}: ${new Set(rows.map(({ matrix }) => matrix)).size} matrices, ${count('ok')} ok, ${count('wrong')} wrong, ${count('failed')} failed, ${count('refused')} refused; largest error ratio ${worst.toFixed(3)}\n`);
for (const row of rows.filter(({ status }) => status === 'wrong' || status === 'failed')) process.stdout.write(`${JSON.stringify(row)}\n`);
if (options.out) writeFileSync(options.out, JSON.stringify({ device: backend.device, rows }));
process.exitCode = count('wrong') + count('failed') === 0 ? 0 : 1;
