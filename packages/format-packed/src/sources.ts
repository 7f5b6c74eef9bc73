import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** Where the format comes from. */
export const KREUTZER: Citation = PAPERS.kreutzer;
export const VAZQUEZ: Citation = { ...PAPERS.vazquez, section: 'IV' };
