// One iteration of conjugate gradients as a sequence of @spmv/fused and @spmv/vectors, beside what its bytes would take at the rate at which the same backend copies.
// Usage: node bench/cg.ts cuda|webgpu|serial|threads [--matrix gen:stencil27?n=100|FILE.mtx] [--format csr|sell] [--precision f64] [--jacobi] [--dominant]
//   [--iterations 100] [--samples 25] [--threads N] [--rate-elements N] [--solve RTOL] [--csv FILE] [--json FILE]
// --jacobi: with z = d o r. --dominant: a diagonal that dominates, for matrices that are not positive definite. --solve: besides, the time of `solve` of @spmv/solvers
// with Jacobi to that residual, as bench/peers/cupy-cg.py has it. Prints Markdown.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Plugin, Precision } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, PRECISIONS } from '@spmv/core';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { deviceSystem, solve } from '@spmv/solvers';
import { plugin as vectors } from '@spmv/vectors';
import { iterationBytes, prepareIterations } from './cg/iteration.ts';
import { dominated, inverseDiagonal, loadMatrix, rightSide } from './cg/matrix.ts';
import { measureRates, quantile, timed } from './cg/timing.ts';

const PACKAGES = {
  cuda: ['@spmv/backend-cuda', 'cuda'],
  webgpu: ['@spmv/backend-webgpu', 'wgsl'],
  serial: ['@spmv/backend-serial', 'wasm'],
  threads: ['@spmv/backend-threads', 'wasm'],
} as const;
/** Times the bytes over the rate that an iteration is to stay below. */
const TARGET = 1.15;
/** So often a step is in the sequence that times it. */
const REPEATED = 20;
/** Elements of the vectors that rates are measured over: more than caches hold. */
const RATE_ELEMENTS = { gpu: 2 ** 26, cpu: 2 ** 24, software: 2 ** 18 } as const;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    matrix: { type: 'string', default: 'gen:stencil27?n=100' },
    format: { type: 'string', default: 'csr' },
    precision: { type: 'string' },
    jacobi: { type: 'boolean', default: false },
    dominant: { type: 'boolean', default: false },
    iterations: { type: 'string', default: '100' },
    samples: { type: 'string', default: '25' },
    threads: { type: 'string' },
    'rate-elements': { type: 'string' },
    solve: { type: 'string' },
    csv: { type: 'string' },
    json: { type: 'string' },
  },
});
const name = (positionals[0] ?? 'threads') as keyof typeof PACKAGES;
const [id, target] = PACKAGES[name];
const { plugin } = (await import(id)) as { readonly plugin: Plugin };
const registry = createRegistry([formats, sell, fused, vectors, plugin]);
const backend = await openBackend(registry.backend(name));
const precision = (options.precision ?? (backend.device.precisions.includes('f64') ? 'f64' : 'f32')) as Precision;
const launch = options.threads === undefined ? {} : { threads: Number(options.threads) };
const [samples, iterations] = [Number(options.samples), 2 * Math.ceil(Number(options.iterations) / 2)];
const digits = (value: number, count = 4): string => value.toPrecision(count);

const loaded = await loadMatrix(options.matrix);
const coo = options.dominant ? dominated(loaded) : loaded;
const matrix = buildMatrix(registry.format(options.format), coo, { valueType: PRECISIONS[precision].host });
const { rows } = coo.shape;
const b = rightSide(rows);
const parts = {
  backend,
  registry,
  matrix,
  precision,
  target,
  b,
  launch,
  ...(options.jacobi ? { inverse: inverseDiagonal(coo) } : {}),
};

const elements = Number(options['rate-elements'] ?? RATE_ELEMENTS[backend.device.kind]);
const rate = { target, precision, elements, samples: Math.min(samples, 15), launch };
const before = await measureRates(backend, registry, rate);
const cg = await prepareIterations(parts);
const bytes = iterationBytes(parts);
const times = (await timed(backend, cg.pair, { samples, repeats: iterations / 2, before: cg.begin })).map(
  (ms) => ms / 2,
);
const { updated, anew, curvature } = await cg.check();
// Before and after, because a busy machine changes its mind.
const after = await measureRates(backend, registry, rate);
const rates = { copy: (before.copy + after.copy) / 2, triad: (before.triad + after.triad) / 2 };
const roof = Math.max(rates.copy, rates.triad);
const medianMs = quantile(times, 0.5);
const row = {
  backend: name,
  device: backend.device.name,
  matrix: options.matrix,
  dominant: options.dominant,
  rows,
  nnz: coo.values.length,
  format: matrix.format,
  precision,
  preconditioner: options.jacobi ? 'jacobi' : 'none',
  iterations,
  samples,
  medianUs: medianMs * 1000,
  lowerUs: quantile(times, 0.25) * 1000,
  upperUs: quantile(times, 0.75) * 1000,
  bytes,
  gbPerSecond: bytes / medianMs / 1e6,
  copyGbPerSecond: rates.copy,
  triadGbPerSecond: rates.triad,
  ratio: medianMs / (bytes / roof / 1e6),
  target: TARGET,
  residualUpdated: Math.sqrt(updated),
  residualAnew: Math.sqrt(anew),
};
// An iteration that has nothing left to do moves less than its bytes.
if (!(curvature !== 0 && updated > 0 && Number.isFinite(updated) && Number.isFinite(anew)))
  throw new Error(
    `After ${iterations} iterations the last pᵀAp is ${curvature} and ‖r‖² is ${updated}: they did not all compute something. Give fewer --iterations, or --dominant for a matrix that is not positive definite.`,
  );

const lines = [
  `| ${Object.keys(row).join(' | ')} |`,
  `|${Object.keys(row)
    .map(() => ' --- |')
    .join('')}`,
  `| ${Object.values(row)
    .map((value) => (typeof value === 'number' && !Number.isInteger(value) ? digits(value) : String(value)))
    .join(' | ')} |`,
  '',
  `${digits(row.medianUs)} µs an iteration of ${(bytes / 1e6).toFixed(1)} MB: ${digits(row.gbPerSecond)} GB/s of ${digits(roof)}, ${row.ratio.toFixed(3)} times what the bytes take; the target is ${TARGET}.`,
  '',
  `| step, ${REPEATED} of it in one sequence, so that caches hold what they can | µs | MB | GB/s |`,
  '| --- | --- | --- | --- |',
];
const steps: (readonly [string, number])[] = [];
for (const { name: what, product, bytes: moved } of cg.steps) {
  // Of one step at a time a graph would measure its launch.
  const sequence = await backend.sequence(Array.from({ length: REPEATED }, () => product));
  const us = (quantile(await timed(backend, sequence, { samples, repeats: 2 }), 0.5) * 1000) / REPEATED;
  await sequence.dispose();
  steps.push([what, us]);
  lines.push(
    `| ${what} | ${digits(us)} | ${(moved / 1e6).toFixed(1)} | ${moved === 0 ? '' : digits(moved / us / 1000)} |`,
  );
}

const solved: object[] = [];
if (options.solve !== undefined) {
  const rtol = Number(options.solve);
  const system = await deviceSystem({ backend, registry, precision, coo });
  for (let run = 0; run < 6; run++) {
    const start = performance.now();
    const found = await solve(system, b, { method: 'cg', M: 'jacobi', rtol });
    const seconds = (performance.now() - start) / 1000;
    const { reason, relativeResidual } = found;
    // The first one prepares operators.
    solved.push({ run, seconds, iterations: found.iterations, reason, relativeResidual, rtol });
  }
  await system.dispose();
  lines.push('', ...solved.map((one) => JSON.stringify(one)));
}
process.stdout.write(`${lines.join('\n')}\n`);
if (options.csv !== undefined) {
  const quoted = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));
  if (!existsSync(options.csv)) writeFileSync(options.csv, `${Object.keys(row).join(',')}\n`);
  appendFileSync(options.csv, `${Object.values(row).map(quoted).join(',')}\n`);
}
if (options.json !== undefined)
  writeFileSync(
    options.json,
    `${JSON.stringify({ ...row, kernels: cg.kernels, rates: { before, after }, samplesMs: times, stepsUs: steps, solved }, null, 2)}\n`,
  );
await backend.dispose();
