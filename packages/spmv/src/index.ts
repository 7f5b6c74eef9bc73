import type { OpenMatrix } from './open-matrix.ts';
import { createOpenMatrix } from './open-matrix.ts';
import { everywhere } from './plugins.ts';

export type * from './types.ts';

/** Opens matrices in a page or worker: on one thread, on several where the page is cross-origin isolated, and on WebGPU. */
export const openMatrix: OpenMatrix = createOpenMatrix({ plugins: async () => everywhere });
