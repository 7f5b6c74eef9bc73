import type { ConformanceCase } from '../case/conformance-case.ts';
import { messageOf } from '../case/conformance-error.ts';

/** A case that is known to fail. It must go on failing, and in this way, else the run fails: such lists must not rot. */
export interface KnownFailure {
  /** Id of the case. */
  readonly case: string;
  /** A part of the message it fails with. */
  readonly message: string;
  /** Why it fails and what is being done. */
  readonly reason: string;
}

/** What is wrong with a known failure given what happened, or `undefined` where it failed as known. */
export function judgeKnownFailure(known: KnownFailure, error: unknown): string | undefined {
  if (error === undefined) return `is known to fail (${known.reason}), but did not: remove it from the known failures`;
  const message = messageOf(error);
  return message.includes(known.message)
    ? undefined
    : `is known to fail with '${known.message}', but failed with: ${message}`;
}

/** Known failures that name no case. */
export function unknownFailures(
  cases: readonly ConformanceCase[],
  known: readonly KnownFailure[],
): readonly KnownFailure[] {
  const ids = new Set(cases.map(({ id }) => id));
  return known.filter((failure) => !ids.has(failure.case));
}
