import type { OpenMatrix } from './open-matrix.ts';
import { createOpenMatrix } from './open-matrix.ts';
import { everywhere } from './plugins.ts';

/** Opens matrices with what runs everywhere. */
export const openMatrix: OpenMatrix = createOpenMatrix({ plugins: async () => everywhere });
