// Kernels of several vectors, or points of one, in turns: A B A B, so that what a device does meanwhile is in all of them alike. X and Y by rows. Each product is
// compared with the first candidate's, roughly. A line a candidate, as it goes: the median of each turn in µs, and the median of the ratios to the first candidate of
// the same turn. Where a backend or a candidate is none here, the line says why.
// Usage: node bench/spmm-turns.ts OUT.csv SECONDS MATRIX... --candidates 'cuda/spmm-csr-warp entries=arrays;cuda/spmm-csr-warp entries=pairs' [--vectors 8,32,64]
//        [--precision f64,f32] [--turns 4] [--runs 20]      (matrices are generated, 'stencil27?n=100', or files: wiki-Vote.mtx.gz)
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Backend, CooMatrix, Kernel, Params, Plugin, ValueType } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, parseParamValue } from '@spmv/core';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { parseMatrixMarket, toCoo } from '@spmv/mmio';
import { spmm, plugin as spmmPlugin } from '@spmv/spmm';
import { generateMatrix } from '@spmv/testkit';

const BACKENDS: Readonly<Record<string, string>> = {
  cuda: '@spmv/backend-cuda',
  wgsl: '@spmv/backend-webgpu',
  wasm: '@spmv/backend-serial',
};
const BACKEND_IDS: Readonly<Record<string, string>> = { cuda: 'cuda', wgsl: 'webgpu', wasm: 'serial' };

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    candidates: { type: 'string', default: 'cuda/spmm-csr-warp entries=arrays;cuda/spmm-csr-warp entries=pairs' },
    vectors: { type: 'string', default: '8,32,64' },
    precision: { type: 'string', default: 'f64,f32' },
    turns: { type: 'string', default: '4' },
    runs: { type: 'string', default: '20' },
  },
});
const [out, seconds, ...sources] = positionals as [string, string, ...string[]];
const end = performance.now() + Number(seconds) * 1000;
const wanted = given.candidates.split(';').map((one) => one.trim());
const targets = [...new Set(wanted.map((one) => one.split('/')[0] ?? ''))];
const plugins = await Promise.all(
  targets.map(async (target) => ((await import(BACKENDS[target] ?? target)) as { readonly plugin: Plugin }).plugin),
);
const registry = createRegistry([formats, sell, packed, spmmPlugin, ...plugins] as readonly Plugin[]);
const median = (list: ArrayLike<number>): number =>
  Array.from(list).toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

/** A kernel with the parameters that were said: `cuda/spmm-csr-warp entries=pairs capacity=128`. */
interface Candidate {
  readonly title: string;
  readonly kernel: Kernel;
  readonly params: Params;
}

function candidateOf(title: string): Candidate {
  const [id = '', ...said] = title.split(' ');
  const kernel = registry.kernel(id);
  const params = said.map((one) => {
    const [name = '', text = ''] = one.split('=');
    const axis = kernel.params.axes[name];
    if (!axis) throw new RangeError(`${id} has no parameter ${name}`);
    return [name, parseParamValue(axis, text)] as const;
  });
  return { title, kernel, params: Object.fromEntries(said.length > 0 ? params : []) };
}

function sourceOf(source: string): CooMatrix {
  if (/\.mtx(?:\.gz)?$/u.test(source)) {
    const bytes = readFileSync(source);
    return toCoo(parseMatrixMarket((source.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()));
  }
  const [name = '', query = ''] = source.replace(/^gen:/u, '').split('?');
  return generateMatrix(name, Object.fromEntries([...new URLSearchParams(query)].map(([k, v]) => [k, Number(v)])));
}

/** A candidate that is ready, or why there is none. */
interface Ready {
  readonly title: string;
  readonly time?: () => Promise<number>;
  readonly dispose?: () => Promise<void>;
  readonly note: string;
}

async function ready(
  candidate: Candidate,
  coo: CooMatrix,
  precision: ValueType,
  vectors: number,
  first: { y?: number[] },
): Promise<Ready> {
  const { title, kernel, params } = candidate;
  try {
    const backend = backends.get(kernel.target);
    if (!backend) throw new Error('there is no such backend here');
    const matrix = buildMatrix(registry.format(kernel.format ?? ''), coo, { valueType: precision });
    const operator = await backend.prepare({ operation: spmm, kernel, matrix, precision, sizes: { vectors }, params });
    const x = Float64Array.from({ length: coo.shape.cols * vectors }, (_, i) => ((i * 7919) % 17) / 8 - 1);
    const X = await backend.dense(coo.shape.cols, vectors, {
      data: precision === 'f32' ? Float32Array.from(x) : x,
      precision,
    });
    const Y = await backend.dense(coo.shape.rows, vectors, { precision });
    operator.apply(X, Y);
    const y = await Y.read();
    const found = Array.from({ length: 97 }, (_, i) => y[Math.floor((i * (y.length - 1)) / 96)] ?? 0);
    first.y ??= found;
    const isWrong = found.some((value, i) => Math.abs(value - (first.y?.[i] ?? 0)) > 1e-3 * (1 + Math.abs(value)));
    return {
      title,
      note: isWrong ? 'WRONG' : '',
      time: async () => median((await operator.time([X, Y], { runs: Number(given.runs) })) ?? [Number.NaN]) * 1000,
      dispose: async () => {
        for (const one of [operator, X, Y]) await one.dispose();
      },
    };
  } catch (error) {
    return {
      title,
      note: (error instanceof Error ? error.message : String(error)).slice(0, 120).replaceAll(/[,\n]/gu, ';'),
    };
  }
}

/** Backends by target; those that are not here are left out. */
const backends = new Map<string, Backend | undefined>();
for (const target of targets)
  backends.set(target, await openBackend(registry.backend(BACKEND_IDS[target] ?? target)).catch(() => undefined));

writeFileSync(out, 'matrix,entries,vectors,precision,candidate,turns µs,median µs,ratio to first,note\n', {
  flag: 'a',
});
const candidates = wanted.map(candidateOf);
for (const source of sources) {
  if (performance.now() > end) break;
  const coo = sourceOf(source);
  for (const precision of given.precision.split(',') as ValueType[]) {
    for (const vectors of given.vectors.split(',').map(Number)) {
      if (performance.now() > end) break;
      const first: { y?: number[] } = {};
      const all: Ready[] = [];
      for (const candidate of candidates) all.push(await ready(candidate, coo, precision, vectors, first));
      const turns = all.map((): number[] => []);
      for (let turn = 0; turn < Number(given.turns); turn++)
        for (const [c, one] of all.entries()) if (one.time) turns[c]?.push(await one.time());
      for (const [c, { title, note }] of all.entries()) {
        const own = turns[c] ?? [];
        const ratio = median(own.map((time, t) => time / (turns[0]?.[t] ?? Number.NaN)));
        const texts = [own.map((time) => time.toFixed(2)).join(' '), median(own).toFixed(2), ratio.toFixed(3), note];
        appendFileSync(
          out,
          `${[basename(source), coo.values.length, vectors, precision, title, ...texts].join(',')}\n`,
        );
      }
      for (const { dispose } of all) await dispose?.();
    }
  }
}
for (const backend of backends.values()) await backend?.dispose();
