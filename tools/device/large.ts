/// <reference lib="dom" />
// A product of more than 2^31 entries: built row by row without COO, multiplied by each backend that has a kernel of csr64, and compared on
// sampled rows. Prints a line of JSON. Usage: node large.ts [--n POINTS] [--backends cuda,serial,threads]
import { freemem } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { RowSource, StoredMatrix } from '@spmv/core';
import {
  buildMatrixFromRows,
  createRegistry,
  entriesOf,
  formatBytes,
  INDEX_LIMIT,
  openBackend,
  planStorage,
  spmv,
  structureOfRowLengths,
} from '@spmv/core';
import { judgeRows, sampleRows } from '@spmv/core/oracle';
import { plugin as cuda } from '@spmv/backend-cuda';
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as threads } from '@spmv/backend-threads';
import { plugin as formats } from '@spmv/formats';
import { stencil27Rows } from '@spmv/testkit';

/** (3 · 434 − 2)³ = 2 197 000 000 entries. */
const POINTS = 434;
const KERNELS: Readonly<Record<string, string>> = {
  cuda: 'cuda/csr64-vector',
  serial: 'js/csr64',
  threads: 'js/csr64',
};
const { values: options } = parseArgs({
  options: {
    n: { type: 'string', default: String(POINTS) },
    backends: { type: 'string', default: Object.keys(KERNELS).join(',') },
  },
});
// The packages share most of their kernels: each backend gets a registry of its own.
const registries = Object.fromEntries(
  Object.entries({ cuda, serial, threads }).map(([id, plugin]) => [id, createRegistry([formats, plugin])]),
);

function secondsSince(begin: number): number {
  return Math.round((performance.now() - begin) / 100) / 10;
}

/** One product on one backend, and what the compared rows say of it. */
async function product(id: string, source: RowSource, matrix: StoredMatrix): Promise<object> {
  const registry = registries[id];
  if (!registry) throw new Error(`There is no backend '${id}' here; there are ${Object.keys(KERNELS).join(', ')}.`);
  const kernel = registry.kernel(KERNELS[id]);
  const backend = await openBackend(registry.backend(id));
  try {
    const begin = performance.now();
    const operator = await backend.prepare({ operation: spmv, matrix, kernel });
    const prepareSeconds = secondsSince(begin);
    const { rows, cols } = source.shape;
    const x = Float32Array.from({ length: cols }, (_, j) => 1 + (j % 1021) / 1024);
    const y = Float32Array.from({ length: rows }, (_, i) => (i % 509) / 512 - 0.5);
    const [deviceX, deviceY] = [backend.vector(x), backend.vector(y)];
    const start = performance.now();
    operator.apply(deviceX, deviceY, -0.75, 0.5);
    const result = await deviceY.read();
    const productSeconds = secondsSince(start);
    const accumulator = kernel.precisions.find(({ precision }) => precision === 'f32')?.accumulator ?? 'f32';
    const operands = { source, x, y, alpha: -0.75, beta: 0.5 };
    const report = judgeRows(result, sampleRows(source), operands, 'f32', accumulator);
    const { compared, failures, errorRatio, row } = report;
    return {
      name: `${kernel.id} on ${id}`,
      device: backend.device.name,
      compared,
      rows,
      failures,
      errorRatio,
      worstRow: row,
      bytesResident: operator.bytesResident,
      prepareSeconds,
      productSeconds,
    };
  } finally {
    await backend.dispose();
  }
}

async function main(): Promise<number> {
  const begin = performance.now();
  const n = Number(options.n);
  const source = stencil27Rows({ n, varied: 1 });
  const entries = entriesOf(source);
  const format = registries['serial']?.format('csr64');
  const structure = structureOfRowLengths(source.shape, source.rowLength);
  const { bytes } = planStorage(format, structure, {}, 'f32', { maxBytes: Infinity });
  // Built once, copied once by a backend of the processor, and the vectors.
  const needed = 2 * bytes + 40 * source.shape.rows;
  if (freemem() < needed) {
    process.stderr.write(`${formatBytes(needed)} of memory are needed, ${formatBytes(freemem())} are free.\n`);
    return 77;
  }
  const matrix = buildMatrixFromRows(format, source, { valueType: 'f32', maxBytes: Infinity });
  const buildSeconds = secondsSince(begin);
  const cases: object[] = [];
  for (const id of options.backends.split(',')) {
    cases.push(await product(id, source, matrix));
    process.stderr.write(`${JSON.stringify(cases.at(-1))}\n`);
  }
  process.stdout.write(`${JSON.stringify({ entries, beyond: entries > INDEX_LIMIT, bytes, buildSeconds, cases })}\n`);
  return cases.every((one) => 'failures' in one && one.failures === 0) ? 0 : 1;
}

process.exitCode = await main();
