import type { Kernel, Operator, PrepareRequest, StoredMatrix, Workload } from '@spmv/core';
import { buildMatrix, isRefusal, isSpmvError, matrixFor, storageBytes, storedPrecision, workOf } from '@spmv/core';
import type { Host } from '../host/host.ts';
import type { CaseProblem, PlannedStorage, RunnableCase } from '../plan/case.ts';
import type { Between } from '../plan/members.ts';
import type { CaseRun } from './case-result.ts';
import type { CheckScope } from '../check/check-operator.ts';
import { checkOperator, verdictOn } from '../check/check-operator.ts';
import type { PreparedCase, TimingNeeds } from '../time/timing-subjects.ts';

/** How the combinations of one problem run. */
export interface RunOptions extends TimingNeeds {
  /** Whose results are compared with whose; default: backends. */
  readonly between?: Between;
  /** Most bytes of one stored matrix. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly host: Pick<Host, 'memory' | 'problemOf'>;
  /** Told what is about to run; never called while timing. */
  onProgress(text: string): void;
  /** Told each combination once it is checked, with a budget once timing begins; then now and then between samples, and once it is timed. */
  onRun?(run: CaseRun): void;
}

/** What the combinations of one problem have in common while they run. */
export interface RunScope extends CheckScope {
  readonly options: RunOptions;
}

/** What an error says of a combination. */
export function problemFrom(error: unknown, { problemOf }: Pick<Host, 'problemOf'>): CaseProblem {
  const status = isRefusal(error) ? 'refused' : isSpmvError(error, 'BACKEND.UNAVAILABLE') ? 'unavailable' : 'failed';
  return { status, ...problemOf(error) };
}

/** A matrix in one form and how long making it took. */
export interface BuiltCase {
  readonly stored: StoredMatrix;
  readonly ms: number;
}

/** What a backend is asked for. */
export function requestOf(scope: RunScope, current: RunnableCase, built: BuiltCase | undefined): PrepareRequest {
  return {
    operation: scope.workload.operation,
    sizes: scope.workload.ownSizes,
    layouts: scope.workload.layouts,
    // Cases of kernels that make a matrix run elsewhere.
    kernel: current.implementation as Kernel,
    precision: current.precision,
    ...(built && current.storage
      ? {
          ...matrixFor(
            current.opened.backend.device,
            scope.workload,
            current.storage.format,
            built.stored,
            current.arithmetic,
          ),
          stored: storedPrecision(current.arithmetic),
        }
      : {}),
    params: { ...current.kernelParams, ...current.launchParams },
    ...(scope.options.timing?.profile ? { profile: true } : {}),
  };
}

/** A combination prepared and checked: with its operator where it is right and is to be timed. `compiledMs`: what compiling for it took before. Never throws. */
export async function prepareAndCheck(
  scope: RunScope,
  current: RunnableCase,
  built: BuiltCase | undefined,
  compiledMs = 0,
): Promise<PreparedCase | CaseRun> {
  const { host } = scope.options;
  const bare = {
    case: current,
    work: workOf(scope.workload, scope.variants[0]?.scalars ?? {}, current.precision),
    storageBytes: built ? storageBytes(built.stored, storedPrecision(current.arithmetic)) : null,
    bytesResident: null,
    convertMs: built?.ms ?? null,
    prepareMs: null,
  };
  let operator: Operator;
  const start = performance.now();
  try {
    operator = await current.opened.backend.prepare(requestOf(scope, current, built));
  } catch (error) {
    return { ...bare, problem: problemFrom(error, host) };
  }
  const prepared: PreparedCase = {
    operator,
    run: {
      ...bare,
      prepareMs: performance.now() - start + compiledMs,
      bytesResident: operator.bytesResident,
      ...(operator.occupancy === undefined ? {} : { occupancy: operator.occupancy }),
      ...(operator.streaming ? { streaming: operator.streaming } : {}),
    },
  };
  try {
    const outcome = await checkOperator(scope, current, operator);
    const problem = verdictOn(outcome, current.precision);
    const exchange = operator.exchange?.();
    const run: CaseRun = {
      ...prepared.run,
      ...(exchange ? { exchange } : {}),
      check: outcome,
      ...(problem ? { problem } : {}),
    };
    return problem === undefined && scope.options.timing ? { run, operator } : await released(prepared, run, host);
  } catch (error) {
    return released(prepared, { ...bare, problem: problemFrom(error, host) }, host);
  }
}

/** `run` with its operator disposed of; a disposal that fails is a failure of the combination. */
export async function released(
  { operator }: PreparedCase,
  run: CaseRun,
  host: Pick<Host, 'problemOf'>,
): Promise<CaseRun> {
  try {
    await operator.dispose();
    return run;
  } catch (error) {
    return { ...run, problem: run.problem ?? problemFrom(error, host) };
  }
}

/** A matrix in a planned form, or why there is none. */
export function build(
  { coo }: Workload,
  { format, plan }: PlannedStorage,
  { maxBytes, host }: Pick<RunOptions, 'maxBytes' | 'host'>,
): BuiltCase | CaseProblem {
  if (!coo) throw new RangeError('a format stores nothing without a matrix');
  try {
    const start = performance.now();
    const stored = buildMatrix(format, coo, { params: plan.params, valueType: plan.valueType, maxBytes, share: true });
    return { stored, ms: performance.now() - start };
  } catch (error) {
    return problemFrom(error, host);
  }
}
