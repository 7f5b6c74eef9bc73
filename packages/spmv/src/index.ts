import type { ValueArray } from '@spmv/core';
import type { Matrix } from './matrix.ts';
import type { OpenMatrix } from './open-matrix.ts';

export type * from './types.ts';

async function open(
  source: Parameters<OpenMatrix>[0],
  options?: Parameters<OpenMatrix>[1],
): Promise<Matrix<ValueArray>> {
  return (await import('./everywhere.ts')).openMatrix(source, options);
}

/**
 * Opens matrices in a page or worker: on one thread, on several where the page is cross-origin isolated, and on WebGPU. Formats, kernels and backends are loaded
 * with the first matrix, so that a page which opens none yet carries none of them.
 */
export const openMatrix: OpenMatrix = open as OpenMatrix;
