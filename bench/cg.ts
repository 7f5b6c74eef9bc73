// Iterations of conjugate gradients with several formats, kernels and preconditioners on one matrix, in turns (A B C A B C), beside the rate of a copy or triad in the same run; what each step of
// the best takes; and `solve` of @spmv/solvers to a residual, as bench/peers/cupy-cg.py has it.
// Usage: node bench/cg.ts cuda|webgpu|serial|threads VARIANT… [--matrix gen:stencil27?n=100|FILE.mtx] [--jacobi] [--dominant] [--precision f64] [--rounds 2] [--iterations 100]
//   [--samples 9] [--threads N] [--rate-elements N] [--solve RTOL] [--solves 4] [--json FILE]
//   VARIANT: FORMAT, whose product ends in its sum, or FORMAT:KERNEL with a kernel of SpMV and a pass for the sum; with `,separate` the
//   vectors by general operations, whose numbers have launches of their own; with `,native`, `,wasm` or `,js` all kernels in that language. --dominant: a diagonal that dominates, for matrices that are
//   not positive definite. Prints Markdown, each line as soon as it is there.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bindAdvised, recordedExperience } from '@spmv/advice';
import type { Plugin, Precision, TargetId } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, PRECISIONS } from '@spmv/core';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { plugin as native } from '@spmv/kernels-native';
import { deviceSystem, solve, solverPlugins } from '@spmv/solvers';
import type { Iterations, Parts } from './cg/iteration.ts';
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
const RATE_ELEMENTS = { gpu: 2 ** 26, cpu: 2 ** 24, software: 2 ** 18 } as const;
/** So often a step is in the sequence that times it. */
const REPEATED = 20;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    matrix: { type: 'string', default: 'gen:stencil27?n=100' },
    jacobi: { type: 'boolean', default: false },
    dominant: { type: 'boolean', default: false },
    precision: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    iterations: { type: 'string', default: '100' },
    samples: { type: 'string', default: '9' },
    threads: { type: 'string' },
    'rate-elements': { type: 'string' },
    solve: { type: 'string' },
    solves: { type: 'string', default: '4' },
    json: { type: 'string' },
  },
});
const [name = 'threads', ...specs] = positionals as [keyof typeof PACKAGES | undefined, ...string[]];
const [id, target] = PACKAGES[name];
const { plugin } = (await import(id)) as { readonly plugin: Plugin };
const registry = createRegistry([formats, csr16, sell, packed, native, ...solverPlugins, plugin]);
const descriptor = registry.backend(name);
const backend = await openBackend(descriptor);
const precision = (options.precision ?? (backend.device.precisions.includes('f64') ? 'f64' : 'f32')) as Precision;
const launch = options.threads === undefined ? {} : { threads: Number(options.threads) };
const [samples, rounds, pairs] = [
  Number(options.samples),
  Number(options.rounds),
  Math.ceil(Number(options.iterations) / 2),
];
const digits = (value: number, count = 4): string => value.toPrecision(count);
const write = (line: string): void => void process.stdout.write(`${line}\n`);

const loaded = await loadMatrix(options.matrix);
const coo = options.dominant ? dominated(loaded) : loaded;
const { rows } = coo.shape;
const b = rightSide(rows);
const elements = Number(options['rate-elements'] ?? RATE_ELEMENTS[backend.device.kind]);
const LANGUAGES: readonly TargetId[] = ['native', 'wasm', 'js'];
const languageOf = (spec: string): TargetId => LANGUAGES.find((one) => spec.split(',').includes(one)) ?? target;

/** The best that any of the languages that are compared moves. */
const rateOf = async (): Promise<number> => {
  const rates: number[] = [];
  for (const language of new Set([target, ...specs.map(languageOf)])) {
    const { copy, triad } = await measureRates(backend, registry, {
      target: language,
      precision,
      elements,
      samples: 7,
      launch,
    });
    rates.push(copy, triad);
  }
  return Math.max(...rates);
};

interface Variant {
  readonly spec: string;
  readonly cg: Iterations;
  readonly bytes: number;
  /** Microseconds of an iteration, of each round. */
  readonly us: number[];
}

async function variantOf(spec: string): Promise<Variant> {
  const [kind = 'csr', ...how] = spec.split(',');
  const [format = 'csr', kernel] = kind.split(':');
  const plain = kernel === undefined ? undefined : registry.kernel(kernel);
  const matrix = buildMatrix(registry.format(format), coo, {
    valueType: PRECISIONS[precision].host,
    target: plain?.target ?? languageOf(spec),
  });
  const parts: Parts = {
    backend,
    registry,
    matrix,
    precision,
    target: languageOf(spec),
    b,
    launch,
    ...(plain ? { plain } : {}),
    separate: how.includes('separate'),
    ...(options.jacobi ? { inverse: inverseDiagonal(coo) } : {}),
  };
  return { spec, cg: await prepareIterations(parts), bytes: iterationBytes(parts), us: [] };
}

const csrBytes = iterationBytes({
  matrix: buildMatrix(registry.format('csr'), coo, { valueType: PRECISIONS[precision].host }),
  precision,
  ...(options.jacobi ? { inverse: b } : {}),
});
const before = await rateOf();
const variants: Variant[] = [];
for (const spec of specs) variants.push(await variantOf(spec));
for (let round = 0; round < rounds; round++)
  for (const { cg, us } of variants) {
    const times = await timed(backend, cg.pair, { samples, repeats: pairs, before: cg.begin });
    us.push((quantile(times, 0.5) * 1000) / 2);
  }
const after = await rateOf();
const rate = Math.max(before, after);
write(
  `## ${options.matrix}, ${rows} rows, ${coo.values.length} entries, ${precision}, ${options.jacobi ? 'Jacobi' : 'no preconditioner'}; ${backend.device.name} (${name}${options.threads === undefined ? '' : `, ${options.threads} threads`})\n`,
);
write(
  `Rate of copy or triad of ${elements} elements: ${digits(before)} GB/s before, ${digits(after)} after. An iteration with CSR: ${(csrBytes / 1e6).toFixed(1)} MB.\n`,
);
write(`| variant | µs, by round | MB | GB/s | over its own bytes | over those with CSR | target | kernels |`);
write('| --- | --- | --- | --- | --- | --- | --- | --- |');
const results: object[] = [];
for (const { spec, cg, bytes, us } of variants) {
  const { updated, anew, curvature } = await cg.check();
  // An iteration that has nothing left to do moves less than its bytes.
  const isWhole = curvature !== 0 && updated > 0 && Number.isFinite(updated) && Number.isFinite(anew);
  const best = Math.min(...us);
  const [own, overCsr] = [best / (bytes / rate / 1000), best / (csrBytes / rate / 1000)];
  write(
    `| ${spec}${isWhole ? '' : ' (ended early: no figure)'} | ${us.map((one) => digits(one)).join(' ')} | ${(bytes / 1e6).toFixed(1)} | ${digits(bytes / best / 1000)} | **${own.toFixed(3)}** | ${overCsr.toFixed(3)} | ${TARGET} | ${cg.kernels.join(', ')} |`,
  );
  results.push({ spec, us, bytes, own, overCsr, isWhole, updated, anew, kernels: cg.kernels });
}
for (const { spec, cg } of variants) {
  write(`\n| ${spec}: step, ${REPEATED} of it in one sequence, so that caches hold what they can | µs | MB | GB/s |`);
  write('| --- | --- | --- | --- |');
  let sum = 0;
  for (const { name: what, product, bytes } of cg.steps) {
    const sequence = await backend.sequence(Array.from({ length: REPEATED }, () => product));
    const us = (quantile(await timed(backend, sequence, { samples, repeats: 2 }), 0.5) * 1000) / REPEATED;
    await sequence.dispose();
    sum += us;
    write(
      `| ${what} | ${digits(us)} | ${(bytes / 1e6).toFixed(1)} | ${bytes === 0 ? '' : digits(bytes / us / 1000)} |`,
    );
  }
  write(`| all | ${digits(sum)} | | |`);
}
const solved: object[] = [];
if (options.solve !== undefined) {
  const rtol = Number(options.solve);
  const { choice, operator, stored } = await bindAdvised({
    registry,
    backends: [{ descriptor, backend }],
    coo,
    experience: recordedExperience,
    precision,
    trials: 3,
    verify: false,
  });
  const system = await deviceSystem({ backend, registry, precision, coo, operator, ...(stored ? { stored } : {}) });
  write(`\nsolve, rtol ${rtol}, Jacobi, products by ${choice.kernel}:\n`);
  for (let run = 0; run < Number(options.solves); run++) {
    const start = performance.now();
    const found = await solve(system, b, { method: 'cg', M: 'jacobi', rtol });
    const seconds = (performance.now() - start) / 1000;
    const { reason, relativeResidual, iterations } = found;
    // The first one prepares operators.
    const one = { run, seconds, iterations, reason, relativeResidual };
    solved.push(one);
    write(`    ${JSON.stringify(one)}`);
  }
  await system.dispose();
  await operator.dispose();
}
if (options.json !== undefined)
  writeFileSync(
    options.json,
    `${JSON.stringify({ ...options, device: backend.device.name, rows, nnz: coo.values.length, rates: { before, after }, results, solved }, null, 2)}\n`,
  );
await backend.dispose();
