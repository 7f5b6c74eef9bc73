// Every WGSL kernel of gemm on this machine's GPU, by the device's clock: one line of JSON a measurement.
// Usage: node bench/gemm/webgpu.ts [--seconds 110] [--sizes 512,1024,2048,4096,8192] [--tune 4096] [--only REGEX] [--device NAME] [--runs 5]
// The default point of each kernel at every size first, then all points of some at the size of --tune.
import type { Backend, Kernel, Params, Precision, ValueArray, Vector } from '@spmv/core';
import {
  createRegistry,
  enumerateParams,
  isSpmvError,
  kernelContext,
  openBackend,
  PRECISIONS,
  valueArray,
} from '@spmv/core';
import { plugin as webgpuPlugin, webgpu } from '@spmv/backend-webgpu';
import { gemm, narrowingOf, plugin as gemmPlugin } from '@spmv/gemm';
import process from 'node:process';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '110' },
    sizes: { type: 'string', default: '512,1024,2048,4096,8192' },
    tune: { type: 'string', default: '4096' },
    only: { type: 'string', default: '' },
    device: { type: 'string', default: 'high-performance' },
    runs: { type: 'string', default: '5' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const begin = performance.now();
const left = (): number => Number(options.seconds) - (performance.now() - begin) / 1000;
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** The largest size at which a kernel is worth its time: beyond it one product takes a second. */
function mostRows(kernel: Kernel, precision: Precision): number {
  const simple = /naive|tiled/u.test(kernel.id);
  if (precision === 'df64') return simple ? 1024 : 4096;
  return simple ? 4096 : Infinity;
}

/** The same numbers each time, between −1 and 1: what is multiplied decides the clock that the device keeps. */
function fill(values: ValueArray, seed: number): ValueArray {
  let state = seed;
  for (let i = 0; i < values.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    values[i] = state / 2 ** 31;
  }
  return values;
}

interface Operands {
  readonly n: number;
  readonly a: ValueArray;
  readonly b: ValueArray;
  readonly handles: readonly [Vector, Vector, Vector];
}

async function place(backend: Backend, precision: Precision, n: number): Promise<Operands> {
  const { host } = PRECISIONS[precision];
  const [a, b] = [fill(valueArray(host, n * n), 1), fill(valueArray(host, n * n), 2)];
  return {
    n,
    a,
    b,
    handles: [
      await backend.dense(n, n, { data: a, precision }),
      await backend.dense(n, n, { data: b, precision }),
      await backend.dense(n, n, { precision }),
    ],
  };
}

/** The largest error over its bound in elements all over the result; sums of the host in f64. */
function errorRatio(kernel: Kernel, precision: Precision, { n, a, b }: Operands, c: ValueArray): number {
  const { encoding, unitRoundoff: own } = PRECISIONS[precision];
  const sums = kernel.precisions.find((one) => one.precision === precision)?.accumulator ?? precision;
  const u = PRECISIONS[sums].unitRoundoff;
  const { relative, absolute } = narrowingOf(kernel.options?.['accuracy']);
  let worst = 0;
  for (let sample = 0; sample < 96; sample++) {
    const i = (sample * 2_654_435_761) % n;
    const j = (sample * 40_503 + 7) % n;
    let [sum, size, row, column, rowMost, columnMost] = [0, 0, 0, 0, 0, 0];
    for (let l = 0; l < n; l++) {
      const x = encoding.round(a[i * n + l] as number);
      const y = encoding.round(b[l * n + j] as number);
      sum += x * y;
      size += Math.abs(x * y);
      row += Math.abs(x);
      column += Math.abs(y);
      rowMost = Math.max(rowMost, Math.abs(x));
      columnMost = Math.max(columnMost, Math.abs(y));
    }
    const bound =
      (n + 3) * u * size +
      relative * size +
      absolute * (rowMost * column + columnMost * row) +
      (sums === precision ? 0 : own * Math.abs(sum));
    const ratio = Math.abs((c[i * n + j] as number) - sum) / bound;
    worst = Number.isNaN(ratio) ? Infinity : Math.max(worst, ratio);
  }
  return worst;
}

async function measure(
  backend: Backend,
  kernel: Kernel,
  precision: Precision,
  operands: Operands,
  params: Params,
): Promise<void> {
  const { n, handles } = operands;
  const what = { kernel: kernel.id, precision, ...kernel.options, n, params };
  const started = performance.now();
  try {
    const operator = await backend.prepare({
      operation: gemm,
      kernel,
      precision,
      params,
      sizes: { m: n, n, k: n },
    });
    try {
      operator.apply(...handles);
      const ratio = errorRatio(kernel, precision, operands, await handles[2].read());
      const prepareMs = Math.round(performance.now() - started);
      const times = [...((await operator.time([...handles], { runs: Number(options.runs) })) ?? [])].sort(
        (x, y) => x - y,
      );
      const ms = times[times.length >> 1] ?? Number.NaN;
      print({
        ...what,
        ms,
        least: times[0],
        tflops: (2 * n ** 3) / ms / 1e9,
        errorRatio: ratio,
        right: ratio <= 1,
        prepareMs,
      });
    } finally {
      await operator.dispose();
    }
  } catch (error) {
    print({
      ...what,
      ...(isSpmvError(error) ? { code: error.code } : {}),
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

/** All points of a kernel that this device can run. */
function points(backend: Backend, kernel: Kernel, precision: Precision, n: number): readonly Params[] {
  const found = kernel.precisions.find((one) => one.precision === precision);
  if (!found) return [];
  const context = kernelContext(gemm, kernel, { device: backend.device, precision: found, sizes: { m: n, n, k: n } });
  return enumerateParams(kernel.params, context, kernel.id)
    .filter(({ rejected }) => rejected === undefined)
    .map(({ params }) => params);
}

const probe = await webgpu.probe();
if (!probe.available) {
  print({ unavailable: probe.reason, fix: probe.fix });
  process.exit(77);
}
const backend = await openBackend(webgpu, { device: options.device });
print({ device: backend.device });
const registry = createRegistry([gemmPlugin, webgpuPlugin]);
const pattern = new RegExp(options.only);
const kernels = registry.kernels({ operation: 'gemm', targets: ['wgsl'] }).filter(({ id }) => pattern.test(id));
const runs = (['f32', 'f16', 'df64'] as const).filter((precision) => backend.device.precisions.includes(precision));

/** Visits every kernel of each precision at a size, while there is time. */
async function atSize(
  n: number,
  visit: (kernel: Kernel, precision: Precision, operands: Operands) => Promise<void>,
): Promise<void> {
  for (const precision of runs) {
    const mine = kernels.filter(
      (kernel) => mostRows(kernel, precision) >= n && kernel.precisions.some((one) => one.precision === precision),
    );
    if (mine.length === 0 || left() < 5) continue;
    const operands = await place(backend, precision, n);
    for (const kernel of mine) if (left() > 2) await visit(kernel, precision, operands);
    for (const handle of operands.handles) await handle.dispose();
  }
}

for (const n of sizes)
  await atSize(n, (kernel, precision, operands) => measure(backend, kernel, precision, operands, {}));
if (Number(options.tune) > 0) {
  await atSize(Number(options.tune), async (kernel, precision, operands) => {
    if (precision === 'df64' || /naive|tiled/u.test(kernel.id)) return;
    for (const params of points(backend, kernel, precision, operands.n))
      if (left() > 2) await measure(backend, kernel, precision, operands, params);
  });
}
await backend.dispose();
