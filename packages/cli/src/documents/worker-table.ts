import type { BenchResult } from '@spmv/engine';
import { inOrderOfTime, shownRows } from '@spmv/engine';
import { significant } from '@spmv/engine/basics';
import { printable } from '../output/printable.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrap } from '../output/wrap.ts';
import { tableText } from './layout.ts';
import { paramsOf } from './result-columns.ts';
import { inUnit, TIME_UNITS, unitFor } from './units.ts';

interface Share {
  readonly row: BenchResult;
  /** Milliseconds that workers compute in a product, in the order of their numbers. */
  readonly busy: readonly number[];
  readonly mean: number;
  /** Per cent of the workers' time that they wait. */
  readonly waiting: number;
}

function shareOf(row: BenchResult): readonly Share[] {
  const { workers } = row;
  if (!workers || workers.length === 0) return [];
  const busy = workers.map(({ busyMs }) => busyMs);
  const total = busy.reduce((sum, ms) => sum + ms, 0);
  const waited = workers.reduce((sum, { waitMs }) => sum + waitMs, 0);
  const waiting = total + waited > 0 ? (100 * waited) / (total + waited) : 0;
  return [{ row, busy, mean: total / busy.length, waiting }];
}

/** How even the work was: the busiest worker's time over the mean of all, 1 where all are alike. */
function imbalance({ busy, mean }: Share): number | null {
  return mean > 0 ? Math.max(...busy) / mean : null;
}

/** What `--profile` adds below the times of a matrix: how long workers compute in a product, and where that is not counted. */
export function workerLines(terminal: Terminal, results: readonly BenchResult[], all: boolean): readonly string[] {
  const ok = results.filter(({ status, imported }) => status === 'ok' && !imported);
  const shares = (all ? inOrderOfTime(ok) : shownRows(ok)).flatMap(shareOf);
  const without = [...new Set(ok.filter(({ workers }) => !workers).map(({ backend }) => backend))];
  const unit = unitFor(
    TIME_UNITS,
    shares.flatMap(({ busy }) => busy),
  );
  const time = (ms: number): string => inUnit(ms, unit);
  const table = tableText(
    terminal,
    [
      { header: '', cell: ({ row }) => row.precision ?? '' },
      { header: 'kernel', cell: ({ row }) => row.kernel ?? '' },
      { header: 'backend', cell: ({ row }) => row.backend },
      { header: 'parameters', least: 16, rank: 1, cell: ({ row }) => paramsOf(row) },
      { header: 'workers', align: 'point', cell: ({ busy }) => String(busy.length) },
      { header: `least ${unit.name}`, align: 'point', cell: ({ busy }) => time(Math.min(...busy)) },
      { header: 'mean', align: 'point', cell: ({ mean }) => time(mean) },
      { header: 'most', align: 'point', cell: ({ busy }) => time(Math.max(...busy)) },
      { header: 'most/mean', align: 'point', cell: (share) => significant(imbalance(share)) },
      { header: 'waiting %', align: 'point', cell: ({ waiting }) => significant(waiting) },
    ],
    shares,
  );
  const names = printable(without.join(', '), { line: true });
  return [
    ...(shares.length > 0 ? [terminal.style('bold', 'Workers in one product: time that they compute'), table] : []),
    ...(without.length > 0 ? [wrap(`${names}: the time of workers is not counted there.`, terminal.width, 2)] : []),
  ];
}
