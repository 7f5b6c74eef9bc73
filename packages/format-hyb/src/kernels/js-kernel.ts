import type { Kernel } from '@spmv/core';
import { analyseOverflow, byRows, jsKernel } from '@spmv/kernel-kit';
import { BELL_GARLAND, VAZQUEZ } from '../sources.ts';

/** The readable kernel: one pass, each row's ELLPACK part and then its overflow. */
export const jsHyb: Kernel<'js'> = jsKernel({
  id: 'js/hyb',
  format: 'hyb',
  title: 'HYB in one pass, row by row',
  sources: [VAZQUEZ, BELL_GARLAND],
  reproducibility: 'bitwise',
  get module() {
    return new URL('../js/hyb.ts', import.meta.url);
  },
  export: 'hyb',
  complex: () => new URL('../js/complex.generated.ts', import.meta.url),
  analyse: analyseOverflow,
  partition: (context) => byRows(context, 'auxiliary.work'),
});
