import type { Backend } from '@spmv/core';
import type { AgreementReport } from '@spmv/core/oracle';
import { cooFromEntries, openBackend, storesMatrix, structureOf, suggestNames, createWorkload } from '@spmv/core';
import type { BackendRow, CaseRun, OpenBackend, OpenedBackends } from '@spmv/engine';
import { checkVariants, disagrees, disposeAll, planCases, runCases, toldAgreement } from '@spmv/engine';
import { significant } from '@spmv/engine/basics';
import { problemOf, usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import type { LoadedInstallation, LoadedPlugin } from '../../discovery/installation.ts';
import { backendRows } from '../../documents/backend-rows.ts';
import { hostBlock, machineLoad } from '../../documents/host.ts';
import { memoryLimit } from '../../host/memory-limit.ts';
import type { DoctorRow } from '../../documents/machine-checks.ts';
import { machineChecks } from '../../documents/machine-checks.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { printable } from '../../output/printable.ts';
import { publish } from '../../output/publish.ts';
import type { Terminal } from '../../output/terminal.ts';
import { wrappedLines } from '../../output/wrap.ts';
import { devicesOf } from '../flags/selection.ts';
import { THIS_HOST } from '../../host/this-host.ts';

export interface DoctorFlags {
  readonly device?: readonly string[];
  readonly strict?: boolean;
}

/** The 4 × 5 example of the format pages. */
function tinyMatrix(): ReturnType<typeof cooFromEntries> {
  return cooFromEntries(
    { rows: 4, cols: 5 },
    { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
  );
}

/** What came of tiny products: of every combination, and of all of them against one another. */
interface Tried {
  readonly runs: readonly CaseRun[];
  readonly agreement: readonly AgreementReport[];
}

/** Every kernel of the opened backends on a tiny matrix, or on what its operation is tried with where it has none. */
async function tinyProducts(
  context: Context,
  backends: OpenedBackends,
  { registry }: LoadedInstallation,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const operation of registry.operations) {
    const selection = { operation: operation.id, params: {}, points: 'default' } as const;
    const coo = storesMatrix(operation) ? tinyMatrix() : undefined;
    const workload = createWorkload(operation, coo);
    const structure = coo && structureOf(coo);
    const { runnable } = planCases({ registry, backends, workload, structure, selection, maxBytes: 2 ** 30 });
    const { runs, agreement } = await runCases(workload, runnable, {
      variants: checkVariants(workload, { seed: 1, alpha: 1, beta: 0, thorough: true }),
      maxBytes: 2 ** 30,
      signal: context.signal,
      host: THIS_HOST,
      onProgress: () => {},
    });
    tried.push({ runs, agreement });
  }
  return tried;
}

type Verdict = Pick<DoctorRow, 'status' | 'detail' | 'fix'>;

/** `this processor; 12 of 12 tiny products are right`. */
function verdictOn({ device }: Backend, runs: readonly CaseRun[]): Verdict {
  const wrong = runs.filter(({ problem }) => problem?.status === 'failed');
  const right = runs.filter(({ problem }) => problem === undefined);
  const [first] = wrong;
  if (first?.problem)
    return {
      status: 'problem',
      detail: `${wrong.length} of ${runs.length} tiny products failed: ${first.case.kernel}: ${first.problem.reason}`,
      fix: first.problem.fix,
    };
  if (right.length === 0)
    return {
      status: 'note',
      detail: `${device.name}; no installed kernel runs on it`,
      fix: 'Install a package that brings kernels for it; spmv kernels lists those there are.',
    };
  const detail = `${device.name}; ${right.length} of ${runs.length} tiny products are right`;
  const refusals = runs.flatMap(({ problem }) => problem ?? []);
  // Code that is not there is something to be done about; other refusals are of the tiny matrix.
  const told = refusals.find(({ code }) => code === 'BACKEND.UNAVAILABLE') ?? refusals[0];
  if (!told) return { status: 'ok', detail, fix: null };
  const alike = refusals.filter(({ reason }) => reason === told.reason).length;
  const more = alike < refusals.length ? `, ${alike} of them` : '';
  return {
    ...(told.code === 'BACKEND.UNAVAILABLE' ? { status: 'note', fix: told.fix } : { status: 'ok', fix: null }),
    detail: `${detail}, the other ${refusals.length} were refused${more}: ${told.reason}`,
  };
}

/** What the results of all backends say of one another, in all precisions. */
function agreementOf(tried: readonly Tried[]): Verdict {
  const reports = toldAgreement(tried.flatMap(({ agreement }) => agreement));
  const bad = reports.filter(disagrees);
  const odd = [...new Set(bad.flatMap((report) => report.odd))];
  const isSuspected = bad.some(({ suspected }) => suspected.elements > 0);
  if (bad.length > 0)
    return {
      status: 'problem',
      detail: [
        `${bad.length} of ${reports.length} comparisons failed`,
        ...(odd.length > 0 ? [`odd one out: ${odd.join(', ')}`] : []),
        ...(isSuspected ? ['a reference is suspected'] : []),
      ].join('; '),
      fix: 'spmv validate <matrix> shows which combinations differ.',
    };
  const members = [...new Set(reports.flatMap((report) => report.members))];
  if (members.length < 2)
    return { status: 'note', detail: 'one backend computed: there is nothing to compare it with', fix: null };
  const largest = Math.max(0, ...reports.flatMap(({ pairs }) => pairs.map(({ ratio }) => ratio)));
  return {
    status: 'ok',
    detail: `${members.join(', ')}: largest difference ${significant(largest)} of both bounds`,
    fix: null,
  };
}

/** A row for each backend, and whether any product was right. */
async function backendChecks(
  context: Context,
  installation: LoadedInstallation,
  backends: readonly BackendRow[],
  devices: Readonly<Record<string, string>>,
): Promise<{ readonly checks: readonly DoctorRow[]; readonly isAnyRight: boolean }> {
  const open: OpenBackend[] = [];
  const rows = new Map<string, Verdict>();
  try {
    for (const { id, status, reason, fix } of backends) {
      const descriptor = installation.registry.backends.find((backend) => backend.id === id);
      rows.set(id, { status: 'note', detail: reason ?? status, fix });
      if (status !== 'available' || !descriptor) continue;
      const device = devices[id];
      await openBackend(descriptor, device === undefined ? {} : { device }).then(
        (backend) => open.push({ descriptor, backend }),
        (error: unknown) => {
          const problem = problemOf(error);
          rows.set(id, { status: 'problem', detail: problem.reason, fix: problem.fix });
        },
      );
    }
    const tried = await tinyProducts(context, { open, closed: [], dispose: async () => {} }, installation);
    const runs = tried.flatMap((one) => one.runs);
    for (const { descriptor, backend } of open)
      rows.set(
        descriptor.id,
        verdictOn(
          backend,
          runs.filter((run) => run.case.backend === descriptor.id),
        ),
      );
    const verdicts = [...rows].map(([what, verdict]): DoctorRow => ({ area: 'backend', what, ...verdict }));
    return {
      checks:
        open.length === 0 ? verdicts : [...verdicts, { area: 'agreement', what: 'one another', ...agreementOf(tried) }],
      isAnyRight: runs.some(({ problem }) => problem === undefined),
    };
  } finally {
    await disposeAll(open.map(({ backend }) => backend));
  }
}

function lines(terminal: Terminal, rows: readonly DoctorRow[]): string {
  const marks = {
    ok: terminal.style('green', '✓'),
    note: terminal.style('yellow', '!'),
    problem: terminal.style('red', '✗'),
  } as const;
  const names = Math.max(...rows.map(({ what }) => what.length));
  const room = terminal.width - names - 4;
  return rows
    .map(({ status, what, detail, fix }) => {
      const [first = '', ...rest] = wrappedLines(printable(detail, { line: true }), room);
      return [
        `${marks[status]} ${what.padEnd(names)}  ${first}`,
        ...rest.map((line) => ' '.repeat(names + 4) + line),
        // Not under the details: what is to be typed should not be broken.
        ...(fix === null
          ? []
          : wrappedLines(printable(fix, { line: true }), terminal.width - 4).map(
              (line) => `    ${terminal.style('dim', line)}`,
            )),
      ].join('\n');
    })
    .join('\n');
}

/** What was found, and what it makes of this machine. */
async function pluginRow({ candidate, plugin }: LoadedPlugin): Promise<DoctorRow> {
  const found = `${candidate.version === null ? '' : `${candidate.version}, `}found by ${candidate.origin}`;
  const row = { area: 'plugins', what: candidate.name, fix: null } as const;
  try {
    const about = await plugin.about?.();
    return { ...row, status: 'ok', detail: about === undefined ? found : `${found}; ${about}` };
  } catch (error) {
    const { reason, fix } = problemOf(error);
    return { ...row, status: 'note', detail: `${found}; ${reason}`, fix };
  }
}

/** `spmv doctor`: machine, runtime, each backend's probe, a tiny product on each. */
export async function run(context: Context, flags: DoctorFlags): Promise<ExitCode> {
  const load = machineLoad();
  const devices = devicesOf(flags.device, undefined, '');
  const found = await context.discover();
  const installation = await found.load(undefined, { reports: true });
  const unknown = Object.keys(devices).find(
    (id) => !installation.registry.backends.some((backend) => backend.id === id),
  );
  if (unknown !== undefined)
    throw usageError(
      `A device was given for backend '${unknown}', which is not installed.`,
      suggestNames(
        unknown,
        installation.registry.backends.map(({ id }) => id),
      ),
    );
  const plugins = [
    ...found.warnings.map((detail): DoctorRow => ({
      area: 'plugins',
      what: '@spmv/core',
      status: 'note',
      detail,
      fix: null,
    })),
    ...installation.unusable.map(({ candidate, problem }): DoctorRow => ({
      area: 'plugins',
      what: candidate.name,
      status: 'problem',
      detail: problem.reason,
      fix: problem.fix,
    })),
    ...(await Promise.all(installation.plugins.map(pluginRow))),
  ];
  const backends = await backendRows(installation);
  const { checks, isAnyRight } = await backendChecks(context, installation, backends, devices);
  const rows = [...machineChecks(memoryLimit(), load), ...plugins, ...checks];
  await publish(context, {
    document: { schema: 'spmv.doctor/1', host: hostBlock(load), checks: rows },
    rows,
    text: () => lines(context.terminal, rows),
  });
  if (rows.some(({ area, status }) => (area === 'backend' || area === 'agreement') && status === 'problem'))
    return rows.some(({ area, status }) => area === 'agreement' && status === 'problem') ? EXIT.invalid : EXIT.failed;
  // Without one right product nobody knows whether anything works here.
  if (!isAnyRight) return EXIT.unavailable;
  const absent = installation.unusable.length > 0 || backends.some(({ status }) => status === 'unavailable');
  return flags.strict && absent ? EXIT.unavailable : EXIT.ok;
}
