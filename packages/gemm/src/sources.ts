import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** The paper whose products these are. */
export const GUNJA: Citation = { ...PAPERS.gunja, section: '4.1, 5.1' };

/** How a product is packed, and what stays in which cache. */
export const GOTO: Citation = PAPERS.goto;
