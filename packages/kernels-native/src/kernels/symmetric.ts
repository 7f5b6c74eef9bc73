import type { CpuScratch, Kernel, KernelContext, Partition } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { namedArguments, nativeSuffix, scratchFor } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled, PRECISIONS } from './build.ts';
import { SAAD } from './sources.ts';

/** One unit each worker, which finds its own rows: its sums are of the columns before these. */
const EACH_WORKER: Partition = { unit: 'workers', count: 'workers' };
const ALL_ROWS: Partition = { unit: 'matrix', count: 1 };

/** Columns that are cleared and added up together, as in addon/symmetric-inl.h, and flags that share a line of the cache. */
const BLOCK = 512;
const LINE = 64;

const TRIANGLE = namedArguments(['A.rowStart', 'A.colIndex', 'A.values', 'x', 'y']);
const SUMS = namedArguments(['scratch.sums', 'scratch.touched']);
const SIZES = namedArguments(['rows', 'A.bandwidth']);
const SCALARS = namedArguments(['alpha', 'beta']);

/** For each worker as many sums as a row can reach back, and which blocks of them it added to. */
function scratchOf({ matrix, precision }: KernelContext, blocks: number): Readonly<Record<string, CpuScratch>> {
  return {
    sums: { ...scratchFor(precision.precision, matrix.scalars['bandwidth']), perWorker: true },
    touched: { element: 'u8', length: blocks, perWorker: true },
  };
}

/** The kernel of the lower triangle: as those of the format, and what a worker owes to rows of others is added in a second pass. */
export function symmetricKernel(build: NativeBuild): Kernel<'native'> {
  const module = FUNCTIONS.href;
  return {
    kind: 'kernel',
    id: 'native/symmetric',
    operation: 'spmv',
    target: 'native',
    format: 'symmetric',
    title: 'Lower triangle, each entry for its row and its column, four at a time',
    sources: [SAAD],
    precisions: PRECISIONS,
    reproducibility: 'run-to-run',
    requires: ['node-api'],
    params: NO_PARAMS,
    program: (context) => {
      // Where mirrored values are conjugated it is another function.
      const pass = (context.matrix.scalars['skew'] & 2) === 0 ? 'symmetric' : 'symmetricConjugated';
      const name = `${leveled(build, pass)}${nativeSuffix(context)}`;
      // One worker has no rows of others.
      if (context.device.limits['threads'] === 1) {
        const own = { sums: 0, touched: 0, ...SIZES, skew: 'A.skew', blocks: 0, worker: 0, workers: 1, ...SCALARS };
        return { passes: [{ module, export: name, arguments: { ...TRIANGLE, ...own }, partition: ALL_ROWS }] };
      }
      const blocks = Math.ceil(context.matrix.scalars['bandwidth'] / BLOCK / LINE) * LINE;
      const each = { blocks, worker: 'worker', workers: 'workers' };
      const added = `addMirrored${context.precision.precision.toUpperCase()}`;
      return {
        scratch: scratchOf(context, blocks),
        passes: [
          {
            module,
            export: name,
            arguments: { ...TRIANGLE, ...SUMS, ...SIZES, skew: 'A.skew', ...each, ...SCALARS },
            partition: EACH_WORKER,
          },
          {
            module,
            export: leveled(build, added),
            arguments: { rowStart: 'A.rowStart', y: 'y', ...SUMS, ...SIZES, ...each, alpha: 'alpha' },
            partition: EACH_WORKER,
          },
        ],
      };
    },
  };
}
