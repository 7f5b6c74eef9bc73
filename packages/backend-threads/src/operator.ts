import type { DriverOperator, DriverRequest, DriverVector, PrecisionFacts } from '@spmv/core';
import { imaginaryOf, PRECISIONS } from '@spmv/core';
import type {
  CpuPass,
  CpuProgram,
  HostScalar,
  HeapVector,
  OperandPlan,
  OperatorArrays,
  SharedHeap,
  WasmLoader,
} from '@spmv/kernels-cpu/runtime';
import {
  PARTIAL_SUMS_BYTES,
  partialSumsViews,
  changeNumbers,
  checkPasses,
  largePagesOf,
  addPartialSums,
  operandPlace,
  operandPlan,
  operandValues,
  placeArrays,
  placeOperator,
  placePass,
  scalarIn,
  takeOperands,
  viewPlaced,
} from '@spmv/kernels-cpu/runtime';
import type { BoundOperator } from './bound-operator.ts';
import { bindOperator } from './bound-operator.ts';
import { busyBytes, busySums, timed, workerTimesOf } from './busy-times.ts';
import type { OperatorDescription, PassDescription, PlacedRanges } from './messages.ts';
import type { JobOperands, TeamPass } from './pool/caller.ts';
import type { Pool } from './pool/pool.ts';
import { divide, sharesOf } from './schedule/divide.ts';
import type { ThreadsParams } from './schedule/launch-params.ts';

/** What an opened backend prepares operators with. */
export interface ThreadsHost {
  readonly heap: SharedHeap;
  readonly loader: WasmLoader;
  /** From this number of bytes on, an array of a kernel that is not in WebAssembly has its own memory. */
  readonly ownBytes: number;
  readonly pool: Pool;
  nextId(): number;
  /** A number for operands that differ from those of the product before. It is never used twice. */
  nextOperands(): number;
}

/** Blocks of the heap that an operator holds besides its arrays. */
interface Scratch {
  readonly blocks: number[];
  bytes: number;
}

/** Adds up, after all ranges of a pass, their partial sums. */
type Finish = (buffers: readonly DriverVector[], values: Float64Array) => void;

function placeRanges(
  bounds: Int32Array,
  splitsRows: boolean,
  takers: number,
  heap: SharedHeap,
  scratch: Scratch,
): PlacedRanges {
  const count = bounds.length - 1;
  const address = heap.copy('ranges', bounds, 'i32');
  scratch.blocks.push(address);
  scratch.bytes += bounds.byteLength;
  // A single range splits no row, but its kernel still writes that there is no partial sum.
  const partialSums = splitsRows ? heap.allocate('partial sums', 'u8', count * PARTIAL_SUMS_BYTES) : 0;
  if (splitsRows) {
    scratch.blocks.push(partialSums);
    scratch.bytes += count * PARTIAL_SUMS_BYTES;
    // Ranges without units are never run: they must leave no partial sum.
    partialSumsViews(heap.memory.buffer, partialSums, count).rows.fill(-1);
  }
  return { address, count, partialSums, takers };
}

/** The schedule of a program whose workers keep their own sums. Where results repeat, a worker has the same ranges every time. */
function paramsOf({ launchParams, program, kernel }: DriverRequest): ThreadsParams {
  const params = launchParams as ThreadsParams;
  const { scratch = {} } = program as CpuProgram;
  const keeps = Object.values(scratch).some(({ perWorker }) => perWorker === true);
  const repeats = kernel.reproducibility !== 'none';
  return keeps && repeats && params.schedule === 'dynamic' ? { ...params, schedule: 'static', chunk: 0 } : params;
}

/** Threads that have something to do: a pass of one unit is the caller's, whatever threads its function may start itself. */
function teamOf({ program, launchParams }: DriverRequest): number {
  const { threads } = launchParams as ThreadsParams;
  const isDivided = (program as CpuProgram).passes.some(({ partition: { count } }) => count !== 1);
  return isDivided ? threads : 1;
}

/** Room for the sums of a profile, zero, or `undefined` where nobody asked. */
function placeBusy({ profile }: DriverRequest, team: number, heap: SharedHeap, scratch: Scratch): number | undefined {
  if (!profile) return undefined;
  const address = heap.allocate('times of workers', 'u8', busyBytes(team));
  scratch.blocks.push(address);
  scratch.bytes += busyBytes(team);
  busySums(heap.memory.buffer, address, team).fill(0);
  return address;
}

async function describe(
  request: DriverRequest,
  plan: OperandPlan,
  host: ThreadsHost,
  arrays: OperatorArrays,
  scratch: Scratch,
): Promise<{ readonly operator: OperatorDescription; readonly shares: readonly Float64Array[] }> {
  const { matrix, auxiliary, signature } = request;
  const there = Object.entries(arrays.memory).map(
    ([name, placed]) => [name, viewPlaced(host.heap.memory.buffer, placed)] as const,
  );
  const params = paramsOf(request);
  const team = teamOf(request);
  const passes: PassDescription[] = [];
  const shares: Float64Array[] = [];
  for (const pass of (request.program as CpuProgram).passes) {
    const named = { ...(signature.matrix === undefined ? {} : { [signature.matrix]: matrix.arrays }), auxiliary };
    const how = { ...params, threads: team };
    const bounds = divide(pass.partition, named, how, Object.fromEntries(there));
    shares.push(sharesOf(bounds, pass.partition, named, how, Object.fromEntries(there)));
    const takers = params.schedule === 'dynamic' && pass.partition.count !== 'workers' ? team : 0;
    const ranges = placeRanges(bounds, pass.partition.splitRows !== undefined, takers, host.heap, scratch);
    const placed = await placePass(pass, request, plan, arrays, params.threads, host.loader);
    passes.push({ ranges, placed });
  }
  const busy = placeBusy(request, params.threads, host.heap, scratch);
  const operator = {
    ...placeOperator(request, plan, arrays, params.threads),
    id: host.nextId(),
    passes,
    ...(busy === undefined ? {} : { busy }),
  };
  return { operator, shares };
}

function finishOf(
  { partition: { splitRows }, set }: CpuPass,
  { partialSums, count }: PlacedRanges,
  plan: OperandPlan,
  { memory }: SharedHeap,
  { components }: Pick<PrecisionFacts, 'components'>,
): Finish | undefined {
  if (splitRows === undefined) return undefined;
  const views = partialSumsViews(memory.buffer, partialSums, count);
  const into = operandPlace(plan, splitRows.into);
  const numberOf = (name: string | undefined, missing: number): ((values: Float64Array) => number) => {
    const scalar = name === undefined ? { fixed: missing } : scalarIn(plan, set, name);
    return 'fixed' in scalar ? () => scalar.fixed : (values) => values[scalar.place] as number;
  };
  const factorOf = (name: string | undefined, missing: number): ((values: Float64Array) => HostScalar) => {
    const real = numberOf(name, missing);
    if (components === 1) return (values) => [real(values)];
    const imaginary = numberOf(name === undefined ? undefined : imaginaryOf(name), 0);
    return (values) => [real(values), imaginary(values)];
  };
  const times = factorOf(splitRows.times, 1);
  const plus = factorOf(splitRows.plus, 0);
  return (buffers, values) =>
    changeNumbers(buffers[into] as HeapVector, (y) => addPartialSums(views, count, y, times(values), plus(values)));
}

/** Products whose time is summed beside what each thread computes of them. */
function profiled(apply: DriverOperator['apply'], sums: Float64Array): Pick<DriverOperator, 'apply' | 'workerTimes'> {
  let elapsedMs = 0;
  return {
    apply(buffers, scalars) {
      const begin = performance.now();
      apply(buffers, scalars);
      elapsedMs += performance.now() - begin;
    },
    workerTimes: () => workerTimesOf(sums, elapsedMs),
  };
}

/** Prepares a program of a target of the CPU for a team of threads. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.LIMIT`, `KERNEL.LOAD_FAILED`, `BACKEND.UNAVAILABLE`, `BACKEND.WORKER_LOST`. */
export async function prepareThreadsOperator(request: DriverRequest, host: ThreadsHost): Promise<DriverOperator> {
  const { heap, pool } = host;
  const team = teamOf(request);
  const plan = operandPlan(request.signature, request.precision.precision);
  const scratch: Scratch = { blocks: [], bytes: 0 };
  checkPasses(request, plan);
  const arrays = placeArrays(heap, request, team, { ...host, ...(await largePagesOf(request, pool.context)) });
  const free = (): void => {
    arrays.free();
    for (const address of scratch.blocks) heap.free(address);
  };
  let operator: OperatorDescription;
  let shares: readonly Float64Array[];
  let bound: BoundOperator;
  try {
    ({ operator, shares } = await describe(request, plan, host, arrays, scratch));
    bound = await bindOperator(operator, pool.context);
  } catch (error) {
    free();
    throw error;
  }
  const dispose = (): void => {
    bound.dispose();
    free();
  };
  try {
    await pool.load(operator, team);
  } catch (error) {
    dispose();
    throw error;
  }
  const { id } = operator;
  const passes = bound.passes.map((run, index): TeamPass => ({
    run,
    operator: id,
    index,
    shares: shares[index] as Float64Array,
  }));
  const described = (request.program as CpuProgram).passes;
  const sums = operator.busy === undefined ? undefined : busySums(heap.memory.buffer, operator.busy, team);
  const finishes = operator.passes.map(({ ranges }, p) => {
    const finish = finishOf(described[p] as CpuPass, ranges, plan, heap, PRECISIONS[request.precision.precision]);
    return finish && sums ? timed(finish, sums, 0) : finish;
  });
  const values = operandValues(plan.buffers.length + plan.scalars.length);
  const job: JobOperands = { id: 0, values: values.subarray(0, -1) };
  const apply: DriverOperator['apply'] = (buffers, scalars) => {
    if (takeOperands(values, buffers, scalars)) job.id = host.nextOperands();
    for (let p = 0; p < passes.length; p++) {
      pool.run(passes[p] as TeamPass, job);
      finishes[p]?.(buffers, values);
    }
  };
  return {
    bytesResident: arrays.bytes + scratch.bytes,
    ...(sums ? profiled(apply, sums) : { apply }),
    dispose() {
      pool.drop(id);
      dispose();
    },
  };
}
