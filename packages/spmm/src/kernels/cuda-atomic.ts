import type { CudaLaunch, Kernel, KernelContext, Params } from '@spmv/core';
import { denseSteps } from '@spmv/core';
import { checkCountable, cudaArguments } from '@spmv/kernel-kit';
import {
  checkRows,
  operandsOf,
  spmmBlockSizeAxis,
  spmmModules,
  SUMS_AS_STORED,
  suggestTile,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface CudaAtomicParams extends Params {
  readonly tile: number;
  readonly share: number;
  readonly blockSize: number;
}

const ID = 'cuda/spmm-csr-transposed-atomic';
const SCALE_BLOCK = 256;

/** X is read once for each row, so as it lies; a lane has one pack of it. */
const direct = ({ tile }: CudaAtomicParams) => ({ gather: 'direct', tile, packs: 1 }) as const;

/** Y ← βY, to which the products are added. */
function scaleLaunch({ layouts, precision }: KernelContext): CudaLaunch {
  const y = layouts['Y'];
  const steps = denseSteps(y);
  const [inner, outer] = y.order === 'row' ? [y.cols, y.rows] : [y.rows, y.cols];
  const [innerStep, outerStep] = y.order === 'row' ? [steps.col, steps.row] : [steps.row, steps.col];
  return {
    entryPoint: `spmm_scale_${precision.precision}`,
    grid: [Math.max(1, Math.ceil((inner * outer) / SCALE_BLOCK)), 1, 1],
    block: [SCALE_BLOCK, 1, 1],
    sharedBytes: 0,
    arguments: {
      ...cudaArguments(['y = Y', 'beta'], { inner, outer }),
      innerStep: { i64: innerStep },
      outerStep: { i64: outerStep },
    },
  };
}

/**
 * Y ← αAᵀX + βY over CSR without an index: lanes over the vectors take equal shares of the entries and add every product to Y atomically, in
 * another order each time. Memory does not grow; rows of Y that many entries have in common make them wait for one another.
 */
export const cudaCsrTransposedAtomic: Kernel<'cuda', CudaAtomicParams> = spmmKernel<'cuda', CudaAtomicParams>('cuda', {
  id: ID,
  format: 'csr',
  title: 'CSR transposed, every product added atomically',
  options: { transpose: true },
  precisions: SUMS_AS_STORED,
  reproducibility: 'none',
  params: {
    axes: {
      tile: tileAxis,
      share: { values: [8, 16, 32, 64], default: 32, doc: 'Entries of a group of lanes.' },
      blockSize: spmmBlockSizeAxis,
    },
    suggest: (context) => ({ tile: suggestTile(context) }),
    reject: (params, context) => tileObstacle(direct(params), context),
  },
  program(context, params) {
    checkCountable(ID, context);
    checkRows(ID, context);
    const { pack, lanesLog, columnTiles, vectors, steps } = operandsOf(context, direct(params));
    const { shape, nnz } = context.matrix;
    const groups = params.blockSize >> lanesLog;
    return {
      kind: 'launches',
      modules: spmmModules(context, 'spmm-scatter'),
      launches: [
        scaleLaunch(context),
        {
          entryPoint: `spmm_scatter_v${pack}_${context.precision.precision}`,
          grid: [Math.ceil(nnz / (groups * params.share)), columnTiles, 1],
          block: [params.blockSize, 1, 1],
          sharedBytes: 0,
          arguments: {
            ...cudaArguments(['A.rowStart', 'A.colIndex', 'A.values', 'x = X', 'y = Y', 'alpha']),
            ...steps,
            ...cudaArguments([], { rows: shape.rows, entries: nnz, vectors, lanesLog, share: params.share }),
          },
        },
      ],
    };
  },
});
