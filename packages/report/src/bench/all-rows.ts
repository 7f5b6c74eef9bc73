import type { Block } from '../model/report.ts';
import type { BenchRow } from './bench-document.ts';

/** Every row that has figures. */
export function allRows(rows: readonly BenchRow[]): readonly Block[] {
  const shown = rows.filter(({ status }) => status === 'ok');
  return [
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
      note: 'Low and high are the ends of the 95 % interval of the median. GB/s counts compulsory bytes.',
    },
  ];
}

function micros(ms: number | null): number | null {
  return ms === null ? null : ms * 1000;
}
