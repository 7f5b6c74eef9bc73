import { isSpmvError } from '@spmv/core';
import type { CaseResult, ConformanceCase, Tier } from './conformance-case.ts';
import { ConformanceError } from './conformance-error.ts';

/** Counts what a case compared, so that a case which compared nothing cannot pass. */
export interface Recorder {
  /** One thing was compared; with its error ratio where it was a result. */
  compare(errorRatio?: number): void;
  /** Part of the case is impossible here, for this reason. */
  refuse(reason: string): void;
  device(name: string): void;
}

export interface CaseParts {
  readonly id: string;
  readonly tier?: Tier;
  readonly needs?: readonly string[];
  /** When true, a case that compared nothing fails instead of being refused. */
  readonly mustCompare?: boolean;
  run(recorder: Recorder): Promise<void> | void;
}

/** Reasons told of one case. */
const MOST_REASONS = 4;

/** A case whose outcome is recorded; a backend that is unavailable is an outcome, not a failure. */
export function defineCase({ id, tier = 'quick', needs = [], mustCompare = false, run }: CaseParts): ConformanceCase {
  return {
    id,
    tier,
    needs,
    async run(): Promise<CaseResult> {
      let compared = 0;
      let worst: number | undefined;
      let device: string | undefined;
      const refusals: string[] = [];
      try {
        await run({
          compare(errorRatio) {
            compared++;
            if (errorRatio !== undefined) worst = Math.max(worst ?? 0, errorRatio);
          },
          refuse: (reason) => refusals.push(reason),
          device: (name) => (device = name),
        });
      } catch (error) {
        if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
        return { status: 'unavailable', reason: `${error.message} ${error.fix}`, compared: 0 };
      }
      const facts = { compared, ...(worst === undefined ? {} : { errorRatio: worst }), ...(device === undefined ? {} : { device }) };
      if (compared > 0) return { status: 'passed', ...facts };
      const reason = refusals.length === 0 ? 'no reason given' : [...new Set(refusals)].slice(0, MOST_REASONS).join('; ');
      if (mustCompare || refusals.length === 0) throw new ConformanceError('Every case compares something', `nothing was compared: ${reason}`, { case: id });
      return { status: 'refused', reason, ...facts };
    },
  };
}
