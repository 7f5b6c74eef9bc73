import type { ReportBlock } from '../model/report.ts';
import type { Rate, TimedRow } from './rows.ts';
import { distinct, formatName, placeName, rateOf } from './rows.ts';
import { groupedBars } from './groups.ts';

const byPrecision = (
  rows: readonly TimedRow[],
  make: (rows: readonly TimedRow[], precision: string) => readonly ReportBlock[],
): readonly ReportBlock[] =>
  distinct(rows.map(({ precision }) => precision)).flatMap((precision) =>
    make(
      rows.filter((row) => row.precision === precision),
      precision,
    ),
  );

const RATE = { label: 'rate', unit: 'GFLOP/s' };

/** Problems that have a chart each; of more, a chart has all. */
const FEW = 4;

/** GFLOP/s of the best kernel of each format: a chart for each problem where they are few, else over all of them for each backend. */
export function speedBlocks(rows: readonly TimedRow[]): readonly ReportBlock[] {
  const problems = distinct(rows.map(({ problem }) => problem));
  return byPrecision(rows, (own, precision) => {
    if (problems.length <= FEW)
      return problems.flatMap((problem) =>
        groupedBars(
          own.filter((row) => row.problem === problem),
          {
            title: `${problem}, ${precision}: rate of the best kernel of each format`,
            axis: RATE,
            categoryOf: formatName,
            seriesOf: placeName,
            valueOf: rateOf,
            sorted: true,
          },
        ),
      );
    return distinct(own.map(placeName)).flatMap((place) =>
      groupedBars(
        own.filter((row) => placeName(row) === place),
        {
          title: `${precision} on ${place}: rate of the best kernel of each format`,
          axis: RATE,
          categoryOf: ({ problem }) => problem,
          seriesOf: formatName,
          valueOf: rateOf,
        },
      ),
    );
  });
}

function speedupOf({ speedup, medianMs, lowMs, highMs }: TimedRow): Rate | null {
  if (speedup === null) return null;
  const at = (ms: number | null): number | null => (ms === null || !(ms > 0) ? null : (speedup * medianMs) / ms);
  return { value: speedup, low: at(highMs), high: at(lowMs) };
}

/** Speed-up against serial CSR of the best combination on each backend. */
export function speedupBlocks(rows: readonly TimedRow[]): readonly ReportBlock[] {
  return byPrecision(rows, (own, precision) =>
    groupedBars(own, {
      title: `${precision}: speed-up of the best on each backend`,
      axis: { label: 'speed-up against serial CSR' },
      categoryOf: ({ problem }) => problem,
      seriesOf: placeName,
      valueOf: speedupOf,
      line: { label: 'serial CSR', at: 1 },
    }),
  );
}

/** Bytes that each format stores, as a share of what CSR does. */
export function storageBlocks(rows: readonly TimedRow[]): readonly ReportBlock[] {
  const csr = new Map(
    rows.flatMap(({ format, problem, precision, storageBytes }) =>
      format === 'csr' && storageBytes !== null ? [[`${precision} ${problem}`, storageBytes] as const] : [],
    ),
  );
  const isOne = distinct(rows.map(({ problem }) => problem)).length === 1;
  return byPrecision(
    rows.filter(({ isImported }) => !isImported),
    (own, precision) =>
      groupedBars(own, {
        title: `${precision}: bytes stored, against CSR`,
        axis: { label: 'bytes of the format over those of CSR' },
        categoryOf: isOne ? formatName : ({ problem }) => problem,
        seriesOf: isOne ? () => '' : formatName,
        valueOf: ({ problem, storageBytes }) => {
          const base = csr.get(`${precision} ${problem}`);
          return base === undefined || storageBytes === null
            ? null
            : { value: storageBytes / base, low: null, high: null };
        },
        line: { label: 'CSR', at: 1 },
      }),
  );
}
