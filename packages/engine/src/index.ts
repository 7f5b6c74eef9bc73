export type { Between } from './plan/members.ts';
export type { CheckVariant } from './check/check-variant.ts';
export { createOperandPool } from './check/operands.ts';
export { checkVariants } from './check/check-variant.ts';
export type { BackendRow, BackendState } from './documents/backend-row.ts';
export { backendState } from './documents/backend-row.ts';
export { benchRows } from './documents/bench-rows.ts';
export type { MachineLoad } from './documents/busy.ts';
export { busyWords, loadWords } from './documents/busy.ts';
export type { Baselines, CollectListener, CollectOptions, Presentation, WaitingProblem } from './documents/collect.ts';
export { baselinesOf, collectRows } from './documents/collect.ts';
export type { Computed } from './documents/computed.ts';
export { computedOf, computedText } from './documents/computed.ts';
export type { JudgedAdvice } from './documents/judged-advice.ts';
export { judgedAdvice } from './documents/judged-advice.ts';
export type { OutOfTime, ProblemSummary } from './documents/problem-summary.ts';
export type { PageParts } from './documents/report-html.ts';
export { pageHtml, withAdvice } from './documents/report-html.ts';
export type { MadeMatrix } from './run/case-result.ts';
export type { AnyProblem, MatricesProblem } from './matrices/matrices-problem.ts';
export { makesMatrix, rolesOf, shapeOfResult } from './matrices/matrices-problem.ts';
export { matrixKernelsOf } from './matrices/plan-matrix-cases.ts';
export type { BenchResult, Imported, ValidateResult } from './documents/result.ts';
export {
  NO_TIMES,
  backendText,
  benchResult,
  excludedBenchResult,
  excludedResult,
  heldBytes,
  runResult,
  statisticsFields,
  withoutSamples,
} from './documents/result.ts';
export type { RunEnd, HostBlock, RunDocument } from './documents/run-document.ts';
export { errorsOf, optionsOf, runDocument } from './documents/run-document.ts';
export type { AgainstPoint, RunHead } from './documents/run-head.ts';
export type { LeftOut, RunKeeper, RunLists } from './documents/run-lists.ts';
export { matrixOf, placeOf, placesIn, runList } from './documents/run-lists.ts';
export { countsLine, outOfTimeLines } from './documents/run-text.ts';
export { inOrderOfTime, MOST_ROWS, shownRows } from './documents/shown-rows.ts';
export type { Verdict } from './documents/verdict.ts';
export { verdicts, verdictSummaries } from './documents/verdict.ts';
export { disposeAll } from './host/dispose-all.ts';
export type { Host, Memory } from './host/host.ts';
export { BASELINE, isBaseline } from './plan/baseline.ts';
export type { CasePlan, CaseProblem, CaseStatus, ExcludedCase, RunnableCase } from './plan/case.ts';
export { DEFAULT_OPERATION, kernelsOf } from './plan/kernels-of.ts';
export type { ClosedBackend, OpenBackend, OpenedBackends, OpenRequest } from './plan/open-backends.ts';
export { tryOpen } from './plan/open-backends.ts';
export type { PlanInputs } from './plan/plan-cases.ts';
export { kindObstacle, planCases } from './plan/plan-cases.ts';
export type { Points, Selection } from './plan/selection.ts';
export type { GivenOperands, LoadedDense } from './problem/given-operands.ts';
export { placed } from './problem/given-operands.ts';
export type { LoadedProblem, NamedMatrix } from './problem/loaded-problem.ts';
export type { MatrixBlock } from './problem/matrix-block.ts';
export type { ProblemBlock, ProblemBlocks } from './problem/problem-block.ts';
export { problemBlocks } from './problem/problem-block.ts';
export { productBytes } from './problem/product-bytes.ts';
export type { CaseRun, TimeOutcome } from './run/case-result.ts';
export type { EngineParts, OpenEngine } from './run/open-engine.ts';
export { matrixProblem, openEngine } from './run/open-engine.ts';
export type { CasesRun } from './run/run-cases.ts';
export { runCases } from './run/run-cases.ts';
export type { RunOptions } from './run/prepare-case.ts';
export type { Choose, Engine, ProblemFailure, ProblemOptions, ProblemReport, RunWatcher } from './run/run-problem.ts';
export { planProblem, runPlanned, runProblem } from './run/run-problem.ts';
export type { Evictors } from './time/cold-caches.ts';
export { createEvictors } from './time/cold-caches.ts';
export { copyRate } from './time/copy-rate.ts';
export { compulsoryBytes, figures } from './time/figures.ts';
export { mannWhitney } from './time/mann-whitney.ts';
export type { SampleStatistics } from './time/sample-statistics.ts';
export { median, sampleStatistics } from './time/sample-statistics.ts';
export type { TimeBudget } from './time/time-budget.ts';
export { timeBudget } from './time/time-budget.ts';
export type { Uploads } from './time/time-group.ts';
export type { ToldAgreement } from './documents/told-agreement.ts';
export { disagrees, toldAgreement } from './documents/told-agreement.ts';
