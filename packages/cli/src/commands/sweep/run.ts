import type { TimingFlags } from '../flags/timing.ts';
import type { Axis } from '@spmv/core';
import { suggestNames } from '@spmv/core';
import type { AgainstPoint, BenchResult } from '@spmv/engine';
import { benchRows, optionsOf, withoutSamples } from '@spmv/engine';
import { usageError } from '../../cli-error.ts';
import type { Context, Finisher } from '../../documents/context.ts';
import type { CurvePoint } from '../../documents/curve.ts';
import type { PlacedResult } from '../../documents/crossings.ts';
import { crossings, crossingText, ratioText } from '../../documents/crossings.ts';
import { curveText, distinguished, distinguishing } from '../../documents/curve.ts';
import { machineLoad } from '../../documents/host.ts';
import type { CommandHead } from '../../documents/kept-run.ts';
import { askedOf } from '../../documents/kept-run.ts';
import { beginRun, exitOfRun, runDocument } from '../../documents/run-document.ts';
import { collect } from '../../documents/collect.ts';
import { ownSizes } from '../../session/any-operation.ts';
import { computingKernels } from '../../session/check-selection.ts';
import type { BackendSession } from '../../session/session.ts';
import { openSession } from '../../session/session.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { publish } from '../../output/publish.ts';
import { pageTo } from '../../documents/report-page.ts';
import { wrap } from '../../output/wrap.ts';
import type { ReportFlags } from '../flags/report.ts';
import { reportOf } from '../flags/report.ts';
import { checkRuns } from '../flags/timing.ts';
import { requireBackend } from '../require-backend.ts';
import { defaultMaxBytes, selectionOf } from '../flags/selection.ts';
import type { Curve, CurveFlags } from './legs.ts';
import { SERIES_NAMES, seriesOf } from './legs.ts';

export type SweepFlags = TimingFlags & CurveFlags & ReportFlags;

/** Parameters of kernels and backends that a sweep may be about. */
const AXES: readonly string[] = ['threads', 'blockSize', 'threadsPerRow', 'chunk', 'schedule'];

/** The values of that parameter, among the kernels and backends that the session may run. */
function valuesOf(name: string, session: BackendSession): readonly string[] {
  const { registry } = session.installation;
  const kernels = computingKernels(registry, session.selection).filter(
    ({ id }) => session.selection.kernels?.includes(id) ?? true,
  );
  const spaces = [
    ...session.backends.open.map(({ descriptor }) => descriptor.launchParams),
    ...kernels.map(({ params }) => params),
  ] as readonly { readonly axes: Readonly<Record<string, Axis>> }[];
  const axis = spaces.map(({ axes }) => axes[name]).find((found) => found !== undefined);
  if (axis) return axis.values.map(String);
  throw usageError(
    `No installed backend or kernel selected has a parameter '${name}'.`,
    ['threads', 'chunk', 'schedule'].includes(name)
      ? 'Run: npm install @spmv/backend-threads'
      : 'Install a GPU backend: npm install @spmv/backend-cuda or @spmv/backend-webgpu.',
  );
}

/** A curve over a parameter of kernels or backends. */
function overParameter(what: string, matrix: string | undefined, flags: SweepFlags, session: BackendSession): Curve {
  const chosen = flags.values ?? valuesOf(what, session);
  const { selection, storesMatrix } = session;
  // Chunks are those of one schedule.
  const schedule = what === 'chunk' ? { schedule: ['dynamic'] } : {};
  return {
    axis: what,
    legs: [
      {
        selection: { ...selection, params: { ...schedule, ...selection.params, [what]: chosen } },
        matrices: storesMatrix || matrix !== undefined ? [matrix ?? 'gen:stencil27?n=32'] : [],
      },
    ],
  };
}

/** `spmv sweep threads|blockSize|threadsPerRow|chunk|schedule|density|size|SIZE`: the curves of the papers. */
export async function run(
  context: Context,
  what: string,
  matrix: string | undefined,
  flags: SweepFlags,
): Promise<undefined> {
  const started = new Date().toISOString();
  const load = machineLoad();
  checkRuns(flags.runs);
  const report = reportOf(flags);
  const { seed, runs, alpha, beta } = flags;
  const base = { seed, alpha, beta, runs, maxBytes: flags.maxBytes ?? defaultMaxBytes() };
  const probe = await openSession(context, { ...base, selection: selectionOf(flags) });
  let curve: Curve;
  try {
    const known = [...AXES, ...SERIES_NAMES, ...Object.keys(ownSizes(probe.operation))];
    if (!known.includes(what)) throw usageError(`There is no sweep over '${what}'.`, suggestNames(what, known));
    requireBackend(probe);
    curve = AXES.includes(what)
      ? overParameter(what, matrix, flags, probe)
      : await seriesOf(context, what, flags, probe, matrix);
  } finally {
    await probe.dispose();
  }
  const sweep = { what, axis: curve.axis, ...(curve.against === undefined ? {} : { against: curve.against }) };
  let from = 0;
  for (const { selection, matrices } of curve.legs) {
    if (context.signal.aborted) break;
    const options = { ...base, selection };
    const session = await openSession(context, options);
    try {
      const problems = session.problems(matrices.map(matrixSource));
      const asked = askedOf(selection, flags);
      const head = {
        schema: 'spmv.bench/1',
        started,
        options: optionsOf(options, session),
        load,
        ...asked,
        sweep,
        ...report,
      };
      if (from === 0) await beginRun(context, 'sweep', head, session);
      await collect(context, session, problems, benchRows(load, flags.report !== undefined), { from });
      from += problems.length;
    } finally {
      await session.dispose();
    }
  }
}

/** The sizes that an axis is over: `m=n=k` or `m,n`; of other axes none are found by these names. */
const namesOf = (axis: string): readonly string[] => axis.split(/[=,]/);

/** Where on the axis a result lies: by its parameters, by what its matrix or operands were made with, or by sizes. */
function at(axis: string, { problem, matrix, kernelParams, launchParams }: BenchResult, sizes = problem.sizes): string {
  const made = [matrix?.source, ...Object.values(problem.operands).map(({ source }) => source)];
  const [generated] = made.flatMap((source) => new URLSearchParams(source?.split('?')[1] ?? '').getAll(axis).slice(-1));
  const own = new Set(namesOf(axis).flatMap((name) => sizes[name] ?? []));
  const sized = own.size === 0 ? undefined : [...own].join('×');
  // A kernel may have a parameter called rows, too.
  return String(generated ?? launchParams[axis] ?? kernelParams[axis] ?? sized ?? 'fixed');
}

/** The results of an operation that is drawn beside, at each point where they are compared. */
function placesBeside(axis: string, result: BenchResult, against: readonly AgainstPoint[]): readonly PlacedResult[] {
  const { operation, problem } = result;
  return against
    .filter(
      (point) =>
        point.operation === operation &&
        Object.entries(point.sizes).every(([name, value]) => problem.sizes[name] === value),
    )
    .map(({ own, products }) => ({ at: Number(at(axis, result, own)), result, own, products }));
}

/** The document of a curve, or the curve. */
export const finish: Finisher = async (context, kept, ending) => {
  const document = runDocument<BenchResult>(kept, ending);
  const { axis = '', against = [] } = document.sweep ?? {};
  const others = new Set(against.map(({ operation }) => operation));
  const swept = document.results
    .filter(({ operation }) => !others.has(operation))
    .map((result) => ({ at: Number(at(axis, result)), result, own: result.problem.sizes, products: 1 }));
  const besideOf = (operation: string): readonly PlacedResult[] =>
    document.results
      .filter((result) => result.operation === operation)
      .flatMap((result) => placesBeside(axis, result, against));
  const points: readonly CurvePoint[] = document.results.map((result) => {
    const beside = others.has(result.operation) ? placesBeside(axis, result, against) : [];
    // One product that is compared with at several points stands for one vector.
    const [only] = beside.length === 1 ? beside : [];
    return { at: only ? String(only.at) : beside.length > 1 ? '1' : at(axis, result), result };
  });
  const names = distinguishing(points);
  const isOverSizes = namesOf(axis).some((name) => Object.hasOwn(against[0]?.own ?? {}, name));
  const crossed = [...others].flatMap((operation) => crossings(swept, besideOf(operation), namesOf(axis)));
  await publish(context, {
    document: others.size === 0 ? document : { ...document, crossings: crossed },
    ...pageTo((kept.head as CommandHead).report, { documents: [{ name: `spmv ${kept.command}`, document }] }),
    rows: points.map((point) => ({
      [axis]: point.at,
      ...distinguished(point, names),
      ...withoutSamples(point.result),
    })),
    text: () =>
      [
        curveText(context.terminal, axis, points),
        crossed
          .map((one) => (isOverSizes ? ratioText(one, axis) : crossingText(one, axis)))
          .map((text) => wrap(text, context.terminal.width, 2))
          .join('\n'),
      ]
        .filter((text) => text !== '')
        .join('\n\n'),
  });
  return exitOfRun(document, kept.head as CommandHead);
};
