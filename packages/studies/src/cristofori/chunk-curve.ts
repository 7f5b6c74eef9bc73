import { barChart } from '../exhibits/bars.ts';
import { curveOver } from '../exhibits/curve.ts';
import { fastestOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import { CHUNK_MATRICES, FIVE_OF_ALL } from './legs.ts';

const SCHEDULES = ['static', 'dynamic', 'balanced'];

/** His note that chunks hardly matter, as a curve. */
export const chunkCurve: Exhibit = {
  id: 'chunk',
  label: 'Note on chunks',
  title: 'time over the chunk-size of schedule dynamic',
  where: '3.2',
  paper: 'words',
  lacks: FIVE_OF_ALL,
  legs: ['chunk', 'schedule'],
  matrices: CHUNK_MATRICES,
  draw: (run) => [
    ...curveOver({
      title: 'CSR over the size of chunks',
      param: 'chunk',
      x: { label: 'rows of a chunk', scale: 'log10' },
      figure: 'gflops',
      series: timedMatrices(run, ['chunk']).map((matrix) => [matrix, timedOf(run, { leg: 'chunk', matrix })]),
    }),
    ...barChart({
      title: 'CSR by schedule, with the usual chunks',
      categories: timedMatrices(run, ['schedule']),
      value: { label: 'rate', unit: 'GFLOP/s' },
      series: SCHEDULES.map((schedule) => ({
        name: schedule,
        value: (matrix) => fastestOf(run, { leg: 'schedule', matrix, params: { schedule } })?.gflops ?? null,
      })),
    }),
  ],
};
