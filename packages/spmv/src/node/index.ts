import { nodeObstacle } from '@spmv/core/node-version';
import { atOnce } from '../at-once.ts';
import { memoryReader } from '../memory/read-memory.ts';
import type { OpenMatrix } from '../open-matrix.ts';
import { placeObstacle } from '../place-obstacle.ts';

export type * from '../types.ts';

const FIX = 'Keep spmv and @spmv/* out of the bundle: https://github.com/spmv/spmv/blob/main/docs/bundlers.md#for-node';

function requirePlace(): void {
  const obstacle = nodeObstacle(process.versions) ?? placeObstacle(import.meta.url, FIX);
  if (obstacle) throw obstacle;
}

/** Opens matrices in Node: on one thread and on several, on WebGPU where `webgpu` is installed, on CUDA where `@spmv/backend-cuda` is. */
export const openMatrix: OpenMatrix = atOnce(async () => {
  requirePlace();
  // Not before: what knows the places of files reads them when it is loaded.
  return import('./here.ts');
}, memoryReader);
