import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** Where the format comes from. */
export const VAZQUEZ: Citation = { ...PAPERS.vazquez, section: 'III.D' };
export const BELL_GARLAND: Citation = PAPERS.bellGarland;
