import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** Segments of rows with a common pattern of diagonals (CRSD). */
export const SUN: Citation = PAPERS.sun;
/** Segments of rows with common columns (1D-VBR). */
export const AHRENS: Citation = PAPERS.ahrens;
