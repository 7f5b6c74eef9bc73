import type { KernelContext, ParamSpace } from '@spmv/core';
import type { Reduction } from './reduction.ts';
import { reductionAxis, reductionBytes, reductionObstacle, suggestReduction } from './reduction.ts';
import { suggestThreadsPerRow, threadsPerRowAxis } from './threads-per-row.ts';
import { rowObstacle, suggestBlockSize, wgslAnyBlockSizeAxis, workgroupObstacle } from './workgroup.ts';

/** The text that defines `sumOfRow`, of CSR; it follows a `reductionText`. */
export function csrRowText(): URL {
  return new URL('../../wgsl/csr-row.wgsl', import.meta.url);
}
/** The text that defines `sumOfPlace`, of sliced ELLPACK. */
export function sellRowText(): URL {
  return new URL('../../wgsl/sell-row.wgsl', import.meta.url);
}

/** How many threads have a row, and how they add up. */
export interface CsrRowParams {
  readonly [name: string]: number | string;
  readonly threadsPerRow: number;
  readonly blockSize: number;
  readonly reduction: Reduction;
}

/** The parameters of a kernel made of `sumOfRow`. */
export const csrRowParams: Required<ParamSpace<KernelContext, CsrRowParams>> = {
  axes: { threadsPerRow: threadsPerRowAxis, blockSize: wgslAnyBlockSizeAxis(256), reduction: reductionAxis },
  suggest: (context) => {
    const threadsPerRow = suggestThreadsPerRow(context);
    const blockSize = suggestBlockSize(context.device, 256);
    return { threadsPerRow, blockSize, reduction: suggestReduction(context, threadsPerRow) };
  },
  reject: ({ threadsPerRow, blockSize, reduction }, context) =>
    rowObstacle(threadsPerRow, blockSize) ??
    reductionObstacle(reduction, context, threadsPerRow) ??
    workgroupObstacle(context.device, blockSize, reductionBytes(reduction, blockSize, context)),
};
