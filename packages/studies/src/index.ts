export { knownMatrices } from './matrices/known-matrices.ts';
export { matricesNamed } from './matrices/matrices-named.ts';
export type { MatrixFact, MatrixFactName, StudyMatrix, StudySource } from './matrices/study-matrix.ts';
export type * from './report-types.ts';
export { studies } from './studies.ts';
export type { Claim, Erratum, Exhibit, Judgement, PrintedSystem, Study, StudyLeg } from './study.ts';
export type { LeftOut, RunMatrix, StudyDevice, StudyMachine, StudyParams, StudyResult, StudyRun } from './study-run.ts';
