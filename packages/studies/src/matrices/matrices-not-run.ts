import { collection, facts, MAGMA } from './sources.ts';
import type { StudyMatrix } from './study-matrix.ts';

/** Matrices of the papers that nothing stands in for. */
export const matricesNotRun: readonly StudyMatrix[] = [
  {
    name: 'Cube_Coup_dt0',
    origin: 'Janna/Cube_Coup_dt0',
    facts: [
      ...facts(collection('Janna/Cube_Coup_dt0'), { rows: 2_164_760, nnz: 124_406_070, explicitZeros: 2_800_074 }),
      ...facts(MAGMA, { nnz: 124_406_070, max: 68 }),
    ],
    source: {
      kind: 'notRun',
      why: 'The matrix is not here, and to make 127 million entries in its place takes longer than all measurements of the study.',
    },
  },
];
