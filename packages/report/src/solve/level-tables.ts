import { fieldsIn, numberIn, numbersIn } from '../bench/fields.ts';
import type { ReportBlock } from '../model/report.ts';
import type { SolveDocument } from './solve-document.ts';

/** Levels of multigrid, and what each cycle left of the residual, where documents have them. */
export function levelTables(documents: readonly SolveDocument[]): readonly ReportBlock[] {
  const read = documents.flatMap((one) => {
    const levels = fieldsIn(one.fields, 'levels');
    const rows = numbersIn(levels, 'rows');
    return rows.length > 0 ? [{ matrix: one.matrix, levels, rows, entries: numbersIn(levels, 'entries') }] : [];
  });
  if (read.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Levels',
      columns: [
        { label: 'matrix', kind: 'text' },
        { label: 'level', kind: 'number' },
        { label: 'rows', kind: 'number' },
        { label: 'entries', kind: 'number' },
        { label: 'entries a row', kind: 'number' },
      ],
      rows: read.flatMap(({ matrix, rows, entries }) =>
        rows.map((count, at) => {
          const own = entries[at] ?? null;
          return [matrix, at, count, own, own === null || count === 0 ? null : own / count];
        }),
      ),
    },
    {
      kind: 'table',
      title: 'Cycles',
      columns: [
        { label: 'matrix', kind: 'text' },
        { label: 'operator complexity', kind: 'number' },
        { label: 'grid complexity', kind: 'number' },
        { label: 'besides A', unit: 'MB', kind: 'number' },
        { label: 'each left of the residual', kind: 'text' },
      ],
      rows: read.map(({ matrix, levels }) => [
        matrix,
        numberIn(levels, 'operatorComplexity'),
        numberIn(levels, 'gridComplexity'),
        (numberIn(levels, 'bytes') ?? 0) / 1e6,
        numbersIn(levels, 'cycles')
          .map((factor) => factor.toPrecision(2))
          .join(', '),
      ]),
      note: 'Complexities are entries and rows of all levels over those of the first. Memory is that of the host.',
    },
  ];
}
