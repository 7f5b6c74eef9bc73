import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** The papers whose kernels these are. */
export const FRAGA: Citation = { ...PAPERS.fraga, section: 'CUDA' };
export const CRISTOFORI: Citation = { ...PAPERS.cristofori, section: '3.2' };
export const GUNJA: Citation = PAPERS.gunja;

/** A section of the paper on ELLPACK-R and ELLR-T. */
export function vazquez(section: string): Citation {
  return { ...PAPERS.vazquez, section };
}
