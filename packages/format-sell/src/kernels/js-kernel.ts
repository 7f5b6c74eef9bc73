import type { Kernel } from '@spmv/core';
import { bySlices, jsKernel } from '@spmv/kernel-kit';
import { KREUTZER, VAZQUEZ } from '../sources.ts';

/** The readable kernel: every row of every slice, one after another. Reads all slots up to the first padding of each row. */
export const jsSell: Kernel<'js'> = jsKernel({
  id: 'js/sell',
  format: 'sell',
  title: 'Sliced ELLPACK, row by row',
  sources: [VAZQUEZ, KREUTZER],
  reproducibility: 'bitwise',
  get module() {
    return new URL('../js/sell.ts', import.meta.url);
  },
  export: 'sell',
  complex: () => new URL('../js/complex.generated.ts', import.meta.url),
  partition: bySlices,
});
