import { barChart } from '../exhibits/bars.ts';
import { fastestOf, timedMatrices } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import { GRID_BLOCK } from './legs.ts';

/** The grid that 3.3 prints beside one that has a warp for every row. */
export const grid: Exhibit = {
  id: 'grid',
  label: 'Section 3.3, grid',
  title: 'a thread for each of M rows, or a warp',
  where: '3.3, 3.3.1',
  paper: 'words',
  legs: ['cuda-grid', 'cuda-csr'],
  draw: (run) =>
    barChart({
      title: `CSR in blocks of ${GRID_BLOCK} threads, by the grid`,
      categories: timedMatrices(run, ['cuda-grid']),
      value: { label: 'rate', unit: 'GFLOP/s' },
      series: [
        ...[32, 1].map((rowsPerWarp) => ({
          name: rowsPerWarp === 1 ? 'a warp a row' : 'M threads: 32 rows a warp, as printed',
          value: (matrix: string) =>
            fastestOf(run, { leg: 'cuda-grid', matrix, params: { rowsPerWarp } })?.gflops ?? null,
        })),
        {
          name: 'a warp a row, sums by shuffles',
          value: (matrix: string) =>
            fastestOf(run, { leg: 'cuda-csr', matrix, params: { blockSize: GRID_BLOCK } })?.gflops ?? null,
        },
      ],
    }),
};
