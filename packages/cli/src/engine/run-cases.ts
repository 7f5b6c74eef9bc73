import type { Operator, StoredMatrix, Workload } from '@spmv/core';
import { buildMatrix, isRefusal, isSpmvError, storageBytes, storedPrecision, workOf } from '@spmv/core';
import { problemOf } from '../cli-error.ts';
import { memoryLimit } from '../host/memory-limit.ts';
import { counted } from '../output/numbers.ts';
import type { Agreement } from './agreement.ts';
import { createAgreement } from './agreement.ts';
import type { CaseProblem, PlannedStorage, RunnableCase } from './case.ts';
import { caseName } from './case.ts';
import type { CaseRun, Compared } from './case-result.ts';
import type { CheckScope } from './check-operator.ts';
import { checkOperator, judgeOperands, verdictOn } from './check-operator.ts';
import type { CheckVariant } from './check-variant.ts';
import { createReferences } from './check-variant.ts';
import { disposeAll } from './dispose-all.ts';
import { memoryBudget } from './memory-budget.ts';
import { createOperandPool } from './operands.ts';
import { grouped, inOrder } from './order-cases.ts';
import type { SolutionCheck } from './solution.ts';
import { solutionCheck } from './solution.ts';
import type { TimingSubject } from './time-group.ts';
import { timeGroup } from './time-group.ts';
import type { Prepared, TimingNeeds } from './timing-subjects.ts';
import { costMsOf, subjectsOf } from './timing-subjects.ts';
import { turn } from './turn.ts';

export interface RunOptions extends TimingNeeds {
  /** Most bytes of one stored matrix. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Told what is about to run; never called while timing. */
  onProgress(text: string): void;
  /** Told each combination once it is checked, now and then between samples, and once it is timed. */
  onRun?(run: CaseRun): void;
}

export interface CasesRun {
  readonly runs: readonly CaseRun[];
  readonly agreement: readonly Agreement[];
  /** Operands of which samples alone were compared. */
  readonly sampled: readonly Compared[];
  /** Present when x and b came with the matrix. */
  readonly solution: SolutionCheck | undefined;
  /** Not timed: too little time was left. */
  readonly late: readonly RunnableCase[];
}

interface Scope extends CheckScope {
  readonly options: RunOptions;
}

function problemFrom(error: unknown): CaseProblem {
  const status = isRefusal(error) ? 'refused' : isSpmvError(error, 'BACKEND.UNAVAILABLE') ? 'unavailable' : 'failed';
  return { status, ...problemOf(error) };
}

/** A matrix in one form and how long making it took. */
interface Built {
  readonly stored: StoredMatrix;
  readonly ms: number;
}

async function prepareAndCheck(
  scope: Scope,
  current: RunnableCase,
  built: Built | undefined,
): Promise<Prepared | CaseRun> {
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
    operator = await current.opened.backend.prepare({
      operation: scope.workload.operation,
      sizes: scope.workload.ownSizes,
      layouts: scope.workload.layouts,
      kernel: current.implementation,
      precision: current.precision,
      ...(built ? { matrix: built.stored, stored: storedPrecision(current.arithmetic) } : {}),
      params: { ...current.kernelParams, ...current.launchParams },
      ...(scope.options.timing?.profile ? { profile: true } : {}),
    });
  } catch (error) {
    return { ...bare, problem: problemFrom(error) };
  }
  const prepared: Prepared = {
    operator,
    run: {
      ...bare,
      prepareMs: performance.now() - start,
      bytesResident: operator.bytesResident,
      ...(operator.occupancy === undefined ? {} : { occupancy: operator.occupancy }),
    },
  };
  try {
    const outcome = await checkOperator(scope, current, operator);
    const problem = verdictOn(outcome);
    const run: CaseRun = { ...prepared.run, check: outcome, ...(problem ? { problem } : {}) };
    return problem === undefined && scope.options.timing ? { run, operator } : await released(prepared, run);
  } catch (error) {
    return released(prepared, { ...bare, problem: problemFrom(error) });
  }
}

/** `run` with its operator disposed of; a disposal that fails is a failure of the combination. */
async function released({ operator }: Prepared, run: CaseRun): Promise<CaseRun> {
  try {
    await operator.dispose();
    return run;
  } catch (error) {
    return { ...run, problem: run.problem ?? problemFrom(error) };
  }
}

/** One more product after the timed ones: thousands in a row must not have changed anything. */
async function checkAgain(
  scope: Scope,
  { run }: Prepared,
  subject: TimingSubject,
  variant: CheckVariant,
): Promise<CaseProblem | undefined> {
  await subject.reset();
  subject.operator.apply(...subject.operands);
  const judged = await judgeOperands(scope, run.case, variant);
  return verdictOn({ ...judged, worst: { ...judged.worst, variant: 'after the timed products' } });
}

/** Times a group and disposes of its operators. Never throws: what went wrong is part of the run that it went wrong for. */
async function timeAll(scope: Scope, group: readonly Prepared[]): Promise<readonly CaseRun[]> {
  const { timing, variants, signal } = scope.options;
  const variant = variants[0];
  if (!timing || !variant || group.length === 0)
    return Promise.all(group.map((prepared) => released(prepared, prepared.run)));
  const bound = await subjectsOf(scope, group, variant);
  scope.options.onProgress(`timing ${counted(group.length, 'combination', 'combinations')}`);
  const subjects = bound.filter((subject): subject is TimingSubject => !(subject instanceof Error));
  const runOf = new Map(group.map(({ run }, g) => [bound[g], run]));
  const times = await timeGroup(subjects, timing, signal, (s, outcome) => {
    const run = runOf.get(subjects[s]);
    if (run) scope.options.onRun?.({ ...run, times: outcome });
  });
  const runs: CaseRun[] = [];
  for (const [g, prepared] of group.entries()) {
    const subject = bound[g];
    const outcome = subject instanceof Error ? subject : times[subjects.indexOf(subject as TimingSubject)];
    let run = prepared.run;
    if (outcome instanceof Error) run = { ...run, problem: problemFrom(outcome) };
    else if (outcome !== undefined) {
      const problem = await checkAgain(scope, prepared, subject as TimingSubject, variant).catch(problemFrom);
      run = problem ? { ...run, problem } : { ...run, times: outcome };
    }
    const last = await released(prepared, run);
    runs.push(last);
    scope.options.onRun?.(last);
  }
  return runs;
}

function build({ coo }: Workload, { format, plan }: PlannedStorage, maxBytes: number): Built | CaseProblem {
  if (!coo) throw new RangeError('a format stores nothing without a matrix');
  try {
    const start = performance.now();
    const stored = buildMatrix(format, coo, { params: plan.params, valueType: plan.valueType, maxBytes });
    return { stored, ms: performance.now() - start };
  } catch (error) {
    return problemFrom(error);
  }
}

/**
 * Runs every case of one problem: each stored form of its matrix is built once and dropped, each result judged against the oracle and compared with
 * the others, and, where wanted, those that validated are timed in interleaved rounds, as many at a time as fit in memory.
 */
export async function runCases(
  workload: Workload,
  cases: readonly RunnableCase[],
  options: RunOptions,
): Promise<CasesRun> {
  const scope: Scope = {
    workload,
    options,
    variants: options.variants,
    references: createReferences(workload),
    operands: createOperandPool(workload),
    agreement: createAgreement(),
  };
  const budget = memoryBudget(workload, cases, options.variants.length, options.maxBytes, memoryLimit());
  const runs: CaseRun[] = [];
  let waiting: Prepared[] = [];
  let held = 0;
  // Milliseconds that timing what waits is going to take.
  let costMs = 0;
  const late: RunnableCase[] = [];
  const { budget: time } = options;
  // Something of each problem may take more than the problem's share, and something of the first more than there is.
  const isBegun = (): boolean => runs.length + waiting.length > 0;
  const isBeyond = (ms: number): boolean => time !== undefined && (isBegun() || !time.isFirst) && time.whole() < ms;
  const isLate = (): boolean => isBeyond(costMs) || (time !== undefined && isBegun() && time.left() < costMs);
  const settle = (run: CaseRun): void => {
    runs.push(run);
    options.onRun?.(run);
  };
  /** Times what waits and lets go of it. */
  const flush = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    held = 0;
    costMs = 0;
    runs.push(...(await timeAll(scope, group)));
  };
  try {
    for (const group of grouped(cases)) {
      const [first] = group;
      if (!first || options.signal.aborted) break;
      if (isLate()) {
        late.push(...group);
        continue;
      }
      const { storage } = first;
      const bytes = storage?.plan.hostBytes ?? 0;
      if (!budget.fits(bytes, held)) await flush();
      let built: Built | CaseProblem | undefined;
      if (storage) {
        options.onProgress(`converting to ${caseName(first)}`);
        await turn();
        built = budget.refusal(bytes) ?? build(workload, storage, options.maxBytes);
      }
      for (const current of group) {
        await turn();
        if (options.signal.aborted) break;
        if (isLate()) {
          late.push(current);
          continue;
        }
        if (!budget.fits(bytes, held)) await flush();
        if (built && 'status' in built) {
          settle({
            case: current,
            problem: built,
            storageBytes: null,
            bytesResident: null,
            convertMs: null,
            prepareMs: null,
          });
          continue;
        }
        options.onProgress(caseName(current));
        let done = await prepareAndCheck(scope, current, built);
        if (!('operator' in done) && done.problem?.code === 'BACKEND.OUT_OF_MEMORY' && waiting.length > 0) {
          await flush();
          done = await prepareAndCheck(scope, current, built);
        }
        if ('operator' in done) {
          const ownMs = await costMsOf(scope, done);
          if (isBeyond(costMs + ownMs)) {
            late.push(current);
            await disposeAll([done.operator]);
            continue;
          }
          waiting.push(done);
          held += done.operator.bytesResident;
          costMs += ownMs;
          options.onRun?.(done.run);
        } else settle(done);
      }
    }
    await flush();
    return {
      runs: inOrder(runs, cases),
      agreement: scope.agreement.report(),
      sampled: (runs.find(({ check }) => check)?.check?.compared ?? []).filter((one) => one.compared < one.elements),
      solution: solutionCheck(workload, options.variants, scope.references),
      late: late.filter(({ listed }) => listed),
    };
  } finally {
    await disposeAll([...waiting.map(({ operator }) => operator), scope.operands]);
  }
}
