// Complex CSR on one core beside Eigen's, in turns: medians of ratios, after both results were compared. A table in Markdown.
// Usage: node bench/eigen.ts EIGEN [MATRIX…]   (EIGEN: the folder that has Eigen/Sparse; MATRIX: a generator; g++ compiles bench/peers/eigen-complex.cpp)
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { plugin as serial } from '@spmv/backend-serial';
import type { Precision } from '@spmv/core';
import {
  buildMatrix,
  complexCoo,
  createRegistry,
  openBackend,
  PRECISIONS,
  precisionsWith,
  spmv,
  toValueType,
  valueArray,
} from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as native } from '@spmv/kernels-native';
import { generateMatrix, randomVector } from '@spmv/testkit';

const MATRICES = [
  'stencil27?n=22',
  'stencil27?n=40',
  'stencil5?n=150',
  'stencil5?n=500',
  'random?rows=20000&perRow=16',
  'random?rows=100000&perRow=16',
  'powerlaw?rows=100000&meanPerRow=10',
];
const ROUNDS = 15;
const [eigen, ...named] = process.argv.slice(2);
if (eigen === undefined) throw new Error('Name the folder that has Eigen/Sparse.');
const folder = mkdtempSync(join(tmpdir(), 'spmv-eigen-'));
const registry = createRegistry([formats, serial, native]);
const backend = await openBackend(registry, 'serial');
const kernel = registry.kernel('native/csr');
const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

/** Median milliseconds of a product, as the peer takes them. */
function timed(product: () => void): number {
  const samples = Array.from({ length: 21 }, () => {
    const start = performance.now();
    let count = 0;
    for (; count === 0 || performance.now() - start < 0.2; count++) product();
    return (performance.now() - start) / count;
  });
  return median(samples);
}

async function row(name: string, precision: Precision): Promise<string> {
  const { host, unitRoundoff } = PRECISIONS[precision];
  const [generator = '', query = ''] = name.split('?');
  const options = Object.fromEntries([...new URLSearchParams(query)].map(([key, value]) => [key, Number(value)]));
  const real = generateMatrix(generator, options);
  const matrix = buildMatrix(registry.format('csr'), complexCoo(real, randomVector(real.values.length, { seed: 5 })), {
    valueType: host,
  });
  const { rows, cols } = real.shape;
  const numbers = toValueType(host, randomVector(2 * cols, { seed: 3 }));
  const file = join(folder, 'product');
  const head = Int32Array.of(rows, cols, real.values.length, 0);
  const parts = [head, ...['rowStart', 'colIndex', 'values'].map((array) => matrix.arrays[array]), numbers];
  const bytes = parts.map((part) => (part ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength) : []));
  writeFileSync(file, Buffer.concat(bytes.map((part) => Buffer.from(part))));
  const peer = spawn(join(folder, precision), [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
  const theirs = async (): Promise<number> => {
    peer.stdin.write('\n');
    const { value } = await answers.next();
    return Number(value);
  };
  const [x, y] = [backend.vector(numbers, precision), backend.vector(rows, precision)];
  const operator = await backend.prepare({ operation: spmv, matrix, kernel, precision });
  const ours = (): number => timed(() => operator.apply(x, y, 1, 0));
  await theirs();
  ours();
  const stored = readFileSync(file);
  const result = valueArray(host, 2 * rows);
  const at = stored.byteLength - numbers.byteLength;
  new Uint8Array(result.buffer).set(stored.subarray(at, at + result.byteLength));
  const mine = await y.read();
  let [size, apart] = [0, 0];
  for (let i = 0; i < result.length; i++) {
    const value = result[i] ?? Number.NaN;
    size = Math.max(size, Math.abs(value));
    apart = Math.max(apart, Math.abs(value - (mine[i] ?? Number.NaN)));
  }
  if (!(apart < 100 * unitRoundoff * size))
    throw new Error(`${name} ${precision}: results are ${apart / size} of the largest element apart`);
  const turns: (readonly [number, number])[] = [];
  for (let r = 0; r < ROUNDS; r++) turns.push([await theirs(), ours()]);
  peer.stdin.end();
  for (const one of [operator, x, y]) await one.dispose();
  const [eigenMs, ms] = [0, 1].map((at) => median(turns.map((turn) => turn[at] ?? Number.NaN)));
  const ratio = median(turns.map(([a, b]) => a / b));
  return `| ${name} | ${precision} | ${eigenMs?.toFixed(4)} | ${ms?.toFixed(4)} | ${ratio.toFixed(2)} |\n`;
}

const source = fileURLToPath(new URL('peers/eigen-complex.cpp', import.meta.url));
const PARTS = { f64: 'double', f32: 'float' };
for (const precision of precisionsWith(2))
  execFileSync('g++', [
    ...`-O3 -march=native -DNDEBUG -DSPMV_PART=${PARTS[PRECISIONS[precision].host]} -I`.split(' '),
    eigen,
    source,
    '-o',
    join(folder, precision),
  ]);
process.stdout.write(
  '| matrix | precision | Eigen ms | native/csr ms | Eigen over ours |\n| --- | --- | --: | --: | --: |\n',
);
for (const name of named.length > 0 ? named : MATRICES)
  for (const precision of precisionsWith(2)) process.stdout.write(await row(name, precision));
await backend.dispose();
rmSync(folder, { recursive: true });
