import type { Recorder } from '../case/define-case.ts';
import { structuredMatrices } from './structured.ts';
import type { TestMatrix } from './test-matrix.ts';

/** Where else to look when the matrices that a case is made for are refused. */
export interface MatrixPool {
  /** Who accepts or refuses, for people: `format 'acme/dia'`. */
  readonly owner: string;
  readonly others: readonly TestMatrix[];
}

/** The caller's own matrices, then those of the kit: by default one of every structure that a format may be made for. Only small ones. */
export function poolOf(
  own: readonly TestMatrix[],
  kit: readonly TestMatrix[] = structuredMatrices,
): readonly TestMatrix[] {
  return [...own, ...kit].filter(({ tier }) => tier === 'quick');
}

/**
 * Visits `wanted`, and for each of them that is refused another matrix of the pool, until as many were accepted as were wanted.
 * Where none is accepted the case is *not tried*. A visit accepts by {@link Recorder.accept}.
 */
export async function tryMatrices(
  { owner, others }: MatrixPool,
  wanted: readonly TestMatrix[],
  recorder: Recorder,
  visit: (matrix: TestMatrix) => Promise<void> | void,
): Promise<void> {
  const queue = [...new Set([...wanted, ...others])];
  let accepted = 0;
  for (const matrix of queue) {
    if (accepted === wanted.length) break;
    const before = recorder.accepted();
    await visit(matrix);
    if (recorder.accepted() > before) accepted++;
  }
  if (accepted === 0) recorder.notTried(`${owner} accepts none of ${queue.length} matrices`);
}
