import type { Kernel } from '@spmv/core';
import { jsKernel } from '@spmv/kernel-kit';
import { byRowsOfBlocks } from '../geometry.ts';
import { CHOI, VAZQUEZ } from '../sources.ts';

/** The readable kernel: row by row, each block's elements where the mask has them. */
export const jsBell: Kernel<'js'> = jsKernel({
  id: 'js/bell',
  format: 'bell',
  title: 'Blocked ELLPACK, row by row',
  sources: [VAZQUEZ, CHOI],
  reproducibility: 'bitwise',
  get module() {
    return new URL('../js/bell.ts', import.meta.url);
  },
  export: 'bell',
  complex: () => new URL('../js/complex.generated.ts', import.meta.url),
  partition: byRowsOfBlocks,
});
