import { nodeObstacle } from '@spmv/core/node-version';
import { atOnce } from '../at-once.ts';
import { memoryReader } from '../memory/read-memory.ts';
import type { OpenComplexMatrix } from '../complex/open-complex.ts';
import type { OpenMatrix } from '../open-matrix.ts';
import { placeObstacle } from '../place-obstacle.ts';

export type * from '../types.ts';

const FIX = 'Keep spmv and @spmv/* out of the bundle: https://github.com/spmv/spmv/blob/main/docs/bundlers.md#for-node';

function requirePlace(): void {
  const obstacle = nodeObstacle(process.versions) ?? placeObstacle(import.meta.url, FIX);
  if (obstacle) throw obstacle;
}

/** Opens matrices in Node: on one thread and on several, on WebGPU where `webgpu` is installed, on CUDA where `@spmv/backend-cuda` is. */
export const openMatrix: OpenMatrix = atOnce<OpenMatrix>(async () => {
  requirePlace();
  // Not before: what knows the places of files reads them when it is loaded.
  return (await import('./here.ts')).openMatrix;
}, memoryReader);

/** Opens matrices of complex numbers, `c128` or `c64`. */
export const openComplexMatrix: OpenComplexMatrix = atOnce<OpenComplexMatrix>(async () => {
  requirePlace();
  return (await import('./here.ts')).openComplexMatrix;
}, memoryReader);
