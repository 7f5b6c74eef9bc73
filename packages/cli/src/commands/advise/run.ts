import type { AdviseRequest } from '@spmv/advice';
import { advise, tunedPoints } from '@spmv/advice';
import type { RunEnd, HostBlock, ProblemFailure } from '@spmv/engine';
import { loadWords, makesMatrix, problemBlocks } from '@spmv/engine';
import type { Context, Finisher } from '../../documents/context.ts';
import type { AdviceRow } from '../../documents/advice-text.ts';
import { adviceText } from '../../documents/advice-text.ts';
import { readJsonFile } from '../../documents/bench-document.ts';
import { keptTuned } from '../../documents/tuned-files.ts';
import { experienceOf } from '../../documents/experience-file.ts';
import { hostBlock } from '../../documents/host.ts';
import { listOf, placesOf } from '../../documents/kept-lists.ts';
import { exitCodeOf, problemOf } from '../../cli-error.ts';
import { problemText } from '../../session/load-problem.ts';
import type { ReadAny, BackendSession } from '../../session/session.ts';
import { openSession } from '../../session/session.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT, worstExit } from '../../exit-codes.ts';
import { matrixSources } from '../../matrices/matrix-source.ts';
import { publish } from '../../output/publish.ts';
import type { Terminal } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';
import { reportProblem } from '../../output/report-error.ts';
import { defaultMaxBytes, selectionOf } from '../flags/selection.ts';
import { requireBackend } from '../require-backend.ts';
import type { AdviseFlags } from './advise-flags.ts';
import { THIS_HOST } from '../../host/this-host.ts';

/** What is said once of a run. */
interface AdviseHead {
  readonly host: HostBlock;
  readonly options: { readonly trials: number; readonly products: number | null; readonly maxBytes: number };
  readonly all: boolean;
}

/** `spmv.advise/1`. Fields only get added. */
interface AdviseDocument {
  readonly schema: 'spmv.advise/1';
  readonly host: HostBlock;
  readonly options: AdviseHead['options'];
  readonly results: readonly AdviceRow[];
  readonly errors: readonly (ProblemFailure | NonNullable<RunEnd['problem']>)[];
  readonly interrupted: boolean;
}

type Asked = Pick<AdviseRequest, 'experience' | 'trials' | 'ofEach' | 'products' | 'maxBytes'>;

async function adviseOn(context: Context, session: BackendSession, problem: ReadAny, asked: Asked): Promise<AdviceRow> {
  const { terminal, signal } = context;
  const coo = makesMatrix(problem) ? problem.matrix.coo : problem.workload.coo;
  if (!coo) throw new RangeError('advice is about a stored matrix');
  const { formats, kernels, precisions } = session.selection;
  const advice = await advise({
    ...asked,
    registry: session.installation.registry,
    backends: session.backends.open,
    coo,
    ...(formats ? { formats } : {}),
    ...(kernels ? { kernels } : {}),
    ...(precisions?.[0] === undefined ? {} : { precision: precisions[0] }),
    signal,
    onStep: (text) => terminal.progress(`${problem.name}: ${text}`),
  });
  terminal.clearProgress();
  const blocks = problemBlocks(problem, THIS_HOST.digest);
  const path = keptTuned(blocks.problem.hash);
  const [tuned = null] = path === undefined ? [] : tunedPoints(readJsonFile(path, 'Remove it.'), blocks.problem.hash);
  return { ...blocks, ...advice, tuned };
}

/** Advice for a matrix, and whether products of trial can be trusted to tell. */
function shownText(terminal: Terminal, row: AdviceRow, { host, options, all }: AdviseHead): string {
  const busy = options.trials > 0 ? loadWords({ load: host.loadAverage, cores: host.cores }) : undefined;
  const warning = busy && wrap(terminal.style('yellow', `This machine is busy: ${busy}.`), terminal.width, 2);
  return `${adviceText(terminal, row, all)}${warning ? `${warning}\n` : ''}`;
}

/** `spmv advise M…`: format, kernel, backend and parameters, from statistics and at most ten products of trial. */
export async function run(
  context: Context,
  matrices: readonly string[],
  flags: AdviseFlags,
): Promise<ExitCode | undefined> {
  const host = hostBlock();
  if (flags.judge) return (await import('./judge.ts')).run(context, matrices, flags);
  const { keeper, terminal, signal } = context;
  const sources = matrixSources(matrices);
  const experience = experienceOf(flags.experience);
  const maxBytes = flags.maxBytes ?? defaultMaxBytes();
  const { trials, trialsOfEach, products, all = false } = flags;
  const { precision, ...asked } = flags;
  const selection = selectionOf({ ...asked, ...(precision === undefined ? {} : { precision: [precision] }), seed: 0 });
  const session = await openSession(context, { selection, seed: 0, alpha: 1, beta: 0, maxBytes });
  try {
    requireBackend(session);
    const head: AdviseHead = { host, options: { trials, products: products ?? null, maxBytes }, all };
    keeper.begin('advise', head);
    for (const [m, source] of session.problems(sources).entries()) {
      if (signal.aborted) break;
      try {
        const problem = await session.load(source);
        const row = await adviseOn(context, session, problem, {
          experience,
          trials,
          maxBytes,
          ...(trialsOfEach === undefined ? {} : { ofEach: trialsOfEach }),
          ...(products === undefined ? {} : { products }),
        });
        keeper.put('advised', m, row);
        if (context.json) continue;
        terminal.data(shownText(terminal, row, head));
        keeper.put('shown', m, true);
      } catch (error) {
        terminal.clearProgress();
        if (signal.aborted) break;
        const failure = { matrix: problemText(source), ...problemOf(error), exitCode: exitCodeOf(error) };
        keeper.put('errors', m, failure);
        reportProblem(terminal, failure);
      }
    }
  } finally {
    await session.dispose();
  }
  return undefined;
}

/** The document, or what was not printed yet. */
export const finish: Finisher = async (context, kept, { interrupted, problem }): Promise<ExitCode> => {
  const head = kept.head as AdviseHead;
  const { host, options } = head;
  const results = listOf(kept, 'advised');
  const failures = listOf(kept, 'errors');
  const shown = new Set(placesOf(kept, 'shown').map(([m]) => m));
  const waiting = placesOf(kept, 'advised').filter(([m]) => !shown.has(m));
  const document: AdviseDocument = {
    schema: 'spmv.advise/1',
    host,
    options,
    results,
    errors: problem ? [...failures, problem] : failures,
    interrupted,
  };
  await publish(context, {
    document,
    rows: results.map(({ problem: { name }, choice }) => ({ matrix: name, ...choice })),
    text: () => waiting.map(([, row]) => shownText(context.terminal, row, head)).join('\n'),
  });
  const wrong = results.some(({ others }) => others.some((one) => one.wrong));
  const nothing = results.length === 0 || results.some(({ choice }) => choice === null);
  return worstExit([
    ...failures.map(({ exitCode }) => exitCode),
    ...(interrupted ? [EXIT.interrupted] : []),
    ...(wrong ? [EXIT.invalid] : []),
    ...(nothing && failures.length === 0 ? [EXIT.failed] : []),
  ]);
};
