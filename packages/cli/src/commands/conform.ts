import type { ConformanceCase, ConformanceReport, Tier } from '@spmv/testkit';
import { pluginCases, runCases, summarise } from '@spmv/testkit';
import { CliError, usageError } from '../cli-error.ts';
import type { Context, Ending, Finisher, OutputContext } from '../context.ts';
import { keyOf } from '../discovery/candidate.ts';
import type { LoadedInstallation, LoadedPlugin } from '../discovery/installation.ts';
import { spmvKernels } from '../engine/spmv-kernels.ts';
import { EXIT } from '../exit-codes.ts';
import { toJson } from '../output/json.ts';
import { significant } from '../output/numbers.ts';
import { publish } from '../output/publish.ts';
import { writeWhole } from '../output/write-file.ts';
import { checkWritable } from '../output/write-target.ts';
import type { Kept } from '../process/keeper.ts';
import type { Step } from '../process/messages.ts';
import { listOf, placesOf } from '../process/keeper.ts';

export interface ConformFlags {
  readonly tier: string;
  readonly out: string;
  /** Seconds that one case may take. */
  readonly timeout: number;
}

const TIERS: readonly Tier[] = ['quick', 'full', 'large'];

/** `full` means quick and full. */
function tiersUpTo(name: string): readonly Tier[] {
  const at = TIERS.findIndex((tier) => tier === name);
  if (at < 0) throw usageError(`There is no tier '${name}'.`, `Use one of: ${TIERS.join(', ')}.`);
  return TIERS.slice(0, at + 1);
}

async function loadSubject(context: Context, reference: string): Promise<{ readonly subject: LoadedPlugin; readonly installation: LoadedInstallation }> {
  const found = await context.discover([reference]);
  const candidate = found.candidates.find(({ origin }) => origin === 'flag');
  const installation = await found.load();
  const subject = installation.plugins.find((plugin) => plugin.candidate === candidate);
  if (subject) return { subject, installation };
  const problem = installation.unusable.find((plugin) => plugin.candidate === candidate)?.problem;
  const code = problem?.code === 'PLUGIN.NOT_FOUND' ? EXIT.usage : EXIT.failed;
  throw new CliError(code, `${reference} cannot be tested: ${problem?.reason ?? 'it is no plugin.'}`, problem?.fix ?? 'Name an installed package or a path.');
}

function text(context: OutputContext, report: ConformanceReport): string {
  const { terminal } = context;
  const { totals, errorRatio, devices, subject, kit } = report;
  const failed = report.cases.filter(({ status }) => status === 'failed').map(({ id, reason }) => `${terminal.style('red', '✗')} ${id}\n  ${reason ?? ''}`);
  const refused = new Map<string, number>();
  for (const { status, reason = '' } of report.cases) if (status === 'refused' || status === 'unavailable') refused.set(`${status}: ${reason}`, (refused.get(`${status}: ${reason}`) ?? 0) + 1);
  const counts = `${totals.passed} passed, ${totals.failed} failed, ${totals.refused} refused, ${totals.unavailable} unavailable`;
  return [
    ...failed,
    ...[...refused].map(([reason, count]) => terminal.style('dim', `${count} × ${reason}`)),
    `${report.conforms ? terminal.style('green', '✓') : terminal.style('red', '✗')} ${subject} ${report.conforms ? 'conforms' : 'does not conform'}: ${counts}` +
      `${errorRatio === null ? '' : `; largest error ratio ${significant(errorRatio)}`}${devices.length > 0 ? `; on ${devices.join(', ')}` : ''}; kit ${kit.version}`,
  ].join('\n');
}

/** What is said once of a run of the kit. */
interface ConformHead {
  readonly subject: string;
  readonly tiers: readonly Tier[];
  readonly out: string;
}

/** The same case, known to the process that waits while it runs: foreign code may not come back. */
function watched(context: Context, one: ConformanceCase, place: number, limits: Pick<Step, 'plugin' | 'limitMs'>): ConformanceCase {
  return {
    ...one,
    run() {
      context.keeper.put('running', place, { id: one.id, tier: one.tier });
      return context.guard({ words: `Case ${one.id}`, ...limits }, () => one.run());
    },
  };
}

/** `spmv conform PACKAGE`: the conformance kit on an installed plugin; the report is kept in conformance.json. */
export async function run(context: Context, reference: string, flags: ConformFlags): Promise<undefined> {
  const tiers = tiersUpTo(flags.tier);
  checkWritable(flags.out);
  const { subject: { plugin, candidate }, installation: { registry } } = await loadSubject(context, reference);
  const cases = [...pluginCases(plugin, {
    ...(candidate.manifest ? { manifest: candidate.manifest } : {}),
    backends: registry.backends, formats: registry.formats, kernels: spmvKernels(registry),
  })];
  const subject = `${plugin.name}@${plugin.version}`;
  context.keeper.begin('conform', { subject, tiers, out: flags.out } satisfies ConformHead);
  const limits = { plugin: keyOf(candidate), limitMs: flags.timeout * 1000 };
  let shown = 0;
  const places = new Map(cases.map((one, place) => [one.id, place]));
  const report = await runCases(cases.map((one, place) => watched(context, one, place, limits)), {
    subject,
    tiers,
    signal: context.signal,
    onCase(done, index, count) {
      context.keeper.put('cases', places.get(done.id) ?? places.size, done);
      if (performance.now() - shown < 100) return;
      shown = performance.now();
      context.terminal.progress(`${index + 1} of ${count}: ${done.id}`);
    },
  });
  context.keeper.put('report', 0, report);
}

/** The report of a run that did not come to its end: of the cases that did, and the one that the process was lost in. */
function partialReport(kept: Kept, { interrupted, problem }: Ending): ConformanceReport {
  const { subject, tiers } = kept.head as ConformHead;
  const done = placesOf(kept, 'cases');
  const [place, last] = placesOf(kept, 'running').at(-1) ?? [];
  const lost = interrupted || !last || done.some(([other]) => other === place) ? [] : [{ ...last, status: 'failed' as const, reason: problem?.reason ?? 'It did not come back.', compared: 0 }];
  return summarise(subject, tiers, new Set(), [...done.map(([, one]) => one), ...lost], true);
}

/** The report, also to --out. */
export const finish: Finisher = async (context, kept, ending) => {
  const { out } = kept.head as ConformHead;
  const report = listOf(kept, 'report')[0] ?? partialReport(kept, ending);
  await writeWhole(out, toJson(report));
  await publish(context, { document: report, rows: report.cases, text: () => text(context, report) });
  context.terminal.talk(`report kept in ${out}`);
  return ending.interrupted ? EXIT.interrupted : report.conforms ? EXIT.ok : report.totals.failed > 0 ? EXIT.invalid : EXIT.failed;
};
