export type { Advice, Advised, Payoff, Setup } from './advice.ts';
export type { AdviseRequest } from './advise.ts';
export { advise, adviseAndPrepare } from './advise.ts';
export type { BoundChoice } from './bind-advised.ts';
export { bindAdvised, usualTrials } from './bind-advised.ts';
export type { BoundEnded, EndedRequest } from './bind-ended.ts';
export { bindEnded } from './bind-ended.ts';
export type { Examined } from './examined.ts';
export { examine } from './examined.ts';
export type { Candidate } from './candidate.ts';
export type { Refused } from './candidates.ts';
export type { OpenedBackend } from './places.ts';
export type {
  Choice,
  ChooseOptions,
  Expected,
  Ranked,
  RunTrial,
  Confidence,
  TrialRefusal,
  TrialResult,
} from './choose.ts';
export { choose } from './choose.ts';
export type { Experience, KernelExperience, Prediction, Predictor } from './experience.ts';
export { predictorOf } from './experience.ts';
export type { Judged, JudgeOptions } from './judge.ts';
export { judge, WITHIN } from './judge.ts';
export { learn } from './learn.ts';
export type { MeasuredKernel, MeasuredMatrix } from './measurement.ts';
export { isHeldOut } from './measurement.ts';
export { recordedExperience } from './recorded-experience.generated.ts';
export { recordedMatrices, recordedTrials } from './recorded.ts';
export type { MatrixTraits } from './traits.ts';
export { traitsOf } from './traits.ts';
export type { Provenance, TunedPoint } from './tuned.ts';
export { outdated, tunedPoints } from './tuned.ts';
