// Every CUDA kernel on every real, integer and pattern matrix of a folder against the oracle: at every point of its parameters on small matrices,
// at those that differ from the suggested one in one parameter on others. Usage: node bench/cuda/validate.mjs --matrices FOLDER --out FOLDER [--processes N]
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
  options: {
    matrices: { type: 'string' },
    out: { type: 'string', default: '.' },
    processes: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '100000' },
    files: { type: 'string' },
    name: { type: 'string', default: 'validate' },
  },
});
mkdirSync(options.out, { recursive: true });
const formats = new Map([...formatsPlugin.formats, ...packedPlugin.formats].map((format) => [format.id, format]));

/** α and β of every product. */
const SCALARS = [
  [1, 0],
  [-1.5, 0.75],
];
/** Entries above which a kernel's points differ from what it suggests in one parameter at most. */
const MANY = 50_000;

/** The points of a kernel to try on a matrix. */
function pointsOf(kernel, context, nnz) {
  const points = [...enumerateParams(kernel.params, context, kernel.id)]
    .filter(({ rejected }) => rejected === undefined)
    .map(({ params }) => params);
  if (nnz <= MANY || points.length < 2) return points;
  const usual = {
    ...points[0],
    ...Object.fromEntries(Object.entries(kernel.params?.axes ?? {}).map(([name, axis]) => [name, axis.default])),
    ...kernel.params?.suggest?.(context),
  };
  return points.filter((params) => Object.keys(params).filter((name) => params[name] !== usual[name]).length <= 1);
}

/** One kernel's products with both pairs of scalars; what came of them goes into `totals` and `failures`. */
async function validatePoint({
  backend,
  totals,
  failures,
  matrix,
  kernel,
  params,
  precision,
  name,
  operands: { dx, dy, y0, references },
}) {
  let operator;
  try {
    operator = await backend.prepare({ operation: 'spmv', matrix, kernel, params });
  } catch (error) {
    if (!isSpmvError(error) || !/^(FORMAT\.REFUSED|PARAM)/.test(error.code)) throw error;
    totals.refused++;
    return 0;
  }
  let worst = 0;
  for (const [k, [alpha, beta]] of SCALARS.entries()) {
    await dy.write(beta === 0 ? y0.slice().fill(Number.NaN) : y0);
    operator.apply(dx, dy, alpha, beta);
    const { errorRatio } = judge(await dy.read(), references[k], precision);
    if (errorRatio <= 1) totals.ok++;
    else {
      totals.failed++;
      failures.push({ name, kernel: kernel.id, params, precision, alpha, beta, errorRatio });
    }
    worst = Math.max(worst, errorRatio);
  }
  await operator.dispose();
  return worst;
}

/** Largest error ratio of every kernel on one matrix. */
async function validate(found, backend, name, coo, precision) {
  const x = randomVector(coo.shape.cols, { type: precision, seed: 11 });
  const y0 = randomVector(coo.shape.rows, { type: precision, seed: 12 });
  const references = SCALARS.map(([alpha, beta]) => spmvReference({ coo, x, y: y0, alpha, beta }, precision));
  const operands = { dx: await backend.vector(x), dy: await backend.vector(y0), y0, references };
  let worst = 0;
  const built = new Map();
  for (const kernel of cudaPlugin.kernels) {
    if (kernel.requires.some((capability) => !backend.device.capabilities.includes(capability))) continue;
    try {
      if (!built.has(kernel.format))
        built.set(kernel.format, buildMatrix(formats.get(kernel.format), coo, { valueType: precision }));
      const matrix = built.get(kernel.format);
      const context = {
        matrix: headerOf(matrix),
        device: backend.device,
        precision: { precision, accumulator: precision },
      };
      for (const params of pointsOf(kernel, context, coo.values.length)) {
        worst = Math.max(
          worst,
          await validatePoint({ ...found, backend, matrix, kernel, params, precision, name, operands }),
        );
      }
    } catch (error) {
      if (isSpmvError(error, 'FORMAT.REFUSED')) found.totals.refused++;
      else {
        found.totals.failed++;
        found.failures.push({ name, kernel: kernel.id, precision, reason: String(error.message ?? error) });
      }
    }
  }
  await operands.dx.dispose();
  await operands.dy.dispose();
  return worst;
}

/** Every kernel on every one of `files`. */
async function validateFiles(files) {
  const begin = performance.now();
  const backend = await openBackend(cuda);
  const found = {
    ...provenance(),
    device: backend.device,
    totals: { ok: 0, failed: 0, refused: 0 },
    failures: [],
    complex: [],
    missing: [],
    table: [],
  };
  for (const file of files) {
    if (performance.now() - begin > 1000 * Number(options.seconds)) {
      found.missing.push(file);
      continue;
    }
    const stored = await readMatrixMarketFile(join(options.matrices, file));
    if (stored.header.field === 'complex') {
      found.complex.push(file);
      continue;
    }
    const coo = toCoo(stored);
    const row = {
      name: file,
      sha256: await fileHash(join(options.matrices, file)),
      field: stored.header.field,
      ...coo.shape,
      nnz: coo.values.length,
    };
    const started = performance.now();
    for (const precision of ['f64', 'f32']) row[precision] = await validate(found, backend, file, coo, precision);
    found.table.push({ ...row, seconds: (performance.now() - started) / 1000 });
  }
  await backend.dispose();
  return found;
}

/** The same by several processes. */
async function divide(files, processes) {
  const dealt = deal(
    files.map((file) => ({ file, weight: 20_000 + statSync(join(options.matrices, file)).size })),
    processes,
  ).map((list) => list.map(({ file }) => file).join(','));
  const names = dealt.map((_, i) => `${options.name}.part${i}`);
  for (const name of names) rmSync(join(options.out, `${name}.json`), { force: true });
  await startEach(
    import.meta.filename,
    dealt.map((list, i) => [
      '--matrices',
      options.matrices,
      '--out',
      options.out,
      '--seconds',
      options.seconds,
      '--files',
      list,
      '--name',
      names[i],
    ]),
  );
  const parts = names.map((name, i) => {
    const file = join(options.out, `${name}.json`);
    if (!existsSync(file))
      return {
        totals: { ok: 0, failed: 1, refused: 0 },
        failures: [{ files: dealt[i], reason: 'the process ended early' }],
        complex: [],
        missing: dealt[i].split(','),
        table: [],
      };
    const part = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    return part;
  });
  const sum = (key) => parts.reduce((total, part) => total + part.totals[key], 0);
  return {
    ...parts.find((part) => part.device),
    totals: { ok: sum('ok'), failed: sum('failed'), refused: sum('refused') },
    failures: parts.flatMap((part) => part.failures),
    complex: parts.flatMap((part) => part.complex),
    missing: parts.flatMap((part) => part.missing),
    table: parts.flatMap((part) => part.table).sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const files =
  options.files?.split(',') ??
  readdirSync(options.matrices)
    .filter((entry) => /\.mtx(\.gz)?$/.test(entry))
    .sort();
const found =
  Number(options.processes) > 1 ? await divide(files, Number(options.processes)) : await validateFiles(files);
writeFileSync(join(options.out, `${options.name}.json`), JSON.stringify(found, null, 1));
if (options.files === undefined) {
  const worst = Math.max(...found.table.flatMap((row) => [row.f64, row.f32]));
  process.stdout.write(
    `validate: ${found.table.length} matrices, ${found.missing.length} missing, ${found.complex.length} of complex numbers left out, ${JSON.stringify(found.totals)}, largest error ratio ${worst}\n`,
  );
  for (const failure of found.failures.slice(0, 20)) process.stdout.write(`FAILED ${JSON.stringify(failure)}\n`);
}
process.exitCode = found.failures.length + found.missing.length === 0 ? 0 : 1;
