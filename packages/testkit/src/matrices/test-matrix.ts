import type { CooMatrix, Precision } from '@spmv/core';
import type { Tier } from '../case/conformance-case.ts';

/** A matrix the kit multiplies, made when it is needed. */
export interface TestMatrix {
  /** Last part of case ids: `empty-rows-middle`. */
  readonly id: string;
  readonly tier: Tier;
  /** What x it is multiplied by. Default `random`. */
  readonly x?: 'random' | 'ones';
  /** Deterministic; the precision matters only where values explore a range. */
  make(precision: Precision): CooMatrix;
}

/** A matrix of the quick tier unless told otherwise. */
export function testMatrix(
  id: string,
  make: (precision: Precision) => CooMatrix,
  more: Partial<Pick<TestMatrix, 'tier' | 'x'>> = {},
): TestMatrix {
  return { id, tier: 'quick', ...more, make };
}
