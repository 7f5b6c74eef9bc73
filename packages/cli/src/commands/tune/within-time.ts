import type { CaseRun, RunnableCase } from '@spmv/engine';
import { groupKey } from '../../documents/tuned.ts';

/** Points measured before anything is known of how long one takes. */
const FIRST = 16;
const MINUTE_MS = 60_000;
/** Entries that take a search another minute. */
const ENTRIES_A_MINUTE = 500_000;

/** How long a search may take where nobody says it: a minute, and longer for a larger matrix. */
export function usualBudgetMs(nnz: number): number {
  return MINUTE_MS * (1 + nnz / ENTRIES_A_MINUTE);
}

/** Where the `i`th point stands in an order of which every beginning is spread evenly. */
function spread(i: number): number {
  return (i * (Math.sqrt(5) - 1)) / 2 - Math.floor((i * (Math.sqrt(5) - 1)) / 2);
}

/** The points such that every beginning has as many of each kernel, from all over its space. */
function evenly(points: readonly RunnableCase[]): readonly RunnableCase[] {
  const groups = [...new Set(points.map(groupKey))].map((key) => points.filter((point) => groupKey(point) === key));
  return groups
    .flatMap((group) =>
      group
        .map((point, i) => ({ point, at: spread(i) }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ point }, turn) => ({ point, turn })),
    )
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ point }) => point);
}

/** Measures points until so much time has gone, by how long those before took: some of them in any case. */
export async function withinTime(
  points: readonly RunnableCase[],
  budgetMs: number,
  {
    signal,
    measure,
  }: { readonly signal: AbortSignal; measure(some: readonly RunnableCase[]): Promise<readonly CaseRun[]> },
): Promise<readonly CaseRun[]> {
  const order = evenly(points);
  const began = performance.now();
  const runs: CaseRun[] = [];
  let [next, count] = [0, FIRST];
  while (next < order.length && count > 0 && !signal.aborted) {
    runs.push(...(await measure(order.slice(next, next + count))));
    next += count;
    const spent = performance.now() - began;
    count = Math.floor((next * (budgetMs - spent)) / spent);
  }
  return runs;
}
