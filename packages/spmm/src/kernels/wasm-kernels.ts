import type { CpuScratch, DenseLayout, Kernel, KernelContext, Partition, WasmArgument, WasmProgram } from '@spmv/core';
import { denseSteps, NO_PARAMS, storedPrecision } from '@spmv/core';
import type { WasmBuild } from '@spmv/kernel-kit';
import { byRows, NARROW_VALUES, precisionsOf, sweepsOf, unitsOf, valueBytes, wasmModules } from '@spmv/kernel-kit';
import { byIndexedColumns, byPackedSlices, bySlices, INDEXED, stepStarts } from './partitions.ts';
import { spmmKernel } from './spmm-kernel.ts';
import { transposedIndex } from './transposed-index.ts';

const PRECISIONS = [...precisionsOf('wasm'), NARROW_VALUES];

/** One kernel, as far as it differs from the others. */
interface StoredRows {
  readonly format: string;
  readonly title: string;
  /** What comes before X and Y, between them and alpha, and last. */
  readonly arrays: readonly string[];
  readonly own?: readonly string[];
  numbers?(context: KernelContext): readonly WasmArgument[];
  readonly partition: (context: KernelContext) => Partition;
  readonly analyse?: Kernel['analyse'];
  scratch?(context: KernelContext): Readonly<Record<string, CpuScratch>>;
  /** Where the kernel multiplies with Aᵀ: its id, and the export that stands for that of the format. */
  readonly transposed?: { readonly id: string; readonly export: string };
}

function elementOf({ precision }: KernelContext): 'f64' | 'f32' {
  return precision.precision === 'f64' ? 'f64' : 'f32';
}

/** Which of a kernel's functions: `F64`, `F32`, or `F64F32` where values of f32 are multiplied in f64. */
function suffixOf({ precision }: KernelContext): string {
  const stored = storedPrecision(precision);
  return precision.precision.toUpperCase() + (stored === precision.precision ? '' : stored.toUpperCase());
}

function modulesOf(build: WasmBuild) {
  return wasmModules(
    {
      simd: new URL('../../dist/wasm/simd.wasm', import.meta.url),
      relaxedSimd: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
    },
    build,
  );
}

/** The layouts of X and Y as steps. */
function stepsOf({ layouts: { X, Y } }: KernelContext) {
  return { X: denseSteps(X as DenseLayout), Y: denseSteps(Y as DenseLayout) };
}

/**
 * The passes of a product whose kernel reads X by rows. X by columns is laid by rows first, as many vectors at a time as scratch memory
 * is allowed for: one line of it for each entry, where columns would be one for each entry and vector.
 */
function programOf(kernel: StoredRows, context: KernelContext, build: WasmBuild): WasmProgram {
  const element = elementOf(context);
  const steps = stepsOf(context);
  const { vectors = 0 } = context.sizes;
  const ofX = context.matrix.shape[kernel.transposed ? 'rows' : 'cols'];
  const modules = modulesOf(build);
  const suffix = element.toUpperCase();
  const pass = (x: string, xRow: number, from: number, count: number) => ({
    modules,
    export: `${kernel.transposed?.export ?? kernel.format}${suffixOf(context)}`,
    arguments: [
      ...kernel.arrays,
      x,
      'Y',
      ...(kernel.own ?? []),
      'alpha',
      'beta',
      'begin',
      'end',
      xRow,
      steps.Y.row,
      steps.Y.col,
      from * steps.Y.col,
      count,
      ...(kernel.numbers?.(context) ?? []),
    ],
    partition: kernel.partition(context),
  });
  const scratch = kernel.scratch?.(context) ?? {};
  // A single vector lies by rows, too.
  if (steps.X.col === 1 || vectors === 1) return { scratch, passes: [pass('X', steps.X.row, 0, vectors)] };
  const { width, sweeps } = sweepsOf(context, ofX * valueBytes(context));
  return {
    scratch: { ...scratch, rows: { element, length: ofX * width } },
    passes: sweeps.flatMap(({ from, count }) => [
      {
        modules,
        export: `panel${suffix}`,
        arguments: ['X', 'scratch.rows', 'begin', 'end', steps.X.col, from * steps.X.col, width, count],
        partition: unitsOf('rows of X', ofX),
      },
      pass('scratch.rows', width, from, count),
    ]),
  };
}

function storedRows(build: WasmBuild, kernel: StoredRows): Kernel<'wasm'> {
  return spmmKernel('wasm', {
    id: kernel.transposed?.id ?? `wasm/spmm-${kernel.format}`,
    ...(kernel.transposed ? { options: { transpose: true } } : {}),
    format: kernel.format,
    title: kernel.title,
    precisions: PRECISIONS,
    params: NO_PARAMS,
    ...(kernel.analyse ? { analyse: kernel.analyse } : {}),
    program: (context) => programOf(kernel, context, build),
  });
}

/** Entries of one slice of a split row, or of a whole row: what a worker decodes at a time. */
function packedRoom({ matrix }: KernelContext): number {
  return Math.min(matrix.shape.cols, 32 * (matrix.params['steps'] as number));
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
  const element = elementOf(context);
  const steps = stepsOf(context);
  const { cols } = context.matrix.shape;
  const modules = modulesOf(build);
  const suffix = element.toUpperCase();
  const lanes = 16 / valueBytes(context);
  const sweeping = sweepsOf(context, cols * valueBytes(context) * (context.device.limits['threads'] ?? 1));
  const width = Math.ceil(sweeping.width / lanes) * lanes;
  return {
    scratch: {
      sums: { element, length: cols * width, perWorker: true },
      touched: { element: 'i32', length: TOUCHED, perWorker: true },
      lines: { element, length: width, perWorker: true },
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
    storedRows(build, {
      format: 'csr',
      title: 'CSR, row by row, eight SIMD vectors of sums at a time',
      arrays: CSR,
      partition: (context) => byRows(context, 'rowStart'),
    }),
    storedRows(build, {
      format: 'ellpack',
      title: 'ELLPACK, row by row, eight SIMD vectors of sums at a time',
      arrays: ['A.colIndex', 'A.values'],
      numbers: ({ matrix: { params, scalars } }) => {
        const stride = scalars['stride'] as number;
        return ['A.width', ...(params['order'] === 'column' ? [1, stride] : [stride, 1])];
      },
      partition: byRows,
    }),
    storedRows(build, {
      format: 'sell',
      title: 'Sliced ELLPACK, row by row, eight SIMD vectors of sums at a time',
      arrays: ['A.sliceStart', 'A.rowOrder', 'A.colIndex', 'A.values'],
      numbers: () => ['param.C', 'param.sigma', 'rows'],
      partition: bySlices,
    }),
    storedRows(build, {
      format: 'packed',
      title: 'Packed slices, rows decoded once for all vectors',
      arrays: ['A.slices', 'A.segments', 'A.columns', 'A.values'],
      own: ['scratch.columns', 'scratch.values', 'scratch.sums', 'worker'],
      numbers: (context) => [packedRoom(context), 'A.sliceCount'],
      partition: byPackedSlices,
      analyse: stepStarts,
      scratch: (context) => ({
        columns: { element: 'i32', length: packedRoom(context), perWorker: true },
        values: { element: elementOf(context), length: packedRoom(context), perWorker: true },
        sums: { element: elementOf(context), length: context.sizes['vectors'] ?? 0, perWorker: true },
      }),
    }),
    ...INDEXED.map(({ id, format }) =>
      storedRows(build, {
        format,
        title: 'Transposed by an index of the columns, eight SIMD vectors of sums at a time',
        arrays: ['auxiliary.rowStart', 'auxiliary.colIndex', 'auxiliary.order', 'A.values'],
        partition: byIndexedColumns,
        analyse: transposedIndex,
        transposed: { id: `wasm/${id}`, export: 'indexed' },
      }),
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
