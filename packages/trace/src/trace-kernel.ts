import type { Params, ValueArray } from '@spmv/core';
import { hostScalar, isZeroScalar, PRECISIONS, scalarValues, valueArray, writtenOperands } from '@spmv/core';
import { countLaunches } from '@spmv/kernel-kit';
import type { TraceOperands } from './device-memory.ts';
import { deviceMemory, operandsOf } from './device-memory.ts';
import { argumentBytes } from './launch-arguments.ts';
import type { GlobalMemory } from './machine/global-memory.ts';
import type { Program } from './machine/decode.ts';
import { decode } from './machine/decode.ts';
import type { LaunchObserver, Triple } from './machine/run-launch.ts';
import { runLaunch } from './machine/run-launch.ts';
import type { TracePlan, TraceRequest } from './plan-trace.ts';
import { planTrace } from './plan-trace.ts';
import { parseEntry } from './ptx/parse-entry.ts';
import type { TraceCounts } from './sectors/counts.ts';
import { addCounts, createTally, noCounts } from './sectors/counts.ts';
import type { TraceStep } from './sectors/trace-step.ts';
import { touched } from './sectors/trace-step.ts';

/** A kernel to trace, what it multiplies, and its code. */
export interface KernelTraceRequest extends TraceRequest, TraceOperands {
  /** PTX with the kernels that the plan names: of the whole module, or of them alone. */
  readonly ptx: string;
  /** Told of every access and branch, in the order in which they happen here. */
  readonly onStep?: (step: TraceStep) => void;
  /** Most instructions of warps of one launch. Default 200 million. */
  readonly maxSteps?: number;
}

/** One launch, and what it did. */
export interface TracedLaunch {
  readonly entryPoint: string;
  readonly grid: Triple;
  readonly block: Triple;
  /** Dynamic shared memory. */
  readonly sharedBytes: number;
  readonly counts: TraceCounts;
}

/** What came of a product. */
export interface KernelTrace {
  /** What is written, by its name in the operation (`y`, `Y`), in the host's type of the precision; gaps as they were. */
  readonly results: Readonly<Record<string, ValueArray>>;
  readonly params: Params;
  readonly launches: readonly TracedLaunch[];
  /** Of all launches. */
  readonly counts: TraceCounts;
}

const MOST_STEPS = 200_000_000;

function observerOf(
  launch: number,
  memory: GlobalMemory,
  onStep: KernelTraceRequest['onStep'],
): { readonly observer: LaunchObserver; readonly counts: () => TraceCounts } {
  const tally = createTally();
  return {
    counts: tally.counts,
    observer: {
      executed: (_block, _warp, _instruction, lanes) => tally.executed(lanes),
      branched(block, warp, { line, text }, lanes, taken) {
        tally.branched(taken !== 0 && taken !== lanes);
        onStep?.({ kind: 'branch', launch, block, warp, line, text, lanes, taken });
      },
      accessed(block, warp, instruction, kind, lanes, addresses, bytes) {
        tally.requested(kind);
        const { line, text } = instruction;
        for (const part of touched(memory, instruction, lanes, addresses, bytes)) {
          const active = part.elements.reduce((count, element) => count + (element < 0 ? 0 : 1), 0);
          tally.accessed(kind, part.buffer, part.sectors.length, active * bytes);
          onStep?.({ kind, launch, block, warp, line, text, ...part });
        }
      },
    },
  };
}

function decoder(ptx: string): (entryPoint: string) => Program {
  const known = new Map<string, Program>();
  return (entryPoint) => {
    const found = known.get(entryPoint) ?? decode(parseEntry(ptx, entryPoint));
    known.set(entryPoint, found);
    return found;
  };
}

/** Whether core asks no kernel for this product. */
function isTrivial({ operation: { trivial }, sizes }: TracePlan, scalars: Readonly<Record<string, number>>): boolean {
  return trivial.sizes.some((name) => sizes[name] === 0) || trivial.scalars.some((name) => isZeroScalar(scalars, name));
}

/** What is written where no kernel is asked: what it was times its factor; without one kept, or 0 where it is not updated. */
function scaled(
  { signature, precision }: TracePlan,
  operands: Readonly<Record<string, ValueArray>>,
  scalars: Readonly<Record<string, number>>,
): Readonly<Record<string, ValueArray>> {
  const { round } = PRECISIONS[precision.precision].encoding;
  const written = signature.buffers.filter(({ access }) => access !== 'read');
  return Object.fromEntries(
    written.map(({ name, access, factor }) => {
      const before = operands[name];
      if (access === 'update' && factor < 0) return [name, before];
      const scalar = access === 'update' ? (signature.scalars[factor]?.name ?? '') : '';
      const [times, turned] = hostScalar(scalars, scalar);
      if (times === 0 && turned === 0) return [name, before.fill(0)];
      // Of a pair the other part is beside this one; a real number has none.
      const other = (k: number): number => (k % 2 === 0 ? -before[k + 1] : before[k - 1]);
      return [name, before.map((value, k) => round(turned === 0 ? times * value : times * value + turned * other(k)))];
    }),
  );
}

function runAll(
  plan: TracePlan,
  { ptx, onStep, maxSteps = MOST_STEPS }: KernelTraceRequest,
  memory: GlobalMemory,
  scalars: Readonly<Record<string, number>>,
): readonly TracedLaunch[] {
  const programOf = decoder(ptx);
  return countLaunches(plan, plan.program, plan.device.limits).map((launch, number) => {
    const program = programOf(launch.entryPoint);
    const { grid, block, sharedBytes } = launch;
    const params = argumentBytes(plan, Object.values(launch.arguments), program, memory, scalars);
    const { observer, counts } = observerOf(number, memory, onStep);
    runLaunch({ program, grid, block, sharedBytes, params, memory, maxSteps }, observer);
    return { entryPoint: launch.entryPoint, grid, block, sharedBytes, counts: counts() };
  });
}

/**
 * One product of any operation, y ← αAx + βy or another, by running the kernel's own code: its PTX, with the launches, arguments and arrays
 * that its program and analysis say, lane by lane in warps of 32. Lanes that part at a branch meet again at its immediate post-dominator.
 *
 * Reads what the operation reads. Changes no array that it is given. Errors: those of {@link planTrace}; `OPERAND.LENGTH`, `BACKEND.LIMIT`,
 * `KERNEL.LOAD_FAILED`, `TRACE.*`.
 */
export function traceKernel(request: KernelTraceRequest): KernelTrace {
  const plan = planTrace(request);
  const { params, precision } = plan;
  const scalars = { ...request.scalars, ...scalarValues(plan, request.scalars) };
  const operands = operandsOf(plan, request.operands, scalars);
  if (isTrivial(plan, scalars))
    return { results: scaled(plan, operands, scalars), params, launches: [], counts: noCounts() };
  const memory = deviceMemory(plan, operands);
  const launches = runAll(plan, request, memory, scalars);
  const { host, encoding } = PRECISIONS[precision.precision];
  const results = Object.fromEntries(
    writtenOperands(plan).map((name) => {
      const result = valueArray(host, operands[name]?.length ?? 0);
      encoding.decode(memory.buffers.get(name)?.contents.buffer as ArrayBuffer, result);
      return [name, result];
    }),
  );
  return { results, params, launches, counts: launches.map(({ counts }) => counts).reduce(addCounts) };
}
