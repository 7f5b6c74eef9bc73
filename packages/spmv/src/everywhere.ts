import type { OpenComplexMatrix } from './complex/open-complex.ts';
import { createOpenComplexMatrix } from './complex/open-complex.ts';
import type { OpenMatrix } from './open-matrix.ts';
import { createOpenMatrix } from './open-matrix.ts';
import { everywhere } from './plugins.ts';

/** Opens matrices with what runs everywhere. */
export const openMatrix: OpenMatrix = createOpenMatrix({ plugins: async () => everywhere });

/** Opens complex matrices with what runs everywhere. */
export const openComplexMatrix: OpenComplexMatrix = createOpenComplexMatrix({ plugins: async () => everywhere });
