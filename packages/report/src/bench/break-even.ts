import type { ReportBlock } from '../model/report.ts';
import type { BenchDocument } from './bench-document.ts';
import { groupedBars } from './groups.ts';
import type { TimedRow } from './rows.ts';
import { distinct, formatName, placeName, timedRows } from './rows.ts';

/** Products until converting and preparing are paid; null where each product is no faster, or it is not known. */
function productsUntilPaid({ convertMs, prepareMs, medianMs }: TimedRow, baselineMs: number): number | null {
  if (convertMs === null || prepareMs === null || !(medianMs < baselineMs)) return null;
  return (convertMs + prepareMs) / (baselineMs - medianMs);
}

/** After how many products a combination is worth what converting and preparing cost, against serial CSR that is there already. */
export function breakEvenBlocks({ rows, problems }: BenchDocument): readonly ReportBlock[] {
  const timed = timedRows(rows).filter(({ isImported }) => !isImported);
  const baselineOf = (row: TimedRow): number | null => {
    const named = problems.find(({ name }) => name === row.problem)?.baselineMs[row.precision];
    return named ?? (row.speedup === null ? null : row.speedup * row.medianMs);
  };
  const paid = (row: TimedRow): number | null => {
    const baseline = baselineOf(row);
    return baseline === null ? null : productsUntilPaid(row, baseline);
  };
  const isOne = distinct(timed.map(({ problem }) => problem)).length === 1;
  const blocks = distinct(timed.map(({ precision }) => precision)).flatMap((precision) =>
    distinct(timed.map(placeName)).flatMap((place) => {
      const own = timed.filter((row) => row.precision === precision && placeName(row) === place);
      return groupedBars(own, {
        title: `${precision} on ${place}: products until conversion and preparation are paid`,
        axis: { label: 'products' },
        categoryOf: isOne ? formatName : ({ problem }) => problem,
        seriesOf: isOne ? () => '' : formatName,
        valueOf: (row) => {
          const value = paid(row);
          return value === null ? null : { value, low: null, high: null };
        },
      });
    }),
  );
  if (blocks.length === 0) return [];
  return [
    ...blocks,
    {
      kind: 'text',
      tone: 'note',
      text: 'The time to convert and prepare, divided by what one product saves against serial CSR that is stored already. What is no faster than serial CSR is never paid, and is not shown.',
    },
  ];
}
