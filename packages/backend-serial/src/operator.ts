import type { DriverOperator, DriverRequest } from '@spmv/core';
import type { BoundRange, CpuProgram, CpuThread, SharedHeap, WasmLoader } from '@spmv/kernels-cpu/runtime';
import {
  bindPass,
  PARTIAL_SUMS_BYTES,
  checkPasses,
  largePagesOf,
  operandPlan,
  operandValues,
  placeArrays,
  placeOperator,
  placePass,
  takeOperands,
} from '@spmv/kernels-cpu/runtime';

/** The memory and the modules of an opened backend. */
export interface SerialHost {
  readonly heap: SharedHeap;
  readonly loader: WasmLoader;
  /** From this number of bytes on, an array of a kernel that is not in WebAssembly has its own memory. */
  readonly ownBytes: number;
  /** The calling thread. */
  readonly thread: CpuThread;
}

/** One pass over all of its units. */
interface SerialPass {
  readonly range: BoundRange;
  readonly count: number;
}

/** A program whose passes have no units. */
const NOTHING: SerialPass = { range: { bind() {}, run() {} }, count: 0 };

/** Products whose time is summed. One thread computes all of them and waits for nobody. */
function profiled(apply: DriverOperator['apply']): Pick<DriverOperator, 'apply' | 'workerTimes'> {
  let busyMs = 0;
  return {
    apply(buffers, scalars) {
      const begin = performance.now();
      apply(buffers, scalars);
      busyMs += performance.now() - begin;
    },
    workerTimes: () => [{ busyMs, waitMs: 0 }],
  };
}

/** Prepares a program of a target of the CPU: arrays are copied, so the caller may drop or change the originals. */
export async function prepareSerialOperator(request: DriverRequest, host: SerialHost): Promise<DriverOperator> {
  const { heap } = host;
  const plan = operandPlan(request.signature, request.precision.precision);
  checkPasses(request, plan);
  const arrays = placeArrays(heap, request, 1, {
    ...host,
    seesAll: true,
    ...(await largePagesOf(request, host.thread)),
  });
  let partialSums = 0;
  const bound: BoundRange[] = [];
  const dispose = (): void => {
    for (const range of bound) range.dispose?.();
    arrays.free();
    heap.free(partialSums);
  };
  const passes: SerialPass[] = [];
  try {
    // A pass over all units splits no row: the partial sums stay empty, and are not read.
    partialSums = heap.allocate('partial sums', 'u8', PARTIAL_SUMS_BYTES);
    const operator = placeOperator(request, plan, arrays, 1);
    for (const pass of (request.program as CpuProgram).passes) {
      const placed = await placePass(pass, request, plan, arrays, 1, host.loader);
      const range = await bindPass(placed, operator, host.thread, { address: partialSums, count: 0 });
      bound.push(range);
      passes.push({ range, count: pass.partition.count === 'workers' ? 1 : pass.partition.count });
    }
  } catch (error) {
    dispose();
    throw error;
  }
  const values = operandValues(plan.buffers.length + plan.scalars.length);
  const [first = NOTHING, ...later] = passes.filter(({ count }) => count > 0);
  const bind = (): void => {
    first.range.bind(values, 0);
    for (const { range } of later) range.bind(values, 0);
  };
  const apply: DriverOperator['apply'] = (buffers, scalars) => {
    if (takeOperands(values, buffers, scalars)) bind();
    first.range.run(0, first.count, 0, 0);
    for (let p = 0; p < later.length; p++) {
      const { range, count } = later[p] as SerialPass;
      range.run(0, count, 0, 0);
    }
  };
  return { bytesResident: arrays.bytes, ...(request.profile ? profiled(apply) : { apply }), dispose };
}
