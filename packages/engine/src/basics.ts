export type { ReportedError } from './host/problem.ts';
export { problemOf } from './host/problem.ts';
export type { PhaseTimes, Stopwatch } from './host/stopwatch.ts';
export { createStopwatch } from './host/stopwatch.ts';
export { matrixHash } from './problem/matrix-hash.ts';
export { DEFAULT_SEED, randomVector } from './problem/random.ts';
export { toJson } from './text/json.ts';
export { counted, formatMs, grouped, paramsText, sentences, significant, times } from './text/numbers.ts';
export { LEAST_RUNS } from './time/sample-statistics.ts';
