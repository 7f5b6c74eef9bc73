import { nodeObstacle } from '@spmv/core/node-version';
import { readAnyStream } from '@spmv/mmio/node';
import { atOnce } from '../at-once.ts';
import type { OpenMatrix } from '../open-matrix.ts';
import { createOpenMatrix } from '../open-matrix.ts';
import { installed } from './installed.ts';
import { readPath } from './read-path.ts';

export type * from '../types.ts';

const open = createOpenMatrix({ plugins: installed, readPath, readStream: readAnyStream });

/** Opens matrices in Node: on one thread and on several, on WebGPU where `webgpu` is installed, on CUDA where `@spmv/backend-cuda` is. */
export const openMatrix: OpenMatrix = atOnce(() => {
  const obstacle = nodeObstacle(process.versions);
  if (obstacle) throw obstacle;
  return open;
});
