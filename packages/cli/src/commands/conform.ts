import type { ConformanceReport, Tier } from '@spmv/testkit';
import { pluginCases, runCases } from '@spmv/testkit';
import { CliError, usageError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { LoadedInstallation, LoadedPlugin } from '../discovery/installation.ts';
import { spmvKernels } from '../engine/spmv-kernels.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import { toJson } from '../output/json.ts';
import { significant } from '../output/numbers.ts';
import { publish } from '../output/publish.ts';
import { checkWritable, writeWhole } from '../output/write-file.ts';

export interface ConformFlags {
  readonly tier: string;
  readonly out: string;
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

function text(context: Context, report: ConformanceReport): string {
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

/** `spmv conform PACKAGE`: the conformance kit on an installed plugin; the report is kept in conformance.json. */
export async function run(context: Context, reference: string, flags: ConformFlags): Promise<ExitCode> {
  const tiers = tiersUpTo(flags.tier);
  checkWritable(flags.out);
  const { subject: { plugin, candidate }, installation: { registry } } = await loadSubject(context, reference);
  const cases = pluginCases(plugin, {
    ...(candidate.manifest ? { manifest: candidate.manifest } : {}),
    backends: registry.backends, formats: registry.formats, kernels: spmvKernels(registry),
  });
  let shown = 0;
  const report = await runCases(cases, {
    subject: `${plugin.name}@${plugin.version}`,
    tiers,
    signal: context.signal,
    onCase({ id }, index, count) {
      if (performance.now() - shown < 100) return;
      shown = performance.now();
      context.terminal.progress(`${index + 1} of ${count}: ${id}`);
    },
  });
  await writeWhole(flags.out, toJson(report));
  await publish(context, { document: report, rows: report.cases, text: () => text(context, report) });
  context.terminal.talk(`report kept in ${flags.out}`);
  return context.signal.aborted ? EXIT.interrupted : report.conforms ? EXIT.ok : report.totals.failed > 0 ? EXIT.invalid : EXIT.failed;
}
