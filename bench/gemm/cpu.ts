// Dense products on the CPU beside what a core computes in registers alone, by turns, best of all samples: for machines that others use too.
// Usage: node bench/gemm/cpu.ts [--rounds N] [--json FILE]
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Backend, Kernel, Vector } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { gemm, jsBlocked, jsNaive, wasmPacked } from '@spmv/gemm';
import { fmaRate } from './fma-rate.ts';

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, json: { type: 'string' } },
});

/** What is timed: `run` gives the operations that it did. */
interface Entry {
  readonly name: string;
  readonly precision: 'f32' | 'f64';
  run(): number;
}

interface Product {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch?: number;
  /** Whether the products of the batch are computed one by one. */
  readonly singly?: boolean;
}

async function product(
  on: Backend,
  kernel: Kernel,
  precision: 'f32' | 'f64',
  name: string,
  of: Product,
): Promise<Entry> {
  const { m, n, k, batch = 1, singly = false } = of;
  const together = singly ? 1 : batch;
  const operator = await on.prepare({ operation: gemm, kernel, precision, sizes: { m, n, k, batch: together } });
  const make = async (rows: number, cols: number): Promise<Vector> => {
    const length = rows * cols * together;
    const data = Float64Array.from({ length }, (_, e) => Math.sin(e));
    return on.dense(rows, cols, {
      batch: together,
      precision,
      data: precision === 'f32' ? new Float32Array(data) : data,
    });
  };
  const made: (readonly [Vector, Vector, Vector])[] = [];
  for (let i = 0; i < (singly ? batch : 1); i++) made.push([await make(m, k), await make(k, n), await make(m, n)]);
  return {
    name,
    precision,
    run: () => {
      for (const [A, B, C] of made) operator.apply(A, B, C);
      return 2 * m * n * k * batch;
    },
  };
}

const one = await openBackend(serial);
const team = await openBackend(threads);
const entries: Entry[] = [];
for (const precision of ['f32', 'f64'] as const) {
  const rate = fmaRate(precision);
  entries.push({ name: 'multiply-add in registers', precision, run: () => rate(20_000) });
  for (const size of [64, 100, 128, 256, 257, 512, 1000, 1024, 2048]) {
    const cube = { m: size, n: size, k: size };
    entries.push(await product(one, wasmPacked(), precision, `wasm/gemm-packed ${size}`, cube));
    if (size === 512 || size === 1024)
      entries.push(
        await product(
          team,
          wasmPacked(),
          precision,
          `wasm/gemm-packed ${size}, ${availableParallelism()} threads`,
          cube,
        ),
      );
    if (size === 64 || size === 512) {
      entries.push(await product(one, jsBlocked, precision, `js/gemm-blocked ${size}`, cube));
      entries.push(await product(one, jsNaive, precision, `js/gemm-naive ${size}`, cube));
    }
  }
  for (const size of [4, 8, 16, 32, 64]) {
    const many = { m: size, n: size, k: size, batch: 1000 };
    entries.push(await product(one, wasmPacked(), precision, `wasm/gemm-packed ${size}, batch of 1000`, many));
    entries.push(
      await product(one, wasmPacked(), precision, `wasm/gemm-packed ${size}, 1000 one by one`, {
        ...many,
        singly: true,
      }),
    );
  }
}
const best = new Map<Entry, number>();
for (let round = 0; round < Number(given.rounds); round++) {
  for (const entry of entries) {
    const until = performance.now() + 10;
    do {
      const begin = performance.now();
      const operations = entry.run();
      best.set(entry, Math.max(best.get(entry) ?? 0, operations / (performance.now() - begin) / 1e6));
    } while (performance.now() < until);
  }
}
const registers = new Map(
  entries.flatMap((entry) => (entry.name.startsWith('multiply') ? [[entry.precision, best.get(entry) ?? 0]] : [])),
);
const rows = entries.map((entry) => {
  const gflops = best.get(entry) ?? 0;
  return {
    name: entry.name,
    precision: entry.precision,
    gflops,
    share: gflops / (registers.get(entry.precision) ?? 1),
  };
});
process.stdout.write(
  `${cpus()[0]?.model.trim() ?? ''}, ${availableParallelism()} cores, Node ${process.version}; best of all samples\n`,
);
for (const { name, precision, gflops, share } of rows)
  process.stdout.write(
    `${precision} ${name.padEnd(48)} ${gflops.toFixed(2).padStart(7)} GFLOP/s ${(100 * share).toFixed(0).padStart(5)} %\n`,
  );
if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(rows, undefined, 1)}\n`);
await one.dispose();
await team.dispose();
