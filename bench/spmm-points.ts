// Times CUDA kernels of several vectors at many points of their parameters, X and Y by rows, to see what their usual points lose. A line a point, as it
// goes; cuSPARSE's at their usual one. Each product is compared with the first kernel's, roughly: validation is another program.
// Usage: node bench/spmm-points.ts OUT.csv SECONDS MATRIX... [--vectors 16,32,64] [--precision f64,f32] [--points 40] [--only REGEX] [--backend serial]
import { appendFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Backend, CooMatrix, Kernel, ParamPoint, Plugin, StoredMatrix, ValueType } from '@spmv/core';
import {
  buildMatrix,
  createRegistry,
  enumerateParams,
  formatParams,
  headerOf,
  kernelContext,
  openBackend,
  resolveParams,
} from '@spmv/core';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { parseMatrixMarket, toCoo } from '@spmv/mmio';
import { spmm, plugin as spmmPlugin } from '@spmv/spmm';
import { generateMatrix } from '@spmv/testkit';

const RUNS = 20;
const BACKENDS = {
  cuda: { plugin: '@spmv/backend-cuda', target: 'cuda' },
  serial: { plugin: '@spmv/backend-serial', target: 'wasm' },
} as const;
type Name = keyof typeof BACKENDS;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    vectors: { type: 'string', default: '16,32,64' },
    precision: { type: 'string', default: 'f64,f32' },
    points: { type: 'string', default: '40' },
    only: { type: 'string', default: '.' },
    backend: { type: 'string', default: 'cuda' },
  },
});
const [out, seconds, ...sources] = positionals as [string, string, ...string[]];
const on = values.backend as Name;
const { plugin } = (await import(BACKENDS[on].plugin)) as { readonly plugin: Plugin };
const registry = createRegistry([formats, sell, packed, plugin, spmmPlugin] as readonly Plugin[]);
const end = performance.now() + Number(seconds) * 1000;

function load(source: string): CooMatrix {
  if (source.startsWith('gen:')) {
    const [name = '', query = ''] = source.slice(4).split('?');
    const given = new URLSearchParams(query);
    return generateMatrix(name, Object.fromEntries([...given].map(([key, value]) => [key, Number(value)])));
  }
  const bytes = readFileSync(source);
  return toCoo(parseMatrixMarket(source.endsWith('.gz') ? gunzipSync(bytes) : bytes));
}

/** Points in an order that does not depend on their axes. */
function shuffled<T>(list: readonly T[]): readonly T[] {
  let state = 12345;
  const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0);
  return list
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function median(samples: Float64Array): number {
  return samples.toSorted()[samples.length >> 1] ?? Number.NaN;
}

/** The same, disposed of at the end of its block. */
function disposable<T extends { dispose(): Promise<void> }>(object: T): T & AsyncDisposable {
  return Object.assign(object, { [Symbol.asyncDispose]: () => object.dispose() });
}

async function measure(backend: Backend, name: string, coo: CooMatrix): Promise<void> {
  const stored = new Map<string, StoredMatrix | Error>();
  for (const precision of values.precision.split(',') as ValueType[]) {
    for (const vectors of values.vectors.split(',').map(Number)) {
      const x = Float64Array.from({ length: coo.shape.cols * vectors }, (_, i) => ((i * 7919) % 17) / 8 - 1);
      const X = await backend.dense(coo.shape.cols, vectors, {
        data: precision === 'f32' ? Float32Array.from(x) : x,
        precision,
      });
      const Y = await backend.dense(coo.shape.rows, vectors, { precision });
      let expected: number[] | undefined;
      for (const kernel of registry.kernels({ operation: 'spmm', targets: [BACKENDS[on].target] })) {
        if (kernel.options?.['transpose'] === true || kernel.format === undefined) continue;
        if (!new RegExp(values.only, 'u').test(kernel.id) && !kernel.id.includes('cusparse')) continue;
        const key = `${kernel.format} ${precision}`;
        try {
          if (!stored.has(key))
            stored.set(key, buildMatrix(registry.format(kernel.format), coo, { valueType: precision }));
        } catch (error) {
          stored.set(key, error as Error);
        }
        const matrix = stored.get(key);
        if (!matrix || matrix instanceof Error) continue;
        for (const { params } of pointsOf(kernel, matrix, precision, vectors, backend)) {
          if (performance.now() > end) return;
          let microseconds = Number.NaN;
          let note = '';
          try {
            await using operator = disposable(
              await backend.prepare({ operation: spmm, kernel, matrix, precision, sizes: { vectors }, params }),
            );
            operator.apply(X, Y);
            const found = sample(await Y.read());
            expected ??= found;
            if (found.some((value, i) => Math.abs(value - (expected?.[i] ?? 0)) > 1e-3 * (1 + Math.abs(value))))
              note = 'WRONG';
            const samples = await operator.time([X, Y], { runs: RUNS });
            if (samples) microseconds = median(samples) * 1000;
          } catch (error) {
            note = error instanceof Error ? error.message.slice(0, 80).replaceAll(',', ';') : 'failed';
          }
          const line = [
            name,
            coo.values.length,
            vectors,
            precision,
            kernel.id,
            `"${formatParams(params)}"`,
            microseconds.toFixed(2),
            note,
          ];
          appendFileSync(out, `${line.join(',')}\n`);
        }
      }
      await Promise.all([X.dispose(), Y.dispose()]);
    }
  }
}

function sample(y: ArrayLike<number>): number[] {
  return Array.from({ length: 97 }, (_, i) => y[Math.floor((i * (y.length - 1)) / 96)] ?? 0);
}

/** The usual point, then others. */
function pointsOf(
  kernel: Kernel,
  matrix: StoredMatrix,
  precision: ValueType,
  vectors: number,
  backend: Backend,
): readonly ParamPoint[] {
  const own = kernel.precisions.find((candidate) => candidate.precision === precision);
  if (!own) return [];
  const context = kernelContext(spmm, kernel, {
    matrix: headerOf(matrix),
    device: backend.device,
    precision: own,
    sizes: { vectors },
  });
  const usual: ParamPoint = { params: resolveParams(kernel.params, {}, context, kernel.id) };
  if (kernel.id.includes('cusparse')) return [usual];
  const fixed = 'gather' in kernel.params.axes ? { gather: ['direct'] } : {};
  const others = enumerateParams(kernel.params, context, kernel.id, fixed).filter(
    ({ rejected }) => rejected === undefined,
  );
  return [usual, ...shuffled(others).slice(0, Number(values.points))];
}

const backend = await openBackend(registry.backend(on));
for (const source of sources) {
  if (performance.now() > end) break;
  await measure(backend, basename(source).replace(/\.mtx(\.gz)?$/u, ''), load(source));
}
await backend.dispose();
