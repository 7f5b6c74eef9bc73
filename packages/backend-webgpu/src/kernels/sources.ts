import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** The papers these kernels come from. */
export const FRAGA: Citation = PAPERS.fraga;
export const CRISTOFORI: Citation = PAPERS.cristofori;
export const VAZQUEZ: Citation = PAPERS.vazquez;
export const BELL_GARLAND: Citation = PAPERS.bellGarland;
export const GREATHOUSE: Citation = PAPERS.greathouse;
