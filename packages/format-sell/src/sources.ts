import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** Where the format comes from. */
export const VAZQUEZ: Citation = { ...PAPERS.vazquez, section: 'III.D' };
export const MONAKOV: Citation = {
  title:
    'A. Monakov, A. Lokhmotov, A. Avetisyan, Automatically tuning sparse matrix-vector multiplication for GPU architectures, HiPEAC 2010',
};
export const KREUTZER: Citation = PAPERS.kreutzer;
