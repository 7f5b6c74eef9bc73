import type { CudaLaunchProgram, Precision } from '@spmv/core';
import { buildMatrix, enumerateParams } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';
import { csr } from '@spmv/formats';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { cudaKernels } from '../src/kernels/cuda-kernels.ts';
import {
  cudaCsr,
  cudaCsrBlocks,
  cudaCsrEntries,
  cudaCsrTransposed,
  cudaCsrTransposedAtomic,
  cudaPacked,
  cudaSell,
  cusparseKernels,
  spmm,
} from '../src/index.ts';
import type { Problem } from './cuda-programs.ts';
import { callsOf, contextOf, entries, FORMATS, launchesOf, programOf } from './cuda-programs.ts';
import { entriesOf, spillsOf, stems, threadsOf } from './assembled.ts';
import { needs, needsFull } from '../../../tools/needs.ts';
import { runner, triable } from '../../../tools/runner.ts';

describe('machine code', needs('nvcc'), () => {
  it.each(stems.flatMap((stem) => ['sm_75', 'sm_90'].map((to) => [stem, to] as const)))(
    'of %s for %s is made without spilling',
    { ...needsFull('ptxas', 'nvcc'), timeout: 600_000 },
    (stem, architecture) => {
      const spills = spillsOf(stem, architecture);
      expect(spills.size).toBeGreaterThan(0);
      expect([...spills].filter(([, bytes]) => bytes > 0)).toEqual([]);
    },
  );

  it('has every entry point that a launch names, for as many threads', { timeout: 600_000 }, () => {
    const known = new Map(stems.map((stem) => [stem, entriesOf(stem)]));
    const threads = new Map(stems.map((stem) => [stem, threadsOf(stem)]));
    for (const kernel of cudaKernels.filter(({ vendor }) => vendor !== true))
      for (const { precision } of kernel.precisions)
        for (const order of ['row', 'column'] as const)
          for (const vectors of [1, 3, 6, 64]) {
            const context = contextOf(kernel, { vectors, X: { order }, precision });
            for (const { params, rejected } of enumerateParams(kernel.params, context, kernel.id)) {
              if (rejected !== undefined) continue;
              const { modules, launches } = kernel.program(context, params) as CudaLaunchProgram;
              const source = modules[0]?.source;
              const stem = source?.kind === 'url' ? (/([^/]+?)\.[^/]*$/u.exec(source.url)?.[1] ?? '') : '';
              for (const { entryPoint, block } of launches) {
                expect(known.get(stem)?.has(entryPoint), `${kernel.id}: ${entryPoint}`).toBe(true);
                // Kernels without a bound have few registers.
                expect(block[0], entryPoint).toBeLessThanOrEqual(threads.get(stem)?.get(entryPoint) ?? 256);
              }
            }
          }
  });
});

const session = createSession(cuda);
register(
  await triable(
    [cuda],
    cudaKernels.flatMap((kernel) => {
      const format = FORMATS.find(({ id }) => id === kernel.format);
      return kernelCases({ kernel, format: format as never, operation: spmm, backend: cuda, session });
    }),
  ),
  runner,
);

describe('launches', () => {
  it('give lanes as many columns as are loaded at once', () => {
    const entry = (problem: Problem): string | undefined => launchesOf(cudaCsr, problem).launches.at(-1)?.entryPoint;
    expect(entry({ vectors: 8 })).toBe('spmm_csr_v2m1_f64');
    expect(entry({ vectors: 8, precision: 'f32' })).toBe('spmm_csr_v4m1_f32');
    expect(entry({ vectors: 6, precision: 'f32' })).toBe('spmm_csr_v2m1_f32');
    expect(entry({ vectors: 8, X: { leadingDimension: 9 } })).toBe('spmm_csr_v1m1_f64');
    // By columns a copy by rows is made, in whole packs.
    expect(entry({ vectors: 7, X: { order: 'column' } })).toBe('spmm_csr_v2m1_f64');
    expect(entry({ vectors: 2, X: { order: 'column' } })).toBe('spmm_csr_v1m1_f64');
  });

  it('copy X by rows before where it lies by columns', () => {
    const { launches, scratch } = launchesOf(cudaSell, { vectors: 7, X: { order: 'column' } });
    expect(launches.map(({ entryPoint, grid }) => [entryPoint, grid])).toEqual([
      ['spmm_rows_f64', [1, 2, 1]],
      ['spmm_sell_v2m1_f64', [1, 1, 1]],
    ]);
    expect(scratch).toEqual({ x: 4 * 8 * 8 });
    expect(Object.values(launches[0]?.arguments ?? {}).slice(2)).toEqual([
      { i32: 4 },
      { i32: 7 },
      { i64: 1 },
      { i64: 4 },
      { i64: 8 },
    ]);
    expect(launches[1]?.arguments['x']).toBe('scratch.x');
  });

  it('go over the entries once for each tile of columns', () => {
    const { launches } = launchesOf(cudaCsr, { vectors: 40 }, { tile: 16 });
    expect(launches[0]?.grid).toEqual({ elements: 'auxiliary.tiles', perBlock: 4 / 3 });
    expect(launchesOf(cudaSell, { vectors: 40 }, { tile: 16 }).launches[0]?.grid).toEqual([3, 1, 1]);
  });

  it('keep partial sums of every column of rows that are split', () => {
    const context = contextOf(cudaCsr as never, { vectors: 40 });
    const params = { gather: 'direct', tile: 16, packs: 1, capacity: 2, blockSize: 128 } as const;
    const made = cudaCsr.analyse?.(buildMatrix(csr as never, entries), context, params);
    // A row of three entries in tiles of two: one slot, of 48 columns.
    expect(made?.['tiles']).toEqual(Int32Array.of(0, 0, 0, 2, 0, 0, 2, 3, 1, 3, 3, 5));
    expect(made?.['partials']?.length).toBe(2 * 48);
  });

  it('of equal shares lay rows of X together first that 32 bits do not part, and refuse to gather them as they lie', () => {
    const far = { vectors: 8, X: { leadingDimension: 2 ** 29 } } as const;
    const near = { vectors: 8, X: { leadingDimension: 2 ** 29 - 8 } } as const;
    const names = (problem: Problem) => launchesOf(cudaCsrEntries, problem).launches.map((one) => one.entryPoint);
    expect(names(far)).toEqual(['spmm_rows_f64', 'spmm_csr_entries_v2_f64']);
    expect(names(near)).toEqual(['spmm_csr_entries_v2_f64']);
    const direct = { gather: 'direct', tile: 8, share: 64, blockSize: 64 } as const;
    const context = contextOf(cudaCsrEntries as never, far);
    expect(cudaCsrEntries.params.reject?.(direct, context)).toMatch(/4294967296 bytes apart/u);
  });

  it('of equal shares have the shortest that a device holds all at once, and no more than 40 or 64 entries', () => {
    const share = (vectors: number, precision: Precision, nnz: number) => {
      const context = contextOf(cudaCsrEntries as never, { vectors, precision });
      return cudaCsrEntries.params.suggest?.({ ...context, matrix: { ...context.matrix, nnz } }).share;
    };
    // 132 multiprocessors hold 640 threads each: 2640 groups of 32 lanes, 10560 of 8.
    expect(share(64, 'f64', 2640 * 40)).toBe(40);
    expect(share(64, 'f64', 2640 * 40 + 1)).toBe(48);
    expect(share(32, 'f32', 10_560 * 16)).toBe(16);
    expect([share(32, 'f32', 1), share(32, 'f32', 2 ** 30), share(64, 'f64', 2 ** 30)]).toEqual([16, 40, 64]);
    // Two tiles of columns are twice as many groups.
    expect([share(128, 'f64', 2640 * 16), share(128, 'f64', 2640 * 8)]).toEqual([32, 16]);
  });

  it('of blocks of rows load a row of X once for two rows in f64 and three in f32, and refuse rows that share no columns', () => {
    const { launches } = launchesOf(cudaCsrBlocks, { vectors: 8 });
    expect(launches.map(({ entryPoint, grid }) => [entryPoint, grid])).toEqual([
      ['spmm_csr_blocks_v2r2_f64', [1, 1, 1]],
    ]);
    const f32 = launchesOf(cudaCsrBlocks, { vectors: 8, precision: 'f32' }).launches[0];
    expect(f32?.entryPoint).toBe('spmm_csr_blocks_v4r3_f32');
    const context = contextOf(cudaCsrBlocks as never, { vectors: 8 });
    const params = {
      gather: 'direct',
      tile: 8,
      blockRows: 2,
      leastShared: 0.25,
      threadsPerRow: 1,
      blockSize: 128,
    } as const;
    const matrix = buildMatrix(csr as never, entries);
    expect(() => cudaCsrBlocks.analyse?.(matrix, context, params)).toThrow(/0 % of the entries share theirs/);
    expect(cudaCsrBlocks.analyse?.(matrix, context, { ...params, leastShared: 0 })?.['blockStart']).toEqual(
      Int32Array.of(0, 3, 5),
    );
  });

  it('of the transpose have the entries of each column, in order, and which value each has', () => {
    const context = contextOf(cudaCsrTransposed as never, { vectors: 2 });
    const params = { gather: 'direct', tile: 2, packs: 1, capacity: 128, blockSize: 128 } as const;
    const made = cudaCsrTransposed.analyse?.(buildMatrix(csr as never, entries), context, params);
    expect(made).toMatchObject({
      rowStart: Int32Array.of(0, 1, 3, 4, 5),
      colIndex: Int32Array.of(0, 0, 2, 2, 0),
      order: Int32Array.of(0, 1, 3, 4, 2),
      tiles: Int32Array.of(0, 4, 0, 5),
    });
  });

  it('of the atomic transpose scale Y, line by line of memory, and then share out the entries', () => {
    const given = { vectors: 40, Y: { order: 'column', leadingDimension: 6 } } as const;
    const { launches } = launchesOf(cudaCsrTransposedAtomic, given, { tile: 16, share: 8, blockSize: 64 });
    // Y is 4 × 40; a lane has two columns, so there are eight groups of eight lanes in a block, and three tiles of columns.
    expect(launches.map(({ entryPoint, grid }) => [entryPoint, grid])).toEqual([
      ['spmm_scale_f64', [1, 1, 1]],
      ['spmm_scatter_v2_f64', [1, 3, 1]],
    ]);
    expect(Object.values(launches[0]?.arguments ?? {}).slice(2)).toEqual([
      { i32: 4 },
      { i32: 40 },
      { i64: 1 },
      { i64: 6 },
    ]);
    expect(Object.values(launches[1]?.arguments ?? {}).slice(-5)).toEqual([3, 5, 40, 3, 8].map((i32) => ({ i32 })));
    expect(cudaCsrTransposedAtomic.reproducibility).toBe('none');
  });

  it('of packed slices give a slice as many warps as an entry has lanes', () => {
    const grid = (vectors: number): unknown => launchesOf(cudaPacked, { vectors }).launches[0]?.grid;
    // One slice: one warp, and 16 for each of two tiles of 64 columns, in blocks of four.
    expect([grid(2), grid(128)]).toEqual([
      [1, 1, 1],
      [8, 1, 1],
    ]);
  });

  it('count elements of X in 64 bits, and refuse more rows than 32 bits count', () => {
    // 2^30 rows of 64 columns are 2^36 elements.
    const { launches } = launchesOf(cudaCsr, { vectors: 64, side: 2 ** 30 });
    expect(Object.values(launches[0]?.arguments ?? {}).slice(11, 15)).toEqual([
      { i64: 64 },
      { i64: 1 },
      { i64: 64 },
      { i64: 1 },
    ]);
    expect(() => programOf(cudaCsr, { vectors: 1, side: 2 ** 31 - 1 })).toThrow(/is 2147483647/);
  });
});

describe('cuSPARSE', () => {
  it.each([
    ['row', 'row', 0],
    ['column', 'column', 0],
    ['row', 'column', 1],
    ['column', 'row', 1],
  ] as const)('takes X by %s and Y by %s: X transposed %d', (x, y, transposed) => {
    const { setup, calls, release } = callsOf(cusparseKernels[0], {
      vectors: 5,
      X: { order: x },
      Y: { order: y },
    });
    const order = { i32: y === 'row' ? 2 : 1 };
    const shape = transposed === 1 ? [{ i64: 5 }, { i64: 4 }] : [{ i64: 4 }, { i64: 5 }];
    expect(setup[1]).toEqual({
      routine: 'cusparseCreateDnMat',
      arguments: [{ cellAddress: 'X' }, ...shape, { i64: x === 'row' ? 5 : 4 }, 'A.values', { i32: 1 }, order],
    });
    expect(calls.at(-1)?.arguments.slice(1, 3)).toEqual([{ i32: 0 }, { i32: transposed }]);
    expect(setup.map(({ routine }) => routine.slice('cusparse'.length))).toEqual([
      'CreateCsr',
      'CreateDnMat',
      'CreateDnMat',
      'SpMM_bufferSize',
      'SpMM_preprocess',
    ]);
    expect(release?.length).toBe(3);
  });

  it('refuses rows at odd places where its third algorithm would take two numbers at once from there', () => {
    const third = cusparseKernels.find(({ id }) => id === 'cuda/spmm-cusparse-csr-alg3');
    const layouts = (leadingDimension: number) => ({ X: { leadingDimension }, Y: { leadingDimension: 8 } });
    expect(() => callsOf(third, { vectors: 4, ...layouts(5) })).toThrow(
      expect.objectContaining({ code: 'KERNEL.REFUSED', details: { leadingDimension: 5 } }),
    );
    expect(callsOf(third, { vectors: 4, ...layouts(6) }).calls).toHaveLength(3);
    expect(callsOf(third, { vectors: 3, ...layouts(5) }).calls).toHaveLength(3);
    expect(callsOf(cusparseKernels[0], { vectors: 4, ...layouts(5) }).calls).toHaveLength(3);
  });

  it('multiplies with the transposed matrix where a kernel is of that', () => {
    const transposed = cusparseKernels.filter(({ options }) => options?.['transpose'] === true);
    expect(transposed.length).toBe(7);
    for (const kernel of transposed) {
      const { calls } = callsOf(kernel, { vectors: 5 });
      expect(calls.at(-1)?.arguments[1]).toEqual({ i32: 1 });
    }
  });
});
