import { curveOver } from '../exhibits/curve.ts';
import { timedOf } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';

/** A figure of both formats over threads on one matrix. */
function overThreads(figure: number, matrix: string, caption: string, lacks?: string): Exhibit {
  return {
    id: `figure-${figure}`,
    label: `Figure ${figure}`,
    title: caption,
    where: 'Results & Discussion',
    paper: 'words',
    legs: ['threads'],
    matrices: [matrix],
    ...(lacks === undefined ? {} : { lacks }),
    draw: (run) =>
      curveOver({
        title: `${matrix}: OpenMP's loops over threads`,
        param: 'threads',
        x: { label: 'threads', whole: true },
        figure: 'gflops',
        series: ['csr', 'ellpack'].map((format) => [format, timedOf(run, { leg: 'threads', matrix, format })]),
      }),
  };
}

/** CSR and ELLPACK over threads. */
export const threadFigures: readonly Exhibit[] = [
  overThreads(2, 'ML_Laplace', 'ML_Laplace (1.45 % of nz deviation)'),
  overThreads(3, 'cant', 'cant (20.2 % of nz deviation)'),
  overThreads(
    4,
    'webbase-1M',
    '1M (60.12 % of nz deviation)',
    'The curve of ELLPACK, which it is about, is not there: the plan here refuses 4700 places for each of its rows.',
  ),
  overThreads(5, 'cage4', 'OpenMP results of cage4'),
];
