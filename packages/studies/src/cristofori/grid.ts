import { barChart } from '../exhibits/bars.ts';
import { fastestOf, timedMatrices } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import { GRID_BLOCK, HIS_CSR, HIS_ROWS } from './legs.ts';

const WAYS: readonly (readonly [name: string, leg: string, kernel: string])[] = [
  [`M threads: ${HIS_ROWS} rows a warp, as printed`, 'cuda-grid', HIS_CSR],
  ['a warp a row', 'cuda-csr', HIS_CSR],
  ['a warp a row, sums by shuffles', 'cuda-csr', 'cuda/csr-vector'],
];

const LEGS = ['cuda-grid', 'cuda-csr'];

/** The grid that 3.3 prints beside one that has a warp for every row. */
export const grid: Exhibit = {
  id: 'grid',
  label: 'Section 3.3, grid',
  title: 'a thread for each of M rows, or a warp',
  where: '3.3, 3.3.1',
  paper: 'words',
  legs: LEGS,
  draw: (run) =>
    barChart({
      title: `CSR in blocks of ${GRID_BLOCK} threads, by the grid`,
      categories: timedMatrices(run, LEGS),
      value: { label: 'rate', unit: 'GFLOP/s' },
      series: WAYS.map(([name, leg, kernel]) => ({
        name,
        value: (matrix: string) =>
          fastestOf(run, { leg, kernel, matrix, params: { blockSize: GRID_BLOCK } })?.gflops ?? null,
      })),
    }),
};
