import type { JsProgram, SpmvDriverOperator, SpmvDriverRequest, WasmProgram } from '@spmv/core';
import type { HeapVector, OperatorArrays, SharedHeap, WasmLoader } from '@spmv/kernels-cpu/runtime';
import { bindJs, bindWasm, CARRY_BYTES, loadJsFunction, placeArrays, wasmSlots } from '@spmv/kernels-cpu/runtime';

/** The memory and the modules of an opened backend. */
export interface SerialHost {
  readonly heap: SharedHeap;
  readonly loader: WasmLoader;
  /** One instance per module, all over the one memory. */
  instance(url: string, module: WebAssembly.Module): WebAssembly.Instance;
}

type SerialPass = (x: HeapVector, y: HeapVector, alpha: number, beta: number) => void;

async function jsPasses(
  program: JsProgram,
  request: SpmvDriverRequest,
  arrays: OperatorArrays,
  { heap }: SerialHost,
): Promise<readonly SerialPass[]> {
  const { matrix, kernelParams, precision, kernel } = request;
  const views = (kind: 'matrix' | 'auxiliary') =>
    Object.fromEntries(
      Object.entries(arrays[kind]).map(([name, { address, element, length }]) => [
        name,
        heap.view(element, address, length),
      ]),
    );
  const operands = {
    ...matrix.shape,
    nnz: matrix.nnz,
    scalars: matrix.scalars,
    arrays: views('matrix'),
    auxiliary: views('auxiliary'),
    formatParams: matrix.params,
    kernelParams,
  };
  return Promise.all(
    program.passes.map(async (pass): Promise<SerialPass> => {
      const run = bindJs(await loadJsFunction(pass, precision.precision, kernel.id), operands, undefined);
      const { count } = pass.partition;
      return (x, y, alpha, beta) => {
        if (count > 0) run(x.data, y.data, alpha, beta, 0, count, 0);
      };
    }),
  );
}

async function wasmPasses(
  program: WasmProgram,
  request: SpmvDriverRequest,
  arrays: OperatorArrays,
  host: SerialHost,
  carry: number,
): Promise<readonly SerialPass[]> {
  return Promise.all(
    program.passes.map(async (pass): Promise<SerialPass> => {
      const { url, module } = await host.loader.load(pass, request.kernel.id);
      const exported = host.instance(url, module).exports[pass.export] as (...args: number[]) => void;
      const run = bindWasm(exported, wasmSlots(pass.arguments, request, arrays.addresses));
      const { count } = pass.partition;
      return (x, y, alpha, beta) => {
        if (count > 0) run(x.address, y.address, alpha, beta, 0, count, carry);
      };
    }),
  );
}

/** Prepares a JavaScript or WebAssembly program: arrays are copied, so that the caller may drop or change its own. */
export async function prepareSerialOperator(request: SpmvDriverRequest, host: SerialHost): Promise<SpmvDriverOperator> {
  const { heap } = host;
  const arrays = placeArrays(heap, request);
  let carry = 0;
  const dispose = (): void => {
    arrays.free();
    heap.free(carry);
  };
  let passes: readonly SerialPass[];
  try {
    // A pass over all units cuts no row: what it carries stays empty, and is not looked at.
    carry = heap.allocate('carry', 'u8', CARRY_BYTES);
    passes =
      request.kernel.target === 'wasm'
        ? await wasmPasses(request.program as WasmProgram, request, arrays, host, carry)
        : await jsPasses(request.program as JsProgram, request, arrays, host);
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    bytesResident: arrays.bytes,
    apply(x, y, alpha, beta) {
      // Later passes add to what the first one wrote.
      for (let p = 0; p < passes.length; p++)
        (passes[p] as SerialPass)(x as HeapVector, y as HeapVector, alpha, p === 0 ? beta : 1);
    },
    dispose,
  };
}
