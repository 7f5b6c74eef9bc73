import type { NamedArrays, Kernel, Params, StoredMatrix } from '@spmv/core';
import type { CudaOperandLoad } from '@spmv/kernel-kit';
import { cudaBlockSizeAxis, cudaKernel, cudaOperandLoadAxis, cudaOperandModules, sumsAsStored } from '@spmv/kernel-kit';
import { stepsOf } from '../split.ts';
import { BELL_GARLAND, VAZQUEZ } from '../sources.ts';
import { analyseLongRows, BLOCK_LIMIT, limitAxis } from './long-rows.ts';

export interface CudaHybParams extends Params {
  readonly blockSize: number;
  readonly limit: number;
  readonly xLoad: CudaOperandLoad;
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
    const row = longRows[blocks];
    if (start[row + 1] - start[row] <= BLOCK_LIMIT) break;
  }
  const perBlock = blockSize / 32;
  const warps = Math.ceil((longRows.length - blocks) / perBlock);
  const tasks = new Int32Array(2 * (blocks + warps + Math.ceil(matrix.shape.rows / blockSize)));
  for (let t = 0; t < tasks.length / 2; t++) {
    const kind = t < blocks ? ONE : t < blocks + warps ? WARPS : ROWS;
    tasks[2 * t] = kind;
    tasks[2 * t + 1] =
      kind === ONE ? longRows[t] : kind === WARPS ? blocks + (t - blocks) * perBlock : (t - blocks - warps) * blockSize;
  }
  return { ...arrays, tasks };
}

/** One launch: one thread a row, a warp for rows that overflow by more than `limit` entries, a block for those by more than 1024. */
export const cudaHyb: Kernel<'cuda', CudaHybParams> = cudaKernel<CudaHybParams>({
  id: 'cuda/hyb',
  precisions: sumsAsStored('cuda'),
  format: 'hyb',
  title: 'HYB in one launch: a thread, a warp or a block a row',
  sources: [BELL_GARLAND, VAZQUEZ],
  modules: cudaOperandModules(import.meta.url, 'hyb'),
  params: { axes: { blockSize: cudaBlockSizeAxis, limit: limitAxis, xLoad: cudaOperandLoadAxis } },
  analyse: (matrix, _context, params) => analyse(matrix, params),
  launch: ({ matrix }, { blockSize, limit }) => ({
    entryPoint: 'hyb',
    grid: { elements: 'auxiliary.tasks', perBlock: 2 },
    block: [blockSize, 1, 1],
    arrays: [
      'auxiliary.tasks',
      'auxiliary.overflowStart',
      'auxiliary.longRows',
      'ellColIndex',
      'ellValues',
      'cooColIndex',
      'cooValues',
    ],
    numbers: { rows: matrix.shape.rows, ...stepsOf(matrix), limit },
  }),
});
