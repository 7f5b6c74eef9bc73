import type {
  AnyCoo,
  Operation,
  Operator,
  OptionRule,
  OptionRules,
  Params,
  Precision,
  Registry,
  Sizes,
} from '@spmv/core';
import {
  arrayOption,
  booleanOption,
  checkOptions,
  createWorkload,
  DEFAULT_MAX_BYTES,
  functionOption,
  nameOption,
  numberOption,
  objectOption,
  PRECISION_NAMES,
  signalOption,
  spmv,
} from '@spmv/core';
import type { Advice } from './advice.ts';
import type { Candidate } from './candidate.ts';
import type { LiveCandidate } from './candidates.ts';
import type { OpenedBackend } from './places.ts';
import { candidatesOf } from './candidates.ts';
import type { ChooseOptions } from './choose.ts';
import type { Examined } from './examined.ts';
import { examinedOf } from './examined.ts';
import type { Experience } from './experience.ts';
import { predictorOf } from './experience.ts';
import { createTrials } from './trial.ts';
import { triedAdvice } from './tried-advice.ts';

/** What advice is asked for. */
export interface AdviseRequest {
  readonly registry: Registry;
  /** Opened by the caller, who keeps them. */
  readonly backends: readonly OpenedBackend[];
  readonly coo: AnyCoo;
  /** What is known of `coo` by `examine(coo)`. Default: it is found out. */
  readonly examined?: Examined;
  /** What was learned of kernels; without it candidates are ordered by bytes alone. */
  readonly experience: Experience;
  /** Default: y ← αAx + βy. Of any other operation with a stored matrix. */
  readonly operation?: Operation;
  readonly options?: Params;
  readonly sizes?: Sizes;
  readonly precision?: Precision;
  /** Only these. */
  readonly formats?: readonly string[];
  readonly kernels?: readonly string[];
  /** Parameters of formats, kernels and backends in place of those that are suggested. A combination that has no such parameter is refused. */
  readonly params?: Params;
  /** Most products of trial, on all backends together; 0: by statistics alone. Default 10. */
  readonly trials?: number;
  /** So many trials of each candidate, in rounds, in place of `trials`: what advice is judged by. */
  readonly ofEach?: number;
  /** Products that are going to be computed: each carries its share of conversion and preparation. Default: so many that these do not count. */
  readonly products?: number;
  /** Whether the first product of each candidate that is tried is compared with exact results. Default true. */
  readonly verify?: boolean;
  /** Most bytes of one stored matrix, and of those that trials hold together, which are no more than twice the entries of a large one. Default 4 GiB. */
  readonly maxBytes?: number;
  /** Ends the trial; advice is what is known by then. */
  readonly signal?: AbortSignal;
  /** Told what is about to be done. */
  onStep?(text: string): void;
}

const NAMES: OptionRule = {
  words: 'an array of names',
  is: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
};

export const REQUEST_RULES: OptionRules<AdviseRequest> = {
  registry: objectOption,
  backends: arrayOption,
  coo: objectOption,
  examined: objectOption,
  experience: objectOption,
  operation: objectOption,
  options: objectOption,
  sizes: objectOption,
  precision: nameOption(PRECISION_NAMES),
  formats: NAMES,
  kernels: NAMES,
  params: objectOption,
  trials: numberOption(0),
  ofEach: numberOption(0),
  products: numberOption(0),
  verify: booleanOption,
  maxBytes: numberOption(0),
  signal: signalOption,
  onStep: functionOption,
};

/** More than so many are hardly ever tried. */
const MOST_PLANNED = 8;

/** Bytes an entry that operators of trials hold together: the fastest so far, and one that is tried. */
const HELD_PER_ENTRY = 32;
/** Of a small matrix they hold so much. */
const LEAST_HELD = 2 ** 24;

/** How far a request lets trials go. */
export function chooseOptions({ trials = 10, ofEach, products, signal }: AdviseRequest): ChooseOptions {
  return {
    trials,
    ...(ofEach === undefined ? {} : { ofEach }),
    ...(products === undefined ? {} : { products }),
    ...(signal ? { signal } : {}),
  };
}

/** How many candidates are planned whole, of those that a sample has an order of. */
export function plannedOf({ trials = 10, ofEach }: AdviseRequest): number {
  return ofEach === undefined ? 2 + Math.min(trials, MOST_PLANNED) : Infinity;
}

async function adviseWith(
  request: AdviseRequest,
  handOver: boolean,
): Promise<{ readonly advice: Advice; readonly operator: Operator | undefined }> {
  const {
    coo,
    registry,
    backends,
    experience,
    operation = spmv,
    options,
    sizes,
    maxBytes = DEFAULT_MAX_BYTES,
  } = request;
  const began = performance.now();
  const workload = createWorkload(operation, coo, { ...(options ? { options } : {}), ...(sizes ? { sizes } : {}) });
  const examined = examinedOf(request);
  const { traits } = examined;
  const predictor = predictorOf(experience);
  const most = plannedOf(request);
  const { possible, refused } = candidatesOf({
    registry,
    backends,
    workload,
    examined,
    wanted: request,
    maxBytes,
    predictor,
    most,
  });
  const live = new Map(possible.map((one) => [one.candidate, one]));
  const liveOf = (candidate: Candidate): LiveCandidate => live.get(candidate) as LiveCandidate;
  const { verify = true, signal, onStep = () => {} } = request;
  const held = Math.min(maxBytes, Math.max(LEAST_HELD, HELD_PER_ENTRY * coo.values.length));
  const trials = createTrials(workload, { verify, maxBytes: held, signal, onStep });
  try {
    const { advice, chosen } = await triedAdvice({
      expected: possible.map(({ candidate }) => ({ candidate, prediction: predictor.predict(candidate, traits) })),
      triedOf: (candidate) => ({ live: liveOf(candidate), trials, times: 1 }),
      readyOf: handOver ? (candidate) => ({ live: liveOf(candidate), trials }) : undefined,
      refused,
      traits,
      experience,
      options: chooseOptions(request),
      began,
    });
    return { advice, operator: handOver && chosen ? trials.take(liveOf(chosen)) : undefined };
  } finally {
    await trials.dispose();
  }
}

/**
 * Which format, kernel, backend and parameters to compute products of this matrix with: from its statistics, what formats plan to store, what was learned of kernels, and at
 * most `trials` products. A trial is one product; of shorter ones as many as 2 ms hold, and on a device what its clock repeats by itself. Kernels for the
 * processor are first run on a small matrix of its own until the engine has compiled them. Candidates take the parameters that formats, kernels and backends suggest; `spmv tune`
 * searches for better ones.
 *
 * Reads `coo`; converts it once for each candidate that is tried. Holds operators of up to `maxBytes` meanwhile, and nothing afterwards. Does not promise the fastest: `confidence` and `margin`
 * say how sure it is.
 *
 * Errors: those of `buildMatrix` and `Backend.prepare` that are no refusals.
 */
export async function advise(request: AdviseRequest): Promise<Advice> {
  checkOptions('advise', request, REQUEST_RULES);
  return (await adviseWith(request, false)).advice;
}

/**
 * The same, and the operator of the choice: nothing is converted twice, and what is not installed is no choice. Whoever gets it disposes of it. Undefined where everything was refused.
 *
 * Errors: as of `advise`.
 */
export async function adviseAndPrepare(
  request: AdviseRequest,
): Promise<{ readonly advice: Advice; readonly operator: Operator | undefined }> {
  checkOptions('adviseAndPrepare', request, REQUEST_RULES);
  return adviseWith(request, true);
}
