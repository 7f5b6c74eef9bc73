import type { Params, ValueArray } from '@spmv/core';
import { PRECISIONS, spmv, valueArray } from '@spmv/core';
import { countLaunches } from '@spmv/kernel-kit';
import type { TraceOperands } from './device-memory.ts';
import { deviceMemory, vectorsOf } from './device-memory.ts';
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
  /** The result, in the host's type of the precision. */
  readonly y: ValueArray;
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

/** βy where no kernel is asked. */
function scaled(plan: TracePlan, y: ValueArray, beta: number): ValueArray {
  if (beta === 0) return y.fill(0);
  const { round } = PRECISIONS[plan.precision.precision].encoding;
  return y.map((value) => round(beta * value));
}

function runAll(plan: TracePlan, request: KernelTraceRequest, memory: GlobalMemory): readonly TracedLaunch[] {
  const { ptx, onStep, alpha = 1, beta = 0, maxSteps = MOST_STEPS } = request;
  const programOf = decoder(ptx);
  return countLaunches(plan, plan.program, plan.device.limits).map((launch, number) => {
    const program = programOf(launch.entryPoint);
    const { grid, block, sharedBytes } = launch;
    const params = argumentBytes(plan, launch.arguments, program, memory, { alpha, beta });
    const { observer, counts } = observerOf(number, memory, onStep);
    runLaunch({ program, grid, block, sharedBytes, params, memory, maxSteps }, observer);
    return { entryPoint: launch.entryPoint, grid, block, sharedBytes, counts: counts() };
  });
}

/**
 * y ← αAx + βy (or Aᵀ) by running the kernel's own code: its PTX, with the launches, arguments and arrays that its program and analysis
 * say, lane by lane in warps of 32. Lanes that part at a branch meet again at its immediate post-dominator.
 *
 * Reads x, and y where β ≠ 0. Changes no array that it is given. Errors: those of {@link planTrace}; `OPERAND.LENGTH`, `BACKEND.LIMIT`,
 * `KERNEL.LOAD_FAILED`, `TRACE.*`.
 */
export function traceKernel(request: KernelTraceRequest): KernelTrace {
  const plan = planTrace(request);
  const { alpha = 1, beta = 0 } = request;
  const vectors = vectorsOf(plan, request);
  const y = vectors['y'] as ValueArray;
  const { shape, nnz } = plan.matrix;
  const sizes: Readonly<Record<string, number>> = { ...shape, nnz };
  if (alpha === 0 || spmv.trivial.sizes.some((name) => sizes[name] === 0))
    return { y: scaled(plan, y, beta), params: plan.params, launches: [], counts: noCounts() };
  const memory = deviceMemory(plan, vectors);
  const launches = runAll(plan, request, memory);
  const result = valueArray(PRECISIONS[plan.precision.precision].host, y.length);
  const stored = memory.buffers.get('y')?.contents.buffer as ArrayBuffer;
  PRECISIONS[plan.precision.precision].encoding.decode(stored, result);
  return { y: result, params: plan.params, launches, counts: launches.map(({ counts }) => counts).reduce(addCounts) };
}
