// Every CUDA kernel, at every point of its parameters, on every real matrix of a folder, against the oracle. Usage: node bench/cuda/validate.mjs --matrices FOLDER --out FOLDER [--processes N]
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
import { fileHash, provenance } from './provenance.mjs';
import { deal, startEach } from './shards.mjs';

const { values: options } = parseArgs({
  // --files and --name are for the processes that --processes starts.
  options: { matrices: { type: 'string' }, out: { type: 'string', default: '.' }, processes: { type: 'string', default: '1' }, files: { type: 'string' }, name: { type: 'string', default: 'validate' } },
});
mkdirSync(options.out, { recursive: true });
const formats = new Map([...formatsPlugin.formats, ...packedPlugin.formats].map((format) => [format.id, format]));

async function validate({ backend, totals, failures }, name, coo, precision, alpha, beta) {
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

/** Every kernel on every one of `files`. */
async function validateFiles(files) {
  const backend = await openBackend(cuda);
  const found = { ...provenance(), device: backend.device, totals: { ok: 0, failed: 0, refused: 0 }, failures: [], table: [] };
  for (const file of files) {
    const stored = await readMatrixMarketFile(join(options.matrices, file));
    if (stored.header.field === 'complex') continue;
    const coo = toCoo(stored);
    const row = { name: file, sha256: await fileHash(join(options.matrices, file)), ...coo.shape, nnz: coo.values.length };
    for (const precision of ['f64', 'f32']) {
      row[precision] = Math.max(await validate({ backend, ...found }, file, coo, precision, 1, 0), await validate({ backend, ...found }, file, coo, precision, -1.5, 0.75));
    }
    found.table.push(row);
  }
  await backend.dispose();
  return found;
}

/** The same by several processes. */
async function divide(files, processes) {
  const dealt = deal(files.map((file) => ({ file, weight: 20_000 + statSync(join(options.matrices, file)).size })), processes).map((list) => list.map(({ file }) => file).join(','));
  const names = dealt.map((_, i) => `${options.name}.part${i}`);
  for (const name of names) rmSync(join(options.out, `${name}.json`), { force: true });
  await startEach(import.meta.filename, dealt.map((list, i) => ['--matrices', options.matrices, '--out', options.out, '--files', list, '--name', names[i]]));
  const parts = names.map((name, i) => {
    const file = join(options.out, `${name}.json`);
    if (!existsSync(file)) return { totals: { ok: 0, failed: 1, refused: 0 }, failures: [{ files: dealt[i], reason: 'the process ended early' }], table: [] };
    const part = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    return part;
  });
  const sum = (key) => parts.reduce((total, part) => total + part.totals[key], 0);
  return {
    ...parts.find((part) => part.device),
    totals: { ok: sum('ok'), failed: sum('failed'), refused: sum('refused') },
    failures: parts.flatMap((part) => part.failures),
    table: parts.flatMap((part) => part.table).sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const files = options.files?.split(',') ?? readdirSync(options.matrices).filter((entry) => /\.mtx(\.gz)?$/.test(entry)).sort();
const found = Number(options.processes) > 1 ? await divide(files, Number(options.processes)) : await validateFiles(files);
writeFileSync(join(options.out, `${options.name}.json`), JSON.stringify(found, null, 1));
if (options.files === undefined) {
  const worst = Math.max(...found.table.flatMap((row) => [row.f64, row.f32]));
  process.stdout.write(`validate: ${found.table.length} matrices, ${JSON.stringify(found.totals)}, largest error ratio ${worst}\n`);
  for (const failure of found.failures.slice(0, 20)) process.stdout.write(`FAILED ${JSON.stringify(failure)}\n`);
}
process.exitCode = found.failures.length === 0 ? 0 : 1;
