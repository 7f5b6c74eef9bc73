import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CudaLaunchProgram, Kernel, KernelContext } from '@spmv/core';
import { enumerateParams, isSpmvError, kernelContext, spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { checkLaunch, COUNT_LIMIT, oneDimensional, resolveGrid } from '@spmv/kernel-kit';
import { cudaKernels } from '../src/kernels/index.ts';
import { compiler } from '../../../tools/machine.ts';
import { needs } from '../../../tools/needs.ts';

const LIMITS = { maxThreadsPerBlock: 1024, maxSharedBytes: 232_448, multiprocessors: 132 };
const device = {
  name: 'a fake GPU',
  kind: 'gpu',
  precisions: ['f64', 'f32'],
  capabilities: ['subgroups'],
  limits: LIMITS,
} as const;
const headers = fileURLToPath(new URL('../../kernel-kit/cuda/', import.meta.url));
const sources = fileURLToPath(new URL('../src/kernels/', import.meta.url));

/** A header of these sizes; no array is made. */
function contextOf(
  format: string,
  rows: number,
  nnz: number,
  scalars: Readonly<Record<string, number>> = {},
): KernelContext {
  const matrix = {
    format,
    shape: { rows, cols: rows },
    nnz,
    valueType: 'f32',
    params: { order: 'column' },
    lengths: { values: nnz },
    scalars: { width: Math.ceil(nnz / rows), stride: rows, sliceCount: Math.ceil(rows / 32), slotCount: 0, ...scalars },
  } as const;
  return kernelContext(spmv, {}, { matrix, device, precision: { precision: 'f32', accumulator: 'f32' } });
}

/** Threads that share a row, of kernels without a parameter for them. */
const LANES = new Map([
  ['cuda/csr-padded', 16],
  ['cuda/csr-warp-shared', 32],
]);

const own = cudaKernels.filter(({ vendor }) => vendor !== true);

describe.each(own.map((kernel) => [kernel.id, kernel] as const))('%s', (_id, kernel) => {
  const programs = (
    context: KernelContext,
  ): readonly { readonly params: object; readonly program: () => CudaLaunchProgram }[] =>
    [...enumerateParams(kernel.params, context, kernel.id)]
      .filter(({ rejected }) => rejected === undefined)
      .map(({ params }) => ({ params, program: () => kernel.program(context, params) as CudaLaunchProgram }));

  it('launches what a grid holds, and fewer groups of threads than 32 bits count, for as many rows as it counts to', () => {
    const all = programs(contextOf(kernel.format ?? '', COUNT_LIMIT - 1, COUNT_LIMIT));
    expect(all.length).toBeGreaterThan(0);
    for (const { params, program } of all) {
      let made: CudaLaunchProgram;
      try {
        made = program();
      } catch (error) {
        // The products of two passes are more than the entries.
        expect(isSpmvError(error, 'KERNEL.REFUSED') && kernel.id === 'cuda/csr-two-pass').toBe(true);
        continue;
      }
      for (const launch of made.launches) {
        const grid = resolveGrid(launch.grid, () => COUNT_LIMIT);
        checkLaunch(kernel.id, { ...launch, grid }, LIMITS);
        const { threadsPerRow = LANES.get(kernel.id) ?? 1 } = params as { readonly threadsPerRow?: number };
        if (Array.isArray(launch.grid)) expect((grid[0] + 1) * (launch.block[0] / threadsPerRow)).toBeLessThan(2 ** 32);
      }
    }
  });

  it.each([
    ['rows', contextOf(kernel.format ?? '', COUNT_LIMIT + 1, COUNT_LIMIT)],
    ['nnz', contextOf(kernel.format ?? '', 1000, COUNT_LIMIT + 1)],
    ['width', contextOf(kernel.format ?? '', 1000, 1000, { width: COUNT_LIMIT + 1 })],
  ] as const)('refuses more %s than it counts to, with the number', (name, context) => {
    const [first] = programs(context);
    // What this one is for.
    if (name === 'nnz' && kernel.id === 'cuda/csr64-vector') return void first?.program();
    expect(() => first?.program()).toThrow(new RegExp(`can count to ${COUNT_LIMIT} .*, but ${name} is \\d+\\.`));
  });
});

it('csr64-vector takes 3 000 000 000 entries: what it counts in 32 bits are rows and the entries of one', () => {
  const kernel = own.find(({ id }) => id === 'cuda/csr64-vector') as Kernel<'cuda'>;
  const context = contextOf('csr64', 1_000_000, 3e9);
  for (const { params, rejected } of enumerateParams(kernel.params, context, 'cuda/csr64-vector')) {
    expect(rejected).toBeUndefined();
    const { launches } = kernel.program(context, params) as CudaLaunchProgram;
    expect(launches).toHaveLength(1);
    const [launch] = launches as [CudaLaunchProgram['launches'][number]];
    checkLaunch('cuda/csr64-vector', { ...launch, grid: resolveGrid(launch.grid, () => 0) }, LIMITS);
    expect(Object.values(launch.arguments).filter((argument) => typeof argument === 'object')).toEqual([
      { i32: 1_000_000 },
    ]);
    expect(launch.entryPoint).toMatch(/^csr64_vector_t(1|2|4|8|16|32)_f32$/);
  }
});

it('32 lanes a row and more than 2^27 rows are more threads than 32 bits count, in a grid that the device takes', () => {
  const rows = 2 ** 27 + 5;
  const shape = oneDimensional(rows, 32, 256);
  const { block } = shape;
  const grid = resolveGrid(shape.grid, () => 0);
  expect(grid[0] * block[0]).toBeGreaterThan(2 ** 32);
  checkLaunch('k', { entryPoint: 'k', grid, block, sharedBytes: 0, arguments: [{ i32: rows }] }, LIMITS);
});

describe('a launch', () => {
  const good = { entryPoint: 'entry', grid: [1, 1, 1], block: [256, 1, 1], sharedBytes: 0, arguments: [] } as const;
  it.each([
    ['blocks along x', { grid: [2 ** 31, 1, 1] }, 2 ** 31],
    ['blocks along y', { grid: [1, 65_536, 1] }, 65_536],
    ['blocks along x', { grid: [0, 1, 1] }, 0],
    ['blocks along x', { grid: [Number.NaN, 1, 1] }, Number.NaN],
    ['threads of a block along x', { block: [2048, 1, 1] }, 2048],
    ['threads of a block along z', { block: [1, 1, 65] }, 65],
    ['threads of a block', { block: [64, 32, 1] }, 2048],
    ['bytes of shared memory', { sharedBytes: 232_449 }, 232_449],
    ['argument 0 (i32)', { arguments: [{ i32: 2 ** 31 }] }, 2 ** 31],
    ['argument rows (i32)', { arguments: { x: 'x', rows: { i32: 0.5 } } }, 0.5],
    ['argument 0 (i64)', { arguments: [{ i64: 2 ** 60 }] }, 2 ** 60],
  ] as const)('of too many %s is refused with the number', (what, change, value) => {
    checkLaunch('cuda/k', good, LIMITS);
    let thrown: unknown;
    try {
      checkLaunch('cuda/k', { ...good, ...change }, LIMITS);
    } catch (error) {
      thrown = error;
    }
    expect(isSpmvError(thrown, 'BACKEND.LIMIT')).toBe(true);
    expect((thrown as Error).message).toContain(`'cuda/k', launch 'entry': ${what} = ${value},`);
  });
});

/** What a program prints that includes a header of the kernels, compiled for the processor. */
function compiled(main: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-header-'));
  try {
    writeFileSync(join(folder, 'main.cpp'), main);
    execFileSync(compiler(), ['-std=c++17', join(folder, 'main.cpp'), '-o', join(folder, 'main')], {
      stdio: 'inherit',
    });
    return execFileSync(join(folder, 'main'), { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('rows of csr64 in kernels', () => {
  it('are found beyond 2^31 and 2^32 entries, each counted from its beginning: row-starts.cuh', needs('cxx'), () => {
    const printed = compiled(`#include <cstddef>
#include <cstdio>
#define __device__
#define __forceinline__ inline
#include "${sources}row-starts.cuh"
int main() {
  const double wide[] = {2147483645.0, 2147483650.0, 4294967297.0, 4294967297.0, 6000000000.0};
  for (unsigned row = 0; row < 4; row++)
    std::printf("%zu %u %u, ", firstOf(wide, row), beginOf(wide, row), endOf(wide, row));
  const int narrow[] = {0, 2147418112};
  std::printf("%zu %u %u", firstOf(narrow, 0), beginOf(narrow, 0), endOf(narrow, 0));
}
`);
    expect(printed).toBe(
      '2147483645 0 5, 2147483650 0 2147483647, 4294967297 0 0, 4294967297 0 1705032703, 0 0 2147418112',
    );
  });
});

describe('thread numbers in kernels', () => {
  it('are never divided after they were formed in 32 bits', () => {
    const files = [sources, headers].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    for (const name of files.filter((file) => /\.cuh?$/.test(file))) {
      const text = readFileSync(name, 'utf8');
      expect(text.match(/globalThread\(\) *[/%*]/g), name).toBeNull();
      expect(text.match(/blockIdx\.x \* blockDim\.x/g), name).toBeNull();
    }
  });

  it('are right past 2^32 threads: common.cuh, compiled for the processor', needs('cxx'), () => {
    // The header between definitions of what CUDA adds to C++, and a program that prints the groups of threads with such numbers.
    const printed = compiled(`#include <cstdio>
#define __device__
#define __forceinline__ inline
#define __shared__
#define __align__(bytes)
struct Three { unsigned x; } blockIdx, blockDim, threadIdx;
template <typename V> V __ldcs(const V* a) { return *a; }
template <typename V> V __shfl_down_sync(unsigned, V v, int, int) { return v; }
unsigned __float_as_uint(float);
float __uint_as_float(unsigned);
#include "${headers}common.cuh"
int main() {
  blockIdx.x = (1u << 27) / 8; blockDim.x = 256; threadIdx.x = 5 * 32 + 3;
  std::printf("%u %u ", globalGroup<32>(), globalGroup<16>());
  blockIdx.x = 0x7fffffffu / 256; threadIdx.x = 255;
  std::printf("%u", globalThread());
}
`);
    expect(printed).toBe(`${2 ** 27 + 5} ${2 ** 28 + 10} ${2 ** 31 - 1}`);
  });
});
