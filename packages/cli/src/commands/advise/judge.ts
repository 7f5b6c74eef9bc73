import type { Judged, MeasuredMatrix } from '@spmv/advice';
import { isHeldOut, judge, learn, recordedMatrices, recordedTrials, WITHIN } from '@spmv/advice';
import { counted, formatMs, significant, toJson } from '@spmv/engine/basics';
import { inputError } from '../../cli-error.ts';
import { readBenchDocument, readJsonFile } from '../../documents/bench-document.ts';
import type { Context } from '../../documents/context.ts';
import { experienceOf } from '../../documents/experience-file.ts';
import { tableText } from '../../documents/layout.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { printable } from '../../output/printable.ts';
import { publish } from '../../output/publish.ts';
import { wrap } from '../../output/wrap.ts';
import { writeWhole } from '../../output/write-file.ts';
import type { AdviseFlags } from './advise-flags.ts';

/** What a matrix is to the rules: learned from, of the half that is held out, or of a run made after the rules. */
type Half = 'learned' | 'held out' | 'unseen';

/** Advice for a recorded matrix, and what that matrix is. */
interface JudgedIn extends Judged {
  readonly half: Half;
}

/** How advice did on one half of the matrices, on one backend in one precision. */
interface HalfRow {
  readonly backend: string;
  readonly precision: string;
  readonly half: Half;
  readonly matrices: number;
  /** Those on which the advised takes at most 5 % more than the best measured. */
  readonly within: number;
  /** Those, and those that the run cannot tell from the best. */
  readonly tied: number;
  /** The first by statistics alone. */
  readonly predictedWithin: number;
  /** Those on which the best that one half of the measurement knows is within 5 % of the best in the other: what no advice can be expected to exceed. */
  readonly bestKnownWithin: number;
  readonly worst: number;
  /** Geometric mean of what the advised takes over what the best takes. */
  readonly mean: number;
  readonly meanTrials: number;
}

const ADVISE = 'Make it with spmv advise M… --trials-of-each 4 --json > advice.json.';
const HALVES: readonly Half[] = ['learned', 'held out', 'unseen'];

function geometric(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

function halfRow(list: readonly JudgedIn[]): HalfRow {
  const { backend, precision, half } = list[0] as JudgedIn;
  return {
    backend,
    precision,
    half,
    matrices: list.length,
    within: list.filter(({ ratio }) => ratio <= WITHIN).length,
    tied: list.filter(({ tied }) => tied).length,
    predictedWithin: list.filter(({ predictedRatio }) => predictedRatio <= WITHIN).length,
    bestKnownWithin: list.filter(({ bestKnownRatio }) => bestKnownRatio <= WITHIN).length,
    worst: Math.max(...list.map(({ ratio }) => ratio)),
    mean: geometric(list.map(({ ratio }) => ratio)),
    meanTrials: list.reduce((sum, { trials }) => sum + trials, 0) / list.length,
  };
}

/** One row for each backend, precision and half, in this order. */
function halves(judged: readonly JudgedIn[]): readonly HalfRow[] {
  const groups = new Map<string, JudgedIn[]>();
  for (const one of judged) {
    const key = `${one.backend} ${one.precision} ${HALVES.indexOf(one.half)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, list]) => halfRow(list));
}

function share(part: number, whole: number): string {
  return `${part} of ${whole}, ${significant((100 * part) / whole)} %`;
}

/** The advised and the best of a matrix on which advice was more than 5 % off. */
function missText({
  matrix,
  backend,
  precision,
  half,
  advised,
  best,
  ratio,
  bestMs,
  confidence,
  tied,
}: JudgedIn): string {
  const kernels =
    advised.kernel === best.kernel
      ? `${best.kernel} with other parameters`
      : `${best.kernel} (${formatMs(bestMs)}), advised ${advised.kernel}`;
  return `${backend} ${precision} ${half.padEnd(8)}  ${matrix}: best ${kernels}, ${significant(100 * (ratio - 1))} % slower, ${confidence}${tied ? ', tied' : ''}`;
}

/** Refuses runs that are said to be of matrices nobody has seen, and are not. Errors: bad input. */
function requireUnseen(
  seen: readonly MeasuredMatrix[],
  unseen: readonly MeasuredMatrix[],
  paths: readonly string[],
): void {
  if (paths.length > 0 && unseen.length === 0)
    throw inputError(
      `${paths.join(', ')}: no row can be judged.`,
      'Measure with this version: spmv bench M… --json > run.json.',
    );
  const known = new Set(seen.map(({ hash }) => hash));
  const both = unseen.find(({ hash }) => known.has(hash));
  if (both === undefined) return;
  throw inputError(
    `${both.name} is in a run that is learned from and in one that is unseen.`,
    'Give --unseen runs of other matrices.',
  );
}

/** What stood for trials, and what judged. */
function howJudged({ again, tried }: AdviseFlags): string {
  const trials = tried ? 'Trials are those that advice ran' : again ? 'Samples stand for trials' : '';
  if (again) return `${trials}, and a second run judges.`;
  return `${tried ? `${trials}, half` : 'Half'} of the samples of the run ${tried ? 'judge' : 'stand for trials, and the other half judges'}.`;
}

/** `spmv advise --judge RUN.json…`: what the advice would have been in recorded runs, and how often it was right. */
export async function run(context: Context, paths: readonly string[], flags: AdviseFlags): Promise<ExitCode> {
  const { terminal } = context;
  const documents = paths.map(readBenchDocument);
  const matrices = recordedMatrices(documents);
  const later = (flags.unseen ?? []).map(readBenchDocument);
  const unseen = recordedMatrices(later);
  requireUnseen(matrices, unseen, flags.unseen ?? []);
  if (matrices.length === 0)
    throw inputError(
      `${paths.join(', ')}: no row says which matrix it is of, its samples and its slots.`,
      'Measure again with this version: spmv bench M… --json > run.json.',
    );
  const evidence = documents.map(({ host }) => `${host?.cpu ?? 'unknown'}, Node ${host?.node ?? '?'}`);
  const experience =
    flags.experience === undefined
      ? learn(
          matrices.filter(({ hash }) => !isHeldOut(hash)),
          [...new Set(evidence)],
        )
      : experienceOf(flags.experience);
  const again = flags.again && recordedMatrices(flags.again.map(readBenchDocument));
  const tried = recordedTrials((flags.tried ?? []).map((path) => readJsonFile(path, ADVISE)));
  if (flags.tried !== undefined && tried.length === 0)
    throw inputError(`${flags.tried.join(', ')}: there are no trials.`, ADVISE);
  const settings = { trials: flags.trials, tried, ...(again ? { again } : {}) };
  const judgedAs = async (some: typeof matrices, half: (heldOut: boolean) => Half): Promise<readonly JudgedIn[]> =>
    (await judge(some, experience, settings)).map((one) => ({ ...one, half: half(one.heldOut) }));
  const judged = [
    ...(await judgedAs(matrices, (heldOut) => (heldOut ? 'held out' : 'learned'))),
    ...(await judgedAs(unseen, () => 'unseen')),
  ];
  if (flags.keep !== undefined) await writeWhole(flags.keep, toJson(experience));
  const rows = halves(judged);
  const misses = judged.filter(({ ratio }) => ratio > WITHIN).sort((a, b) => b.ratio - a.ratio);
  await publish(context, {
    document: {
      schema: 'spmv.advice-judged/1',
      trials: flags.trials,
      learned: flags.experience === undefined,
      halves: rows,
      judged,
    },
    rows: judged.map(({ advised, best, ...one }) => ({ ...one, advised: advised.kernel, best: best.kernel })),
    text: () =>
      [
        wrap(
          `${counted(matrices.length, 'matrix', 'matrices')}, ${matrices.filter(({ hash }) => isHeldOut(hash)).length} of them held out by the last digit of their hash${unseen.length === 0 ? '' : `, and ${unseen.length} unseen`}. Right: at most 5 % slower than the best measured. Tied: the 95 % intervals overlap. ${howJudged(flags)} Ceiling: matrices on which the best by ${again ? 'the first run' : 'all samples that stand for trials'} is right, which no advice can be expected to exceed.`,
          terminal.width,
        ),
        tableText(
          terminal,
          [
            { header: 'backend', cell: ({ backend, precision }) => `${backend} ${precision}` },
            { header: 'half', cell: ({ half }) => half },
            { header: 'right', align: 'right', cell: ({ within, matrices: all }) => share(within, all) },
            {
              header: 'or tied',
              align: 'right',
              cell: ({ tied, matrices: all }) => `${significant((100 * tied) / all)} %`,
            },
            {
              header: 'ceiling',
              align: 'right',
              cell: ({ bestKnownWithin, matrices: all }) => `${significant((100 * bestKnownWithin) / all)} %`,
            },
            {
              header: 'by statistics',
              align: 'right',
              cell: ({ predictedWithin, matrices: all }) => `${significant((100 * predictedWithin) / all)} %`,
            },
            { header: 'mean', align: 'right', rank: 2, cell: ({ mean }) => `${significant(100 * (mean - 1))} %` },
            { header: 'worst', align: 'right', rank: 3, cell: ({ worst }) => `${significant(100 * (worst - 1))} %` },
            { header: 'trials', align: 'right', rank: 1, cell: ({ meanTrials }) => significant(meanTrials) },
          ],
          rows,
        ),
        '',
        misses.length === 0 ? 'No misses.' : `Misses, ${misses.length}:`,
        ...misses.map((miss) => wrap(printable(missText(miss), { line: true }), terminal.width, 2)),
      ].join('\n'),
  });
  return EXIT.ok;
}
