import type { StudyMatrix } from './study-matrix.ts';

/** Every matrix of the papers, once. */
export const knownMatrices: readonly StudyMatrix[] = [];
