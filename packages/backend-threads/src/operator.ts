import type { JsProgram, SpmvDriverOperator, SpmvDriverRequest, ValueArray, WasmProgram } from '@spmv/core';
import type { HeapVector, OperatorArrays, SharedHeap, WasmLoader } from '@spmv/kernels-cpu/runtime';
import { CARRY_BYTES, carryViews, combineCarries, placeArrays, wasmSlots } from '@spmv/kernels-cpu/runtime';
import type { BoundPass } from './bound-operator.ts';
import { bindOperator } from './bound-operator.ts';
import type { OperatorDescription, PassDescription, PlacedRanges } from './messages.ts';
import type { Pool } from './pool/pool.ts';
import { divide } from './schedule/divide.ts';
import type { ThreadsParams } from './schedule/launch-params.ts';

/** What an opened backend prepares operators with. */
export interface ThreadsHost {
  readonly heap: SharedHeap;
  readonly loader: WasmLoader;
  readonly pool: Pool;
  nextId(): number;
}

/** Blocks of the heap that an operator holds besides its arrays. */
interface Scratch {
  readonly blocks: number[];
  bytes: number;
}

type Finish = (y: ValueArray, alpha: number, beta: number) => void;

function placeRanges(
  bounds: Int32Array,
  carry: boolean,
  dynamic: boolean,
  heap: SharedHeap,
  scratch: Scratch,
): PlacedRanges {
  const count = bounds.length - 1;
  const address = heap.copy('ranges', bounds, 'i32');
  scratch.blocks.push(address);
  scratch.bytes += bounds.byteLength;
  // One range cuts no row, but its kernel still writes what it carries.
  const carries = carry ? heap.allocate('carries', 'u8', count * CARRY_BYTES) : 0;
  if (carry) {
    scratch.blocks.push(carries);
    scratch.bytes += count * CARRY_BYTES;
    // Ranges without units are never run: they must carry nothing.
    carryViews(heap.memory.buffer, carries, count).rows.fill(-1);
  }
  return { address, count, carries, dynamic };
}

async function describe(
  request: SpmvDriverRequest,
  host: ThreadsHost,
  arrays: OperatorArrays,
  scratch: Scratch,
): Promise<OperatorDescription> {
  const { matrix, kernel, auxiliary } = request;
  const params = request.launchParams as ThreadsParams;
  const passes: PassDescription[] = [];
  for (const pass of (request.program as JsProgram | WasmProgram).passes) {
    const bounds = divide(pass.partition, { matrix: matrix.arrays, auxiliary }, params);
    const ranges = placeRanges(
      bounds,
      pass.partition.carry === true,
      params.schedule === 'dynamic',
      host.heap,
      scratch,
    );
    if ('modules' in pass) {
      const { url, module } = await host.loader.load(pass, kernel.id);
      passes.push({
        kind: 'wasm',
        ranges,
        url,
        module,
        export: pass.export,
        slots: wasmSlots(pass.arguments, request, arrays.addresses),
      });
    } else {
      passes.push({ kind: 'js', ranges, module: pass.module, export: pass.export });
    }
  }
  return {
    id: host.nextId(),
    kernel: kernel.id,
    precision: request.precision.precision,
    ...matrix.shape,
    nnz: matrix.nnz,
    scalars: matrix.scalars,
    formatParams: matrix.params,
    kernelParams: request.kernelParams,
    matrix: arrays.matrix,
    auxiliary: arrays.auxiliary,
    passes,
  };
}

/** Adds up, after all ranges of a pass, what they carried. */
function finishOf({ carries, count }: PlacedRanges, { memory }: SharedHeap): Finish | undefined {
  if (carries === 0) return undefined;
  const views = carryViews(memory.buffer, carries, count);
  return (y, alpha, beta) => combineCarries(views, count, y, alpha, beta);
}

/** Prepares a JavaScript or WebAssembly program for a team of threads. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.LIMIT`, `KERNEL.LOAD_FAILED`, `BACKEND.WORKER_LOST`. */
export async function prepareThreadsOperator(
  request: SpmvDriverRequest,
  host: ThreadsHost,
): Promise<SpmvDriverOperator> {
  const { heap, pool } = host;
  const team = (request.launchParams as ThreadsParams).threads;
  const scratch: Scratch = { blocks: [], bytes: 0 };
  const arrays = placeArrays(heap, request);
  const free = (): void => {
    arrays.free();
    for (const address of scratch.blocks) heap.free(address);
  };
  let operator: OperatorDescription;
  let passes: readonly BoundPass[];
  try {
    operator = await describe(request, host, arrays, scratch);
    passes = await bindOperator(operator, pool.context);
    await pool.load(operator, team);
  } catch (error) {
    free();
    throw error;
  }
  const { id } = operator;
  const finishes = operator.passes.map(({ ranges }) => finishOf(ranges, heap));
  return {
    bytesResident: arrays.bytes + scratch.bytes,
    apply(x, y, alpha, beta) {
      const { address, data } = y as HeapVector;
      for (let p = 0; p < passes.length; p++) {
        // Later passes add to what the first one wrote.
        const b = p === 0 ? beta : 1;
        pool.run(passes[p] as BoundPass, team, id, p, (x as HeapVector).address, address, alpha, b);
        finishes[p]?.(data, alpha, b);
      }
    },
    dispose() {
      pool.drop(id);
      free();
    },
  };
}
