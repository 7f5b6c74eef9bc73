import { atOnce } from './at-once.ts';
import type { OpenMatrix } from './open-matrix.ts';

export type * from './types.ts';

/**
 * Opens matrices in a page or worker: on one thread, on several where the page is cross-origin isolated, and on WebGPU. Formats, kernels and backends are loaded
 * with the first matrix, so that a page which opens none yet carries none of them.
 */
export const openMatrix: OpenMatrix = atOnce(async () => (await import('./everywhere.ts')).openMatrix);
