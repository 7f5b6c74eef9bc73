import type { CaseRun, HostBlock, RunnableCase } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import { BASELINE, baselinesOf, benchResult, placeOf, problemBlocks, runPlanned, withoutSamples } from '@spmv/engine';
import { counted, formatMs, paramsText, times, toJson } from '@spmv/engine/basics';
import type { TimingFlags } from '../flags/timing.ts';
import type { Context, Finisher } from '../../documents/context.ts';
import type { OutputContext } from '../../output/publish.ts';
import { hostBlock } from '../../documents/host.ts';
import { createProgress } from '../../documents/progress.ts';
import type { TuneDocument } from '../../documents/tuned-files.ts';
import { keepTuned, keptText } from '../../documents/tuned-files.ts';
import { versionsOf } from '../../documents/versions.ts';
import { leftOutRows } from '../../discovery/left-out.ts';
import { problemLine } from '../../documents/tables.ts';
import type { TuneSearch } from '../../documents/tune-search.ts';
import type { TunedRow } from '../../documents/tuned.ts';
import { finalists, groupKey, pointKey, SEARCH_RUNS, tunedRows } from '../../documents/tuned.ts';
import { tableText } from '../../documents/layout.ts';
import { inUnit, TIME_UNITS, unitFor } from '../../documents/units.ts';
import type { ReadAny, BackendSession, SessionOptions } from '../../session/session.ts';
import { openSession } from '../../session/session.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { matrixSources } from '../../matrices/matrix-source.ts';
import { printable } from '../../output/printable.ts';
import { publish } from '../../output/publish.ts';
import { wrap } from '../../output/wrap.ts';
import { writeWhole } from '../../output/write-file.ts';
import { listOf, placesOf } from '../../documents/kept-lists.ts';
import { checkRuns } from '../flags/timing.ts';
import { usualBudgetMs, withinTime } from './within-time.ts';
import { requireBackend } from '../require-backend.ts';
import { defaultMaxBytes, selectionOf } from '../flags/selection.ts';
import { THIS_HOST } from '../../host/this-host.ts';

export interface TuneFlags extends TimingFlags {
  /** Where the best points are written. */
  readonly out?: string;
  /** Whether they are kept for this machine and matrix. */
  readonly keep: boolean;
  /** Of the search on each matrix, in milliseconds. */
  readonly timeBudget?: number;
}

/** What is said once of a search. */
interface TuneHead {
  readonly host: HostBlock;
  readonly options: Omit<SessionOptions, 'selection'>;
  /** What a strict run finds missing; 0 in any other. */
  readonly missing: number;
  readonly out?: string;
  readonly keep: boolean;
  /** Of what it is measured with. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Of each format the search over all points of the `m`th problem, then the final with the defaults among the contestants. A point is kept once it is measured. */
async function search(
  context: Context,
  session: BackendSession,
  m: number,
  problem: ReadAny,
  flags: TuneFlags,
  maxBytes: number,
): Promise<void> {
  const { keeper, terminal } = context;
  const plan = session.plan(problem);
  const standard = session.plan(problem, 'default').runnable;
  const places = new Map<string, number>();
  for (const current of [...plan.runnable, ...standard])
    if (!places.has(pointKey(current))) places.set(pointKey(current), places.size);
  const blocks = problemBlocks(problem, THIS_HOST.digest);
  const tell = (tried: readonly { readonly case: RunnableCase }[], untried: number): void => {
    const points: Record<string, number> = {};
    for (const { case: point } of tried) points[groupKey(point)] = (points[groupKey(point)] ?? 0) + 1;
    keeper.put('searches', m, { ...blocks, defaults: standard.map(pointKey), points, untried } satisfies TuneSearch);
  };
  tell(
    plan.runnable.map((point) => ({ case: point })),
    0,
  );
  terminal.note(`${problem.name}: trying ${counted(plan.runnable.length, 'point', 'points')}`);
  const baselines: Record<string, number> = {};
  const progress = createProgress(terminal, { name: problem.name, total: plan.runnable.length });
  const keep = (run: CaseRun): void => {
    if (!run.times || !run.case.listed) return;
    keeper.put(
      'points',
      placeOf(m, places.get(pointKey(run.case)) ?? 0),
      benchResult(blocks, run, baselines[run.case.precision] ?? null),
    );
  };
  const measure = async (cases: readonly RunnableCase[], runs: number): Promise<readonly CaseRun[]> => {
    const { seed, alpha, beta } = flags;
    const done = await runPlanned(problem, cases, {
      seed,
      alpha,
      beta,
      thorough: false,
      maxBytes,
      signal: context.signal,
      host: THIS_HOST,
      timing: { runs },
      onProgress: progress.step,
      onRun(run) {
        keep(run);
        progress.saw(run);
      },
    });
    Object.assign(baselines, baselinesOf(done.runs));
    done.runs.forEach(keep);
    return done.runs;
  };
  // One format after another: a kernel's points are compared with one another only, and a run that stops early has all of the first formats.
  const formats = [BASELINE.format, ...[...plan.runnable, ...standard].map(({ format }) => format)];
  const budgetMs = flags.timeBudget ?? usualBudgetMs(problem.matrix?.coo.colIndex.length ?? 0);
  const began = performance.now();
  const searched: CaseRun[] = [];
  for (const [f, format] of [...new Set(formats)].entries()) {
    const of = (cases: readonly RunnableCase[]): readonly RunnableCase[] =>
      cases.filter((current) => current.format === format);
    const left = budgetMs - (performance.now() - began);
    const found = await withinTime(of(plan.runnable), left / (new Set(formats).size - f), {
      signal: context.signal,
      measure: (some) => measure(some, SEARCH_RUNS),
    });
    searched.push(...found);
    const fastest = finalists(found);
    const known = new Set(fastest.map(pointKey));
    await measure([...fastest, ...of(standard).filter((current) => !known.has(pointKey(current)))], flags.runs);
  }
  const untried = context.signal.aborted ? 0 : plan.runnable.length - searched.length;
  if (untried === 0) return;
  tell(searched, untried);
  terminal.note(
    `${problem.name}: ${untried} of ${counted(plan.runnable.length, 'point', 'points')} did not fit into ${formatMs(budgetMs)}; a longer --time-budget tries more.`,
  );
}

function gainText({ gain, certain, points }: TunedRow): string {
  if (points === 1) return 'one point';
  return certain ? times(gain) : 'none';
}

/** What is printed of one problem. */
function problemText({ terminal }: OutputContext, kept: Kept, m: number): string {
  const searched = kept.lists.get('searches')?.get(m) as TuneSearch;
  const rows = tunedRows(kept).get(m) ?? [];
  const unit = unitFor(
    TIME_UNITS,
    rows.map(({ best }) => best.medianMs),
  );
  return `${problemLine(terminal, searched)}\n${tableText(
    terminal,
    [
      { header: '', cell: ({ precision }) => precision },
      { header: 'kernel', least: 18, cell: ({ kernel }) => kernel },
      { header: 'backend', cell: ({ backend }) => backend },
      { header: 'points', align: 'right', rank: 1, cell: ({ points }) => String(points) },
      {
        header: 'best',
        least: 16,
        cell: ({ best }) => paramsText(best.formatParams, best.kernelParams, best.launchParams),
      },
      { header: `median ${unit.name}`, align: 'point', cell: ({ best }) => inUnit(best.medianMs, unit) },
      { header: 'gain', align: 'right', cell: gainText },
    ],
    rows,
  )}\n`;
}

/** `spmv tune M`: searches the parameter spaces, keeps the best, says what it gains over the defaults. */
export async function run(context: Context, matrices: readonly string[], flags: TuneFlags): Promise<undefined> {
  const host = hostBlock();
  const { keeper, terminal, signal } = context;
  checkRuns(flags.runs);
  const sources = matrixSources(matrices);
  const maxBytes = flags.maxBytes ?? defaultMaxBytes();
  const options = { seed: flags.seed, alpha: flags.alpha, beta: flags.beta, maxBytes };
  const session = await openSession(context, { ...options, selection: selectionOf(flags, 'all') });
  try {
    requireBackend(session);
    const problems = session.problems(sources);
    const missing = flags.strict ? session.backends.closed.length + session.installation.unusable.length : 0;
    keeper.begin('tune', {
      host,
      options,
      missing,
      keep: flags.keep,
      versions: versionsOf(session.installation),
      ...(flags.out === undefined ? {} : { out: flags.out }),
    } satisfies TuneHead);
    for (const [p, row] of leftOutRows(session.installation).entries()) keeper.put('leftOut', p, row);
    for (const [m, source] of problems.entries()) {
      if (signal.aborted) break;
      await search(context, session, m, await session.load(source), flags, maxBytes);
      terminal.clearProgress();
      if (context.json || !keeper.kept) continue;
      terminal.data(problemText(context, keeper.kept, m));
      keeper.put('shown', m, true);
    }
  } finally {
    await session.dispose();
  }
}

/** The document of a search, also to --out, or the matrices that were not printed yet and a last line. */
export const finish: Finisher = async (context, kept, { interrupted, problem }): Promise<ExitCode> => {
  const { host, options, out, missing, keep, versions } = kept.head as TuneHead;
  const results = [...tunedRows(kept).values()].flat();
  const late = listOf(kept, 'searches').flatMap(({ problem: { name }, untried }) =>
    untried === 0 ? [] : [{ matrix: name, cases: untried }],
  );
  const document: TuneDocument = {
    schema: 'spmv.tune/1',
    host,
    versions,
    options,
    interrupted,
    leftOut: listOf(kept, 'leftOut'),
    ...(late.length === 0 ? {} : { outOfTime: late }),
    results,
    errors: problem ? [problem] : [],
  };
  const shown = kept.lists.get('shown') ?? new Map<number, unknown>();
  const waiting = placesOf(kept, 'searches').filter(([m]) => !shown.has(m));
  if (out !== undefined) await writeWhole(out, toJson(document));
  const place = keep && results.length > 0 ? await keepTuned(document) : undefined;
  await publish(context, {
    document,
    rows: results.map((row) => ({ ...row, best: withoutSamples(row.best) })),
    text: () =>
      [
        ...waiting.map(([m]) => problemText(context, kept, m)),
        ...(out === undefined ? [] : [`Written to ${out}.`]),
        ...(place === undefined ? [] : [wrap(printable(keptText(place), { line: true }), context.terminal.width)]),
        ...(out === undefined && place === undefined ? ['Keep this with --out FILE.'] : []),
      ].join('\n'),
  });
  return interrupted ? EXIT.interrupted : results.length === 0 ? EXIT.failed : missing > 0 ? EXIT.unavailable : EXIT.ok;
};
