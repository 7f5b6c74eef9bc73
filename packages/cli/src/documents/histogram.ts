import type { HistogramBin } from '@spmv/core';
import { grouped } from '@spmv/engine/basics';
import { bar } from '../output/wrap.ts';

const MOST_BAR = 40;

/** One line per bin with a bar, no wider than `width`; a bin that holds anything shows at least a sliver. */
export function histogramText(bins: readonly HistogramBin[], width: number): string {
  const most = Math.max(1, ...bins.map(({ rows }) => rows));
  const names = bins.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  const nameWidth = Math.max(...names.map(({ length }) => length));
  const digits = Math.max(...bins.map(({ rows }) => grouped(rows).length));
  const room = Math.min(MOST_BAR, width - nameWidth - digits - 6);
  return bins
    .map(({ rows }, b) =>
      `  ${(names[b] ?? '').padStart(nameWidth)}  ${grouped(rows).padStart(digits)}  ${bar(rows / most, room)}`.trimEnd(),
    )
    .join('\n');
}
