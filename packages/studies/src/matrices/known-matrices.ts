import { assumedMatrices } from './assumed-matrices.ts';
import { bundledMatrices } from './bundled-matrices.ts';
import { finiteElementMatrices } from './finite-element-matrices.ts';
import { gridMatrices } from './grid-matrices.ts';
import { matricesNotRun } from './matrices-not-run.ts';
import { otherMatrices } from './other-matrices.ts';
import { randomMatrices } from './random-matrices.ts';
import type { StudyMatrix } from './study-matrix.ts';

/** Every matrix of the papers, once. */
export const knownMatrices: readonly StudyMatrix[] = [
  ...bundledMatrices,
  ...finiteElementMatrices,
  ...gridMatrices,
  ...otherMatrices,
  ...randomMatrices,
  ...assumedMatrices,
  ...matricesNotRun,
];
