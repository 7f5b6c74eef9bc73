import type { ReportBlock } from '@spmv/report';
import { timedOf, paramOf } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import type { RunMatrix, StudyRun } from '../study-run.ts';

const TEAMS = [2, 4, 8, 16];

/** Entries of each thread where every thread has the same number of rows. */
function shares({ sixteenths }: RunMatrix, threads: number): readonly number[] {
  const each = sixteenths.length / threads;
  return Array.from({ length: threads }, (_, thread) =>
    sixteenths.slice(thread * each, (thread + 1) * each).reduce((sum, count) => sum + count, 0),
  );
}

/** The largest share of a thread over an even one. */
function imbalance(matrix: RunMatrix, threads: number): number {
  return matrix.nnz === 0 ? 1 : (Math.max(...shares(matrix, threads)) * threads) / matrix.nnz;
}

/** What busy workers did while others waited, where it was measured. */
function workerCharts(run: StudyRun): readonly ReportBlock[] {
  return run.matrices.flatMap(({ name }): readonly ReportBlock[] => {
    const measured = timedOf(run, { leg: 'threads', matrix: name, format: 'csr' }).filter(({ workers }) => workers);
    const largest = measured.toSorted((a, b) => Number(paramOf(b, 'threads')) - Number(paramOf(a, 'threads')))[0];
    const { workers } = largest ?? {};
    if (!workers) return [];
    return [
      {
        kind: 'chart',
        title: `${name}: busy and waiting time of each worker, CSR`,
        chart: {
          kind: 'bar',
          categories: workers.map((_, worker) => `worker ${worker + 1}`),
          value: { label: 'time', unit: 'ms' },
          series: [
            { name: 'busy', values: workers.map(({ busyMs }) => busyMs) },
            { name: 'waiting', values: workers.map(({ waitMs }) => waitMs) },
          ],
        },
      },
    ];
  });
}

/** Entries per thread, which a static schedule decides, and what workers did where that was measured. */
function draw(run: StudyRun): readonly ReportBlock[] {
  const matrices = run.matrices.filter(({ rows }) => rows > 0);
  if (matrices.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'The largest share of entries of a thread, over an even share',
      columns: [
        { label: 'matrix', kind: 'text' },
        ...TEAMS.map((threads) => ({
          label: `${threads} threads`,
          kind: 'number' as const,
          group: 'largest / even share',
        })),
      ],
      rows: matrices.map((matrix) => [
        matrix.name,
        ...TEAMS.map((threads) => (matrix.rows < threads ? null : imbalance(matrix, threads))),
      ]),
      note: '1: every thread has as many entries as the others. Computed from the rows: schedule(static) gives every thread the same number of rows.',
    },
    ...workerCharts(run),
  ];
}

/** How rows are split among threads, with what it does to their work. */
export const loadBalance: Exhibit = {
  id: 'figure-1',
  label: 'Figure 1',
  title: 'threads split through the rows: entries and time of each',
  where: 'Procedures, OpenMP',
  paper: 'words',
  legs: ['threads'],
  draw,
};
