import type { CpuScratch, Kernel, KernelContext, Partition, Precision } from '@spmv/core';
import { NO_PARAMS, precisionOf, PRECISIONS } from '@spmv/core';
import type { WasmBuild, WasmFiles } from '@spmv/kernel-kit';
import {
  everyPrecisionOf,
  filesIn,
  functionOf,
  NARROW_VALUES,
  scratchFor,
  wasmFiles,
  wasmModules,
} from '@spmv/kernel-kit';
import { symmetric } from '../symmetric.ts';

const COMMON = {
  kind: 'kernel',
  operation: 'spmv',
  format: 'symmetric',
  sources: symmetric.sources,
  reproducibility: 'run-to-run',
  requires: [],
  params: NO_PARAMS,
} as const;

/** One unit each worker, which finds its own rows: its sums are of the columns before these. */
const EACH_WORKER: Partition = { unit: 'workers', count: 'workers' };
const ALL_ROWS: Partition = { unit: 'matrix', count: 1 };

/** Whether all rows are one worker's: then there are no sums, and one pass is all. */
const isAlone = ({ device }: KernelContext): boolean => device.limits['threads'] === 1;

/** Columns that are cleared and added up together, and flags that share a line of the cache. As in js/symmetric.ts and assembly/symmetric.ts. */
const BLOCK = 512;
const LINE = 64;

/** Flags of each worker, in whole lines of the cache. */
const blocksOf = ({ matrix }: KernelContext): number => Math.ceil(matrix.scalars['bandwidth'] / BLOCK / LINE) * LINE;

/** The function for the first pass: where mirrored values are conjugated it is another one. */
const passOf = ({ matrix }: KernelContext): string =>
  (matrix.scalars['skew'] & 2) === 0 ? 'symmetric' : 'symmetricConjugated';

/** For each worker as many sums as a row can reach back, and which blocks of them it added to. */
function scratchOf(context: KernelContext, precision: Precision): Readonly<Record<string, CpuScratch>> {
  return {
    sums: { ...scratchFor(precision, context.matrix.scalars['bandwidth']), perWorker: true },
    touched: { element: 'u8', length: blocksOf(context), perWorker: true },
  };
}

/** The readable kernel. Elements of y are added to as they are stored, in f32 as in f64. */
export const jsSymmetric: Kernel<'js'> = {
  ...COMMON,
  id: 'js/symmetric',
  target: 'js',
  title: 'Lower triangle, each entry for its row and its column',
  precisions: [
    ...everyPrecisionOf('js').map(({ precision }) => ({
      precision,
      accumulator: precision,
    })),
    NARROW_VALUES,
  ],
  program: (context) => {
    const named = (name: string) =>
      functionOf(
        {
          module: new URL('../js/symmetric.ts', import.meta.url),
          complex: () => new URL('../js/complex.generated.ts', import.meta.url),
          export: name,
        },
        context,
      );
    const first = named(passOf(context));
    if (isAlone(context)) return { passes: [{ ...first, numbers: { alone: 1 }, partition: ALL_ROWS }] };
    const numbers = { blocks: blocksOf(context) };
    return {
      // Sums of numbers of JavaScript.
      scratch: scratchOf(context, precisionOf('f64', PRECISIONS[context.precision.precision].components)),
      passes: [
        { ...first, numbers, partition: EACH_WORKER },
        { ...named('addMirrored'), numbers, partition: EACH_WORKER },
      ],
    };
  },
};

const FILES: WasmFiles = wasmFiles({
  simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
  relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
  complex: {
    simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
  },
});
const TRIANGLE = ['A.rowStart', 'A.colIndex', 'A.values', 'x', 'y'];
const SUMS = ['scratch.sums', 'scratch.touched'];
const SIZES = ['rows', 'A.bandwidth'];

/** The same in WebAssembly, four entries at a time. */
export function wasmSymmetric(build: WasmBuild = {}): Kernel<'wasm'> {
  return {
    ...COMMON,
    id: 'wasm/symmetric',
    target: 'wasm',
    title: 'Lower triangle, each entry for its row and its column, in SIMD lanes',
    precisions: everyPrecisionOf('wasm'),
    program: (context) => {
      const { precision } = context.precision;
      const modules = wasmModules(filesIn(context.precision, FILES), build);
      const suffix = precision.toUpperCase();
      const scalars = ['alpha', 'beta'];
      if (isAlone(context))
        return {
          passes: [
            {
              modules,
              export: `${passOf(context)}${suffix}`,
              arguments: [...TRIANGLE, 0, 0, ...SIZES, 'A.skew', 0, 0, 1, ...scalars],
              partition: ALL_ROWS,
            },
          ],
        };
      const each = [blocksOf(context), 'worker', 'workers'];
      return {
        scratch: scratchOf(context, precision),
        passes: [
          {
            modules,
            export: `${passOf(context)}${suffix}`,
            arguments: [...TRIANGLE, ...SUMS, ...SIZES, 'A.skew', ...each, ...scalars],
            partition: EACH_WORKER,
          },
          {
            modules,
            export: `addMirrored${suffix}`,
            arguments: ['A.rowStart', 'y', ...SUMS, ...SIZES, ...each, 'alpha'],
            partition: EACH_WORKER,
          },
        ],
      };
    },
  };
}
