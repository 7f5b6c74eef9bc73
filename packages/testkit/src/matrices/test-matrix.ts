import type { CooMatrix, Precision } from '@spmv/core';
import type { Tier } from '../case/conformance-case.ts';
import type { CaseShare } from '../case/covering.ts';
import { oncePer, oncePerText } from '../case/once-per.ts';

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

const madeOf = oncePer((matrix: TestMatrix) =>
  oncePerText<Precision, CooMatrix>((precision) => matrix.make(precision)),
);

/** The matrix for many kernels, which all see one; made anew where it is large. */
export function madeFor(matrix: TestMatrix, precision: Precision): CooMatrix {
  return matrix.tier === 'quick' ? madeOf(matrix)(precision) : matrix.make(precision);
}

/** The share of combinations of a matrix among those that a case is made for; larger ones, which are few, have all. */
export function partOf(matrix: TestMatrix, among: readonly TestMatrix[]): CaseShare | undefined {
  const quick = among.filter(({ tier }) => tier === 'quick');
  const index = quick.indexOf(matrix);
  return index < 0 ? undefined : { index, count: quick.length };
}
