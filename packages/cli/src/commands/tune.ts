import { matrixStatistics } from '@spmv/core';
import type { Context } from '../context.ts';
import { hostBlock } from '../documents/host.ts';
import { reportRows } from '../documents/bench-rows.ts';
import type { BenchResult, MatrixBlock } from '../documents/result.ts';
import { matrixBlock, withoutSamples } from '../documents/result.ts';
import { matrixLine } from '../documents/tables.ts';
import type { RunnableCase } from '../engine/case.ts';
import type { CaseRun } from '../engine/case-result.ts';
import { checkVariants } from '../engine/check-variant.ts';
import type { MatrixRun } from '../engine/run-matrix.ts';
import { runMatrix } from '../engine/run-matrix.ts';
import { median } from '../engine/sample-statistics.ts';
import type { Session } from '../engine/session.ts';
import { openSession } from '../engine/session.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import type { LoadedMatrix } from '../matrices/load-matrix.ts';
import { loadMatrix } from '../matrices/load-matrix.ts';
import { matrixSource } from '../matrices/matrix-source.ts';
import { toJson } from '../output/json.ts';
import { formatMs, paramsText, times } from '../output/numbers.ts';
import { publish } from '../output/publish.ts';
import { renderTable } from '../output/table.ts';
import { checkWritable, writeWhole } from '../output/write-file.ts';
import type { BenchFlags } from './bench.ts';
import { checkRuns } from './bench.ts';
import { requireBackend } from './require-backend.ts';
import { defaultMaxBytes, selectionOf } from './selection-options.ts';

export interface TuneFlags extends BenchFlags {
  /** Where the best points are kept. */
  readonly out?: string;
}

/** Samples per point while searching; the finalists get --runs. */
const SEARCH_RUNS = 5;
/** Points of a kernel that reach the final. */
const FINALISTS = 3;

interface TunedRow {
  readonly matrix: string;
  readonly backend: string;
  readonly kernel: string;
  readonly format: string;
  readonly precision: string;
  readonly points: number;
  readonly best: BenchResult;
  /** Default parameters' median over the best's; null when the default could not run. */
  readonly gain: number | null;
  /** False when the intervals of both overlap: then the default is as good. */
  readonly certain: boolean;
}

function groupKey({ backend, kernel, precision }: { readonly backend: string; readonly kernel: string | null; readonly precision: string | null }): string {
  return [backend, kernel, precision].join(' ');
}

function pointKey(point: Pick<BenchResult, 'backend' | 'kernel' | 'precision' | 'formatParams' | 'kernelParams' | 'launchParams'>): string {
  return JSON.stringify([groupKey(point), point.formatParams, point.kernelParams, point.launchParams]);
}

function fastest(runs: readonly CaseRun[]): readonly RunnableCase[] {
  const groups = new Map<string, CaseRun[]>();
  for (const run of runs) {
    if (run.times) groups.set(groupKey(run.case), [...(groups.get(groupKey(run.case)) ?? []), run]);
  }
  const time = ({ times: outcome }: CaseRun): number => median(outcome?.samplesMs ?? []);
  return [...groups.values()].flatMap((group) => group.sort((a, b) => time(a) - time(b)).slice(0, FINALISTS).map(({ case: current }) => current));
}

/** The search over all points, then the final with the defaults among the contestants. */
async function search(context: Context, session: Session, matrix: LoadedMatrix, flags: TuneFlags, maxBytes: number): Promise<{ readonly block: MatrixBlock; readonly rows: readonly BenchResult[]; readonly defaultKeys: ReadonlySet<string>; readonly points: ReadonlyMap<string, number> }> {
  const options = {
    variants: checkVariants(matrix.coo, { ...flags, thorough: false }), maxBytes, signal: context.signal,
    onProgress: (text: string) => context.terminal.progress(`${matrix.name}: ${text}`),
  };
  const plan = session.plan(matrix);
  context.terminal.talk(`${matrix.name}: trying ${plan.runnable.length} points`);
  const first = await runMatrix(matrix.coo, plan.runnable, { ...options, timing: { runs: SEARCH_RUNS } });
  const standard = session.plan(matrix, 'default').runnable;
  const finalists = fastest(first.runs);
  const known = new Set(finalists.map(pointKey));
  const contestants = [...finalists, ...standard.filter((current) => !known.has(pointKey(current)))];
  const run: MatrixRun = await runMatrix(matrix.coo, contestants, { ...options, timing: { runs: flags.runs } });
  const block = matrixBlock(matrix, matrixStatistics(matrix.coo));
  const { rows } = reportRows({ matrix: block, plan: { runnable: contestants, excluded: plan.excluded }, run, readMs: matrix.readMs }, flags.beta);
  const points = new Map<string, number>();
  for (const current of plan.runnable) points.set(groupKey(current), (points.get(groupKey(current)) ?? 0) + 1);
  return { block, rows, defaultKeys: new Set(standard.map(pointKey)), points };
}

function tuned(found: Awaited<ReturnType<typeof search>>): readonly TunedRow[] {
  const timed = found.rows.filter(({ medianMs }) => medianMs !== null);
  return [...new Set(timed.map(groupKey))].map((key) => {
    const group = timed.filter((row) => groupKey(row) === key);
    const best = group.reduce((a, b) => ((b.medianMs ?? Infinity) < (a.medianMs ?? Infinity) ? b : a));
    const standard = group.find((row) => found.defaultKeys.has(pointKey(row)));
    const gain = standard?.medianMs && best.medianMs ? standard.medianMs / best.medianMs : null;
    return {
      matrix: found.block.name, backend: best.backend, kernel: best.kernel ?? '', format: best.format, precision: best.precision ?? '', points: found.points.get(key) ?? 1, best, gain,
      certain: standard !== undefined && standard !== best && (standard.medianLowMs ?? 0) > (best.medianHighMs ?? Infinity),
    };
  });
}

function gainText({ gain, certain, points }: TunedRow): string {
  if (points === 1) return 'nothing to tune';
  return certain ? times(gain) : 'none beyond noise';
}

/** `spmv tune M`: searches the parameter spaces, keeps the best, says what it gains over the defaults. */
export async function run(context: Context, matrices: readonly string[], flags: TuneFlags): Promise<ExitCode> {
  const { terminal } = context;
  checkRuns(flags.runs);
  const sources = matrices.map(matrixSource);
  if (flags.out !== undefined) checkWritable(flags.out);
  const maxBytes = flags.maxBytes ?? defaultMaxBytes();
  const base = { seed: flags.seed, alpha: flags.alpha, beta: flags.beta, maxBytes };
  const session = await openSession(context, { ...base, selection: selectionOf(flags, 'all') });
  try {
    requireBackend(session);
    const all: TunedRow[] = [];
    for (const source of sources) {
      if (context.signal.aborted) break;
      const found = await search(context, session, await loadMatrix(source, context), flags, maxBytes);
      const rows = [...tuned(found)].sort((a, b) => (a.best.medianMs ?? 0) - (b.best.medianMs ?? 0));
      all.push(...rows);
      if (context.json) continue;
      terminal.clearProgress();
      terminal.data(`${matrixLine(terminal, found.block)}\n${renderTable([
        { header: '', cell: ({ precision }) => precision },
        { header: 'kernel', cell: ({ kernel }) => kernel },
        { header: 'backend', cell: ({ backend }) => backend },
        { header: 'points', align: 'right', cell: ({ points }) => String(points) },
        { header: 'best', cell: ({ best }) => paramsText(best.formatParams, best.kernelParams, best.launchParams) },
        { header: 'median', align: 'right', cell: ({ best }) => formatMs(best.medianMs) },
        { header: 'gain over default', align: 'right', cell: gainText },
      ], rows, (text) => terminal.style('dim', text))}\n`);
    }
    const document = { schema: 'spmv.tune/1', host: hostBlock(), options: base, interrupted: context.signal.aborted, results: all };
    if (flags.out !== undefined) await writeWhole(flags.out, toJson(document));
    await publish(context, { document, rows: all.map((row) => ({ ...row, best: withoutSamples(row.best) })), text: () => (flags.out === undefined ? 'Keep this with --out FILE.' : `Kept in ${flags.out}.`) });
    return context.signal.aborted ? EXIT.interrupted : all.length === 0 ? EXIT.failed : EXIT.ok;
  } finally {
    await session.dispose();
  }
}
