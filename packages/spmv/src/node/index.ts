import { SpmvError } from '@spmv/core';
import { nodeObstacle } from '@spmv/core/node-version';
import { atOnce } from '../at-once.ts';
import type { OpenMatrix } from '../open-matrix.ts';

export type * from '../types.ts';

/** Why nothing is found where modules do not know their place: bundlers that write CommonJS leave `import.meta` empty. */
function bundleObstacle(here: string | undefined): SpmvError | undefined {
  if (here !== undefined) return undefined;
  return new SpmvError(
    'BACKEND.UNAVAILABLE',
    'spmv finds none of its files: a bundler left its import.meta.url empty.',
    {
      fix: 'Keep spmv and @spmv/* out of the bundle: https://github.com/spmv/spmv/blob/main/docs/bundlers.md#for-node',
    },
  );
}

/** Opens matrices in Node: on one thread and on several, on WebGPU where `webgpu` is installed, on CUDA where `@spmv/backend-cuda` is. */
export const openMatrix: OpenMatrix = atOnce(async () => {
  const obstacle = nodeObstacle(process.versions) ?? bundleObstacle(import.meta.url);
  if (obstacle) throw obstacle;
  // Not before: what knows the places of files reads them when it is loaded.
  return (await import('./here.ts')).openMatrix;
});
