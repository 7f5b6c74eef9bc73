// What pages of 2 MiB under matrices and vectors change: products of two backends in one process, in turns, one of which asks the system for large pages
// (as native kernels do) and one that does not. Prints a line for each matrix and kernel, and writes OUT: samples of both, and how much memory large pages held.
// Usage: node bench/large-pages.ts OUT.json [--threads N] [--rounds 25] [--matrices power-law-1M,…]   (default: one thread, then one for each core; two minutes)
import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { BackendDescriptor, Kernel, NativeProgram, StoredMatrix } from '@spmv/core';
import { buildMatrix, buildMatrixFromRows, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as native } from '@spmv/kernels-native';
import { generateMatrix, stencil27Rows } from '@spmv/testkit';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threads: { type: 'string' },
    rounds: { type: 'string', default: '25' },
    matrices: { type: 'string' },
  },
});
const [out] = positionals;
const rounds = Number(options.rounds);
const registry = createRegistry([formats, serialPlugin, native]);
const csr = registry.format('csr');

/** x of 8 MB at random, hubs; the same without hubs; x of 32 MB; rows that stream. */
const MATRICES: Readonly<Record<string, () => StoredMatrix>> = {
  'power-law-1M': () =>
    buildMatrix(csr, generateMatrix('powerlaw', { rows: 1_000_000, meanPerRow: 7.7, maxPerRow: 90_000 })),
  'random-1M-16': () => buildMatrix(csr, generateMatrix('random', { rows: 1_000_000, perRow: 16 })),
  'random-4M-4': () => buildMatrix(csr, generateMatrix('random', { rows: 4_000_000, perRow: 4 })),
  'stencil27-128': () => buildMatrixFromRows(csr, stencil27Rows({ n: 128 })),
};
const KERNELS = ['native/csr', 'native/csr-merge', 'wasm/csr-simd'];

/** The same kernel, whose module asks for no large pages. */
function withoutLargePages(kernel: Kernel): Kernel {
  return {
    ...kernel,
    program: (context, params) => {
      const program = kernel.program(context, params) as NativeProgram;
      const around = (module: string): string =>
        `data:text/javascript,${encodeURIComponent(`import { open as full } from ${JSON.stringify(module)}; export const open = () => ({ ...full(), largePages: undefined });`)}`;
      return { ...program, passes: program.passes.map((pass) => ({ ...pass, module: around(pass.module) })) };
    },
  };
}

interface Side {
  sample(): number;
  dispose(): Promise<void>;
}

/** Products of a kernel in a backend of their own. */
async function prepareSide(
  descriptor: BackendDescriptor,
  matrix: StoredMatrix,
  kernel: Kernel,
  params: Readonly<Record<string, number>>,
  large: boolean,
): Promise<Side> {
  const backend = await openBackend(descriptor);
  // A kernel in WebAssembly has nobody to ask: a native one asks for the memory of both.
  const asker = registry.kernel('native/csr');
  const small = buildMatrix(csr, generateMatrix('random', { rows: 64, perRow: 2 }));
  if (large) await (await backend.prepare({ operation: spmv, matrix: small, kernel: asker })).dispose();
  const used = large || kernel.target !== 'native' ? kernel : withoutLargePages(kernel);
  const operator = await backend.prepare({ operation: spmv, matrix, kernel: used, params });
  const x = await backend.vector(new Float64Array(matrix.shape.cols).fill(1));
  const y = await backend.vector(matrix.shape.rows);
  return {
    sample() {
      const begin = performance.now();
      operator.apply(x, y);
      return performance.now() - begin;
    },
    dispose: () => backend.dispose(),
  };
}

/** Memory of this process in large pages, in MB. */
function inLargePages(): number {
  try {
    return Number(/^AnonHugePages:\s+(\d+)/mu.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return Number.NaN;
  }
}

const sorted = (samples: readonly number[]): readonly number[] => samples.toSorted((a, b) => a - b);
const median = (samples: readonly number[]): number => sorted(samples)[samples.length >> 1] ?? Number.NaN;

async function measure(name: string, matrix: StoredMatrix, id: string, team: number): Promise<object> {
  const descriptor = team === 1 ? serial : threads;
  const params = team === 1 ? {} : { threads: team };
  const kernel = registry.kernel(id);
  const before = inLargePages();
  const plain = await prepareSide(descriptor, matrix, kernel, params, false);
  const between = inLargePages();
  const large = await prepareSide(descriptor, matrix, kernel, params, true);
  const [ofPlain, ofLarge]: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round++) {
    const [a, b] = [plain.sample(), large.sample()];
    if (round < 0) continue;
    ofPlain.push(a);
    ofLarge.push(b);
  }
  const after = inLargePages();
  await plain.dispose();
  await large.dispose();
  const ratio = median(ofPlain) / median(ofLarge);
  const best = (sorted(ofPlain)[0] ?? Number.NaN) / (sorted(ofLarge)[0] ?? Number.NaN);
  process.stdout.write(
    `${name.padEnd(14)} ${id.padEnd(17)} ${String(team).padStart(3)} threads  plain ${median(ofPlain).toFixed(3)} ms, large ${median(ofLarge).toFixed(3)} ms: ${ratio.toFixed(3)} by medians, ${best.toFixed(3)} by best; in large pages ${Math.round(between - before)} and ${Math.round(after - between)} MB\n`,
  );
  return { matrix: name, kernel: id, threads: team, plainMs: ofPlain, largeMs: ofLarge, ratio, best };
}

const setting = (name: string): string => {
  try {
    return readFileSync(`/sys/kernel/mm/transparent_hugepage/${name}`, 'utf8').trim();
  } catch {
    return 'unknown';
  }
};
const teams = options.threads === undefined ? [1, availableParallelism()] : [Number(options.threads)];
const results: object[] = [];
const host = {
  cpu: cpus()[0]?.model,
  cores: availableParallelism(),
  enabled: setting('enabled'),
  defrag: setting('defrag'),
};
process.stdout.write(`${JSON.stringify(host)}\n`);
for (const name of options.matrices?.split(',') ?? Object.keys(MATRICES)) {
  const matrix = MATRICES[name]?.();
  if (!matrix) throw new Error(`There is no matrix '${name}' here; there are ${Object.keys(MATRICES).join(', ')}.`);
  for (const team of teams) for (const id of KERNELS) results.push(await measure(name, matrix, id, team));
  if (out !== undefined) writeFileSync(out, `${JSON.stringify({ host, results })}\n`);
}
