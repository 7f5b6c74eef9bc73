import type { DeviceInfo, Operator, Workload } from '@spmv/core';
import { unreadOperands } from '@spmv/core';
import { isStandard } from '../plan/order-cases.ts';
import type { CaseRun } from '../run/case-result.ts';
import type { CheckVariant } from '../check/check-variant.ts';
import type { Evictor } from './cold-caches.ts';
import type { OpenBackend } from '../plan/open-backends.ts';
import type { OperandPool } from '../check/operands.ts';
import type { TimeBudget, TimingCost } from './time-budget.ts';
import { NO_COST, timingCost } from './time-budget.ts';
import { asError } from './calibrate.ts';
import type { TimingOptions, Uploads } from './time-group.ts';
import type { TimingSubject, UploadedOperands } from './timing-subject.ts';

/** What decides how combinations are timed. */
export interface TimingNeeds {
  /** The first is the one that is timed. */
  readonly variants: readonly CheckVariant[];
  /** Absent: validate only. */
  readonly timing?: TimingOptions;
  /** Empties the caches before samples on a backend; absent for warm ones. */
  evictorOf?(opened: OpenBackend): Promise<Evictor | undefined>;
  /** A problem for which too little of it is left is left out. */
  readonly budget?: TimeBudget;
}

/** A case that validated and whose operator is kept for timing. */
export interface PreparedCase {
  readonly run: CaseRun;
  readonly operator: Operator;
}

interface Scope {
  readonly workload: Workload;
  readonly operands: OperandPool;
  readonly options: TimingNeeds;
}

/** Sets of operands that products take in turns. */
const SETS: Readonly<Record<Uploads, number>> = { 'in-sequence': 1, overlapped: 2 };

/** Whether a library on this device starts threads of the processor: on an accelerator it has none there, and nobody has to wait until they sleep. */
export function hasThreads({ kind, limits }: Pick<DeviceInfo, 'kind' | 'limits'>): boolean {
  return kind === 'cpu' && limits['threads'] !== 1;
}

async function subjectOf(scope: Scope, { run, operator }: PreparedCase, variant: CheckVariant): Promise<TimingSubject> {
  const { opened, precision } = run.case;
  const operands = scope.operands.of(opened.backend, precision);
  const { signature } = scope.workload;
  const unread = unreadOperands(scope.workload, variant.scalars);
  const evictor = await scope.options.evictorOf?.(opened);
  const uploads = scope.options.timing?.uploads;
  const uploaded: UploadedOperands[] = [];
  const { target, vendor = false } = run.case.implementation;
  for (let set = 0; set < (uploads === undefined ? 0 : SETS[uploads]); set++)
    uploaded.push(await operands.uploaded(variant, set));
  return {
    ...(uploads === undefined ? {} : { uploaded }),
    ...(evictor ? { evict: () => evictor.evict() } : {}),
    backend: opened.backend,
    operator,
    operands: await operands.given(variant),
    // Machine code needs no engine but for the way there, which is one for all of it.
    ...(target === 'native' && !vendor ? { code: `native on ${opened.descriptor.id}` } : {}),
    // As verdicts do: libraries are compared with, and not among those that are advised.
    ...(vendor ? {} : { race: precision }),
    isStandard: isStandard(run.case),
    ownThreads: vendor && hasThreads(opened.backend.device),
    readsResult: signature.buffers.some(({ access, name }) => access !== 'read' && !unread.has(name)),
    reset: () => operands.reset(variant),
  };
}

/** The operators of a group bound to their vectors, or what kept one from it. */
export async function subjectsOf(
  scope: Scope,
  group: readonly PreparedCase[],
  variant: CheckVariant,
): Promise<readonly (TimingSubject | Error)[]> {
  const subjects: (TimingSubject | Error)[] = [];
  for (const prepared of group) subjects.push(await subjectOf(scope, prepared, variant).catch(asError));
  return subjects;
}

/** About what timing a case is going to take; nothing where nobody asks, and where that is not known. */
export async function costOf(scope: Scope, prepared: PreparedCase): Promise<TimingCost> {
  const { timing, budget, variants } = scope.options;
  if (!timing || !budget || !variants[0]) return NO_COST;
  const [subject] = await subjectsOf(scope, [prepared], variants[0]);
  return subject === undefined || subject instanceof Error ? NO_COST : timingCost(subject).catch(() => NO_COST);
}
