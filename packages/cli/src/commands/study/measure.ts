import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { OpenedBackends } from '@spmv/engine';
import { DEFAULT_OPERATION, disposeAll, timeBudget } from '@spmv/engine';
import type { NotRun, Study, StudyDevice, StudyLeg, StudyMatrix } from '@spmv/studies';
import { CliError, inputError, problemOf } from '../../cli-error.ts';
import { loadNeeded } from '../../discovery/needed.ts';
import type { Context } from '../../documents/context.ts';
import { machineLoad } from '../../documents/host.ts';
import { beginRun } from '../../documents/run-document.ts';
import { openBackends } from '../../session/open-backends.ts';
import type { BackendSession, SessionOptions } from '../../session/session.ts';
import { openSession } from '../../session/session.ts';
import { EXIT } from '../../exit-codes.ts';
import type { MatrixSource } from '../../matrices/matrix-source.ts';
import { defaultMaxBytes, devicesOf } from '../flags/selection.ts';
import { checkRuns } from '../flags/timing.ts';
import { resumedStudy } from './earlier.ts';
import { backendsOf, chosen, NOT_ASKED, selectionOfLeg, unasked, withinCores } from './leg-selection.ts';
import { fetchThem, smallestFirst, sourceOf, whyNotRun } from './matrix-sources.ts';
import type { StudyHead, StudyOptions } from './study-document.ts';
import type { Measuring, OpenLeg } from './run-tasks.ts';
import { runAll } from './run-tasks.ts';
import type { StudyFlags } from './study-flags.ts';

/** As the papers that say nothing are measured here. */
const USUAL_RUNS = 20;

/** A context in which plugins are found once, and a remark about one is made once. */
function calm(context: Context): Context {
  const { terminal } = context;
  const noted = new Set<string>();
  let found: ReturnType<Context['discover']> | undefined;
  return {
    ...context,
    discover: () => (found ??= context.discover()),
    terminal: { ...terminal, note: (text) => void (noted.has(text) || (noted.add(text), terminal.note(text))) },
  };
}

/** The backends of a study, and what brought them. */
interface OpenedHere extends OpenedBackends {
  readonly installation: BackendSession['installation'];
}

/** The backends of all legs, opened once. Errors: usage; unavailable where not one opens. */
async function openAll(context: Context, ids: readonly string[], flags: StudyFlags): Promise<OpenedHere> {
  const installation = await loadNeeded(await context.discover(), { backends: ids, formats: [], kernels: [] });
  const devices = devicesOf(flags.device, flags.backend);
  const opened = await openBackends(installation, { backends: ids, devices }, context.stopwatch);
  if (opened.open.length > 0) return { ...opened, installation };
  const all = opened.closed.map(({ id, reason }) => `backend '${id}': ${reason}`).join(' ');
  throw new CliError(
    EXIT.unavailable,
    `There is no backend to run on: ${all}`,
    'Run: npm install @spmv/backend-serial. It needs only Node.',
  );
}

/** What opened, as reports name it. */
function devicesIn({ open, installation }: OpenedHere): readonly StudyDevice[] {
  return open.map(({ descriptor, backend }) => ({
    backend: descriptor.id,
    name: backend.device.name,
    version: installation.sourceOf('backend', descriptor.id)?.version ?? null,
    ...(backend.device.details === undefined ? {} : { details: backend.device.details }),
  }));
}

/** What a leg can run on here, with what it cannot told. */
async function openLeg(
  { context, skip }: Measuring,
  leg: StudyLeg,
  opened: OpenedBackends,
  flags: StudyFlags,
  base: Omit<SessionOptions, 'selection'>,
): Promise<readonly OpenLeg[]> {
  const standsIn = leg.standsIn ? { standsIn: true } : {};
  const tell = (what: string, why: string): readonly OpenLeg[] => {
    skip({ leg: leg.id, matrix: null, what, why, ...standsIn });
    return [];
  };
  const asked = (leg.backends ?? []).filter((id) => flags.backend?.includes(id) ?? true);
  if (asked.length === 0)
    return tell('all of it', `it runs on ${leg.backends?.join(', ') ?? 'no backend'}, which nobody asked for`);
  const closed = opened.closed.filter(({ id }) => asked.includes(id));
  const backends = asked.filter((id) => opened.open.some(({ descriptor }) => descriptor.id === id));
  if (backends.length === 0) return tell('all of it', closed.map(({ reason }) => reason).join(' '));
  for (const { id, reason } of closed) tell(`backend ${id}`, reason);
  for (const id of leg.backends ?? []) if (!asked.includes(id)) tell(`backend ${id}`, NOT_ASKED);
  const narrowed = withinCores(leg, backends, availableParallelism());
  for (const one of narrowed.notRun) skip({ ...one, ...standsIn });
  const runs = flags.runs ?? leg.runs ?? USUAL_RUNS;
  const how = {
    ...(leg.uploads === undefined ? {} : { uploads: leg.uploads }),
    ...(leg.profile ? { profile: true } : {}),
  };
  try {
    const selection = selectionOfLeg(leg, backends, narrowed, devicesOf(flags.device, flags.backend));
    return [{ leg, runs, session: await openSession(context, { ...base, runs, ...how, selection }, opened) }];
  } catch (error) {
    return tell('all of it', problemOf(error).reason);
  }
}

/** A matrix of the study with what is read in its place; told where nothing is. */
async function readable(
  matrices: readonly StudyMatrix[],
  flags: StudyFlags,
  skip: Measuring['skip'],
): Promise<readonly MatrixSource[]> {
  const sources: MatrixSource[] = [];
  for (const matrix of smallestFirst(matrices)) {
    const source = await sourceOf(matrix, flags.files);
    if (source) sources.push(source);
    else skip({ leg: null, matrix: matrix.name, what: 'all of it', why: whyNotRun(matrix) });
  }
  return sources;
}

/** What the command line says of how much is measured. */
function askedFor({ timeBudget, runs, backend, leg, matrix }: StudyFlags): StudyOptions {
  return {
    ...(timeBudget === undefined ? {} : { timeBudgetMs: timeBudget }),
    ...(runs === undefined ? {} : { runs }),
    ...(backend ? { backends: backend } : {}),
    ...(leg ? { legs: leg } : {}),
    ...(matrix ? { matrices: matrix } : {}),
  };
}

/** Said at once where not one measurement can be taken. */
function nothingRuns({ id }: Study, lacking: ReadonlySet<string>): CliError {
  return new CliError(
    EXIT.unavailable,
    `Nothing of study '${id}' can be measured here. ${[...lacking].join(' ')}`,
    `Install what is missing. spmv study ${id} --list says what each measurement runs on.`,
  );
}

/** Runs what this machine can of a study, matrix by matrix, and keeps every result as it comes. */
export async function measure(given: Context, study: Study, flags: StudyFlags): Promise<undefined> {
  const started = new Date().toISOString();
  const load = machineLoad();
  if (flags.runs !== undefined) checkRuns(flags.runs);
  if (flags.files !== undefined && !statSync(flags.files, { throwIfNoEntry: false })?.isDirectory())
    throw inputError(`--files ${flags.files} is no folder.`, 'Name a folder of matrices, or leave it out.');
  const legs = chosen(study.legs, ({ id }) => id, flags.leg, 'measurement');
  const matrices = chosen(study.matrices, ({ name }) => name, flags.matrix, 'matrix');
  const context = calm(given);
  const base = { seed: flags.seed, alpha: 1, beta: 0, maxBytes: flags.maxBytes ?? defaultMaxBytes() };
  const options: StudyHead['options'] = { operation: DEFAULT_OPERATION, variant: {}, ...base, ...askedFor(flags) };
  let told = 0;
  let taken = 0;
  const lacking = new Set<string>();
  const skip = (one: NotRun): void => {
    if (one.why !== NOT_ASKED && one.leg !== null) lacking.add(one.why);
    context.keeper.put('notRun', told++, one);
  };
  const earlier =
    flags.resume === undefined
      ? undefined
      : resumedStudy(flags.resume, study.id, options, (row) => context.keeper.put('earlier', taken++, row));
  if (flags.fetch) await fetchThem(context, matrices);
  const opened = await openAll(context, backendsOf(study, flags.backend), flags);
  const open: OpenLeg[] = [];
  try {
    const head: StudyHead = {
      schema: 'spmv.study/1',
      started,
      options,
      load,
      study: study.id,
      legs: legs.map(({ id }) => id),
      devices: devicesIn(opened),
      ...(earlier ? { unsteadyBefore: earlier.unsteady, before: earlier.before } : {}),
      ...(flags.report === undefined ? {} : { report: flags.report }),
      ...(flags.backend ? { asked: backendsOf(study, flags.backend) } : {}),
    };
    await beginRun(context, 'study', head, { installation: opened.installation, backends: opened });
    const budget = flags.timeBudget === undefined ? undefined : timeBudget(flags.timeBudget);
    const measuring: Measuring = { context, load, budget, earlier, skip };
    for (const one of unasked(study, { legs, matrices })) skip(one);
    for (const leg of legs) open.push(...(await openLeg(measuring, leg, opened, flags, base)));
    if (open.length === 0) throw nothingRuns(study, lacking);
    await runAll(measuring, { study, open, sources: await readable(matrices, flags, skip) });
  } finally {
    await disposeAll([...open.map(({ session }) => session), opened]);
  }
  return undefined;
}
