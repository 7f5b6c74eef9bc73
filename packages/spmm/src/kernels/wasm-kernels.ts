import type { Kernel, KernelContext, WasmProgram } from '@spmv/core';
import { denseSteps, NO_PARAMS, storedPrecision } from '@spmv/core';
import type { VectorRows, WasmBuild, WasmFiles } from '@spmv/kernel-kit';
import {
  byRows,
  everyPrecisionOf,
  filesIn,
  NARROW_VALUES,
  scratchFor,
  sweepsOf,
  unitsOf,
  valueBytes,
  vectorRows,
  vectorRowsProgram,
  wasmFiles,
  wasmModules,
} from '@spmv/kernel-kit';
import { byIndexedColumns, INDEXED } from './partitions.ts';
import { spmmKernel } from './spmm-kernel.ts';
import { transposedIndex } from './transposed-index.ts';

const PRECISIONS = [...everyPrecisionOf('wasm'), NARROW_VALUES];

/** Where a kernel multiplies with Aᵀ: its id, and the export that stands for that of the format. */
interface Transposed {
  readonly id: string;
  readonly export: string;
}

const FILES: WasmFiles = wasmFiles({
  simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
  relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
  complex: {
    simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
  },
});

/** Which of a kernel's functions: `F64`, `F32`, or `F64F32` where values of f32 are multiplied in f64. */
function suffixOf({ precision }: KernelContext): string {
  const stored = storedPrecision(precision);
  return precision.precision.toUpperCase() + (stored === precision.precision ? '' : stored.toUpperCase());
}

function modulesOf(build: WasmBuild, { precision }: KernelContext) {
  return wasmModules(filesIn(precision, FILES), build);
}

/** The layouts of X and Y as steps. */
function stepsOf({ layouts: { X, Y } }: KernelContext) {
  return { X: denseSteps(X), Y: denseSteps(Y) };
}

function storedRows(build: WasmBuild, kernel: VectorRows, transposed?: Transposed): Kernel<'wasm'> {
  return spmmKernel('wasm', {
    id: transposed?.id ?? `wasm/spmm-${kernel.format}`,
    ...(transposed ? { options: { transpose: true } } : {}),
    format: kernel.format,
    title: kernel.title,
    precisions: PRECISIONS,
    params: NO_PARAMS,
    ...(kernel.analyse ? { analyse: kernel.analyse } : {}),
    program: (context) => {
      const exported = {
        panel: `panel${context.precision.precision.toUpperCase()}`,
        rows: `${transposed?.export ?? kernel.format}${suffixOf(context)}`,
      };
      return vectorRowsProgram(kernel, context, context.matrix.shape[transposed ? 'rows' : 'cols'], (name, called) => ({
        modules: modulesOf(build, context),
        export: exported[name],
        ...called,
      }));
    },
  });
}

/** The parts of a row in several packed slices are added up in sums of the worker's own. */
function withSums(kernel: VectorRows): VectorRows {
  return {
    ...kernel,
    arrays: [...kernel.arrays, 'scratch.sums'],
    scratch: (context) => ({
      ...kernel.scratch?.(context),
      sums: { ...scratchFor(context.precision.precision, context.sizes['vectors'] ?? 0), perWorker: true },
    }),
  };
}

/** What the passes of a transposed product are given first. */
const CSR = ['A.rowStart', 'A.colIndex', 'A.values'];
const SUMS = ['scratch.sums', 'scratch.touched'];
const ADDED = [...CSR, 'X', ...SUMS, 'scratch.lines', 'worker', 'begin', 'end', 'cols'];
const REDUCED = [...SUMS, 'scratch.lines', 'Y', 'worker', 'workers', 'alpha', 'beta', 'begin', 'end', 'cols'];
/** Numbers of a worker that say which of its sums it adds to: a line of the cache, as in kernel-kit. */
const TOUCHED = 16;

/** CSR transposed: see `programOf` for what X and Y are. */
function transposedProgram(context: KernelContext, build: WasmBuild): WasmProgram {
  const { precision } = context.precision;
  const steps = stepsOf(context);
  const { cols } = context.matrix.shape;
  const modules = modulesOf(build, context);
  const suffix = precision.toUpperCase();
  const lanes = 16 / valueBytes(context);
  const sweeping = sweepsOf(context, cols * valueBytes(context) * (context.device.limits['threads'] ?? 1));
  const width = Math.ceil(sweeping.width / lanes) * lanes;
  return {
    scratch: {
      sums: { ...scratchFor(precision, cols * width), perWorker: true },
      touched: { element: 'i32', length: TOUCHED, perWorker: true },
      lines: { ...scratchFor(precision, width), perWorker: true },
    },
    passes: sweeping.sweeps.flatMap(({ from, count }) => [
      {
        modules,
        export: `clearSums${suffix}`,
        arguments: [...SUMS, cols * width, 'begin', 'end'],
        partition: { unit: 'workers', count: 'workers' },
      } as const,
      {
        modules,
        export: `addRows${suffixOf(context)}`,
        arguments: [...ADDED, steps.X.row, steps.X.col, from * steps.X.col, width, count],
        partition: byRows(context, 'rowStart'),
      },
      {
        modules,
        export: `reduce${suffix}`,
        arguments: [...REDUCED, steps.Y.row, steps.Y.col, from * steps.Y.col, width, count],
        partition: unitsOf('columns', cols),
      },
    ]),
  };
}

/**
 * The kernels in AssemblyScript, 128-bit SIMD over the vectors. f64 products are summed in f64, f32 products in f32; those of sixteen columns of X and more (32 in f32) are in the order of the entries.
 * The default build takes relaxed multiply-add where the engine has it, and checks nothing.
 */
export function createWasmKernels(build: WasmBuild = {}): readonly Kernel<'wasm'>[] {
  return [
    ...vectorRows(({ precision }) => precision.precision).map((kernel) =>
      storedRows(build, kernel.format === 'packed' ? withSums(kernel) : kernel),
    ),
    ...INDEXED.map(({ id, format }) =>
      storedRows(
        build,
        {
          format,
          title: 'Transposed by an index of the columns, eight SIMD vectors of sums at a time',
          arrays: ['auxiliary.rowStart', 'auxiliary.colIndex', 'auxiliary.order', 'A.values'],
          partition: byIndexedColumns,
          analyse: transposedIndex,
        },
        { id: `wasm/${id}`, export: 'indexed' },
      ),
    ),
    spmmKernel('wasm', {
      id: 'wasm/spmm-csr-transposed',
      options: { transpose: true },
      format: 'csr',
      title: 'CSR transposed, sums of each worker added up by columns',
      precisions: PRECISIONS,
      params: NO_PARAMS,
      program: (context) => transposedProgram(context, build),
    }),
  ];
}

/** Every WebAssembly kernel of this package. */
export const wasmKernels: readonly Kernel[] = createWasmKernels();
