import type { CpuScratch, Kernel, KernelContext, Params, WasmPass } from '@spmv/core';
import { numbersOf, PRECISIONS } from '@spmv/core';
import { bundled } from '@spmv/kernel-kit/bundled';
import type { JsKernelParts } from './js-kernel.ts';
import { describeJs, functionOf } from './js-kernel.ts';
import type { JsModule } from './js-module.ts';
import type { NativeKernelParts } from './native-kernel.ts';
import { describeNative, nativeName } from './native-kernel.ts';
import { namedArguments, namedBuffer } from './operands.ts';
import { unitsOf } from './partitions.ts';
import type { WasmKernelParts } from './wasm-kernel.ts';
import { describeWasm, filesIn, wasmModules } from './wasm-kernel.ts';

/** As in js/worker-sums.ts and assembly/worker-sums.ts. */
const BLOCK = 512;
const TOUCHED = 16;

const JS_SUMS = {
  get module() {
    return bundled?.workerSums ?? new URL('./js/worker-sums.ts', import.meta.url);
  },
  complex: (): JsModule => bundled?.complex ?? new URL('./js/complex.generated.ts', import.meta.url),
};

/** What such a kernel adds to. */
export interface ScatterParts {
  /** The size of the matrix that y has: `cols` where rows add to the columns of A, as in Aᵀx by rows. */
  readonly into: 'rows' | 'cols';
}

/** Elements of sums that each worker has: one for every element of y, and as many as it adds up at once. */
function strideOf({ matrix }: KernelContext, into: 'rows' | 'cols'): number {
  return matrix.shape[into] + BLOCK;
}

function scratchOf(stride: number, element: CpuScratch['element']): Readonly<Record<string, CpuScratch>> {
  return {
    sums: { element, length: stride, perWorker: true },
    touched: { element: 'i32', length: TOUCHED, perWorker: true },
  };
}

const EACH_WORKER = { unit: 'workers', count: 'workers' } as const;

/** What two targets have in common: the declaration of a kernel, and a pass. */
type CalledParts<P extends Params> = ScatterParts & Pick<WasmKernelParts<P>, 'arrays' | 'numbers' | 'partition'>;
type CalledPass = Pick<WasmPass, 'export' | 'arguments' | 'partition'>;

/**
 * A kernel in JavaScript whose units each add to many elements of y: every worker adds into sums of its own, and these are added up in the order
 * of workers. Its function finds in scratch `sums` (those of worker w from w·stride on) and `touched` (at 16w the first element that it adds to, at
 * 16w + 1 the one after the last), and `stride` among its numbers. What no worker touches costs nothing.
 */
export function jsScatterKernel<P extends Params = Record<never, never>>(
  parts: JsKernelParts<P> & ScatterParts,
): Kernel<'js', P> {
  return {
    ...describeJs(parts),
    program: (context) => {
      const stride = strideOf(context, parts.into);
      const numbers = { stride };
      const own = (name: string) => ({ ...functionOf({ ...JS_SUMS, export: name }, context), numbers });
      return {
        scratch: scratchOf(numbersOf(context.precision.precision, stride), 'f64'),
        passes: [
          { ...own('clearSums'), partition: EACH_WORKER },
          { ...functionOf(parts, context), numbers, partition: parts.partition(context) },
          { ...own('reduceSums'), partition: unitsOf(parts.into, context.matrix.shape[parts.into]) },
        ],
      };
    },
  };
}

/** The passes of a kernel that is called with arguments. `name`: its function; the others begin with `prefix` and end with the precision of sums. */
function calledPasses<P extends Params>(
  context: KernelContext,
  { arrays, numbers = [], into, partition }: CalledParts<P>,
  name: string,
  prefix = '',
): { readonly scratch: Readonly<Record<string, CpuScratch>>; readonly passes: readonly CalledPass[] } {
  const stride = strideOf(context, into);
  const { accumulator } = context.precision;
  const suffix = accumulator.toUpperCase();
  const own = { sums: 'scratch.sums', touched: 'scratch.touched' };
  const range = namedArguments(['begin', 'end']);
  return {
    scratch: scratchOf(numbersOf(accumulator, stride), PRECISIONS[accumulator].host),
    passes: [
      { export: `${prefix}clearSums${suffix}`, arguments: { ...own, stride, ...range }, partition: EACH_WORKER },
      {
        export: name,
        arguments: {
          ...namedArguments([...arrays.map(namedBuffer), 'x']),
          ...own,
          ...namedArguments(numbers),
          stride,
          worker: 'worker',
          ...range,
        },
        partition: partition(context),
      },
      {
        export: `${prefix}reduceSums${suffix}`,
        arguments: { ...own, y: 'y', stride, ...namedArguments(['worker', 'workers', 'alpha', 'beta']), ...range },
        partition: unitsOf(into, context.matrix.shape[into]),
      },
    ],
  };
}

/**
 * The same in WebAssembly. The function is called with the addresses of `arrays`, of x, of the sums and of `touched`, then with `numbers`, the stride, its
 * worker, begin and end; its module exports what assembly/worker-sums.ts does.
 */
export function wasmScatterKernel<P extends Params = Record<never, never>>(
  parts: WasmKernelParts<P> & ScatterParts,
): Kernel<'wasm', P> {
  return {
    ...describeWasm(parts),
    program: (context) => {
      const name = typeof parts.export === 'string' ? parts.export : parts.export(context);
      const { scratch, passes } = calledPasses(context, parts, `${name}${context.precision.accumulator.toUpperCase()}`);
      const modules = wasmModules(filesIn(context.precision, parts.files), parts.build);
      return { scratch, passes: passes.map((pass) => ({ ...pass, modules })) };
    },
  };
}

/**
 * The same in compiled code: the module also knows `clearSums` and `reduceSums`, which are called as those in WebAssembly are. What the name of the
 * function has before a slash (`avx2/csr`) theirs have, too.
 */
export function nativeScatterKernel<P extends Params = Record<never, never>>(
  parts: NativeKernelParts<P> & ScatterParts,
): Kernel<'native', P> {
  return {
    ...describeNative(parts),
    program: (context) => {
      const name = nativeName(parts, context);
      const { scratch, passes } = calledPasses(context, parts, name, name.slice(0, name.indexOf('/') + 1));
      return { scratch, passes: passes.map((pass) => ({ ...pass, module: parts.module.href })) };
    },
  };
}
