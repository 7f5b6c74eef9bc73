// Products of a matrix that is beyond the memory of a GPU, or of what is left of it by a limit: copied piece by piece from the host in each product, judged on
// sampled rows, timed, and compared with copies alone. Where the matrix fits, the same of products that find it on the device. Prints a line of JSON, and appends
// it to OUT. Exits with 1 where a compared row is wrong.
// Usage: node --expose-gc bench/pieces.ts [OUT.jsonl] [--memory BYTES] [--n 320] [--format csr] [--kernel cuda/csr-vector] [--precision f64] [--rounds 7]
import type { Operator, RowSource, SparseFormat, SpmvArguments, ValueArray } from '@spmv/core';
import {
  buildMatrixFromRows,
  buildStripes,
  cooOfRows,
  createRegistry,
  cutFor,
  entriesOf,
  judgeRows,
  leastMs,
  openBackend,
  planStorage,
  sampleRows,
  spmv,
  structureOf,
  structureOfRowLengths,
} from '@spmv/core';
import { cuda, plugin } from '@spmv/backend-cuda';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as formats } from '@spmv/formats';
import { stencil27Rows } from '@spmv/testkit';
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    memory: { type: 'string', default: '0' },
    n: { type: 'string', default: '320' },
    format: { type: 'string', default: 'csr' },
    kernel: { type: 'string', default: 'cuda/csr-vector' },
    precision: { type: 'string', default: 'f64' },
    rounds: { type: 'string', default: '7' },
  },
});
const registry = createRegistry([formats, packed, plugin]);
const precision = options.precision === 'f32' ? 'f32' : 'f64';
const rounds = Number(options.rounds);
const format: SparseFormat = registry.format(options.format);
const kernel = registry.kernel(options.kernel);

const seconds = (begin: number): number => Math.round(performance.now() - begin) / 1000;
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

function vectorOf(length: number, at: (k: number) => number): ValueArray {
  const made = precision === 'f64' ? new Float64Array(length) : new Float32Array(length);
  for (let k = 0; k < length; k++) made[k] = at(k);
  return made;
}

const backend = await openBackend(cuda, { options: { memoryBytes: Number(options.memory) } });

/** The operator, by stripes where the device does not hold the matrix, and how it was made. */
async function prepared(source: RowSource): Promise<readonly [operator: Operator<SpmvArguments>, how: object]> {
  const begin = performance.now();
  const matrix = format.buildFromRows ? source : cooOfRows(source);
  const structure = 'values' in matrix ? structureOf(matrix) : structureOfRowLengths(source.shape, source.rowLength);
  const { bytes } = planStorage(format, structure, {}, precision, { maxBytes: Infinity });
  const operandBytes = (source.shape.rows + source.shape.cols) * (precision === 'f64' ? 8 : 4);
  const cut = cutFor(backend.device, bytes, operandBytes);
  if (cut) {
    const stripes = buildStripes(format, matrix, cut, { precision, target: 'cuda' });
    const planSeconds = seconds(begin);
    const operator = await backend.prepare({ operation: spmv, kernel, stripes });
    return [operator, { bytes, planSeconds, prepareSeconds: seconds(begin) }];
  }
  const whole = buildMatrixFromRows(format, 'values' in matrix ? { ...source, coo: matrix } : source, {
    valueType: precision,
    maxBytes: Infinity,
  });
  const buildSeconds = seconds(begin);
  const operator = await backend.prepare({ operation: spmv, kernel, matrix: whole });
  return [operator, { bytes, buildSeconds, prepareSeconds: seconds(begin) }];
}

const source = stencil27Rows({ n: Number(options.n), varied: 1 });
const { rows, cols } = source.shape;
const entries = entriesOf(source);
const [operator, how] = await prepared(source);
(globalThis as { readonly gc?: () => void }).gc?.();
const x = vectorOf(cols, (j) => 1 + (j % 1021) / 1024);
const y = vectorOf(rows, (i) => (i % 509) / 512 - 0.5);
const [dx, dy] = [await backend.vector(x), await backend.vector(y)];
operator.apply(dx, dy, -0.75, 0.5);
const result = await dy.read();
const { accumulator } = kernel.precisions.find((one) => one.precision === precision) ?? { accumulator: precision };
const operands = { source, x, y, alpha: -0.75, beta: 0.5 };
const { compared, failures, errorRatio } = judgeRows(result, sampleRows(source), operands, precision, accumulator);

const samples = await operator.time([dx, dy], { runs: rounds });
const ms = median([...(samples ?? [])]);
/** Products that follow one another: what one adds, and what it costs the host to start it. */
const starts: number[] = [];
await backend.finish();
const begin = performance.now();
for (let r = 0; r < rounds; r++) {
  const started = performance.now();
  operator.apply(dx, dy);
  starts.push(performance.now() - started);
}
await backend.finish();
const inFlightMs = (performance.now() - begin) / rounds;

const { streaming } = operator;
const found = {
  device: backend.device.name,
  memoryBytes: backend.device.limits['memoryBytes'],
  n: Number(options.n),
  rows,
  entries,
  format: format.id,
  kernel: kernel.id,
  precision,
  ...how,
  bytesResident: operator.bytesResident,
  compared,
  failures,
  errorRatio,
  samplesMs: [...(samples ?? [])],
  ms,
  inFlightMs,
  startMs: median(starts),
  gflops: (2 * entries) / ms / 1e6,
  ...(streaming
    ? {
        pieces: streaming.pieces,
        streamedBytes: streaming.bytes,
        busGbPerSecond: streaming.bytesPerSecond / 1e9,
        leastMs: leastMs(streaming),
        gbPerSecond: streaming.bytes / ms / 1e6,
        ofBus: leastMs(streaming) / ms,
        ofBusInFlight: leastMs(streaming) / inFlightMs,
      }
    : { gbPerSecond: (operator.bytesResident + (rows + cols) * x.BYTES_PER_ELEMENT) / ms / 1e6 }),
};
await backend.dispose();
process.stdout.write(`${JSON.stringify(found)}\n`);
const [out] = positionals;
if (out !== undefined) appendFileSync(out, `${JSON.stringify(found)}\n`);
process.exitCode = failures === 0 && compared > 0 ? 0 : 1;
