import type { ReportBlock } from '../model/report.ts';
import type { BenchRow } from './bench-document.ts';
import { fieldsIn, isFields, numberIn } from './fields.ts';

/** Every row that has figures. */
export function allRows(rows: readonly BenchRow[]): readonly ReportBlock[] {
  const shown = rows.filter(({ status }) => status === 'ok');
  return [
    ...madeRows(shown),
    {
      kind: 'table',
      title: 'Every combination that was measured',
      columns: [
        { label: 'problem', kind: 'text' },
        { label: 'precision', kind: 'text' },
        { label: 'format', kind: 'text' },
        { label: 'kernel', kind: 'text' },
        { label: 'parameters', kind: 'text' },
        { label: 'backend', kind: 'text' },
        { label: 'median', unit: 'µs', kind: 'number', group: 'time' },
        { label: 'low', unit: 'µs', kind: 'number', group: 'time' },
        { label: 'high', unit: 'µs', kind: 'number', group: 'time' },
        { label: 'GFLOP/s', kind: 'number' },
        { label: 'GB/s', kind: 'number' },
        { label: 'speed-up', kind: 'number' },
        { label: 'storage', unit: 'kB', kind: 'number' },
        { label: 'error over bound', kind: 'number' },
      ],
      rows: shown.map((row) => [
        row.problem,
        row.precision,
        row.format,
        row.kernel,
        row.params,
        row.isImported ? `${row.backend} (imported)` : row.backend,
        micros(row.medianMs),
        micros(row.lowMs),
        micros(row.highMs),
        row.gflops,
        row.gbPerSecond,
        row.speedup,
        row.storageBytes === null ? null : row.storageBytes / 1000,
        row.errorRatio,
      ]),
      note: 'Low and high are the ends of the 95 % interval of the median. GB/s counts bytes that a product has to move.',
    },
  ];
}

/** Of matrices that were made: how large they are, what that took, and the two phases. */
function madeRows(rows: readonly BenchRow[]): readonly ReportBlock[] {
  const made = rows.filter(({ fields }) => isFields(fields['made']));
  if (made.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'The matrices that were made',
      columns: [
        { label: 'problem', kind: 'text' },
        { label: 'precision', kind: 'text' },
        { label: 'kernel', kind: 'text' },
        { label: 'parameters', kind: 'text' },
        { label: 'backend', kind: 'text' },
        { label: 'entries', kind: 'number' },
        { label: 'terms', kind: 'number' },
        { label: 'result', unit: 'kB', kind: 'number' },
        { label: 'work', unit: 'kB', kind: 'number' },
        { label: 'symbolic', unit: 'µs', kind: 'number', group: 'time' },
        { label: 'numeric', unit: 'µs', kind: 'number', group: 'time' },
        { label: 'again', unit: 'µs', kind: 'number', group: 'time' },
      ],
      rows: made.map(({ problem, precision, kernel, params, backend, fields }) => {
        const of = (name: string): number | null => numberIn(fieldsIn(fields, 'made'), name);
        const kB = (name: string): number | null => (of(name) === null ? null : Number(of(name)) / 1000);
        const figures = [of('nnz'), of('terms'), kB('bytes'), kB('workBytes')];
        const phases = ['symbolicMs', 'numericMs', 'againMs'].map((name) => micros(of(name)));
        return [problem, precision, kernel, params, backend, ...figures, ...phases];
      }),
      note: 'Terms are multiplications, each with an addition. Work is what a kernel took besides operands and result, at most at once. Symbolic finds the positions, numeric the values; again is the numeric phase with positions that are there.',
    },
  ];
}

function micros(ms: number | null): number | null {
  return ms === null ? null : ms * 1000;
}
