import type { CudaLaunchProgram, DenseOrder, DeviceInfo, Kernel, Params, Precision } from '@spmv/core';
import { enumerateParams, kernelContext } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';
import { checkEntries } from '@spmv/kernel-kit';
import { sourceEntries } from '@spmv/kernel-kit/node';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { cublasKernels, cudaMatrix, cudaPieces, cudaRegister, cudaTiled, gemm } from '../src/index.ts';
import { cudaKernels } from '../src/kernels/cuda-kernels.ts';
import { architecturesOf, assemble, entriesOf, stems, threadsOf } from './assembled.ts';
import { needsFull } from '../../../tools/needs.ts';
import { runner, triable } from '../../../tools/runner.ts';

const ORDERS: readonly DenseOrder[] = ['row', 'column'];
const device: DeviceInfo = {
  name: 'd',
  kind: 'gpu',
  precisions: ['f64', 'f32', 'bf16'],
  capabilities: [],
  limits: { compute: 90, multiprocessors: 132, maxSharedBytes: 232_448, maxThreadsPerBlock: 1024 },
};

interface GpuCase {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch?: number;
  readonly orders?: readonly [DenseOrder, DenseOrder, DenseOrder];
  readonly gap?: number;
  readonly precision?: Precision;
  readonly limits?: DeviceInfo['limits'];
}

/** What a kernel is given for matrices whose lines are `gap` elements apart. */
function contextOf(kernel: Kernel, problem: GpuCase): ReturnType<typeof kernelContext> {
  const { m, n, k, batch = 1, orders = ['row', 'row', 'row'], gap = 0, precision = 'f32', limits = {} } = problem;
  const layout = (rows: number, cols: number, order: DenseOrder): object => {
    const leadingDimension = (order === 'row' ? cols : rows) + gap;
    const lines = order === 'row' ? rows : cols;
    return { rows, cols, order, leadingDimension, batch, batchStride: batch > 1 ? leadingDimension * lines : 0 };
  };
  const context = kernelContext(gemm, kernel, {
    device: { ...device, limits: { ...device.limits, ...limits } },
    precision: { precision, accumulator: precision === 'f64' ? 'f64' : 'f32' },
    sizes: { m, n, k, batch },
  });
  return {
    ...context,
    layouts: { A: layout(m, k, orders[0]), B: layout(k, n, orders[1]), C: layout(m, n, orders[2]) },
  } as ReturnType<typeof kernelContext>;
}

function launchesOf(kernel: Kernel, problem: GpuCase, params: object = {}): CudaLaunchProgram {
  const context = contextOf(kernel, problem);
  const suggested = kernel.params.suggest?.(context) ?? {};
  const defaults = Object.fromEntries(Object.entries(kernel.params.axes).map(([name, axis]) => [name, axis.default]));
  return kernel.program(context, { ...defaults, ...suggested, ...params } as Params) as CudaLaunchProgram;
}

/** The source of a program's modules by its file name without ending. */
const stemOf = ({ modules }: CudaLaunchProgram): string => {
  const source = modules[0]?.source;
  if (source?.kind !== 'url') throw new Error('no module');
  return source.url.slice(source.url.lastIndexOf('/') + 1).split('.')[0] as string;
};

describe('machine code', needsFull('ptxas', 'nvcc'), () => {
  it.each(stems.flatMap((stem) => architecturesOf(stem).map((to) => [stem, to] as const)))(
    'of %s for %s is made without spilling',
    { timeout: 600_000 },
    (stem, architecture) => {
      const spills = assemble(stem, architecture);
      expect(spills.size).toBeGreaterThan(0);
      expect([...spills].filter(([, bytes]) => bytes > 0)).toEqual([]);
    },
  );

  it('has every entry point that a launch names, for as many threads', { timeout: 600_000 }, () => {
    const known = new Map(stems.map((stem) => [stem, entriesOf(stem)]));
    const threads = new Map(stems.map((stem) => [stem, threadsOf(stem)]));
    for (const kernel of cudaKernels.filter(({ vendor }) => vendor !== true))
      for (const { precision } of kernel.precisions)
        for (const a of ORDERS)
          for (const b of ORDERS)
            for (const c of ORDERS)
              for (const gap of [0, 1]) {
                const problem: GpuCase = { m: 64, n: 64, k: 64, orders: [a, b, c], gap, precision };
                const context = contextOf(kernel, problem);
                for (const { params, rejected } of enumerateParams(kernel.params, context, kernel.id)) {
                  if (rejected !== undefined) continue;
                  const program = kernel.program(context, params) as CudaLaunchProgram;
                  const stem = stemOf(program);
                  for (const { entryPoint, block } of program.launches) {
                    expect(known.get(stem)?.has(entryPoint), `${kernel.id}: ${entryPoint}`).toBe(true);
                    const count = block[0] * block[1] * block[2];
                    expect(count, entryPoint).toBe(threads.get(stem)?.get(entryPoint) ?? count);
                  }
                }
              }
  });
});

it.each(cudaKernels.filter(({ vendor }) => vendor !== true).map((kernel) => [kernel.id, kernel] as const))(
  '%s names the parameters of its entry points in their order',
  async (id, kernel) => {
    for (const { precision } of kernel.precisions) {
      const context = contextOf(kernel, { m: 64, n: 64, k: 64, precision });
      for (const { params, rejected } of enumerateParams(kernel.params, context, id)) {
        if (rejected !== undefined) continue;
        const { modules, launches } = kernel.program(context, params) as CudaLaunchProgram;
        const entries = await sourceEntries(modules);
        if (!entries) throw new Error(`${id} has no source`);
        checkEntries(id, launches, entries);
      }
    }
  },
);

const session = createSession(cuda);
register(
  await triable(
    [cuda],
    cudaKernels.flatMap((kernel) => kernelCases({ kernel, operation: gemm, backend: cuda, session })),
  ),
  runner,
);

describe('launches', () => {
  it('have a block for every tile of every product', () => {
    const [tiled] = launchesOf(cudaTiled, { m: 33, n: 65, k: 7, batch: 70_000 }, { edge: 32 }).launches;
    expect(tiled?.grid).toEqual([2 * 3 * 70_000, 1, 1]);
    expect(tiled?.block).toEqual([32, 32, 1]);
    const [naive] = launchesOf(cudaKernels[0] as Kernel, { m: 100, n: 100, k: 5, batch: 3 }).launches;
    expect(naive?.grid).toEqual([Math.ceil(30_000 / 256), 1, 1]);
  });

  it.each([
    [{ m: 4096, n: 4096, k: 4096 }, 'tile_64x128_rr_wide_f32', 76_800],
    [{ m: 8, n: 8, k: 8, batch: 10 }, 'tile_32x32_rr_wide_f32', 9216],
    [{ m: 64, n: 64, k: 64, batch: 1000 }, 'tile_64x64_rr_wide_f32', 17_408],
    [{ m: 512, n: 512, k: 512 }, 'tile_32x64_rr_wide_f32', 79_872],
    [{ m: 24, n: 24, k: 4096 }, 'tile_32x64_rr_wide_f32', 79_872],
    [{ m: 4096, n: 4096, k: 4096, precision: 'f64' }, 'tile_64x64_rr_wide_f64', 33_792],
    [{ m: 4096, n: 4096, k: 4096, gap: 1 }, 'tile_64x128_rr_f32', 76_800],
    // A small device: 48 KiB of shared memory.
    [{ m: 1024, n: 1024, k: 1024, limits: { maxSharedBytes: 49_152 } }, 'tile_64x64_rr_wide_f32', 17_408],
  ] as const)('of register tiles are chosen by shape: %o', (problem, entryPoint, sharedBytes) => {
    const [launch] = launchesOf(cudaRegister, problem).launches;
    expect([launch?.entryPoint, launch?.sharedBytes]).toEqual([entryPoint, sharedBytes]);
  });

  it.each([
    [{ m: 2048, n: 2048, k: 100 }, 'tile_128x64_rr_wide_f64', 3 * 8 * (128 * 20 + 16 * 68)],
    [{ m: 1024, n: 1024, k: 100 }, 'tile_64x64_rr_wide_f64', 3 * 8 * (64 * 20 + 16 * 68)],
    [{ m: 512, n: 512, k: 100 }, 'tile_64x32_rr_wide_f64', 3 * 8 * (64 * 36 + 32 * 36)],
    [{ m: 512, n: 512, k: 100, batch: 16 }, 'tile_128x64_rr_wide_f64', 3 * 8 * (128 * 20 + 16 * 68)],
  ] as const)('of tiles on tensor cores are chosen by how many there are: %o', (problem, entryPoint, sharedBytes) => {
    const [launch] = launchesOf(cudaMatrix, { ...problem, precision: 'f64' }).launches;
    expect([launch?.entryPoint, launch?.sharedBytes]).toEqual([entryPoint, sharedBytes]);
  });

  it('of pieces divide each matrix once, and take the instruction of the device', () => {
    const [, , , f16x3] = cudaPieces as readonly Kernel[];
    const shared = { m: 1000, n: 300, k: 100, batch: 4 } as const;
    const program = launchesOf(f16x3 as Kernel, shared);
    expect(program.launches.map(({ entryPoint, grid }) => [entryPoint, (grid as readonly number[])[0]])).toEqual([
      ['exponents_f32', 32 * 4],
      ['split_f16x3', 8 * 4 * 4],
      ['exponents_f32', 10 * 4],
      ['split_f16x3', 3 * 4 * 4],
      ['multiply_f16x3_128', 8 * 3 * 4],
    ]);
    expect(program.scratch).toEqual({
      left: 8 * 4 * 4 * 2 * 8192,
      right: 3 * 4 * 4 * 2 * 8192,
      leftExponents: 4 * 1000 * 4,
      rightExponents: 4 * 300 * 4,
    });
    expect(stemOf(program)).toBe('pieces-warpgroup');
    expect(stemOf(launchesOf(f16x3 as Kernel, { ...shared, limits: { compute: 86 } }))).toBe('pieces-warp');
    expect(launchesOf(f16x3 as Kernel, { m: 8192, n: 8192, k: 8192 }).launches[4]?.entryPoint).toBe(
      'multiply_f16x3_256',
    );
  });

  it('of cuBLAS are its product by columns: right before left, as each lies', () => {
    const [cublas, tf32] = cublasKernels as readonly Kernel[];
    const programOf = (kernel: Kernel | undefined, problem: GpuCase): unknown =>
      (kernel as Kernel).program(contextOf(kernel as Kernel, problem), {});
    const handle = { handle: true };
    const [m, n, k] = [{ i64: 10 }, { i64: 20 }, { i64: 30 }];
    expect(programOf(cublas, { m: 10, n: 20, k: 30, orders: ['row', 'column', 'row'] })).toEqual({
      kind: 'library',
      library: 'cublas',
      setup: [{ routine: 'cublasSetMathMode', arguments: [handle, { i32: 0 }] }],
      calls: [
        {
          routine: 'cublasSgemm_v2_64',
          arguments: [handle, { i32: 1 }, { i32: 0 }, n, m, k, 'alpha', 'B', k, 'A', k, 'beta', 'C', n],
        },
      ],
    });
    expect(programOf(tf32, { m: 10, n: 20, k: 30, batch: 3 })).toMatchObject({
      setup: [{ arguments: [handle, { i32: 3 }] }],
      calls: [{ routine: 'cublasSgemmStridedBatched_64', arguments: { length: 18 } }],
    });
    expect(programOf(cublas, { m: 1, n: 1, k: 1, precision: 'f64' })).toMatchObject({
      calls: [{ routine: 'cublasDgemm_v2_64' }],
    });
  });

  it('on tensor cores are refused where there are none', () => {
    for (const kernel of [cudaMatrix, ...cudaPieces] as readonly Kernel[]) {
      const precision = kernel.precisions[0]?.precision as Precision;
      const old: GpuCase = { m: 64, n: 64, k: 64, precision, limits: { compute: 75 } };
      expect(() => launchesOf(kernel, old, kernel === cudaMatrix ? {} : { tile: 'warp-128' })).toThrow(/has 7\.5/);
    }
  });

  it('copy whole vectors only where every line begins at one', () => {
    const name = (problem: Omit<GpuCase, 'm' | 'n' | 'k'>): string | undefined =>
      launchesOf(cudaRegister, { m: 64, n: 64, k: 65, ...problem }, { tile: '64x64' }).launches[0]?.entryPoint;
    // Left by rows is copied number by number: its step of 65 does not matter.
    expect(name({})).toBe('tile_64x64_rr_wide_f32');
    expect(name({ orders: ['column', 'row', 'row'] })).toBe('tile_64x64_cr_wide_f32');
    expect(name({ gap: 2 })).toBe('tile_64x64_rr_f32');
    expect(name({ gap: 4 })).toBe('tile_64x64_rr_wide_f32');
  });

  it('a launch for C by columns is the launch of the transposed product', () => {
    const [launch] = launchesOf(cudaTiled, { m: 10, n: 20, k: 30, orders: ['row', 'row', 'column'] }).launches;
    expect(Object.values(launch?.arguments ?? {}).slice(0, 8)).toEqual([
      'B',
      'A',
      'C',
      'alpha',
      'beta',
      { i32: 20 },
      { i32: 10 },
      { i32: 30 },
    ]);
  });

  it('are refused with the number where a size or the number of blocks is beyond 32 bits', () => {
    expect(() => launchesOf(cudaTiled, { m: 2 ** 31 - 1, n: 1, k: 1 })).toThrow(/m is 2147483647/);
    expect(() => launchesOf(cudaTiled, { m: 2 ** 20, n: 2 ** 20, k: 1, batch: 10 }, { edge: 8 })).toThrow(
      /number of blocks is 171798691840/,
    );
  });
});
