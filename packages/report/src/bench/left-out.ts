import type { ReportBlock } from '../model/report.ts';
import type { Cell } from '../model/table.ts';
import type { BenchDocument } from './bench-document.ts';
import type { Fields } from './fields.ts';
import { listIn, numberIn, textIn } from './fields.ts';
import { distinct, formatName, groupsOf } from './rows.ts';

const MOST_NAMED = 3;

function listed(names: readonly string[]): string {
  const all = distinct(names);
  return all.length > MOST_NAMED + 1
    ? `${all.slice(0, MOST_NAMED).join(', ')} and ${all.length - MOST_NAMED} more`
    : all.join(', ');
}

/** Everything that has no figures, and why: one row for each reason. */
export function leftOutBlocks({ rows, fields }: BenchDocument): readonly ReportBlock[] {
  const without = rows.filter(({ status }) => status !== 'ok');
  const byReason = groupsOf(without, (row) => JSON.stringify([row.status, row.backend, formatName(row), row.reason]));
  const cases = [...byReason.values()].map((group): readonly Cell[] => {
    const [first] = group;
    return [
      first?.status ?? '',
      first?.backend ?? '',
      first === undefined ? '' : formatName(first),
      listed(group.flatMap(({ kernel }) => kernel ?? [])) || null,
      listed(group.map(({ problem }) => problem)),
      first?.reason ?? null,
    ];
  });
  const others: readonly (readonly Cell[])[] = [
    ...listIn(fields, 'backends')
      .filter((backend) => textIn(backend, 'status') !== 'available')
      .map((backend) => ['backend', textIn(backend, 'id') ?? '', null, null, null, reasonOf(backend)]),
    ...listIn(fields, 'leftOut').map((one) => [
      'plugin',
      textIn(one, 'plugin') ?? textIn(one, 'name') ?? textIn(one, 'package') ?? '',
      null,
      null,
      null,
      reasonOf(one),
    ]),
    ...listIn(fields, 'errors').map((one) => ['error', null, null, null, textIn(one, 'matrix'), reasonOf(one)]),
    ...listIn(fields, 'outOfTime').flatMap(outOfTimeRows),
  ];
  if (cases.length + others.length === 0)
    return [{ kind: 'text', text: 'Nothing: every combination that was asked for has its figures.' }];
  return [
    {
      kind: 'table',
      title: 'What has no figures, and why',
      columns: ['what', 'backend', 'format', 'kernel', 'problem', 'reason'].map((label) => ({ label, kind: 'text' })),
      rows: [...others, ...cases],
    },
  ];
}

function reasonOf(fields: Fields): string | null {
  return textIn(fields, 'reason') ?? textIn(fields, 'message');
}

/** A problem that a time budget left out or cut. */
function outOfTimeRows(one: Fields): readonly (readonly Cell[])[] {
  const problem = [textIn(one, 'matrix'), textIn(one, 'precision')].filter((text) => text !== null).join(' ');
  const kernels = listIn(one, 'cases').flatMap((each) => textIn(each, 'kernel') ?? []);
  const samples = numberIn(one, 'samples');
  const row = (kernel: string | null, reason: string): readonly Cell[] => [
    'out of time',
    null,
    null,
    kernel,
    problem,
    reason,
  ];
  return [
    ...(samples === null ? [] : [row(null, `The time budget was short: ${samples} samples of each.`)]),
    ...(kernels.length === 0 && samples !== null
      ? []
      : [row(one['whole'] === true ? null : listed(kernels) || null, 'The time budget was used up.')]),
  ];
}
