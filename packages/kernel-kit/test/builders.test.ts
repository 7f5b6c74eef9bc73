import type { CudaLaunchProgram, Kernel, KernelContext } from '@spmv/core';
import { isSpmvError, SPLIT_ROWS_INTO_Y } from '@spmv/core';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { WgslArray, WorkgroupParams } from '../src/index.ts';
import {
  byRows,
  COUNT_LIMIT,
  cudaKernel,
  cudaModules,
  jsKernel,
  unitsOf,
  wasmKernel,
  wgslKernel,
  workgroupParams,
} from '../src/index.ts';

function contextOf(precision: 'f64' | 'f32', rows = 10): KernelContext {
  return {
    matrix: {
      format: 'acme/pairs',
      shape: { rows, cols: 7 },
      nnz: 12,
      valueType: precision,
      params: {},
      scalars: {},
      lengths: {},
    },
    device: { name: 'd', kind: 'gpu', precisions: [precision], capabilities: [], limits: { maxWorkgroupThreads: 128 } },
    precision: { precision, accumulator: precision },
    sizes: {},
    layouts: {},
  };
}

const ABOUT = { format: 'acme/pairs', title: 'Pairs' } as const;
const file = (name: string): URL => new URL(name, 'file:///package/');

it('a kernel in JavaScript is its module, its export and how it divides', () => {
  const kernel = jsKernel({
    ...ABOUT,
    id: 'js/acme/pairs',
    module: file('pairs.js'),
    export: 'pairs',
    partition: (context) => byRows(context, 'auxiliary.work'),
  });
  expect(kernel).toMatchObject({
    target: 'js',
    operation: 'spmv',
    params: { axes: {} },
    reproducibility: 'run-to-run',
  });
  expect(kernel.precisions.map(({ accumulator }) => accumulator)).toEqual(['f64', 'f64']);
  expect(kernel.program(contextOf('f32'), {}).passes).toEqual([
    {
      module: 'file:///package/pairs.js',
      export: 'pairs',
      partition: { unit: 'rows', count: 10, work: 'auxiliary.work' },
    },
  ]);
});

it('a kernel in WebAssembly is called with its arrays, the vectors, its numbers and its range, in that order', () => {
  const parts = {
    ...ABOUT,
    id: 'wasm/acme/pairs',
    files: { simd: file('simd.wasm'), relaxedSimd: file('relaxed-simd.wasm') },
    export: 'pairs',
    arrays: ['values', 'auxiliary.rowStart'],
    numbers: ['rows', 'param.C'] as const,
    partition: () => ({ ...unitsOf('entries', 12), splitRows: SPLIT_ROWS_INTO_Y }),
  };
  const [pass] = wasmKernel(parts).program(contextOf('f32'), {}).passes;
  expect(pass?.export).toBe('pairsF32');
  expect(pass?.arguments).toEqual(
    'A.values auxiliary.rowStart x y partialSums rows param.C alpha beta begin end'.split(' '),
  );
  expect(pass?.modules.map(({ needs }) => needs)).toEqual([['relaxed-simd'], []]);
  const checked = wasmKernel({ ...parts, build: { checked: true, relaxed: false } }).program(contextOf('f64'), {});
  expect(checked.passes[0]?.modules).toEqual([{ url: 'file:///package/simd.checked.wasm', needs: [] }]);
});

it('a kernel in CUDA is launched with its arrays, x, y, alpha, beta and its numbers; matrices it cannot count are refused', () => {
  const kernel = cudaKernel({
    ...ABOUT,
    id: 'cuda/acme/pairs',
    modules: cudaModules('file:///package/src/kernels/a.ts', 'pairs'),
    launch: ({ matrix }) => ({
      entryPoint: 'pairs',
      grid: [1, 1, 1],
      block: [32, 1, 1],
      arrays: ['values', 'sums = scratch.partials'],
      numbers: { rows: matrix.shape.rows },
      scratch: { partials: 8 },
    }),
  });
  const program = kernel.program(contextOf('f64'), {}) as CudaLaunchProgram;
  expect(program.launches).toEqual([
    {
      entryPoint: 'pairs_f64',
      grid: [1, 1, 1],
      block: [32, 1, 1],
      sharedBytes: 0,
      arguments: {
        values: 'A.values',
        sums: 'scratch.partials',
        x: 'x',
        y: 'y',
        alpha: 'alpha',
        beta: 'beta',
        rows: { i32: 10 },
      },
    },
  ]);
  expect(program.scratch).toEqual({ partials: 8 });
  const headers = program.modules.flatMap((module) => module.headers ?? []);
  expect(existsSync(fileURLToPath(new URL('overlap.cuh', headers[0])))).toBe(true);
  expect(program.modules.map(({ source }) => source.kind === 'url' && source.url)).toEqual([
    'file:///package/dist/kernels/pairs.sm_90.cubin',
    'file:///package/dist/kernels/pairs.ptx',
    'file:///package/src/kernels/pairs.cu',
  ]);
  let thrown: unknown;
  try {
    kernel.program(contextOf('f64', COUNT_LIMIT + 1), {});
  } catch (error) {
    thrown = error;
  }
  expect(isSpmvError(thrown, 'KERNEL.REFUSED')).toBe(true);
});

describe('a kernel in WGSL', () => {
  const pairs = (array: WgslArray): Kernel<'wgsl', WorkgroupParams> =>
    wgslKernel({
      ...ABOUT,
      id: 'wgsl/acme/pairs',
      params: workgroupParams,
      dispatch: (_context, { blockSize }) => ({
        entryPoint: 'pairs',
        texts: [file('pairs.wgsl')],
        arrays: [array, { array: 'four: vec4<u32> = auxiliary.all', window: { first: 0, count: 5 } }],
        written: ['scratch.partials: Sum'],
        constants: { blockSize, ordered: true },
        numbers: { rows: 10, first: 3 },
        groups: 1,
      }),
    });
  const context = contextOf('f32');

  it('binds what its text names, which is declared before it', () => {
    const kernel = pairs('position: i32');
    expect(kernel.params.suggest?.(context)).toEqual({ blockSize: 128 });
    const program = kernel.program(context, { blockSize: 128 });
    const [declared, ...texts] = program.source as unknown as readonly {
      readonly url: string;
      readonly text: string;
    }[];
    expect(declared?.text.trim().split('\n')).toEqual([
      'override blockSize: u32;',
      'override ordered: bool;',
      'struct Launch { rows: u32, first: u32 }',
      '@group(0) @binding(1) var<storage, read> position: array<i32>;',
      '@group(0) @binding(2) var<storage, read> four: array<vec4<u32>>;',
      '@group(0) @binding(3) var<storage, read> x: array<Value>;',
      '@group(0) @binding(4) var<storage, read_write> y: array<Value>;',
      '@group(0) @binding(5) var<storage, read_write> partials: array<Sum>;',
      '@group(0) @binding(6) var<uniform> launch: Launch;',
    ]);
    expect(texts.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))).toEqual(['rows.wgsl', 'pairs.wgsl']);
    expect(existsSync(fileURLToPath(texts[0]?.url ?? ''))).toBe(true);
    expect(program.dispatches).toMatchObject([
      {
        bindings: [
          { buffer: 'A.position', access: 'read' },
          { buffer: 'auxiliary.all', access: 'read', window: { first: 0, count: 5 } },
          { buffer: 'x', access: 'read' },
          { buffer: 'y', access: 'read_write' },
          { buffer: 'scratch.partials', access: 'read_write' },
        ],
        constants: { blockSize: 128, ordered: 1 },
        numbers: [10, 3],
      },
    ]);
  });

  it('is refused where an array has no type', () => {
    expect(() => pairs('position' as WgslArray).program(context, { blockSize: 128 })).toThrow(
      expect.objectContaining({ code: 'KERNEL.PROGRAM_INVALID', fix: expect.stringContaining("'position: u32'") }),
    );
  });
});
