import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** The papers these kernels follow. */
export const FRAGA: Citation = { ...PAPERS.fraga, section: 'Sparse Matrices Formats' };
export const CRISTOFORI: Citation = { ...PAPERS.cristofori, section: '3.1' };
export const VAZQUEZ: Citation = PAPERS.vazquez;
export const MERRILL: Citation = PAPERS.merrill;
