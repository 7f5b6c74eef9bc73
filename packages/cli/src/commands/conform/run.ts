import { createRequire } from 'node:module';
import type { RunEnd } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import { toJson } from '@spmv/engine/basics';
import type { ConformanceCase, ConformanceReport, TestMatrix, Tier } from '@spmv/testkit';
import { pluginCases, runCases, summarise, testMatrix } from '@spmv/testkit';
import { usageError } from '../../cli-error.ts';
import type { Context, Finisher } from '../../documents/context.ts';
import { keyOf } from '../../discovery/candidate.ts';
import { labelOf } from '../../discovery/installation.ts';
import { type ConformanceDocument, conformanceText } from '../../documents/conformance-text.ts';
import { loadSubject } from '../../session/conform-subject.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { requireProportion } from '../../host/require-memory.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { publish } from '../../output/publish.ts';
import { writeWhole } from '../../output/write-file.ts';
import type { RiskyStep } from '../../process/messages.ts';
import { listOf, placesOf } from '../../documents/kept-lists.ts';

export interface ConformFlags {
  readonly tier: string;
  readonly out?: string;
  /** Seconds that one case may take. */
  readonly timeout: number;
  /** What is unavailable or not tried is a failure. */
  readonly strict?: boolean;
}

const TIERS: readonly Tier[] = ['quick', 'full', 'large'];

/** `full` means quick and full. */
function tiersUpTo(name: string): readonly Tier[] {
  const at = TIERS.findIndex((tier) => tier === name);
  if (at < 0) throw usageError(`There is no tier '${name}'.`, `Use one of: ${TIERS.join(', ')}.`);
  return TIERS.slice(0, at + 1);
}

/** The matrices named, for cases whose own ones a format refuses. */
async function ownMatrices(context: Context, names: readonly string[]): Promise<readonly TestMatrix[]> {
  const made: TestMatrix[] = [];
  for (const text of names) {
    const { name, coo } = await loadMatrix(matrixSource(text), context);
    requireProportion(name, coo);
    const { shape, rowIndex, colIndex, values } = coo;
    // A copy for each case: whether it is modified is what some of them ask.
    made.push(
      testMatrix(name, () => ({
        shape: { ...shape },
        rowIndex: rowIndex.slice(),
        colIndex: colIndex.slice(),
        values: values.slice(),
      })),
    );
  }
  return made;
}

/** What is said once of a run of the kit. */
interface ConformHead {
  readonly subject: string;
  readonly tiers: readonly Tier[];
  readonly strict: boolean;
  readonly out?: string;
}

/** The same case, known to the process that waits while it runs: foreign code may not come back. */
function watched(
  context: Context,
  one: ConformanceCase,
  place: number,
  limits: Pick<RiskyStep, 'plugin' | 'limitMs'>,
): ConformanceCase {
  return {
    ...one,
    run(how) {
      context.keeper.put('running', place, { id: one.id, tier: one.tier });
      return context.guard({ words: `Case ${one.id}`, ...limits }, () => one.run(how));
    },
  };
}

/** `spmv conform PACKAGE M…`: the conformance kit on an installed plugin; the report is written to a file where one is named. */
export async function run(
  context: Context,
  reference: string,
  names: readonly string[],
  flags: ConformFlags,
): Promise<undefined> {
  const tiers = tiersUpTo(flags.tier);
  const { strict = false } = flags;
  const { plugin, candidate, registry, kernels } = await loadSubject(context, reference);
  const matrices = await ownMatrices(context, names);
  const cases = [
    ...pluginCases(plugin, {
      ...(candidate.manifest ? { manifest: candidate.manifest } : {}),
      backends: registry.backends,
      operations: registry.operations,
      matrixOperations: registry.matrixOperations,
      formats: registry.formats,
      kernels,
      matrices,
    }),
  ];
  const subject = labelOf({ plugin, candidate });
  context.keeper.begin('conform', {
    subject,
    tiers,
    strict,
    ...(flags.out === undefined ? {} : { out: flags.out }),
  } satisfies ConformHead);
  const limits = { plugin: keyOf(candidate), limitMs: flags.timeout * 1000 };
  let shown = 0;
  const places = new Map(cases.map((one, place) => [one.id, place]));
  const report = await runCases(
    cases.map((one, place) => watched(context, one, place, limits)),
    {
      subject,
      tiers,
      strict,
      signal: context.signal,
      onCase(done, index, count) {
        context.keeper.put('cases', places.get(done.id) ?? places.size, done);
        if (performance.now() - shown < 100) return;
        shown = performance.now();
        context.terminal.progress(`${index + 1} of ${count}: ${done.id}`);
      },
    },
  );
  context.keeper.put('report', 0, report);
}

/** The report of a run that did not come to its end: of the cases that did, and the one that the process was lost in. */
function partialReport(kept: Kept, { interrupted, problem }: RunEnd): ConformanceReport {
  const { subject, tiers, strict } = kept.head as ConformHead;
  const done = placesOf(kept, 'cases');
  const [place, last] = placesOf(kept, 'running').at(-1) ?? [];
  const lost =
    interrupted || !last || done.some(([other]) => other === place)
      ? []
      : [
          {
            ...last,
            status: 'failed' as const,
            reason: problem?.reason ?? 'The case did not end.',
            compared: 0,
            products: 0,
          },
        ];
  return summarise({ subject, tiers, strict, aborted: true }, new Set(), [...done.map(([, one]) => one), ...lost]);
}

/** The kit that this command runs, as its package.json says. */
function kit(): ConformanceDocument['kit'] {
  const { name, version } = createRequire(import.meta.url)('@spmv/testkit/package.json') as ConformanceDocument['kit'];
  return { name, version };
}

/** The report, also to --out. */
export const finish: Finisher = async (context, kept, ending) => {
  const { out } = kept.head as ConformHead;
  const report = { ...(listOf(kept, 'report')[0] ?? partialReport(kept, ending)), kit: kit() };
  if (out !== undefined) await writeWhole(out, toJson(report));
  await publish(context, {
    document: report,
    rows: report.cases,
    text: () => conformanceText(context.terminal, report),
  });
  if (out !== undefined) context.terminal.note(`report written to ${out}`);
  return ending.interrupted ? EXIT.interrupted : exitOfReport(report);
};

/** Wrong outranks absent: a backend that is not there says nothing of the rest. */
function exitOfReport({ conforms, totals }: ConformanceReport): ExitCode {
  if (conforms) return EXIT.ok;
  return totals.failed > 0 ? EXIT.invalid : totals.unavailable > 0 ? EXIT.unavailable : EXIT.failed;
}
