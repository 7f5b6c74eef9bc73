import type { TimingFlags } from '../flags/timing.ts';
import type { Axis } from '@spmv/core';
import { suggestNames } from '@spmv/core';
import { usageError } from '../../cli-error.ts';
import type { Context, Finisher } from '../../documents/context.ts';
import { benchRows } from '../../documents/bench-rows.ts';
import type { CurvePoint } from '../../documents/curve.ts';
import { curveText, distinguished, distinguishing } from '../../documents/curve.ts';
import type { BenchResult } from '../../documents/result.ts';
import { withoutSamples } from '../../documents/result.ts';
import { machineLoad } from '../../documents/host.ts';
import type { RunHead } from '../../documents/kept-run.ts';
import { askedOf } from '../../documents/kept-run.ts';
import { beginRun, exitOfRun, optionsOf, runDocument } from '../../documents/run-document.ts';
import { collect } from '../../documents/collect.ts';
import type { Selection } from '../../engine/selection.ts';
import type { Session } from '../../engine/session.ts';
import { openSession } from '../../engine/session.ts';
import { kernelsOf } from '../../engine/kernels-of.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { publish } from '../../output/publish.ts';
import { checkRuns } from '../flags/timing.ts';
import { requireBackend } from '../require-backend.ts';
import { defaultMaxBytes, selectionOf } from '../flags/selection.ts';

export interface SweepFlags extends TimingFlags {
  readonly values?: readonly string[];
  readonly generator?: string;
}

/** Parameters of kernels and backends that a sweep may be about. */
const AXES: readonly string[] = ['threads', 'blockSize', 'threadsPerRow', 'chunk'];

/** Generated matrices of the curves over density and size, as in the papers: the key that varies, and the rest. */
const SERIES: Readonly<
  Record<string, { readonly generator: string; readonly key: string; readonly values: readonly string[] }>
> = {
  density: {
    generator: 'gen:random?rows=2048&seed=1',
    key: 'density',
    values: ['0.001', '0.003', '0.01', '0.03', '0.1', '0.3'],
  },
  size: { generator: 'gen:stencil27', key: 'n', values: ['8', '12', '16', '24', '32', '48'] },
};

/** The values of that parameter, among the kernels and backends that the session may run. */
function valuesOf(name: string, session: Session): readonly string[] {
  const { registry } = session.installation;
  const kernels = kernelsOf(registry, session.selection).filter(
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
    name === 'threads' || name === 'chunk'
      ? 'Run: npm install @spmv/backend-threads'
      : 'Install a GPU backend: npm install @spmv/backend-cuda or @spmv/backend-webgpu.',
  );
}

function withQuery(generator: string, key: string, value: string): string {
  return `${generator}${generator.includes('?') ? '&' : '?'}${key}=${value}`;
}

interface Curve {
  readonly axis: string;
  readonly sources: readonly string[];
  readonly selection: Selection;
}

function curveOf(what: string, matrix: string | undefined, flags: SweepFlags, session: Session): Curve {
  const series = SERIES[what];
  if (series) {
    const values = flags.values ?? series.values;
    const sources = values.map((value) => withQuery(flags.generator ?? series.generator, series.key, value));
    return { axis: series.key, sources, selection: session.selection };
  }
  const chosen = flags.values ?? valuesOf(what, session);
  return {
    axis: what,
    sources: [matrix ?? 'gen:stencil27?n=32'],
    selection: { ...session.selection, params: { ...session.selection.params, [what]: chosen } },
  };
}

/** `spmv sweep threads|blockSize|threadsPerRow|chunk|density|size`: the curves of the papers. */
export async function run(
  context: Context,
  what: string,
  matrix: string | undefined,
  flags: SweepFlags,
): Promise<undefined> {
  const started = new Date().toISOString();
  const load = machineLoad();
  checkRuns(flags.runs);
  const known = [...AXES, ...Object.keys(SERIES)];
  if (!known.includes(what)) throw usageError(`There is no sweep over '${what}'.`, suggestNames(what, known));
  if (matrix !== undefined && SERIES[what])
    throw usageError(
      `A sweep over ${what} makes its matrices itself.`,
      `Say how with --generator ${SERIES[what].generator}.`,
    );
  const { seed, runs, alpha, beta } = flags;
  const base = { seed, alpha, beta, runs, maxBytes: flags.maxBytes ?? defaultMaxBytes() };
  const probe = await openSession(context, { ...base, selection: selectionOf(flags) });
  let curve: Curve;
  try {
    requireBackend(probe);
    curve = curveOf(what, matrix, flags, probe);
  } finally {
    await probe.dispose();
  }
  const options = { ...base, selection: curve.selection };
  const session = await openSession(context, options);
  try {
    const problems = session.problems(curve.sources.map(matrixSource));
    const sweep = { what, axis: curve.axis };
    await beginRun(
      context,
      'sweep',
      {
        schema: 'spmv.bench/1',
        started,
        options: optionsOf(options, session),
        load,
        ...askedOf(options.selection, flags),
        sweep,
      },
      session,
    );
    await collect(context, session, problems, benchRows(load));
  } finally {
    await session.dispose();
  }
}

/** Where on the axis a result lies. */
function at(axis: string, { problem, kernelParams, launchParams }: BenchResult): string {
  const generated = new URLSearchParams(problem.source.split('?')[1] ?? '').getAll(axis).at(-1);
  return String(launchParams[axis] ?? kernelParams[axis] ?? generated ?? 'fixed');
}

/** The document of a curve, or the curve. */
export const finish: Finisher = async (context, kept, ending) => {
  const document = runDocument<BenchResult>(kept, ending);
  const axis = document.sweep?.axis ?? '';
  const points: readonly CurvePoint[] = document.results.map((result) => ({ at: at(axis, result), result }));
  const names = distinguishing(points);
  await publish(context, {
    document,
    rows: points.map((point) => ({
      [axis]: point.at,
      ...distinguished(point, names),
      ...withoutSamples(point.result),
    })),
    text: () => curveText(context.terminal, axis, points),
  });
  return exitOfRun(document, kept.head as RunHead);
};
