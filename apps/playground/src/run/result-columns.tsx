import { formatBytes } from '@spmv/core';
import type { BenchResult } from '@spmv/engine';
import { backendText } from '@spmv/engine';
import { formatMs, paramsText, significant, times } from '@spmv/engine/basics';
import type { ComponentChildren } from 'preact';

/** A column of the table of results. */
export interface ResultColumn {
  readonly title: string;
  /** What rows are sorted by; null is last whichever way. */
  of(row: BenchResult): number | string | null;
  /** What is shown; what is sorted by where absent. */
  shown?(row: BenchResult): ComponentChildren;
  readonly number?: true;
  /** Sorted by it, the largest come first: they are the best. */
  readonly largestFirst?: true;
}

function spread({ madMs, medianMs }: BenchResult): number | null {
  return madMs === null || medianMs === null ? null : (100 * madMs) / medianMs;
}

function spreadText(row: BenchResult): string {
  const percent = spread(row);
  return percent === null ? '' : percent < 0.1 ? '< 0.1 %' : `± ${significant(percent)} %`;
}

/** What became of a row, in words. */
function statusText({ status, medianMs, samplesMs }: BenchResult): string {
  if (status !== 'ok') return status;
  return medianMs === null ? 'right' : `right, ${samplesMs?.length ?? 0} samples`;
}

/** The parameters of all that took part. */
export function paramsOf({ formatParams, kernelParams, launchParams }: BenchResult): string {
  return paramsText(formatParams, kernelParams, launchParams);
}

export const COLUMNS: readonly ResultColumn[] = [
  { title: 'kernel', of: ({ kernel }) => kernel, shown: ({ kernel }) => <code>{kernel}</code> },
  { title: 'median', of: ({ medianMs }) => medianMs, shown: ({ medianMs }) => formatMs(medianMs), number: true },
  {
    title: 'CSR = 1 ×',
    of: ({ speedup }) => speedup,
    shown: ({ speedup }) => times(speedup),
    number: true,
    largestFirst: true,
  },
  { title: 'spread', of: spread, shown: spreadText, number: true },
  { title: 'format', of: ({ format }) => format },
  { title: 'precision', of: ({ precision }) => precision },
  { title: 'backend', of: backendText },
  {
    title: 'GFLOP/s',
    of: ({ gflops }) => gflops,
    shown: ({ gflops }) => significant(gflops),
    number: true,
    largestFirst: true,
  },
  {
    title: 'GB/s',
    of: ({ gbPerSecond }) => gbPerSecond,
    shown: (row) => significant(row.gbPerSecond),
    number: true,
    largestFirst: true,
  },
  { title: 'error', of: ({ errorRatio }) => errorRatio, shown: (row) => significant(row.errorRatio), number: true },
  {
    title: 'status',
    of: ({ status }) => status,
    shown: (row) => (
      <>
        {statusText(row)}
        {row.reason !== null && <span class="reason">{row.reason}</span>}
      </>
    ),
  },
  { title: 'parameters', of: paramsOf },
  {
    title: 'stored',
    of: ({ storageBytes }) => storageBytes,
    shown: ({ storageBytes }) => (storageBytes === null ? '' : formatBytes(storageBytes)),
    number: true,
  },
  {
    title: 'moved',
    of: ({ movedBytes }) => movedBytes ?? null,
    shown: ({ movedBytes }) => (movedBytes === undefined ? '' : formatBytes(movedBytes)),
    number: true,
  },
];

/** Rows by a column, the least first or the other way round; what has no value last. Equal ones keep their order. */
export function sortedBy(
  rows: readonly BenchResult[],
  { of }: Pick<ResultColumn, 'of'>,
  descending: boolean,
): readonly BenchResult[] {
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: of(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === b) return 0;
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b ? -sign : sign;
    })
    .map(({ row }) => row);
}

/** The first `most` of each precision, in the order given. */
export function firstOfEach(rows: readonly BenchResult[], most: number): readonly BenchResult[] {
  const seen = new Map<string | null, number>();
  return rows.filter(({ precision }) => {
    const before = seen.get(precision) ?? 0;
    seen.set(precision, before + 1);
    return before < most;
  });
}
