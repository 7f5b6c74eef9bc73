// One GPU beside several of the same host for what is more than a product of SpMV: several vectors, Aᵀx, a sum over vectors, and iterations of conjugate gradients; of the matrices of
// gpus-matrices.ts in CSR of f64. Each is timed in turns, and what it leaves on several is compared with what it leaves on one. Prints a row of a Markdown table for each as soon as it is there,
// and writes OUT after each.
// Usage: node --expose-gc bench/gpus-operations.ts OUT.json [--devices 0,1] [--sizes 0.4,4.6,1.6,0.1] [--matrices stencil27,fem-band] [--seconds 70]
import type { Backend, Operator, StoredMatrix } from '@spmv/core';
import { createRegistry, formatBytes, isSpmvError, openBackend, spmv } from '@spmv/core';
import { plugin as cudaPlugin, cuda } from '@spmv/backend-cuda';
import { plugin as formats } from '@spmv/formats';
import { solverPlugins } from '@spmv/solvers';
import { plugin as spmmPlugin, spmm } from '@spmv/spmm';
import { dots } from '@spmv/vectors';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { prepareIterations } from './cg/iteration.ts';
import { quantile, timed } from './cg/timing.ts';
import { matricesUpTo } from './gpus-matrices.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: 'string', default: 'all' },
    sizes: { type: 'string', default: '0.4,4.6,1.6,0.1' },
    matrices: { type: 'string', default: 'stencil27,fem-band' },
    seconds: { type: 'string', default: '70' },
  },
});
const [out] = positionals;
const VECTORS = 8;
const ROUNDS = 3;
/** Iterations, two of which are one sequence. */
const PAIRS = 20;
const registry = createRegistry([formats, cudaPlugin, spmmPlugin, ...solverPlugins]);
const csr = registry.format('csr');

/** What is timed on one device or several: milliseconds of one, what it leaves, and what is copied for it. */
interface Subject {
  time(): Promise<number>;
  result(): Promise<ArrayLike<number>>;
  exchange(): { readonly bytes: number; readonly copies: number } | undefined;
  dispose(): Promise<void>;
}
type Work = (backend: Backend, matrix: StoredMatrix) => Promise<Subject>;

const some = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => 1 + (i % 1021) / 1024);
const bound = (matrix: StoredMatrix) => ({ matrix, format: csr, trusted: true });

/** A product of an operator with a stored matrix. */
function ofOperator(
  operator: Operator,
  operands: readonly unknown[],
  read: () => Promise<ArrayLike<number>>,
  owned: readonly { dispose(): Promise<void> }[],
): Subject {
  return {
    time: async () => quantile([...((await operator.time(operands, { runs: 8 })) ?? [Number.NaN])], 0.5),
    result: async () => {
      operator.apply(...operands);
      return read();
    },
    exchange: () => operator.exchange?.(),
    async dispose() {
      for (const one of [operator, ...owned]) await one.dispose();
    },
  };
}

const WORK: Readonly<Record<string, Work>> = {
  [`spmm, ${VECTORS} vectors`]: async (backend, matrix) => {
    const { rows, cols } = matrix.shape;
    const kernel = registry.kernel('cuda/spmm-csr');
    const operator = await backend.prepare({
      operation: spmm,
      kernel,
      ...bound(matrix),
      sizes: { vectors: VECTORS },
    });
    const x = await backend.dense(cols, VECTORS, { data: some(cols * VECTORS) });
    const y = await backend.dense(rows, VECTORS, { precision: 'f64' });
    return ofOperator(operator, [x, y], () => y.read(), [x, y]);
  },
  transposed: async (backend, matrix) => {
    const kernel = registry.kernel('cuda/csr-transposed');
    const operator = await backend.prepare({ operation: spmv, kernel, ...bound(matrix) });
    const [x, y] = [await backend.vector(some(matrix.shape.rows)), await backend.vector(matrix.shape.cols)];
    return ofOperator(operator, [x, y], () => y.read(), [x, y]);
  },
  sum: async (backend, { shape: { rows } }) => {
    const kernel = registry.kernel('cuda/dots-dot');
    const operator = await backend.prepare({ operation: dots, kernel, sizes: { n: rows } });
    const [x, z, s] = [await backend.vector(some(rows)), await backend.vector(some(rows)), await backend.vector(1)];
    return ofOperator(operator, [x, z, s], () => s.read(), [x, z, s]);
  },
  'cg, an iteration': async (backend, matrix) => {
    const b = some(matrix.shape.rows);
    const parts = { backend, registry, ...bound(matrix), precision: 'f64', target: 'cuda', b, launch: {} } as const;
    const { begin, pair, check, exchange, dispose } = await prepareIterations(parts);
    return {
      time: async () => quantile(await timed(backend, pair, { samples: 3, repeats: PAIRS, before: begin }), 0.5) / 2,
      async result() {
        begin.run();
        for (let k = 0; k < 3; k++) pair.run();
        const { updated, anew, curvature } = await check();
        return [updated, anew, curvature];
      },
      exchange,
      dispose,
    };
  },
};

const started = performance.now();
const seconds = (): number => Math.round((performance.now() - started) / 100) / 10;
const several = await openBackend(cuda, { device: options.devices });
const [first = '0'] = String(several.device.details?.['device'] ?? '0').split(',');
const one = await openBackend(cuda, { device: first });
const sizes = options.sizes.split(',').map((gigabytes) => Math.round(Number(gigabytes) * 1e9));
const makers = matricesUpTo(Math.max(...sizes));
const results: object[] = [];

/** The largest difference, over the largest number: sums are taken in other orders. */
function difference(got: ArrayLike<number>, wanted: ArrayLike<number>): number {
  let [apart, size] = [0, 0];
  for (let i = 0; i < wanted.length; i++) {
    apart = Math.max(apart, Math.abs((got[i] as number) - (wanted[i] as number)));
    size = Math.max(size, Math.abs(wanted[i] as number));
  }
  return size > 0 ? apart / size : apart;
}

/** What came of one and of several devices, by the same work. */
interface Found {
  readonly ms: Readonly<Record<'one' | 'several', number>>;
  readonly samples: Readonly<Record<'one' | 'several', readonly number[]>>;
  readonly ratio: number;
  readonly exchange: ReturnType<Subject['exchange']>;
  readonly apart: number;
  /** The same of several devices and once more of them: 0 where bits repeat. */
  readonly again: number;
}

/** What was not measured, and why. */
interface Left {
  readonly code?: string;
  readonly message: string;
}

async function measure(work: Work, matrix: StoredMatrix): Promise<Found> {
  const made: Subject[] = [];
  try {
    for (const backend of [one, several]) made.push(await work(backend, matrix));
    const [single, team] = made as [Subject, Subject];
    const apart = difference(await team.result(), await single.result());
    const again = difference(await team.result(), await team.result());
    const samples: { readonly one: number[]; readonly several: number[] } = { one: [], several: [] };
    for (let round = 0; round < ROUNDS; round++) {
      samples.one.push(await single.time());
      samples.several.push(await team.time());
    }
    const ms = { one: quantile(samples.one, 0.5), several: quantile(samples.several, 0.5) };
    return { ms, samples, ratio: ms.one / ms.several, exchange: team.exchange(), apart, again };
  } finally {
    for (const subject of made) await subject.dispose();
  }
}

const us = (ms: number): string => (1000 * ms).toFixed(1);
function row(matrix: string, bytes: number, what: string, found: Found | Left): string {
  const cells = [what, matrix, formatBytes(bytes)];
  if ('message' in found) return `| ${[...cells, found.message].join(' | ')} |`;
  const { ms, ratio, exchange, apart } = found;
  const copied = [formatBytes(exchange?.bytes ?? 0), exchange?.copies ?? 0];
  return `| ${[...cells, us(ms.one), us(ms.several), ratio.toFixed(3), ...copied, apart.toExponential(1)].join(' | ')} |`;
}

process.stdout.write(
  [
    `${several.device.name}; µs of one, hot, medians of ${ROUNDS} turns; an iteration by the host's clock. "apart": what several leave, beside what one leaves.`,
    '',
    '| what | matrix | as stored | one | several | ratio | copied | copies | apart |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|',
    '',
  ].join('\n'),
);
/** Sums in f64 of other orders, after six iterations. */
const MOST_APART = 1e-6;
/** Whether the devices are still there. */
async function measureAll(stored: StoredMatrix, matrix: string, bytes: number): Promise<boolean> {
  for (const [what, work] of Object.entries(WORK)) {
    let found: Found | Left;
    try {
      found = seconds() > Number(options.seconds) ? { message: 'left out: no time' } : await measure(work, stored);
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      found = { code: error.code, message: error.message };
    }
    const code = 'code' in found ? found.code : undefined;
    if (code !== undefined || ('apart' in found && (!(found.apart <= MOST_APART) || found.again > 0)))
      process.exitCode = 1;
    results.push({ matrix, bytes, what, at: seconds(), ...found });
    process.stdout.write(`${row(matrix, bytes, what, found)}\n`);
    const head = { device: several.device.name, details: one.device.details, seconds: seconds() };
    if (out !== undefined) writeFileSync(out, `${JSON.stringify({ ...head, results }, null, 1)}\n`);
    // An error of one device ends all of them.
    if (code === 'BACKEND.FAILED') return false;
  }
  return true;
}

const wanted = sizes.flatMap((bytes) => options.matrices.split(',').map((matrix) => [bytes, matrix] as const));
for (const [bytes, matrix] of wanted) {
  if (seconds() > Number(options.seconds)) break;
  if (!(await measureAll((makers[matrix] as (typeof makers)[string])(bytes).matrix, matrix, bytes))) break;
  (globalThis as { readonly gc?: () => void }).gc?.();
}
for (const backend of [several, one]) await backend.dispose();
