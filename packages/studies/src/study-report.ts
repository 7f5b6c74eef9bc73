import type { ReportBlock, Cell, Fact, Report, Section, TableBlock } from '@spmv/report';
import { driftTexts } from './drift.ts';
import { unsteadyIn } from './exhibits/left-out.ts';
import { matrixTable } from './exhibits/matrix-table.ts';
import type { JudgedClaim, StudyOutcome } from './outcome.ts';
import { studyOutcome } from './outcome.ts';
import type { PrintedSystem, Study } from './study.ts';
import type { NotRun, StudyRun } from './study-run.ts';

function factsOf({ authors, year, source }: Study, run: StudyRun): readonly Fact[] {
  const { machine, started, tookMs, before = [] } = run;
  return [
    { label: 'Paper', value: `${authors.join(', ')} ${year}, ${source}` },
    { label: 'CPU', value: `${machine.cpu}, ${machine.cores} threads` },
    ...machine.devices
      .filter(({ backend }) => backend !== 'serial' && backend !== 'threads')
      .map(({ backend, name, version }) => ({
        label: backend,
        value: version === null ? name : `${name} (${version})`,
      })),
    { label: 'System', value: [machine.os, machine.runtime].filter((text) => text !== '').join(', ') },
    { label: 'Load before it began', value: `${machine.loadAverage.toFixed(2)} on ${machine.cores} threads` },
    {
      label: 'Measured',
      value:
        tookMs === undefined
          ? started
          : `${started}, ${before.length > 0 ? 'whose last part' : 'which'} took ${(tookMs / 1000).toFixed(1)} s`,
    },
    ...before.map(({ started: first, loadAverage }) => ({
      label: 'It goes on from',
      value: `${first}, load ${loadAverage.toFixed(2)}`,
    })),
  ];
}

/** The machines in print: numbers of the paper were measured there, ours were not. */
function systemsTable(systems: readonly PrintedSystem[]): TableBlock {
  return {
    kind: 'table',
    title: 'Machines in print',
    columns: [
      { label: 'machine', kind: 'text' },
      { label: 'what', kind: 'text' },
      { label: 'as printed', kind: 'text' },
      { label: 'where', kind: 'text' },
    ],
    rows: systems.flatMap(({ name, facts, where }) =>
      facts.map(({ label, value }): readonly Cell[] => [name, label, value, where]),
    ),
  };
}

const TONES = {
  'does not hold': '✗ does not hold',
  holds: '✓ holds',
  'too noisy to tell': '~ too noisy to tell',
  'not judged': '? not judged',
} as const;

function claimsSection(claims: readonly JudgedClaim[], doubts: readonly string[]): Section {
  return {
    id: 'claims',
    title: 'Claims',
    blocks: [
      ...doubts.map((text): ReportBlock => ({ kind: 'text', tone: 'note', text })),
      {
        kind: 'table',
        title: 'What the paper says in words, and what this run says of it',
        columns: [
          { label: 'claim', kind: 'text' },
          { label: 'where', kind: 'text' },
          { label: 'here', kind: 'text' },
          { label: 'why', kind: 'text' },
        ],
        rows: claims.map(({ claim, verdict, why }) => [claim.text, claim.where, TONES[verdict], why]),
      },
    ],
  };
}

function errataSection({ errata }: Study): readonly Section[] {
  if (errata.length === 0) return [];
  const table: TableBlock = {
    kind: 'table',
    title: 'Errors in print, named and not copied',
    columns: ['where', 'printed', 'correct', 'how it shows'].map((label) => ({ label, kind: 'text' })),
    rows: errata.map(({ where, printed, correct, why }) => [where, printed, correct, why]),
  };
  return [{ id: 'errata', title: 'Errata', blocks: [table] }];
}

function notRunTable(notRun: readonly NotRun[]): TableBlock {
  const ofLegs = new Map<string, { readonly one: NotRun; readonly matrices: Set<string> }>();
  for (const one of notRun) {
    const key = JSON.stringify([one.what, one.why, one.leg]);
    const entry = ofLegs.get(key) ?? { one, matrices: new Set<string>() };
    ofLegs.set(key, entry);
    entry.matrices.add(one.matrix ?? 'all');
  }
  // Legs stand together where they lack the same matrices.
  const rows = new Map<string, { readonly one: NotRun; readonly legs: string[]; readonly matrices: string }>();
  for (const { one, matrices } of ofLegs.values()) {
    const all = [...matrices].join(', ');
    const key = JSON.stringify([one.what, one.why, all]);
    const entry = rows.get(key) ?? { one, legs: [], matrices: all };
    rows.set(key, entry);
    entry.legs.push(one.leg ?? 'all');
  }
  return {
    kind: 'table',
    title: 'What was not run',
    columns: ['what', 'measurements', 'matrices', 'why'].map((label) => ({ label, kind: 'text' })),
    rows: [...rows.values()].map(({ one, legs, matrices }) => [one.what, legs.join(', '), matrices, one.why]),
  };
}

/** `serial on cop20k_A: js/csr on serial took 8.08 and 14.0 ms.` */
function unsteadyText(unsteady: StudyRun['unsteady']): string {
  return unsteady.map(({ leg, matrix, why }) => `${[leg, matrix].filter(Boolean).join(' on ')}: ${why}.`).join(' ');
}

/** What has to be known to read the numbers: results that failed, were left out, or cannot be told apart. */
function limitsSection({ results, notRun, unsteady }: StudyRun): Section {
  const failed = results.filter(({ status }) => status === 'failed' || status === 'invalid');
  const blocks: ReportBlock[] = [];
  if (failed.length > 0)
    blocks.push({
      kind: 'text',
      tone: 'bad',
      text: `${failed.length} combinations failed or did not validate; they have no figures: ${[...new Set(failed.map(({ kernel, matrix }) => `${kernel ?? ''} on ${matrix}`))].join(', ')}.`,
    });
  if (unsteady.length > 0)
    blocks.push({
      kind: 'text',
      tone: 'note',
      text: `The times of these cannot tell combinations apart, or are no base of quotients. ${unsteadyText(unsteady)}`,
    });
  const refused = results.filter(({ status }) => status === 'refused');
  if (refused.length > 0)
    blocks.push({
      kind: 'table',
      title: 'Refused before anything was built',
      columns: [
        { label: 'matrix', kind: 'text' },
        { label: 'format', kind: 'text' },
        { label: 'kernel', kind: 'text' },
        { label: 'bytes', kind: 'number', unit: 'B' },
        { label: 'why', kind: 'text' },
      ],
      rows: [
        ...new Map(
          refused.map(({ matrix, format, kernel, storageBytes, reason }) => [
            JSON.stringify([matrix, format, kernel, reason]),
            [matrix, format, kernel, storageBytes, reason],
          ]),
        ).values(),
      ],
    });
  if (notRun.length > 0) blocks.push(notRunTable(notRun));
  if (blocks.length === 0) blocks.push({ kind: 'text', text: 'Everything ran.' });
  return { id: 'limits', title: 'What was left out, and why', blocks };
}

/**
 * The study as drawn and judged from a run: what makes its times uncertain, claims, exhibits in the paper's order, errors in print, and what
 * was left out. `outcome`: of the same run, where it is known already. `doubts`: of the machine, as {@link driftTexts} says those of legs.
 */
export function studyReport(
  study: Study,
  run: StudyRun,
  outcome: StudyOutcome = studyOutcome(study, run),
  doubts: readonly string[] = [],
): Report {
  const exhibits = outcome.exhibits.map(({ exhibit, blocks, missing, partial }): Section => {
    const lack = missing === null ? partial && `Not all of it is here. ${partial}` : `Not drawn here. ${missing}`;
    const shaky = missing === null ? unsteadyText(unsteadyIn(run, exhibit)) : '';
    const unsteady = shaky && `Unsteady is, and with it what is divided by it: ${shaky}`;
    const notes = [lack, unsteady].flatMap((text): readonly ReportBlock[] =>
      text ? [{ kind: 'text', tone: 'note', text }] : [],
    );
    return {
      id: exhibit.id,
      title: `${exhibit.label}: ${exhibit.title}${partial === null ? '' : ' (partial)'}`,
      blocks: [...notes, ...(missing === null ? blocks : (exhibit.printed?.() ?? []))],
    };
  });
  const matrices: Section = {
    id: 'matrices',
    title: 'Matrices and machines',
    blocks: [...matrixTable(study, run), systemsTable(study.systems)],
  };
  return {
    title: study.title,
    subtitle: `${study.authors.join(', ')}, ${study.year}: its tables and figures beside a run made here`,
    facts: factsOf(study, run),
    sections: [
      claimsSection(outcome.claims, [...doubts, ...driftTexts(run)]),
      ...exhibits,
      ...errataSection(study),
      matrices,
      limitsSection(run),
    ],
  };
}
