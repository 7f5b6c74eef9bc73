import { isRefusal } from '@spmv/core';
import type { FailureDetails } from './conformance-error.ts';
import { ensure } from './conformance-error.ts';
import type { Recorder } from './define-case.ts';

const REASONED = 'A refusal has a reason and a fix';

/** What `make` gives, or `undefined` where it is refused, which is recorded. Throws everything else that `make` throws. */
export function unlessRefused<T>(recorder: Recorder, where: FailureDetails, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    recordRefusal(recorder, where, error);
    return undefined;
  }
}

/** Records a refusal. Throws an error that is not a refusal, or a refusal without a reason or a fix. */
export function recordRefusal(recorder: Recorder, where: FailureDetails, error: unknown): void {
  if (!isRefusal(error)) throw error;
  ensure(error.message.trim() !== '' && error.fix.trim() !== '', REASONED, `${error.code} has none`, where);
  recorder.refuse(error.message);
}
