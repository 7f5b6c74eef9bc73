import { atOnce } from './at-once.ts';
import type { MemoryReader } from './memory/memory-reader.ts';
import type { OpenMatrix } from './open-matrix.ts';
import { placeObstacle } from './place-obstacle.ts';

export type * from './types.ts';

const FIX =
  'For workers of Cloudflare bundle it with the condition workerd, as wrangler does; elsewhere let the bundler keep import.meta.url: https://github.com/spmv/spmv/blob/main/docs/runtimes.md';

const readerOfMemory = async (): Promise<MemoryReader> => (await import('./memory/read-memory.ts')).memoryReader;

function requirePlace(): void {
  const obstacle = placeObstacle(import.meta.url, FIX);
  if (obstacle) throw obstacle;
}

/**
 * Opens matrices in a page or worker: on one thread, on several where the page is cross-origin isolated, and on WebGPU. Formats, kernels and backends are loaded
 * with the first matrix, so that a page which opens none yet carries none of them.
 */
export const openMatrix: OpenMatrix = atOnce(async () => {
  requirePlace();
  // Not before: what knows the places of files reads them when it is loaded.
  return import('./everywhere.ts');
}, readerOfMemory);
