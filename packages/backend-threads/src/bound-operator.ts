import type { BoundRange, CpuThread } from '@spmv/kernels-cpu/runtime';
import { bindPass, createCpuThread } from '@spmv/kernels-cpu/runtime';
import type { Control } from './control.ts';
import { busySums, timed } from './busy-times.ts';
import { JOB_OPERANDS, JOB_VALUES } from './control.ts';
import type { OperatorDescription, PlacedRanges } from './messages.ts';
import { takeRanges } from './schedule/take.ts';

/** Runs the part of worker `worker` of a pass, with the operands of the job: its own range, or ranges until none is left. */
export type BoundPass = (worker: number) => void;

/** An operator, ready to run in this thread. */
export interface BoundOperator {
  readonly passes: readonly BoundPass[];
  /** Frees what its functions hold. */
  dispose(): void;
}

/** What a thread binds operators with. */
export interface ThreadContext extends CpuThread {
  readonly control: Control;
  /** Which thread of the team it is; the caller is 0. */
  readonly index: number;
}

/** The context of one thread of a team. */
export function createThreadContext(memory: WebAssembly.Memory, control: Control, index: number): ThreadContext {
  return { ...createCpuThread(memory), control, index };
}

/** The operator in this thread. Errors: `KERNEL.LOAD_FAILED`, `BACKEND.UNAVAILABLE`; then nothing is held. */
export async function bindOperator(operator: OperatorDescription, context: ThreadContext): Promise<BoundOperator> {
  const bound: BoundRange[] = [];
  const dispose = (): void => bound.splice(0).forEach((range) => range.dispose?.());
  try {
    for (const { ranges, placed } of operator.passes) {
      const partialSums = { address: ranges.partialSums, count: ranges.count };
      bound.push(await bindPass(placed, operator, context, partialSums));
    }
  } catch (error) {
    dispose();
    throw error;
  }
  const passes = operator.passes.map(({ ranges }, p) => bindRanges(ranges, bound[p] as BoundRange, context));
  if (operator.busy === undefined) return { passes, dispose };
  const sums = busySums(context.memory.buffer, operator.busy, operator.constants.workers);
  return { passes: passes.map((pass) => timed(pass, sums, context.index)), dispose };
}

function bindRanges({ address, count, takers }: PlacedRanges, pass: BoundRange, context: ThreadContext): BoundPass {
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
  if (takers === 0) {
    return (worker) => {
      if (worker < count) one(worker, worker);
    };
  }
  return (worker) => takeRanges(words, count, takers, worker, one);
}
