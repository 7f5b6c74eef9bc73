import type { CudaLaunchProgram, KernelContext } from '@spmv/core';
import { isSpmvError, SPLIT_ROWS_INTO_Y } from '@spmv/core';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
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
  expect(pass?.arguments.join(' ')).toBe(
    'A.values auxiliary.rowStart x y partialSums rows param.C alpha beta begin end',
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
      arrays: ['values', 'scratch.partials'],
      numbers: [matrix.shape.rows],
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
      arguments: ['A.values', 'scratch.partials', 'x', 'y', 'alpha', 'beta', { i32: 10 }],
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

it('a kernel in WGSL binds its arrays, x, y and what it writes; a dispatch without texts of its own has those of the first', () => {
  const kernel = wgslKernel({
    ...ABOUT,
    id: 'wgsl/acme/pairs',
    params: workgroupParams,
    dispatch: (_context, { blockSize }) => ({
      scratch: { partials: 8 },
      dispatches: [
        {
          entryPoint: 'pairs',
          texts: [file('pairs.wgsl')],
          arrays: ['position', { array: 'values', window: { first: 0, count: 5 } }],
          written: ['scratch.partials'],
          constants: { blockSize },
          numbers: [10],
          groups: 1,
        },
        { entryPoint: 'finish', arrays: ['scratch.partials'], readsX: false, groups: { auxiliary: 'long', per: 2 } },
      ],
    }),
  });
  const context = contextOf('f32');
  expect(kernel.params.suggest?.(context)).toEqual({ blockSize: 128 });
  const program = kernel.program(context, { blockSize: 128 });
  const texts = program.source as readonly { readonly url: string }[];
  expect(texts.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))).toEqual(['rows.wgsl', 'pairs.wgsl']);
  expect(existsSync(fileURLToPath(texts[0]?.url ?? ''))).toBe(true);
  expect(program.dispatches.map(({ bindings }) => bindings.map(({ buffer, access }) => `${access} ${buffer}`))).toEqual(
    [
      ['read A.position', 'read A.values', 'read x', 'read_write y', 'read_write scratch.partials'],
      ['read scratch.partials', 'read_write y'],
    ],
  );
  expect(program.dispatches.map(({ source }) => source)).toEqual([undefined, undefined]);
});
