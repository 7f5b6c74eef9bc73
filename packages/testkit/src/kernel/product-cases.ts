import type { CooMatrix } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { CaseShare } from '../case/covering.ts';
import { drawnScalars, unusualScalars } from '../case/drawn-scalars.ts';
import { oncePer } from '../case/once-per.ts';
import { conformanceMatrices, matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { partOf } from '../matrices/test-matrix.ts';
import { ALL_POINTS, eachOperator, FEW_POINTS, ONE_POINT } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { checkProduct, createTrial } from './trial.ts';

const RESULT = 'y = alpha A x + beta y within the error bound';
const SCALARS = [0, 1, -1, 0.5] as const;
type Pair = readonly [alpha: number, beta: number];
const GRID: readonly Pair[] = SCALARS.flatMap((alpha) => SCALARS.map((beta) => [alpha, beta] as const));

function ordinaryPairs({ precision }: KernelSubject, seed: number, index: number): readonly Pair[] {
  const [draw, unusual] = [drawnScalars(seed, index), unusualScalars(seed, index, precision.precision)];
  return [
    [1, 0],
    [draw(0), draw(1)],
    [unusual(0), unusual(1)],
  ];
}

/** One case: `matrix` with every pair of alpha and beta of a seed, at as many points as the tier can afford. */
function productCase(
  subject: KernelSubject,
  matrix: TestMatrix,
  id: string,
  pairsOf: (seed: number) => readonly Pair[],
  part: CaseShare | undefined,
): ConformanceCase {
  const { precision } = subject.precision;
  const limits = matrix.tier === 'quick' ? ALL_POINTS : matrix.tier === 'full' ? FEW_POINTS : ONE_POINT;
  return kernelCase(subject, {
    id: `${id}/${matrix.id}`,
    tier: matrix.tier,
    async run(backend, recorder) {
      const pairs = pairsOf(recorder.seed);
      const trialOf = oncePer((coo: CooMatrix) =>
        oncePer(([alpha, beta]: Pair) => createTrial(matrix, coo, precision, { alpha, beta })),
      );
      const chosen = { ...limits, part, trials: pairs.length };
      await eachOperator(subject, backend, matrix, recorder, chosen, async (bound, trials) => {
        for (const trial of trials.map((number) => trialOf(bound.coo)(pairs[number])))
          await checkProduct(subject, bound, trial, RESULT, recorder);
      });
    },
  });
}

/** Every matrix at (1, 0), at a drawn pair of alpha and beta and at an unusual one; a few matrices at the whole grid. */
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
  const ordinary = [...conformanceMatrices, ...subject.matrices];
  return [
    ...ordinary.map((matrix, index) =>
      productCase(subject, matrix, 'product', (seed) => ordinaryPairs(subject, seed, index), partOf(matrix, ordinary)),
    ),
    ...grid.map((matrix) => productCase(subject, matrix, 'alpha-beta', () => GRID, partOf(matrix, grid))),
  ];
}
