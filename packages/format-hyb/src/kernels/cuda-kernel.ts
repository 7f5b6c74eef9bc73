import type { NamedArrays, SpmvKernel, StoredMatrix } from '@spmv/core';
import { SUMS_AS_STORED } from '@spmv/core';
import { BELL_GARLAND, VAZQUEZ } from '../sources.ts';
import { blockSizeAxis, cudaModules } from './cuda-launch.ts';
import { analyseLongRows, BLOCK_LIMIT, limitAxis } from './long-rows.ts';

export interface CudaHybParams {
  readonly [name: string]: number;
  readonly blockSize: number;
  readonly limit: number;
}

const ROWS = 0;
const WARPS = 1;
const ONE = 2;

/**
 * What {@link analyseLongRows} makes, and `tasks`, two numbers a block: what it does and where it begins. The rows with most to do come
 * first, so that none of them is what all others wait for at the end.
 */
function analyse(matrix: StoredMatrix, { blockSize, limit }: CudaHybParams): NamedArrays {
  const arrays = analyseLongRows(matrix, limit);
  const start = arrays['overflowStart'] as Int32Array;
  const longRows = (arrays['longRows'] as Int32Array).subarray(1);
  let blocks = 0;
  for (; blocks < longRows.length; blocks++) {
    const row = longRows[blocks] as number;
    if ((start[row + 1] as number) - (start[row] as number) <= BLOCK_LIMIT) break;
  }
  const perBlock = blockSize / 32;
  const warps = Math.ceil((longRows.length - blocks) / perBlock);
  const tasks = new Int32Array(2 * (blocks + warps + Math.ceil(matrix.shape.rows / blockSize)));
  for (let t = 0; t < tasks.length / 2; t++) {
    const kind = t < blocks ? ONE : t < blocks + warps ? WARPS : ROWS;
    tasks[2 * t] = kind;
    tasks[2 * t + 1] =
      kind === ONE
        ? (longRows[t] as number)
        : kind === WARPS
          ? blocks + (t - blocks) * perBlock
          : (t - blocks - warps) * blockSize;
  }
  return { ...arrays, tasks };
}

/** One launch: one thread a row, a warp for rows that overflow by more than `limit` entries, a block for those by more than 1024. */
export const cudaHyb: SpmvKernel<'cuda', CudaHybParams> = {
  kind: 'kernel',
  id: 'cuda/hyb',
  operation: 'spmv',
  target: 'cuda',
  format: 'hyb',
  title: 'HYB in one launch: a thread, a warp or a block a row',
  sources: [BELL_GARLAND, VAZQUEZ],
  precisions: SUMS_AS_STORED,
  reproducibility: 'run-to-run',
  requires: [],
  params: { axes: { blockSize: blockSizeAxis, limit: limitAxis } },
  analyse: (matrix, _context, params) => analyse(matrix, params),
  program: ({ matrix, precision }, { blockSize, limit }) => {
    const stride = matrix.scalars['stride'] as number;
    const byRow = matrix.params['order'] === 'row';
    return {
      kind: 'launches',
      modules: cudaModules('hyb'),
      launches: [
        {
          entryPoint: `hyb_${precision.precision}`,
          grid: { elements: 'auxiliary.tasks', perBlock: 2 },
          block: [blockSize, 1, 1],
          sharedBytes: 0,
          arguments: [
            'auxiliary.tasks',
            'auxiliary.overflowStart',
            'auxiliary.longRows',
            'matrix.ellColIndex',
            'matrix.ellValues',
            'matrix.cooColIndex',
            'matrix.cooValues',
            'x',
            'y',
            'alpha',
            'beta',
            { i32: matrix.shape.rows },
            { i32: matrix.scalars['width'] as number },
            { i32: byRow ? stride : 1 },
            { i32: byRow ? 1 : stride },
            { i32: limit },
          ],
        },
      ],
    };
  },
};
