import type { KernelContext, WasmArgument, WasmProgram } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import type { RowOrderParams, WasmBuild, WasmFiles } from '@spmv/kernel-kit';
import { byRowBlocks, rowBlocks, rowBlockStarts, rowOrder, rowOrderParams, wasmModules } from '@spmv/kernel-kit';
import type { Ending } from '../endings.ts';
import { sumsOf } from '../endings.ts';
import type { Endings } from './fused-kernel.ts';
import { eachEnding } from './fused-kernel.ts';

const FILES: WasmFiles = {
  simd: new URL('../../dist/wasm/simd.wasm', import.meta.url),
  relaxedSimd: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
};

/** The address of what the ending has not. */
const NONE = 0;

/** What the functions of a format are given: its arrays, and after those of the ending its numbers. */
interface Rows {
  readonly name: 'csr' | 'sell';
  readonly arrays: readonly WasmArgument[];
  readonly numbers: readonly WasmArgument[];
}

function programOf(ending: Ending, { matrix, precision }: KernelContext, rows: Rows, build: WasmBuild): WasmProgram {
  const modules = wasmModules(FILES, build);
  const blocks = rowBlocks(matrix);
  const suffix = precision.precision === 'f64' ? 'F64' : 'F32';
  const sums = sumsOf(ending);
  const ifSummed = (name: 's' | 't', argument: WasmArgument): WasmArgument => (sums.includes(name) ? argument : NONE);
  const updates = ending === 'axpy';
  const total = {
    modules,
    export: `total${suffix}`,
    arguments: ['scratch.sums', ifSummed('s', 's'), ifSummed('t', 't'), blocks.count],
    partition: { unit: 'sums', count: 1 },
  };
  return {
    scratch: { sums: { element: 'f64', length: sums.length > 0 ? 2 * blocks.count : 0 } },
    passes: [
      {
        modules,
        export: `${rows.name}${suffix}`,
        arguments: [
          ...rows.arrays,
          'x',
          'y',
          ifSummed('s', 'z'),
          ifSummed('t', 't'),
          ...(updates ? ['gamma', 'w'] : [NONE, NONE]),
          'scratch.sums',
          ...rows.numbers,
          blocks.size,
          'alpha',
          'beta',
          updates ? 'delta' : 1,
          'begin',
          'end',
        ],
        partition: byRowBlocks(blocks),
      },
      ...(sums.length > 0 ? [total] : []),
    ],
  };
}

/** The kernels in AssemblyScript for each format. */
export interface WasmKernels {
  readonly csr: Endings<'wasm', RowOrderParams>;
  readonly sell: Endings<'wasm', Record<never, never>>;
}

/** Blocks of rows as SpMV's kernels `wasm/csr-simd` and `wasm/sell-simd` have them, each followed by what the ending does with it. */
export function createWasmKernels(build: WasmBuild = {}): WasmKernels {
  return {
    csr: eachEnding<'wasm', RowOrderParams>('wasm', (ending) => ({
      stem: 'wasm/fused-csr',
      format: 'csr',
      title: 'CSR, blocks of rows, four entries at a time',
      params: rowOrderParams,
      analyse: (matrix, context, params) => ({
        ...rowBlockStarts(matrix, context),
        ...rowOrder(matrix, context, params),
      }),
      program: (context) =>
        programOf(
          ending,
          context,
          {
            name: 'csr',
            arrays: ['A.rowStart', 'A.colIndex', 'A.values', 'auxiliary.choice', 'auxiliary.order'],
            numbers: ['rows'],
          },
          build,
        ),
    })),
    sell: eachEnding<'wasm', Record<never, never>>('wasm', (ending) => ({
      stem: 'wasm/fused-sell',
      format: 'sell',
      title: 'Sliced ELLPACK, blocks of slices, rows in SIMD lanes',
      params: NO_PARAMS,
      analyse: rowBlockStarts,
      program: (context) =>
        programOf(
          ending,
          context,
          {
            name: 'sell',
            arrays: ['A.sliceStart', 'A.rowOrder', 'A.colIndex', 'A.values'],
            numbers: ['param.C', 'param.sigma', 'rows', 'A.slices'],
          },
          build,
        ),
    })),
  };
}

/** The fastest builds. */
export const wasmKernels: WasmKernels = createWasmKernels();
