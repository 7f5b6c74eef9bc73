import type { ElementType, ValueArray } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { JsOperands, PlacedArray } from '@spmv/kernels-cpu/runtime';
import { bindJs, bindWasm, CARRY_BYTES, carryViews, loadJsFunction, viewOf } from '@spmv/kernels-cpu/runtime';
import { NEXT } from './control.ts';
import type { OperatorDescription, PassDescription, PlacedRanges } from './messages.ts';

/** Runs thread `thread`'s part of a pass: its own range, or ranges until none is left. */
export type BoundPass = (thread: number, x: number, y: number, alpha: number, beta: number) => void;

type RunRange = (x: number, y: number, alpha: number, beta: number, begin: number, end: number, range: number) => void;

/** What a thread binds operators with. */
export interface ThreadContext {
  readonly memory: WebAssembly.Memory;
  readonly words: Int32Array;
  instance(url: string, module: WebAssembly.Module): WebAssembly.Instance;
}

/** One instance per module and thread, all over the one memory. */
export function createThreadContext(memory: WebAssembly.Memory, words: Int32Array): ThreadContext {
  const instances = new Map<string, WebAssembly.Instance>();
  return {
    memory,
    words,
    instance(url, module) {
      const made = instances.get(url) ?? new WebAssembly.Instance(module, { env: { memory } });
      instances.set(url, made);
      return made;
    },
  };
}

/** The passes of an operator, ready to run in this thread. Errors: `KERNEL.LOAD_FAILED`. */
export async function bindOperator(
  operator: OperatorDescription,
  context: ThreadContext,
): Promise<readonly BoundPass[]> {
  return Promise.all(
    operator.passes.map(async (pass) => bindRanges(pass.ranges, await bindRange(pass, operator, context), context)),
  );
}

async function bindRange(
  pass: PassDescription,
  operator: OperatorDescription,
  context: ThreadContext,
): Promise<RunRange> {
  const { carries, count } = pass.ranges;
  if (pass.kind === 'wasm') {
    const run = bindWasm(
      context.instance(pass.url, pass.module).exports[pass.export] as (...args: number[]) => void,
      pass.slots,
    );
    return (x, y, alpha, beta, begin, end, range) => run(x, y, alpha, beta, begin, end, carries + range * CARRY_BYTES);
  }
  const { buffer } = context.memory;
  const kernel = await loadJsFunction(pass, operator.precision, operator.kernel);
  const run = bindJs(
    kernel,
    operandsOf(operator, buffer),
    carries === 0 ? undefined : carryViews(buffer, carries, count),
  );
  const { host } = PRECISIONS[operator.precision];
  const xs = createVectorViews(context.memory, host, operator.cols);
  const ys = createVectorViews(context.memory, host, operator.rows);
  return (x, y, alpha, beta, begin, end, range) => run(xs(x), ys(y), alpha, beta, begin, end, range);
}

function operandsOf(operator: OperatorDescription, buffer: ArrayBufferLike): JsOperands {
  const { rows, cols, nnz, scalars, formatParams, kernelParams } = operator;
  const views = (arrays: Readonly<Record<string, PlacedArray>>) =>
    Object.fromEntries(
      Object.entries(arrays).map(([name, { address, element, length }]) => [
        name,
        viewOf(buffer, element, address, length),
      ]),
    );
  return {
    rows,
    cols,
    nnz,
    scalars,
    formatParams,
    kernelParams,
    arrays: views(operator.matrix),
    auxiliary: views(operator.auxiliary),
  };
}

/** Views of vectors by address, made when first seen: a product with the vectors of one before makes nothing. */
function createVectorViews(
  memory: WebAssembly.Memory,
  element: ElementType,
  length: number,
): (address: number) => ValueArray {
  const views = new Map<number, ValueArray>();
  return (address) => {
    const known = views.get(address);
    if (known) return known;
    const made = viewOf(memory.buffer, element, address, length) as ValueArray;
    views.set(address, made);
    return made;
  };
}

function bindRanges(
  { address, count, dynamic }: PlacedRanges,
  run: RunRange,
  { memory, words }: ThreadContext,
): BoundPass {
  const bounds = new Int32Array(memory.buffer, address, count + 1);
  const one = (range: number, x: number, y: number, alpha: number, beta: number): void => {
    const begin = bounds[range] as number;
    const end = bounds[range + 1] as number;
    if (begin < end) run(x, y, alpha, beta, begin, end, range);
  };
  if (!dynamic) {
    return (thread, x, y, alpha, beta) => {
      if (thread < count) one(thread, x, y, alpha, beta);
    };
  }
  return (_thread, x, y, alpha, beta) => {
    for (let range = Atomics.add(words, NEXT, 1); range < count; range = Atomics.add(words, NEXT, 1))
      one(range, x, y, alpha, beta);
  };
}
