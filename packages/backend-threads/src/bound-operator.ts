import type { BoundRange, JsConstants, PlacedArray } from '@spmv/kernels-cpu/runtime';
import { bindJs, bindWasm, partialSumsViews, loadJsFunction, viewPlaced } from '@spmv/kernels-cpu/runtime';
import type { Control } from './control.ts';
import { busySums, timed } from './busy-times.ts';
import { JOB_OPERANDS, JOB_VALUES, NEXT } from './control.ts';
import type { OperatorDescription, PassDescription, PlacedRanges } from './messages.ts';

/** Runs the part of worker `worker` of a pass, with the operands of the job: its own range, or ranges until none is left. */
export type BoundPass = (worker: number) => void;

/** What a thread binds operators with. */
export interface ThreadContext {
  readonly memory: WebAssembly.Memory;
  readonly control: Control;
  /** Which thread of the team it is; the caller is 0. */
  readonly index: number;
  instance(url: string, module: WebAssembly.Module): WebAssembly.Instance;
}

/** One instance per module and thread, all over the one memory. */
export function createThreadContext(memory: WebAssembly.Memory, control: Control, index: number): ThreadContext {
  const instances = new Map<string, WebAssembly.Instance>();
  return {
    memory,
    control,
    index,
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
  const passes = await Promise.all(
    operator.passes.map(async (pass) => bindRanges(pass.ranges, await bindRange(pass, operator, context), context)),
  );
  if (operator.busy === undefined) return passes;
  const sums = busySums(context.memory.buffer, operator.busy, operator.constants.workers);
  return passes.map((pass) => timed(pass, sums, context.index));
}

async function bindRange(
  pass: PassDescription,
  operator: OperatorDescription,
  context: ThreadContext,
): Promise<BoundRange> {
  const { partialSums, count } = pass.ranges;
  if (pass.kind === 'wasm') {
    const exported = context.instance(pass.url, pass.module).exports[pass.export];
    return bindWasm(exported as (...args: number[]) => void, pass.slots, partialSums);
  }
  const { buffer } = context.memory;
  const kernel = await loadJsFunction(pass, operator.precision, operator.kernel);
  const views = partialSums === 0 ? undefined : partialSumsViews(buffer, partialSums, count);
  const constants = { ...constantsOf(operator, buffer), numbers: pass.numbers };
  return bindJs(kernel, constants, operator.operands, pass.set, context.memory, views);
}

function constantsOf(operator: OperatorDescription, buffer: ArrayBufferLike): Omit<JsConstants, 'numbers'> {
  const views = (arrays: Readonly<Record<string, PlacedArray>>) =>
    Object.fromEntries(Object.entries(arrays).map(([name, placed]) => [name, viewPlaced(buffer, placed)]));
  return {
    ...operator.constants,
    arrays: views(operator.matrix),
    auxiliary: views(operator.auxiliary),
    scratch: views(operator.scratch),
  };
}

function bindRanges({ address, count, dynamic }: PlacedRanges, pass: BoundRange, context: ThreadContext): BoundPass {
  const { words, doubles } = context.control;
  const bounds = new Int32Array(context.memory.buffer, address, count + 1);
  let bound = 0;
  const one = (range: number, worker: number): void => {
    const begin = bounds[range] as number;
    const end = bounds[range + 1] as number;
    if (begin >= end) return;
    const operands = doubles[JOB_OPERANDS] as number;
    if (operands !== bound) {
      pass.bind(doubles, JOB_VALUES);
      bound = operands;
    }
    pass.run(begin, end, range, worker);
  };
  if (!dynamic) {
    return (worker) => {
      if (worker < count) one(worker, worker);
    };
  }
  return (worker) => {
    for (let range = Atomics.add(words, NEXT, 1); range < count; range = Atomics.add(words, NEXT, 1))
      one(range, worker);
  };
}
