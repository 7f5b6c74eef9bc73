import type { ReportBlock } from '../model/report.ts';
import type { BenchDocument } from './bench-document.ts';
import { problemName } from './bench-document.ts';
import type { Fields } from './fields.ts';
import { listIn, numberIn, textIn, textsIn } from './fields.ts';

/** How far each two members are apart; both halves, so that a row is read by itself. */
function pairTable(problem: string, report: Fields): ReportBlock {
  const members = textsIn(report, 'members');
  const ratios = new Map(
    listIn(report, 'pairs').flatMap((pair) => {
      const [a = '', b = ''] = textsIn(pair, 'members');
      const ratio = numberIn(pair, 'ratio');
      return [[a, b] as const, [b, a] as const].map((key) => [JSON.stringify(key), ratio] as const);
    }),
  );
  return {
    kind: 'table',
    title: [problem, textIn(report, 'precision')].join(', '),
    columns: [
      { label: 'backend', kind: 'text' },
      ...members.map((label) => ({ label, kind: 'number', darkest: 1 }) as const),
    ],
    rows: members.map((row) => [row, ...members.map((column) => ratios.get(JSON.stringify([row, column])) ?? null)]),
    note: textsIn(report, 'said').join('. '),
  };
}

const UNITS =
  'How far the results of two backends are apart: the largest difference of an element, in units of both error bounds. Up to 1 they agree; a backend beside itself shows how far its kernels are apart.';

/** Backends against one another; nothing of documents before results were compared in pairs. */
export function agreementBlocks({ fields }: BenchDocument): readonly ReportBlock[] {
  const tables = listIn(fields, 'matrices').flatMap((matrix) => {
    const problem = problemName(matrix) ?? textIn(matrix, 'name') ?? '';
    return listIn(matrix, 'agreement')
      .filter((report) => textsIn(report, 'members').length > 1)
      .map((report) => pairTable(problem, report));
  });
  return tables.length === 0 ? [] : [{ kind: 'text', text: UNITS, tone: 'note' }, ...tables];
}
