import { buildMatrix, cooFromEntries, PRECISIONS, roundTo } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { csr, ellpackR } from '@spmv/formats';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createCudaVector } from '../src/cuda-vector.ts';
import { ellpackSteps } from '../src/kernels/ellpack-steps.ts';
import type { NativeDevice } from '../src/native/addon.ts';
import { compiler } from '../../../tools/machine.ts';
import { needs } from '../../../tools/needs.ts';

const HEADERS = fileURLToPath(new URL('../../kernel-kit/cuda/', import.meta.url));
const KERNELS = fileURLToPath(new URL('../src/kernels/', import.meta.url));
const { encoding } = PRECISIONS.bf16;

/** What CUDA adds to C++, and in place of overlap.cuh, which is written in PTX, the same without overlap. */
const BEFORE = `
#include <cstddef>
#include <cstdio>
#include <cstring>
#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(threads)
#define __shared__
#define __align__(bytes)
struct Three { unsigned x; } blockIdx, blockDim, threadIdx;
template <typename V> V __ldcs(const V* a) { return *a; }
template <typename V> V __shfl_down_sync(unsigned, V v, int, int) { return v; }
static unsigned __float_as_uint(float value) { unsigned word; std::memcpy(&word, &value, 4); return word; }
static float __uint_as_float(unsigned word) { float value; std::memcpy(&value, &word, 4); return value; }
#include "${HEADERS}common.cuh"
static void launchDependents() {}
template <typename V> struct Operand {
  const V* address;
  Sum<V> operator[](unsigned i) const { return Sum<V>(address[i]); }
  Sum<V> at(int i, bool wanted) const { return wanted ? Sum<V>(address[i]) : Sum<V>(0); }
};
template <typename V> Operand<V> waitForPrevious(const V* x) { return {x}; }
`;

const list = (numbers: Iterable<number>): string => [...numbers].join(', ');

/** y of one thread a row: `call` is the kernel with its arguments up to x. */
function run(
  kernel: string,
  arrays: string,
  call: string,
  numbers: readonly number[],
  operands: Operands,
): Float32Array {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-bf16-'));
  try {
    const header = join(KERNELS, `${kernel}.cuh`);
    const source = existsSync(header) ? header : join(KERNELS, `${kernel}.cu`);
    const text = readFileSync(source, 'utf8').replace('#include "overlap.cuh"', '');
    const { x, y, alpha, beta } = operands;
    const bits = (values: Float32Array): string => list(encoding.encode(values));
    const main = `${BEFORE}${text}
static unsigned short x[] = {${bits(x)}}, y[] = {${bits(y)}};
${arrays}
int main() {
  blockDim.x = 1;
  for (blockIdx.x = 0; blockIdx.x < ${y.length} + 3; blockIdx.x++)
    ${call}, (const Bf16*)x, (Bf16*)y, ${alpha}, ${beta}, ${list(numbers)});
  std::fwrite(y, 2, ${y.length}, stdout);
}
`;
    writeFileSync(join(folder, 'main.cpp'), main);
    const flags = ['-std=c++17', '-fno-strict-aliasing', '-ffp-contract=off', '-w'];
    execFileSync(compiler(), [...flags, join(folder, 'main.cpp'), '-o', join(folder, 'main')]);
    const out = execFileSync(join(folder, 'main'));
    const result = new Float32Array(y.length);
    encoding.decode(Uint8Array.from(out).buffer, result);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Operands {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly alpha: number;
  readonly beta: number;
}

const shape = { rows: 9, cols: 40 };
const value = (k: number): number => Math.fround(Math.sin(3 * k + 1) * 2 ** ((k % 7) - 3));
const entries = Array.from({ length: 90 }, (_, k) => ({
  row: k < 60 ? 2 : 3 + (k % 5),
  col: (k * 7) % 40,
  value: value(k),
}));
const coo = cooFromEntries(shape, {
  rowIndex: entries.map(({ row }) => row),
  colIndex: entries.map(({ col }) => col),
  values: entries.map((entry) => entry.value),
});
const operands: Operands = {
  x: Float32Array.from({ length: 40 }, (_, j) => value(j + 100)),
  y: Float32Array.from({ length: 9 }, (_, i) => value(i + 200)),
  alpha: roundTo('bf16', 1.7),
  beta: roundTo('bf16', -0.3),
};

it.each([
  { kernel: 'csr', beta: operands.beta },
  { kernel: 'csr', beta: 0 },
  { kernel: 'ellpack-r', beta: operands.beta },
])(
  '$kernel computes in bf16 with sums in f32, β = $beta: compiled for the processor',
  needs('cxx'),
  ({ kernel, beta }) => {
    const given = { ...operands, beta };
    // What must not be read is not read.
    const y = beta === 0 ? new Float32Array(9).fill(Number.NaN) : given.y;
    const format = kernel === 'csr' ? csr : ellpackR;
    const matrix = buildMatrix(format, coo, { valueType: 'f32' });
    const names = kernel === 'csr' ? ['rowStart', 'colIndex'] : ['rowLength', 'colIndex'];
    const declared = [
      ...names.map((name) => `static int ${name}[] = {${list(matrix.arrays[name] as Int32Array)}};`),
      `static unsigned short values[] = {${list(encoding.encode(matrix.arrays['values'] as Float32Array))}};`,
    ].join('\n');
    const call = `${kernel === 'csr' ? 'csr' : 'ellpackR'}<Bf16>(${names.join(', ')}, (const Bf16*)values`;
    const { rowStep, placeStep } = ellpackSteps(matrix);
    const numbers = kernel === 'csr' ? [shape.rows] : [shape.rows, rowStep, placeStep];
    const result = run(kernel, declared, call, numbers, { ...given, y });
    const reference = spmvReference({ coo, ...given }, 'bf16');
    expect(judge(result, reference, 'f32').errorRatio).toBeLessThanOrEqual(1);
    // Sums kept in bf16 would be far outside.
    const rounded = Float32Array.from(result, (v, i) => (i === 2 ? v * (1 + 2 ** -6) : v));
    expect(judge(rounded, reference, 'f32').errorRatio).toBeGreaterThan(1);
  },
);

it('vectors go to the device in two bytes an element and come back as they were stored', async () => {
  const stored: Uint8Array[] = [];
  const device = {
    allocate(bytes: number) {
      const memory = new Uint8Array(bytes);
      stored.push(memory);
      return {
        clear: () => memory.fill(0),
        async write(array: Uint16Array) {
          memory.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
        },
        async read(array: Uint8Array) {
          array.set(memory.subarray(0, array.byteLength));
        },
        dispose: () => {},
      };
    },
  } as unknown as NativeDevice;
  const values = Float32Array.of(1, -2.5, 0.1, 3e38, 2 ** -130, 1 + 2 ** -8);
  const vector = createCudaVector(device, values.length, 'bf16');
  expect(stored[0]?.byteLength).toBe(2 * values.length);
  await vector.write(values);
  const back = new Float32Array(values.length);
  await vector.read(back);
  expect([...back]).toEqual([...values].map((v) => roundTo('bf16', v)));
});
