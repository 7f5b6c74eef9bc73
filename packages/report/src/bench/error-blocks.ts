import type { ReportBlock } from '../model/report.ts';
import type { BenchDocument, BenchRow } from './bench-document.ts';
import { distinct, formatName, groupsOf, placeName } from './rows.ts';

/** The largest error of each format, place and precision on each problem. */
function worstOf(rows: readonly BenchRow[]): readonly BenchRow[] {
  const groups = groupsOf(rows, (row) => JSON.stringify([row.problem, formatName(row), placeName(row), row.precision]));
  return [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map((first) => group.reduce((a, b) => ((b.errorRatio ?? 0) > (a.errorRatio ?? 0) ? b : a), first)),
  );
}

/** How far results lay from the reference, as a share of the bound that any order of summation keeps. */
export function errorBlocks({ rows, problems }: BenchDocument): readonly ReportBlock[] {
  const judged = worstOf(rows.filter(({ errorRatio }) => errorRatio !== null));
  if (judged.length === 0) return [];
  const sizes = new Map(problems.map(({ name, size }) => [name, size]));
  const lengthOf = (problem: string): number | null => {
    const size = sizes.get(problem);
    return size ? size.nnz / Math.max(1, size.rows) : null;
  };
  const isStored = judged.every(({ problem }) => lengthOf(problem) !== null);
  const names = distinct(judged.map(({ problem }) => problem));
  return [
    {
      kind: 'chart',
      title: 'Largest error over the error bound',
      chart: {
        kind: 'scatter',
        x: isStored ? { label: 'mean entries per row', scale: 'log10' } : { label: 'number of the problem' },
        y: { label: 'error over bound', scale: 'log10' },
        lines: [{ label: 'bound', y: 1 }],
        series: distinct(judged.map((row) => `${placeName(row)} ${row.precision}`)).map((name) => ({
          name,
          points: judged
            .filter((row) => `${placeName(row)} ${row.precision}` === name)
            .map((row) => ({
              x: isStored ? (lengthOf(row.problem) ?? Number.NaN) : names.indexOf(row.problem) + 1,
              y: row.errorRatio,
              label: `${row.problem} ${formatName(row)}`,
            })),
        })),
      },
    },
  ];
}
