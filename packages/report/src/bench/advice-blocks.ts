import type { ReportBlock } from '../model/report.ts';
import type { Cell, TableColumn } from '../model/table.ts';
import { type BenchDocument, paramsText } from './bench-document.ts';
import { fieldsIn, listIn, numberIn, textIn, type Fields } from './fields.ts';

const COLUMNS: readonly TableColumn[] = [
  { label: 'problem', kind: 'text' },
  { label: 'backend', kind: 'text' },
  { label: 'precision', kind: 'text' },
  { label: 'slower', unit: '%', kind: 'number' },
  { label: 'kernel', kind: 'text', group: 'advised' },
  { label: 'expected', unit: 'µs', kind: 'number', group: 'advised' },
  { label: 'measured', unit: 'µs', kind: 'number', group: 'advised' },
  { label: 'kernel', kind: 'text', group: 'best measured' },
  { label: 'measured', unit: 'µs', kind: 'number', group: 'best measured' },
  { label: 'trials', kind: 'number' },
  { label: 'parameters of the advised', kind: 'text' },
];

/** Advice is right where it takes at most this times what the best takes. */
const WITHIN = 1.05;

function micro(fields: Fields, name: string): number | null {
  const ms = numberIn(fields, name);
  return ms === null ? null : 1000 * ms;
}

function cellsOf(fields: Fields): readonly Cell[] {
  const [advised, best] = [fieldsIn(fields, 'advised'), fieldsIn(fields, 'best')];
  const ratio = numberIn(fields, 'ratio');
  return [
    textIn(fields, 'matrix'),
    textIn(fields, 'backend'),
    textIn(fields, 'precision'),
    ratio === null ? null : 100 * (ratio - 1),
    textIn(advised, 'kernel'),
    micro(fields, 'expectedMs'),
    micro(fields, 'advisedMs'),
    textIn(best, 'kernel'),
    micro(fields, 'bestMs'),
    numberIn(fields, 'trials'),
    paramsText(advised),
  ];
}

/** How many were right, and the worst miss that the run can tell. */
function summary(all: readonly Fields[]): string {
  const ratios = all.map((one) => numberIn(one, 'ratio') ?? Infinity);
  const right = ratios.filter((ratio) => ratio <= WITHIN).length;
  const tied = all.filter((one) => one['tied'] === true).length;
  const missed = all.length - tied;
  return `Advised was within 5 % of the best measured in ${right} of ${all.length}${tied > right ? `, and in ${tied - right} more the intervals overlap` : ''}${missed === 0 ? '' : `; ${missed} ${missed === 1 ? 'is a miss' : 'are misses'} that this run can tell`}.`;
}

/** What advice would have been beside what was best, where the document says. */
export function adviceBlocks({ fields }: BenchDocument): readonly ReportBlock[] {
  const all = listIn(fields, 'advice');
  if (all.length === 0) return [];
  return [
    { kind: 'text', text: summary(all) },
    {
      kind: 'table',
      title: 'What spmv advise would have named, and what was best',
      columns: COLUMNS,
      rows: all.map(cellsOf),
      note: 'Advice is from statistics and at most ten products of trial. Half of the samples of this run stand for these, and the other half says what the advised and the best take, so the times differ from those in other tables. Expected is what statistics said, corrected by the trials on the same backend.',
    },
  ];
}
