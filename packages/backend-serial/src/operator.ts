import type { DriverOperator, DriverRequest, JsProgram, WasmProgram } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type {
  BoundRange,
  OperandPlan,
  OperatorArrays,
  PlacedArray,
  SharedHeap,
  WasmLoader,
} from '@spmv/kernels-cpu/runtime';
import {
  bindJs,
  bindWasm,
  PARTIAL_SUMS_BYTES,
  checkPasses,
  loadJsFunction,
  operandPlan,
  operandValues,
  placeArrays,
  takeOperands,
  viewPlaced,
  wasmSlots,
} from '@spmv/kernels-cpu/runtime';

/** The memory and the modules of an opened backend. */
export interface SerialHost {
  readonly heap: SharedHeap;
  readonly loader: WasmLoader;
  /** From this number of bytes on, an array of a JavaScript kernel has its own memory. */
  readonly ownBytes: number;
  /** One instance per module; all use the one memory. */
  instance(url: string, module: WebAssembly.Module): WebAssembly.Instance;
}

/** One pass over all of its units. */
interface SerialPass {
  readonly range: BoundRange;
  readonly count: number;
}

/** A program whose passes have no units. */
const NOTHING: SerialPass = { range: { bind() {}, run() {} }, count: 0 };

const unitsOf = (count: number | 'workers'): number => (count === 'workers' ? 1 : count);

async function jsPasses(
  program: JsProgram,
  request: DriverRequest,
  plan: OperandPlan,
  arrays: OperatorArrays,
  { heap }: SerialHost,
): Promise<readonly SerialPass[]> {
  const { matrix, kernelParams, precision, kernel, sizes } = request;
  const views = (placed: Readonly<Record<string, PlacedArray>>) =>
    Object.fromEntries(Object.entries(placed).map(([name, one]) => [name, viewPlaced(heap.memory.buffer, one)]));
  const constants = {
    ...matrix.shape,
    nnz: matrix.nnz,
    sizes,
    scalars: matrix.scalars,
    arrays: views(arrays.matrix),
    auxiliary: views(arrays.auxiliary),
    formatParams: matrix.params,
    kernelParams,
    scratch: views(arrays.scratch),
    workers: 1,
  };
  return Promise.all(
    program.passes.map(async (pass): Promise<SerialPass> => {
      const kernelFunction = await loadJsFunction(pass, precision, kernel.id);
      const range = bindJs(
        kernelFunction,
        { ...constants, numbers: pass.numbers ?? {} },
        plan,
        pass.set,
        heap.memory,
        undefined,
      );
      return { range, count: unitsOf(pass.partition.count) };
    }),
  );
}

async function wasmPasses(
  program: WasmProgram,
  request: DriverRequest,
  plan: OperandPlan,
  arrays: OperatorArrays,
  host: SerialHost,
  partialSums: number,
): Promise<readonly SerialPass[]> {
  return Promise.all(
    program.passes.map(async (pass): Promise<SerialPass> => {
      const { url, module } = await host.loader.load(pass, request.kernel.id);
      const exported = host.instance(url, module).exports[pass.export] as (...args: number[]) => void;
      const range = bindWasm(exported, wasmSlots(pass, request, plan, arrays.addresses, 1), partialSums);
      return { range, count: unitsOf(pass.partition.count) };
    }),
  );
}

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

/** Prepares a JavaScript or WebAssembly program: arrays are copied, so the caller may drop or change the originals. */
export async function prepareSerialOperator(request: DriverRequest, host: SerialHost): Promise<DriverOperator> {
  const { heap } = host;
  const plan = operandPlan(request.signature, PRECISIONS[request.precision.precision].host);
  checkPasses(request, plan);
  const arrays = placeArrays(heap, request, 1, host.ownBytes);
  let partialSums = 0;
  const dispose = (): void => {
    arrays.free();
    heap.free(partialSums);
  };
  let passes: readonly SerialPass[];
  try {
    // A pass over all units splits no row: the partial sums stay empty, and are not read.
    partialSums = heap.allocate('partial sums', 'u8', PARTIAL_SUMS_BYTES);
    passes =
      request.kernel.target === 'wasm'
        ? await wasmPasses(request.program as WasmProgram, request, plan, arrays, host, partialSums)
        : await jsPasses(request.program as JsProgram, request, plan, arrays, host);
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
