import type { MatrixOperation, Operation } from '@spmv/core';
import type { PhaseTimes } from '../host/stopwatch.ts';
import type { ReportedError } from '../host/problem.ts';
import type { Selection } from '../plan/selection.ts';
import type { ProblemBlock } from '../problem/problem-block.ts';
import type { ProblemFailure, ProblemOptions } from '../run/run-problem.ts';
import type { BackendRow } from './backend-row.ts';
import { computedOf } from './computed.ts';
import type { Kept } from './keeper.ts';
import type { OutOfTime, ProblemSummary } from './problem-summary.ts';
import type { ValidateResult } from './result.ts';
import type { RunHead } from './run-head.ts';
import type { LeftOut } from './run-lists.ts';
import { runList } from './run-lists.ts';

/** The machine a document was made on. */
export interface HostBlock {
  readonly cpu: string;
  readonly cores: number;
  /** What the process may have of it: less than the machine's in a container or under `ulimit -v`. Null where a browser does not say. */
  readonly memoryBytes: number | null;
  /** Over the minute before the work began; null where a browser does not say. */
  readonly loadAverage: number | null;
  /** Share of its processors, 0 to 1, that other processes took while the work was done; null or absent where that is not known. */
  readonly othersCpu?: number | null;
  readonly os: string;
  readonly arch: string;
  /** Version of Node; absent in a browser. */
  readonly node?: string;
  readonly v8?: string;
  /** Name and version of the browser that it ran in; absent outside. */
  readonly browser?: string;
}

/** `spmv.bench/1` and `spmv.validate/1`. Fields only get added. */
export interface RunDocument<R extends ValidateResult = ValidateResult> {
  readonly schema: string;
  readonly started: string;
  readonly host: HostBlock;
  readonly options: RunHead['options'];
  readonly backends: readonly BackendRow[];
  readonly matrices: readonly ProblemSummary[];
  readonly results: readonly R[];
  /** Matrices that could not be read or made. */
  readonly errors: readonly ProblemFailure[];
  /** What a time budget left out; absent without one. */
  readonly outOfTime?: readonly OutOfTime[];
  /** True when the user ended the run early: Ctrl-C, or a page's button. */
  readonly interrupted: boolean;
  /** Plugins found that this run went on without, and why. */
  readonly leftOut: readonly LeftOut[];
  /** For a curve: what it is over. */
  readonly sweep?: RunHead['sweep'];
  /** Wall-clock milliseconds of this run, by what they went into. */
  readonly timings: PhaseTimes;
}

/** How the work of a command came to its end. */
export interface RunEnd {
  /** True when the user ended it early. */
  readonly interrupted: boolean;
  /** What ended it before it was done; null when nothing did. */
  readonly problem: ReportedError | null;
  /** What the command ends with for it; default that of what failed. */
  readonly exitCode?: number;
  /** What it was at. */
  readonly doing: string;
}

/** What the command ends with where something failed that is not a result. */
const FAILED = 1;

/** The matrices that could not be read or made, and what ended the run before it was done. */
export function errorsOf(kept: Kept, { problem, doing, exitCode = FAILED }: RunEnd): readonly ProblemFailure[] {
  const errors = runList(kept, 'errors');
  if (!problem) return errors;
  const last: ProblemBlock | undefined = runList(kept, 'matrices').at(-1)?.problem;
  // It may have been lost in reading the next one.
  const matrix = last && doing.startsWith(`${last.name}: `) ? last.source : '';
  return [...errors, { matrix, ...problem, exitCode }];
}

/** The document of what was kept, finished or not. */
export function runDocument<R extends ValidateResult>(kept: Kept, ending: RunEnd, host: HostBlock): RunDocument<R> {
  const { schema, started, options, sweep } = kept.head as RunHead;
  const [othersCpu] = runList(kept, 'othersCpu');
  return {
    schema,
    started,
    host: othersCpu === undefined ? host : { ...host, othersCpu },
    options,
    backends: runList(kept, 'backends'),
    leftOut: runList(kept, 'leftOut'),
    matrices: runList(kept, 'matrices'),
    results: runList(kept, 'results') as readonly R[],
    errors: errorsOf(kept, ending),
    ...(kept.lists.has('outOfTime') ? { outOfTime: runList(kept, 'outOfTime') } : {}),
    interrupted: ending.interrupted,
    ...(sweep ? { sweep } : {}),
    timings: runList(kept, 'timings')[0] ?? {},
  };
}

/** The options of a run that a document tells, and what it computes. */
export function optionsOf(
  { seed, alpha, beta, maxBytes, runs, cutBeaten, cold, uploads, profile }: ProblemOptions,
  computed: { readonly operation: Operation | MatrixOperation; readonly selection: Selection },
): RunHead['options'] {
  const timing = {
    ...(runs === undefined ? {} : { runs }),
    ...(cutBeaten ? { cutBeaten } : {}),
    ...(cold === undefined ? {} : { cold }),
    ...(uploads === undefined ? {} : { uploads }),
    ...(profile ? { profile } : {}),
  };
  return { ...computedOf(computed), seed, alpha, beta, maxBytes, ...timing };
}
