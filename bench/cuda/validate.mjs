// Every CUDA kernel, at every point of its parameters, on every real matrix of a folder, against the oracle. Usage: node bench/cuda/validate.mjs --matrices FOLDER --out FOLDER
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildMatrix, enumerateParams, headerOf, isSpmvError, judge, openBackend, spmvReference } from '@spmv/core';
import { cuda, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { randomVector } from '@spmv/testkit';

const { values: options } = parseArgs({ options: { matrices: { type: 'string' }, out: { type: 'string', default: '.' } } });
const formats = new Map([...formatsPlugin.formats, ...packedPlugin.formats].map((format) => [format.id, format]));
const backend = await openBackend(cuda);
const totals = { ok: 0, failed: 0, refused: 0 };
const table = [];
const failures = [];

async function validate(name, coo, precision, alpha, beta) {
  const { rows, cols } = coo.shape;
  const x = randomVector(cols, { type: precision, seed: 11 });
  const y0 = randomVector(rows, { type: precision, seed: 12 });
  const reference = spmvReference({ coo, x, y: y0, alpha, beta }, precision);
  const dx = await backend.vector(x);
  const dy = await backend.vector(y0);
  let worst = 0;
  for (const kernel of cudaPlugin.kernels) {
    if (kernel.requires.some((capability) => !backend.device.capabilities.includes(capability))) continue;
    let matrix;
    try {
      matrix = buildMatrix(formats.get(kernel.format), coo, { valueType: precision });
    } catch (error) {
      if (!isSpmvError(error, 'FORMAT.REFUSED')) throw error;
      totals.refused++;
      continue;
    }
    const context = { matrix: headerOf(matrix), device: backend.device, precision: { precision, accumulator: precision } };
    for (const { params, rejected } of enumerateParams(kernel.params, context, kernel.id)) {
      if (rejected !== undefined) continue;
      let operator;
      try {
        operator = await backend.prepare({ operation: 'spmv', matrix, kernel, params });
      } catch (error) {
        if (!isSpmvError(error)) throw error;
        totals.refused++;
        continue;
      }
      await dy.write(y0);
      operator.apply(dx, dy, alpha, beta);
      const { errorRatio } = judge(await dy.read(), reference, precision);
      await operator.dispose();
      if (errorRatio <= 1) totals.ok++;
      else {
        totals.failed++;
        failures.push({ name, kernel: kernel.id, params, precision, alpha, beta, errorRatio });
      }
      worst = Math.max(worst, errorRatio);
    }
  }
  await dx.dispose();
  await dy.dispose();
  return worst;
}

for (const file of readdirSync(options.matrices).filter((entry) => /\.mtx(\.gz)?$/.test(entry)).sort()) {
  const stored = await readMatrixMarketFile(join(options.matrices, file));
  if (stored.header.field === 'complex') continue;
  const coo = toCoo(stored);
  const row = { name: file, ...coo.shape, nnz: coo.values.length };
  for (const precision of ['f64', 'f32']) row[precision] = Math.max(await validate(file, coo, precision, 1, 0), await validate(file, coo, precision, -1.5, 0.75));
  table.push(row);
}
await backend.dispose();
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'validate.json'), JSON.stringify({ device: backend.device, totals, failures, table }, null, 1));
const worst = Math.max(...table.flatMap((row) => [row.f64, row.f32]));
process.stdout.write(`validate: ${table.length} matrices, ${JSON.stringify(totals)}, largest error ratio ${worst}\n`);
for (const failure of failures.slice(0, 20)) process.stdout.write(`FAILED ${JSON.stringify(failure)}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
