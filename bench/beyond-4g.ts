// Products of matrices that no WebAssembly memory holds: 370 million entries in f64 (4.5 GB), then, where memory permits, 2197 million in f32 with row starts
// beyond 32 bits (18 GB). Built row by row, judged on sampled rows, timed; and what a kernel in WebAssembly says to the first.
// Prints a line for each product and writes OUT. Exits with 1 where a compared row is wrong.
// Usage: node --expose-gc bench/beyond-4g.ts OUT.json [--n 240] [--n64 434] [--rounds 5] [--threads N]
import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { Kernel, RowSource, StoredMatrix } from '@spmv/core';
import {
  buildMatrixFromRows,
  createRegistry,
  entriesOf,
  formatBytes,
  isSpmvError,
  judgeRows,
  openBackend,
  sampleRows,
  spmv,
} from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as native } from '@spmv/kernels-native';
import { stencil27Rows } from '@spmv/testkit';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, freemem } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    n: { type: 'string', default: '240' },
    n64: { type: 'string', default: '434' },
    rounds: { type: 'string', default: '5' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
const [out] = positionals;
const registry = createRegistry([formats, serialPlugin, native]);
const rounds = Number(options.rounds);

interface Stage {
  readonly n: number;
  readonly format: string;
  readonly precision: 'f64' | 'f32';
  readonly kernels: readonly string[];
}

const STAGES: readonly Stage[] = [
  {
    n: Number(options.n),
    format: 'csr',
    precision: 'f64',
    kernels: ['wasm/csr-simd', 'native/csr', 'native/csr-merge', 'js/csr'],
  },
  { n: Number(options.n64), format: 'csr64', precision: 'f32', kernels: ['native/csr64', 'js/csr64'] },
];

const seconds = (begin: number): number => Math.round(performance.now() - begin) / 1000;

/** Products of one kernel, judged and timed; where it is refused, why. */
async function measure(source: RowSource, matrix: StoredMatrix, kernel: Kernel, team: number): Promise<object> {
  const backend = await openBackend(team === 1 ? serial : threads);
  const precision = matrix.valueType;
  const named = { kernel: kernel.id, threads: team };
  try {
    const begin = performance.now();
    const params = team === 1 ? {} : { threads: team };
    const operator = await backend.prepare({ operation: spmv, matrix, kernel, precision, params });
    const prepareSeconds = seconds(begin);
    const { rows, cols } = source.shape;
    const vectorOf = (length: number, at: (k: number) => number): Float64Array | Float32Array =>
      precision === 'f64'
        ? Float64Array.from({ length }, (_, k) => at(k))
        : Float32Array.from({ length }, (_, k) => at(k));
    const x = vectorOf(cols, (j) => 1 + (j % 1021) / 1024);
    const y = vectorOf(rows, (i) => (i % 509) / 512 - 0.5);
    const [dx, dy] = [await backend.vector(x), await backend.vector(y)];
    operator.apply(dx, dy, -0.75, 0.5);
    const result = await dy.read();
    const { accumulator } = kernel.precisions.find((one) => one.precision === precision) ?? { accumulator: precision };
    const operands = { source, x, y, alpha: -0.75, beta: 0.5 };
    const { compared, failures, errorRatio } = judgeRows(result, sampleRows(source), operands, precision, accumulator);
    const ms = Array.from({ length: rounds }, () => {
      const start = performance.now();
      operator.apply(dx, dy);
      return performance.now() - start;
    });
    const middle = ms.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
    const moved = operator.bytesResident + (cols + rows) * x.BYTES_PER_ELEMENT;
    const [gflops, gigabytes] = [(2 * matrix.nnz) / middle / 1e6, moved / middle / 1e6];
    return {
      ...named,
      prepareSeconds,
      ms,
      gflops,
      gigabytesPerSecond: gigabytes,
      bytes: operator.bytesResident,
      compared,
      failures,
      errorRatio,
    };
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    return { ...named, code: error.code, message: error.message, fix: error.fix };
  } finally {
    await backend.dispose();
    // Workers have ended: what they shared can go before the next copy is made.
    (globalThis as { readonly gc?: () => void }).gc?.();
  }
}

/** Builds a matrix and measures what computes with it. */
async function runStage({ n, format, precision, kernels }: Stage): Promise<object> {
  const source = stencil27Rows({ n, varied: 1 });
  const entries = entriesOf(source);
  // Built once, copied once for the product, and once more where the last copy is still there.
  const needed = 3 * entries * (precision === 'f64' ? 12 : 8) + 40 * source.shape.rows;
  if (freemem() < needed) {
    const left = `${formatBytes(needed)} of memory are needed, ${formatBytes(freemem())} are free`;
    process.stdout.write(`${entries} entries: left out, ${left}\n`);
    return { n, entries, format, precision, left };
  }
  const begin = performance.now();
  const matrix = buildMatrixFromRows(registry.format(format), source, { valueType: precision, maxBytes: Infinity });
  const buildSeconds = seconds(begin);
  process.stdout.write(`${entries} entries, ${format} in ${precision}, built in ${buildSeconds} s\n`);
  const results: object[] = [];
  for (const id of kernels) {
    for (const team of [Number(options.threads), 1]) {
      const result = await measure(source, matrix, registry.kernel(id), team);
      process.stdout.write(`${JSON.stringify({ ...result, at: seconds(0) })}\n`);
      results.push(result);
    }
  }
  return { n, entries, format, precision, buildSeconds, results };
}

const stages: object[] = [];
for (const stage of STAGES) {
  stages.push(await runStage(stage));
  if (out !== undefined)
    writeFileSync(
      out,
      `${JSON.stringify({ cpu: cpus()[0]?.model, cores: availableParallelism(), threads: Number(options.threads), stages })}\n`,
    );
}
const wrong = JSON.stringify(stages).match(/"failures":[1-9]/gu);
if (wrong) process.exitCode = 1;
