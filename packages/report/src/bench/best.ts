import type { ReportBlock } from '../model/report.ts';
import type { Cell, TableColumn } from '../model/table.ts';
import type { BenchDocument } from './bench-document.ts';
import type { TimedRow } from './rows.ts';
import { distinct, fastest, formatName, timedRows } from './rows.ts';

/** How many others have an interval that overlaps the best one's. */
function ties(best: TimedRow, rows: readonly TimedRow[]): number | null {
  const { lowMs, highMs } = best;
  if (lowMs === null || highMs === null) return null;
  return rows.filter(
    (row) => row !== best && row.lowMs !== null && row.highMs !== null && row.lowMs <= highMs && lowMs <= row.highMs,
  ).length;
}

/** The fastest combination of each problem and precision, and what the run itself said. */
export function bestBlocks({ rows, problems }: BenchDocument): readonly ReportBlock[] {
  const timed = timedRows(rows).filter(({ isImported }) => !isImported);
  const busy = problems.flatMap(({ name, busy: words }) =>
    words === null ? [] : [`${name}: this machine was busy: ${words}.`],
  );
  const found = problems.flatMap(({ name, size }) => {
    const own = timed.filter(({ problem }) => problem === name);
    return distinct(own.map(({ precision }) => precision)).flatMap((precision): readonly (readonly Cell[])[] => {
      const all = own.filter((row) => row.precision === precision);
      const best = fastest(all);
      if (best === undefined) return [];
      const kernel = best.kernel ?? formatName(best);
      return [
        [
          name,
          size?.rows ?? null,
          size?.nnz ?? null,
          precision,
          kernel,
          best.params,
          best.backend,
          best.medianMs * 1000,
          best.gflops,
          best.gbPerSecond,
          best.speedup,
          ties(best, all),
        ],
      ];
    });
  });
  const columns: readonly TableColumn[] = [
    { label: 'problem', kind: 'text' },
    { label: 'rows', kind: 'number' },
    { label: 'entries', kind: 'number' },
    { label: 'precision', kind: 'text' },
    { label: 'kernel', kind: 'text' },
    { label: 'parameters', kind: 'text' },
    { label: 'backend', kind: 'text' },
    { label: 'median', unit: 'µs', kind: 'number' },
    { label: 'rate', unit: 'GFLOP/s', kind: 'number' },
    { label: 'compulsory', unit: 'GB/s', kind: 'number' },
    { label: 'speed-up', kind: 'number' },
    { label: 'ties', kind: 'number' },
  ];
  // Where no matrix is stored there are no rows and no entries.
  const isUsed = (c: number): boolean => found.length === 0 || found.some((row) => row[c] !== null);
  return [
    {
      kind: 'table',
      title: 'The fastest combination of each problem',
      columns: columns.filter((_, c) => isUsed(c)),
      rows: found.map((row) => row.filter((_, c) => isUsed(c))),
      note: 'Speed-up is against serial CSR in the same run and precision. Ties are other combinations whose 95 % interval of the median overlaps that of the best.',
    },
    ...(busy.length === 0 ? [] : [{ kind: 'text', tone: 'note', text: busy.join('\n\n') } as const]),
  ];
}
