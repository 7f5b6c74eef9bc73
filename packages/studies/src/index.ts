export { knownMatrices } from './matrices/known-matrices.ts';
export { matricesNamed } from './matrices/matrices-named.ts';
export type { MatrixFact, MatrixFactName, StudyMatrix, StudySource } from './matrices/study-matrix.ts';
export { driftTexts } from './drift.ts';
export { standInsText } from './exhibits/matrix-table.ts';
export { OUT_OF_TIME, readStudyRun } from './read-study-run.ts';
export type { RecordedStudy } from './read-study-run.ts';
export { runMatrix } from './run-matrix.ts';
export { coverageOf, studyPage } from './coverage.ts';
export type { Coverage } from './coverage.ts';
export { studies } from './studies.ts';
export { drawnExhibits, judgedClaims, studyOutcome } from './outcome.ts';
export type { DrawnExhibit, JudgedClaim, StudyOutcome } from './outcome.ts';
export { studyReport } from './study-report.ts';
export type { Claim, ClaimCase, Erratum, Exhibit, Judgement, PrintedSystem, Study, StudyLeg, Wish } from './study.ts';
export type {
  Drift,
  EarlierRun,
  NotRun,
  RunMatrix,
  StudyDevice,
  StudyMachine,
  StudyParams,
  StudyResult,
  StudyRun,
  Unsteady,
} from './study-run.ts';
