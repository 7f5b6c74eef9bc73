import { isSpmvError } from '@spmv/core';
import type { CaseResult, ConformanceCase, HowToRun, Tier } from './conformance-case.ts';
import type { CaseCoverage } from './covering.ts';
import { ConformanceError } from './conformance-error.ts';

/** Counts what a case compared, so that a case which compared nothing cannot pass. */
export interface Recorder {
  /** How many combinations are to be tried. */
  readonly coverage: CaseCoverage;
  /** Of what is drawn at random. */
  readonly seed: number;
  /** One thing was compared; with its error ratio where it was a result. */
  compare(errorRatio?: number): void;
  /** The same, of what a verdict needs: a product that a kernel computed on a backend, or a file that was read back. */
  product(errorRatio?: number): void;
  /** Products so far. */
  products(): number;
  /** A matrix was accepted: by the format, and where there is one by the kernel and the backend. */
  accept(): void;
  /** Matrices accepted so far. */
  accepted(): number;
  /** Part of the case is impossible here, for this reason. */
  refuse(reason: string): void;
  /** The case found nothing to try its promise on. */
  notTried(reason: string): void;
  device(name: string): void;
}

export interface CaseParts {
  readonly id: string;
  readonly tier?: Tier;
  readonly needs?: readonly string[];
  /** Id of the backend that computes the case's products. */
  readonly backend?: string;
  /** When true, a case that compared nothing fails instead of being refused. */
  readonly mustCompare?: boolean;
  run(recorder: Recorder): Promise<void> | void;
}

/** Reasons told of one case. */
const MOST_REASONS = 4;

interface Tally {
  compared: number;
  products: number;
  accepted: number;
  worst: number | undefined;
  device: string | undefined;
  notTried: string | undefined;
  readonly refusals: string[];
}

function recorderOf(tally: Tally, { coverage, seed }: Required<HowToRun>): Recorder {
  const compare = (errorRatio?: number): void => {
    tally.compared++;
    if (errorRatio !== undefined) tally.worst = Math.max(tally.worst ?? 0, errorRatio);
  };
  return {
    coverage,
    seed,
    compare,
    product(errorRatio) {
      tally.products++;
      compare(errorRatio);
    },
    products: () => tally.products,
    accept: () => tally.accepted++,
    accepted: () => tally.accepted,
    refuse: (reason) => tally.refusals.push(reason),
    notTried: (reason) => (tally.notTried = reason),
    device: (name) => (tally.device = name),
  };
}

/** A case whose outcome is recorded; a backend that is unavailable is an outcome, not a failure. */
export function defineCase({
  id,
  tier = 'quick',
  needs = [],
  backend,
  mustCompare = false,
  run,
}: CaseParts): ConformanceCase {
  return {
    id,
    tier,
    needs,
    ...(backend === undefined ? {} : { backend }),
    async run({ coverage = 'all', seed = 1 }: HowToRun = {}): Promise<CaseResult> {
      const tally: Tally = {
        compared: 0,
        products: 0,
        accepted: 0,
        worst: undefined,
        device: undefined,
        notTried: undefined,
        refusals: [],
      };
      try {
        await run(recorderOf(tally, { coverage, seed }));
      } catch (error) {
        if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
        return { status: 'unavailable', reason: `${error.message} ${error.fix}`, compared: 0, products: 0 };
      }
      const { compared, products, worst, device, notTried } = tally;
      const facts = {
        compared,
        products,
        ...(worst === undefined ? {} : { errorRatio: worst }),
        ...(device === undefined ? {} : { device }),
      };
      if (compared > 0) return { status: 'passed', ...facts };
      const reasons = [...new Set(tally.refusals)].slice(0, MOST_REASONS).join('; ');
      const reason =
        notTried === undefined
          ? reasons
          : reasons === ''
            ? `not tried: ${notTried}`
            : `not tried: ${notTried} (${reasons})`;
      if (mustCompare || reason === '')
        throw new ConformanceError(
          'Every case compares something',
          `nothing was compared: ${reason === '' ? 'no reason given' : reason}`,
          { case: id },
        );
      return { status: 'refused', reason, ...(notTried === undefined ? {} : { notTried: true }), ...facts };
    },
  };
}
