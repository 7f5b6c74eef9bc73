import type { CooMatrix } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { oncePer } from '../case/once-per.ts';
import { conformanceMatrices, matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { ALL_POINTS, eachOperator, FEW_POINTS, ONE_POINT } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { checkProduct, createTrial } from './trial.ts';

const RESULT = 'y = alpha A x + beta y within the error bound';
const SCALARS = [0, 1, -1, 0.5] as const;
const GRID: readonly (readonly [number, number])[] = SCALARS.flatMap((alpha) =>
  SCALARS.map((beta) => [alpha, beta] as const),
);

/** One case: `matrix` with every pair of alpha and beta, at as many points as the tier can afford. */
function productCase(
  subject: KernelSubject,
  matrix: TestMatrix,
  id: string,
  pairs: readonly (readonly [number, number])[],
): ConformanceCase {
  const { precision } = subject.precision;
  const limits = matrix.tier === 'quick' ? ALL_POINTS : matrix.tier === 'full' ? FEW_POINTS : ONE_POINT;
  return kernelCase(subject, {
    id: `${id}/${matrix.id}`,
    tier: matrix.tier,
    async run(backend, recorder) {
      const trialsOf = oncePer((coo: CooMatrix) =>
        pairs.map(([alpha, beta]) => createTrial(matrix, coo, precision, { alpha, beta })),
      );
      await eachOperator(subject, backend, matrix, recorder, limits, async (bound) => {
        for (const trial of trialsOf(bound.coo)) await checkProduct(subject, bound, trial, RESULT, recorder);
      });
    },
  });
}

/** Every matrix at two pairs of alpha and beta; a few matrices at the whole grid. */
export function productCases(subject: KernelSubject): readonly ConformanceCase[] {
  const grid = matricesById(
    'wide',
    'tall',
    'middle-rows-empty',
    'no-entries',
    'no-columns',
    'stored-zeros',
    'long-row',
    'symmetric',
    'skew-toeplitz',
    'symmetric-toeplitz',
  );
  return [
    ...[...conformanceMatrices, ...subject.matrices].map((matrix) =>
      productCase(subject, matrix, 'product', [
        [1, 0],
        [-0.5, 0.75],
      ]),
    ),
    ...grid.map((matrix) => productCase(subject, matrix, 'alpha-beta', GRID)),
  ];
}
