import type { Precision } from '@spmv/core';
import type { Choices } from '../state/place.ts';

/** Time budgets to choose from, in seconds; 0 is without end. */
export const BUDGETS: readonly number[] = [10, 30, 60, 300, 0];
/** Precisions that kernels of a page have. */
export const PRECISIONS: readonly Precision[] = ['f64', 'f32', 'f16', 'df64'];
const USUAL_BUDGET = 60;

/** What is asked of a run. Absent lists mean all. */
export interface RunChoices {
  readonly budgetSeconds: number;
  readonly precisions: readonly Precision[] | undefined;
  readonly backends: readonly string[] | undefined;
}

function listOf<T extends string>(text: string | undefined, known: readonly T[]): readonly T[] | undefined {
  const found = known.filter((one) => text?.split(',').includes(one));
  return found.length === 0 || found.length === known.length ? undefined : found;
}

/** What the address asks for; what it has wrong is as if it were not there. */
export function runChoices({ budget, precision, backend }: Choices, backends: readonly string[]): RunChoices {
  const seconds = budget === undefined ? USUAL_BUDGET : Number(budget);
  return {
    budgetSeconds: BUDGETS.includes(seconds) ? seconds : USUAL_BUDGET,
    precisions: listOf(precision, PRECISIONS),
    backends: listOf(backend, backends),
  };
}

/** A list with one of them switched, as the address holds it: empty for all. The last one stays. */
export function switched<T extends string>(chosen: readonly T[] | undefined, all: readonly T[], one: T): string {
  const now = chosen ?? all;
  const next = now.includes(one)
    ? now.filter((each) => each !== one)
    : all.filter((each) => each === one || now.includes(each));
  return next.length === 0 || next.length === all.length ? '' : next.join(',');
}
