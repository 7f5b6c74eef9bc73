// Iterations of PageRank a second, by kernel, and where their time goes: the graph is made once, each kernel runs the `pageRank` of @spmv/solvers, timed between two checks.
// Usage: node bench/page-rank.ts [BACKEND:FORMAT:KERNEL[:PRECISION]…] [--rows 1000000] [--mean 10] [--iterations 200] [--threads N] [--json FILE]
//   KERNEL: an id without its target, or `advised`, for what the advice names of those of FORMAT, `any` being all. Default: threads:any:advised webgpu:any:advised:f32
// Prints Markdown, a line as soon as it is there.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bindAdvised, recordedExperience } from '@spmv/advice';
import type { Backend, CooMatrix, Plugin, Precision, Registry } from '@spmv/core';
import { createRegistry, isSpmvError, openBackend, PRECISIONS, product, valueArray } from '@spmv/core';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { plugin as native } from '@spmv/kernels-native';
import type { PreparedMatrix } from '@spmv/solvers';
import { pageRank, solverPlugins } from '@spmv/solvers';
import { generateMatrix } from '@spmv/testkit';
import { dots, linear } from '@spmv/vectors';
import { quantile, timed } from './cg/timing.ts';

/** Iterations a second that are wanted. */
const TARGET = 100;
const PACKAGES: Readonly<Record<string, string>> = {
  serial: '@spmv/backend-serial',
  threads: '@spmv/backend-threads',
  webgpu: '@spmv/backend-webgpu',
  cuda: '@spmv/backend-cuda',
};
const USUAL = ['threads:any:advised', 'webgpu:any:advised:f32'];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '1000000' },
    mean: { type: 'string', default: '10' },
    iterations: { type: 'string', default: '200' },
    threads: { type: 'string' },
    json: { type: 'string' },
  },
});
const launch = options.threads === undefined ? {} : { threads: Number(options.threads) };
const [rows, iterations] = [Number(options.rows), Number(options.iterations)];

interface Row {
  readonly backend: string;
  readonly kernel: string;
  readonly precision: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly iterations: number;
  readonly ms: number;
  readonly perSecond: number;
  readonly productMs: number;
  readonly vectorsMs: number;
  readonly prepareMs: number;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Milliseconds of a product, and of the passes over vectors of an iteration, each by itself. */
async function partsOf(
  backend: Backend,
  registry: Registry,
  made: PreparedMatrix,
  precision: Precision,
): Promise<readonly [productMs: number, vectorsMs: number]> {
  const descriptor = registry.backend(backend.id);
  const order = ['cuda', 'wgsl', 'native', 'wasm', 'js'];
  const kernelOf = (operation: string, ending: string) => {
    const found = registry
      .kernels({ operation, options: { ending }, targets: descriptor.targets, precision })
      .toSorted((a, b) => order.indexOf(a.target) - order.indexOf(b.target))[0];
    if (!found) throw new RangeError(`no kernel for ${operation} ${ending}`);
    return found;
  };
  const host = PRECISIONS[precision].host;
  const vector = () => backend.vector(valueArray(host, rows).fill(1 / rows), precision);
  const [x, y, v] = [await vector(), await vector(), await vector()];
  const number = () => backend.vector(valueArray(host, 1).fill(0.5), precision);
  const [a, s] = [await number(), await number()];
  const prepare = (operation: typeof linear | typeof dots, ending: string) =>
    backend.prepare({
      operation: operation as typeof linear,
      kernel: kernelOf(operation.id, ending),
      precision,
      params: launch,
      sizes: { n: rows },
    });
  const [sums, adds, differs] = [
    await prepare(dots, 'dot'),
    await prepare(linear, 'none'),
    await prepare(linear, 'norm'),
  ];
  const products = await backend.sequence([product(made.operator, x, y, 0.85, 0)]);
  const passes = await backend.sequence([
    product(sums as never, x, v, s),
    product(adds, v, a, y, a),
    product(differs, y, a, x, a, s, 1, -1),
  ]);
  const repeats = backend.device.kind === 'cpu' ? 1 : 10;
  const medianOf = async (sequence: typeof products): Promise<number> =>
    quantile(await timed(backend, sequence, { samples: 15, repeats }), 0.5);
  const found = [await medianOf(products), await medianOf(passes)] as const;
  for (const one of [products, passes, sums, adds, differs, x, y, v, a, s]) await one.dispose();
  return found;
}

async function measure(graph: CooMatrix, spec: string): Promise<Row> {
  const [name = '', format = 'any', kernel = 'advised', wanted] = spec.split(':');
  const { plugin } = (await import(PACKAGES[name] ?? name)) as { readonly plugin: Plugin };
  const registry = createRegistry([formats, csr16, sell, packed, hyb, native, ...solverPlugins, plugin]);
  const descriptor = registry.backend(name);
  const backend = await openBackend(descriptor);
  try {
    const precision = (wanted ?? (backend.device.precisions.includes('f64') ? 'f64' : 'f32')) as Precision;
    let chosen: Pick<Row, 'kernel' | 'params' | 'prepareMs' | 'productMs' | 'vectorsMs'> | undefined;
    const prepareMatrix = async (coo: CooMatrix): Promise<PreparedMatrix> => {
      const begin = performance.now();
      const { choice, operator } = await bindAdvised({
        registry,
        backends: [{ descriptor, backend }],
        coo,
        experience: recordedExperience,
        precision,
        ...(format === 'any' ? {} : { formats: [format] }),
        ...(kernel === 'advised' ? { trials: 3 } : { kernels: [kernel.replace(';', '/')], trials: 0 }),
        verify: false,
      });
      const prepareMs = performance.now() - begin;
      const made = { operator, dispose: () => operator.dispose() };
      const [productMs, vectorsMs] = await partsOf(backend, registry, made, precision);
      const params = { ...choice.formatParams, ...choice.kernelParams, ...choice.launchParams };
      chosen = { kernel: choice.kernel, params, prepareMs, productMs, vectorsMs };
      return made;
    };
    const checks: (readonly [iteration: number, ms: number])[] = [];
    const { ranks } = await pageRank(graph, {
      tol: 1e-300,
      maxiter: iterations,
      place: { backend, registry, precision, prepareMatrix },
      callback: ({ iteration }) => void checks.push([iteration, performance.now()]),
    });
    if (!ranks.every((rank) => rank > 0 && rank < 1)) throw new Error(`${spec}: ranks are no shares`);
    // The first tenth wakes workers, compiles and fills caches.
    const first = checks.find(([iteration]) => iteration >= iterations / 10);
    const last = checks.at(-1);
    if (!first || !last || !chosen || last[0] === first[0]) throw new Error(`${spec}: too few checks`);
    const ms = (last[1] - first[1]) / (last[0] - first[0]);
    return { backend: name, precision, ...chosen, iterations: last[0] - first[0], ms, perSecond: 1000 / ms };
  } finally {
    await backend.dispose();
  }
}

const began = performance.now();
const graph = generateMatrix('powerlaw', { rows, meanPerRow: Number(options.mean) });
const links = { ...graph, values: new Float64Array(graph.values.length).fill(1) };
write(
  `${rows} nodes, ${links.values.length} links, made in ${((performance.now() - began) / 1000).toFixed(1)} s; target ${TARGET} iterations a second\n`,
);
write(
  '| backend | kernel | precision | ms an iteration | iterations/s | product ms | vectors ms | prepared in s | parameters |',
);
write('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
const found: Row[] = [];
for (const spec of positionals.length > 0 ? positionals : USUAL) {
  try {
    const row = await measure(links, spec);
    found.push(row);
    const { backend, kernel, precision, ms, perSecond, productMs, vectorsMs, prepareMs, params } = row;
    write(
      `| ${backend} | ${kernel} | ${precision} | ${ms.toFixed(3)} | **${perSecond.toFixed(1)}** | ${productMs.toFixed(3)} | ${vectorsMs.toFixed(3)} | ${(prepareMs / 1000).toFixed(1)} | ${JSON.stringify(params)} |`,
    );
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    write(`| ${spec} | ${error.message} | | | | | | | |`);
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(found, null, 2)}\n`);
}
