import { serial } from '@spmv/backend-serial';
import type { BackendDescriptor, DriverOperator, DriverRequest, JsProgram } from '@spmv/core';
import type { CpuProgram } from '@spmv/kernels-cpu/runtime';
import {
  bindPass,
  createCpuThread,
  createHeapArray,
  createSharedHeap,
  createWasmLoader,
  operandPlan,
  operandValues,
  OWN_BYTES,
  placeArrays,
  placeOperator,
  placePass,
  takeOperands,
  wasmFeatures,
} from '@spmv/kernels-cpu/runtime';

/** What is in the memory of the worker that does nothing: it would be found as a column, a key or a sum. */
const FOREIGN = 77;

/**
 * Backend `serial`, where the second of two workers does everything, and the memory of the first is not zero and has to stay as it is: a kernel whose workers share what each should have for itself is
 * seen without a race.
 */
export const secondWorker: BackendDescriptor = {
  ...serial,
  async open(options) {
    const heap = createSharedHeap(2 ** 28);
    const loader = createWasmLoader(wasmFeatures());
    const thread = createCpuThread(heap.memory);
    const prepare = async (request: DriverRequest): Promise<DriverOperator> => {
      const plan = operandPlan(request.signature, request.precision.precision);
      const program = request.program as CpuProgram;
      const arrays = placeArrays(heap, request, 2);
      const foreign = Object.entries((program as JsProgram).scratch ?? {}).flatMap(([name, { length, perWorker }]) => {
        const { address } = arrays.scratch[name] ?? { address: 0 };
        const bytes = { f64: 8, i32: 4 }[(program as JsProgram).scratch?.[name]?.element as 'f64' | 'i32'] * length;
        const now = new Uint8Array(heap.memory.buffer, address, perWorker === true ? bytes : 0).fill(FOREIGN);
        return [{ now, before: now.slice() }];
      });
      const operator = placeOperator(request, plan, arrays, 2);
      const passes = await Promise.all(
        program.passes.map(async (pass) => {
          const placed = await placePass(pass, request, plan, arrays, 2, loader);
          return { pass, range: await bindPass(placed, operator, thread, { address: 0, count: 0 }) };
        }),
      );
      const values = operandValues(plan.buffers.length + plan.scalars.length);
      return {
        apply(buffers, scalars) {
          takeOperands(values, buffers, scalars);
          for (const { pass, range } of passes) {
            range.bind(values, 0);
            if (pass.partition.count !== 0) range.run(0, pass.partition.count as number, 0, 1);
          }
          if (foreign.some(({ now, before }) => Buffer.compare(now, before) !== 0))
            throw new Error(`${request.kernel.id} writes what another worker has for itself`);
        },
        bytesResident: arrays.bytes,
        dispose: () => arrays.free(),
      };
    };
    return {
      ...(await serial.open(options)),
      prepare,
      createArray: async (what, element, length, target) =>
        createHeapArray(heap, what, element, length, { target, ownBytes: OWN_BYTES }),
    };
  },
};
