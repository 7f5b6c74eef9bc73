import type { CooMatrix, SparseFormat, StoredMatrix } from '@spmv/core';
import { buildMatrix } from '@spmv/core';
import type { LiveCandidate } from './candidates.ts';

/** A matrix as a candidate stores it, and what making it took. */
export interface LastStored {
  readonly matrix: StoredMatrix;
  readonly ms: number;
}

/** Gives the memory of a stored matrix back at once, where the engine can, but for arrays that may be the entries'. */
function giveBack({ arrays }: StoredMatrix, { layout }: SparseFormat): void {
  for (const [name, { buffer }] of Object.entries(arrays))
    if (layout[name]?.copyOf === undefined) (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

/** Stores entries for candidates that keep nothing of it: the last form is there for the next candidate of its format, and one at a time is held. */
export function createLastStored(coo: CooMatrix): (live: Pick<LiveCandidate, 'format' | 'plan'>) => LastStored {
  let last: (LastStored & { readonly key: string; readonly format: SparseFormat }) | undefined;
  return ({ format, plan }) => {
    const key = JSON.stringify([format.id, plan.params, plan.valueType]);
    if (last?.key === key) return last;
    if (last) giveBack(last.matrix, last.format);
    last = undefined;
    const start = performance.now();
    const matrix = buildMatrix(format, coo, { plan, share: true });
    last = { key, format, matrix, ms: performance.now() - start };
    return last;
  };
}
