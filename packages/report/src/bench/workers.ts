import type { ReportBlock } from '../model/report.ts';
import type { TimedRow } from './rows.ts';
import { fastest, formatName, groupsOf } from './rows.ts';

/** Busy and waiting time of each worker in the fastest combinations that were profiled, one chart a problem and precision. */
export function workerBlocks(rows: readonly TimedRow[]): readonly ReportBlock[] {
  const profiled = groupsOf(
    rows.filter(({ workers }) => workers.length > 0),
    ({ problem, precision }) => `${problem}, ${precision}`,
  );
  return [...profiled].flatMap(([name, group]): readonly ReportBlock[] => {
    const best = fastest(group);
    if (best === undefined) return [];
    const { workers } = best;
    return [
      {
        kind: 'chart',
        title: `${name}: time of each worker in a product of ${best.kernel ?? formatName(best)} on ${best.backend}`,
        chart: {
          kind: 'bar',
          categories: workers.map((_, w) => `worker ${w + 1}`),
          value: { label: 'mean time in a product', unit: 's' },
          series: [
            { name: 'busy', values: workers.map(({ busyMs }) => busyMs / 1000) },
            { name: 'waiting', values: workers.map(({ waitMs }) => waitMs / 1000) },
          ],
        },
      },
    ];
  });
}
