import type { TimeBudget } from '@spmv/engine';
import { benchRows } from '@spmv/engine';
import { matrixHash } from '@spmv/engine/basics';
import type { NotRun, Study, StudyLeg } from '@spmv/studies';
import { OUT_OF_TIME, runMatrix } from '@spmv/studies';
import { problemOf } from '../../cli-error.ts';
import { collect } from '../../documents/collect.ts';
import type { Context } from '../../documents/context.ts';
import type { machineLoad } from '../../documents/host.ts';
import { digest } from '../../host/digest.ts';
import type { LoadedMatrix } from '../../matrices/load-matrix.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import type { MatrixSource } from '../../matrices/matrix-source.ts';
import { unlessStopped } from '../../process/unless-stopped.ts';
import type { BackendSession } from '../../session/session.ts';
import type { StudyAttempt } from './attempt.ts';
import { attempt } from './attempt.ts';
import type { EarlierStudy } from './earlier.ts';
import { entriesOf } from './matrix-sources.ts';
import { keptMatrices } from './kept-matrices.ts';
import type { StudyTask } from './shares.ts';
import { shareOf, tasksByExhibit } from './shares.ts';

/** A leg that this machine can run something of. */
export interface OpenLeg {
  readonly leg: StudyLeg;
  readonly session: BackendSession;
  readonly runs: number;
  /** What a share of the time sufficed for, on the matrix of a task. */
  readonly before?: StudyAttempt;
}

/** What all of a run has in common. */
export interface Measuring {
  readonly context: Context;
  readonly load: ReturnType<typeof machineLoad>;
  readonly budget: TimeBudget | undefined;
  readonly earlier: EarlierStudy | undefined;
  skip(one: NotRun): void;
}

/** A matrix of the study. */
interface ReadMatrix {
  readonly source: MatrixSource;
  readonly loaded: LoadedMatrix;
}

/** Runs legs on one matrix, or on none; `place` is that of the first of them in the list of results. Answers those that there was no time for, or not enough. */
async function runLegs(
  measuring: Measuring,
  legs: readonly OpenLeg[],
  matrix: ReadMatrix | undefined,
  place: { next: number },
): Promise<readonly OpenLeg[]> {
  const { context, budget, earlier, load } = measuring;
  const late: OpenLeg[] = [];
  for (const one of legs) {
    const { leg, session, runs, before } = one;
    if (context.signal.aborted) return late;
    if (isUp(budget)) {
      late.push(one);
      continue;
    }
    const problems = session
      .problems(matrix ? [matrix.source] : [])
      .map((problem) => (matrix ? { ...problem, loaded: matrix.loaded } : problem));
    for (const p of problems.keys())
      context.keeper.put('pairs', place.next + p, { leg: leg.id, matrix: matrix?.source.name ?? '' });
    const own = attempt(context.keeper, before?.rest ?? earlier?.choose(leg.id, runs));
    await collect({ ...context, keeper: own.keeper }, session, problems, benchRows(load), {
      from: place.next,
      choose: own.choose,
      ...(budget ? { budget } : {}),
    });
    before?.finished();
    place.next += problems.length;
    if (own.isCut()) late.push({ ...one, before: own });
  }
  return late;
}

function isUp(budget: TimeBudget | undefined): boolean {
  return budget !== undefined && budget.isUsed() && budget.left() <= 0;
}

/** What can be run of a study. */
interface Work {
  readonly study: Study;
  readonly open: readonly OpenLeg[];
  readonly sources: readonly MatrixSource[];
}

/**
 * Runs the tasks matrix by matrix; with a budget exhibit by exhibit, each in its share of the time, and what its share
 * did not suffice for in what the others left.
 */
export async function runAll(measuring: Measuring, { study, open, sources }: Work): Promise<void> {
  const { context, budget, earlier, skip } = measuring;
  const names = [undefined, ...sources.map(({ name }) => name)];
  const tasks = names.flatMap((matrix): readonly StudyTask<OpenLeg>[] =>
    open
      .filter(({ leg }) => (matrix === undefined ? leg.matrices === undefined : leg.matrices?.includes(matrix)))
      .map((leg) => ({ leg, matrix })),
  );
  const entries = new Map(study.matrices.map((matrix) => [matrix.name, entriesOf(matrix)]));
  const groups = budget
    ? tasksByExhibit(study.exhibits, tasks, (name) => entries.get(name) ?? 0)
    : [{ tasks, parts: 1 }];
  const kept = keptMatrices<ReadMatrix>();
  const place = { next: 0 };
  const read = new Set<number>();
  const runGroup = async (
    own: Measuring,
    group: readonly StudyTask<OpenLeg>[],
    later: readonly StudyTask<OpenLeg>[],
  ): Promise<readonly StudyTask<OpenLeg>[]> => {
    const late: StudyTask<OpenLeg>[] = [];
    for (const name of names) {
      const legs = group.filter(({ matrix }) => matrix === name).map(({ leg }) => leg);
      if (legs.length === 0 || context.signal.aborted) continue;
      const index = sources.findIndex((source) => source.name === name);
      const source = sources[index];
      const isLate = source === undefined || isUp(own.budget);
      const matrix = isLate ? undefined : (kept.get(source.name) ?? (await loaded(own, source, index)));
      if (source && !isLate && !matrix) continue;
      if (matrix) read.add(index);
      const left = await runLegs(own, legs, matrix, place);
      late.push(...left.map((leg) => ({ leg, matrix: name })));
      if (source) {
        const comesAgain = [...later, ...late].some((task) => task.matrix === name);
        kept.settle(source.name, matrix, comesAgain);
      }
      if (matrix) context.terminal.note(`${matrix.source.name} is done: matrix ${index + 1} of ${sources.length}.`);
    }
    return late;
  };
  const late: StudyTask<OpenLeg>[] = [];
  for (const [g, group] of groups.entries()) {
    const own = budget ? { ...measuring, budget: shareOf(budget, group.parts) } : measuring;
    late.push(...(await runGroup(own, group.tasks, [...groups.slice(g + 1).flatMap((one) => one.tasks), ...late])));
  }
  for (const { leg, matrix = '' } of await runGroup(measuring, late, [])) {
    const { id, standsIn } = leg.leg;
    if (leg.before) continue;
    const index = sources.findIndex(({ name }) => name === matrix);
    const before = earlier?.takeOver(id, matrix, leg.runs);
    if (before?.statistics && !read.has(index)) context.keeper.put('statistics', index, before.statistics);
    for (const one of before?.notRun ?? []) skip(one);
    if (!before) skip({ leg: id, matrix, what: 'all of it', why: OUT_OF_TIME, ...(standsIn ? { standsIn } : {}) });
  }
}

/** Reads or makes a matrix and tells what it is like. `undefined`, and told, for one that this machine cannot. */
async function loaded(
  { context, skip }: Measuring,
  source: MatrixSource,
  index: number,
): Promise<ReadMatrix | undefined> {
  const { signal, stopwatch, terminal, keeper } = context;
  terminal.progress(`reading ${source.name}`);
  try {
    const matrix = await stopwatch.during('read', () => unlessStopped(signal, () => loadMatrix(source, context)));
    const hash = matrix.hash ?? matrixHash(matrix.coo, digest);
    keeper.put('statistics', index, runMatrix({ name: source.name, source: source.text, hash }, matrix.coo));
    return { source, loaded: { ...matrix, hash } };
  } catch (error) {
    const { reason } = problemOf(error);
    if (!signal.aborted) skip({ leg: null, matrix: source.name, what: 'all of it', why: reason });
    return undefined;
  }
}
