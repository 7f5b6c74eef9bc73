import { fieldsIn, listIn, numberIn, textIn } from '../bench/fields.ts';
import type { ReportBlock } from '../model/report.ts';
import type { SolveDocument } from './solve-document.ts';

/** Each method that was tried, where a document names them. */
export function attemptsTable(documents: readonly SolveDocument[]): readonly ReportBlock[] {
  const rows = documents.flatMap((one) =>
    listIn(one.fields, 'attempts').map((tried) => {
      const [method, M, ms] = [textIn(tried, 'method'), textIn(tried, 'preconditioner'), numberIn(tried, 'ms')];
      return [
        one.matrix,
        M === null || M === 'none' ? method : `${method} with ${M}`,
        textIn(tried, 'reason'),
        numberIn(tried, 'iterations'),
        ms === null ? null : ms / 1000,
        textIn(tried, 'message'),
      ];
    }),
  );
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'What was tried',
      columns: [
        { label: 'matrix', kind: 'text' },
        { label: 'method', kind: 'text' },
        { label: 'ended', kind: 'text' },
        { label: 'iterations', kind: 'number' },
        { label: 'time', unit: 's', kind: 'number' },
        { label: 'in words', kind: 'text' },
      ],
      rows,
    },
  ];
}

/** Fill, pivots and what factors say of A and x, where there are any. */
export function factorsTable(documents: readonly SolveDocument[]): readonly ReportBlock[] {
  const direct = documents.filter(({ fields }) => textIn(fieldsIn(fields, 'factors'), 'pivots') !== null);
  if (direct.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Factors',
      columns: [
        { label: 'matrix', kind: 'text' },
        { label: 'method', kind: 'text' },
        { label: 'ordering', kind: 'text' },
        { label: 'entries', kind: 'number' },
        { label: 'fill', kind: 'number' },
        { label: 'pivots', kind: 'text' },
        { label: 'true residual', kind: 'number' },
        { label: 'backward error', kind: 'number' },
        { label: 'condition', kind: 'number' },
        { label: 'error of x', kind: 'number' },
      ],
      rows: direct.map((one) => {
        const factors = fieldsIn(one.fields, 'factors');
        const number = (name: string): number | null => numberIn(factors, name);
        return [
          one.matrix,
          one.method,
          textIn(factors, 'ordering'),
          number('entries'),
          number('fill'),
          textIn(factors, 'pivots'),
          one.residual,
          number('backwardError'),
          number('condition'),
          number('forwardError'),
        ];
      }),
      note: 'Fill is entries of the factors over those of A. The backward error is the part by which entries of A and b have to change for x to be exact; the error of x, ‖x − A⁻¹b‖/‖x‖, and the condition are estimates.',
    },
  ];
}
