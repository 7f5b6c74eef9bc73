import type { Backend, Scalar, ValueArray, Vector } from '@spmv/core';
import { numbersOf, operationOptions, pairOf, PRECISIONS, product, spmv, valueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { judge } from '@spmv/core/oracle';
import { firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePer } from '../case/once-per.ts';
import { randomVector } from '../generators/vectors.ts';
import { asComplex } from '../matrices/complex-matrix.ts';
import { conformanceMatrices, matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { TestedOperator, PointLimits } from './bound-operator.ts';
import { ALL_POINTS, eachOperator, FEW_POINTS, ONE_POINT } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { tryOn } from './kernel-subject.ts';
import { rounded } from './trial.ts';

const RESULT = 'Each part of y = alpha A x + beta y is within the error bound';
const REPEATS = 'Results repeat as the kernel states';

/** Scalars of a product. */
type Factors = readonly [alpha: Scalar, beta: Scalar];

const FACTORS: readonly Factors[] = [
  [1, 0],
  [
    [0.75, -0.5],
    [-0.25, 2],
  ],
  [[0, 1], -0.5],
  [-2, [0, -1]],
  [0, [0.5, 0.25]],
];

/** Numbers of x that a product has to bear, in turns with random ones. */
function specialsOf(subject: KernelSubject): Readonly<Record<string, readonly number[]>> {
  const { largestFinite } = PRECISIONS[subject.precision.precision];
  return {
    'nan-in-one-part': [Number.NaN, 0.5],
    'infinite-in-one-part': [1, Number.POSITIVE_INFINITY],
    'overflow-of-parts': [largestFinite / 2, -largestFinite / 2],
    'negative-zeros': [-0, -0],
  };
}

/** Operands of one product in pairs and its exact result. */
interface ComplexTrial {
  readonly x: ValueArray;
  readonly y: ValueArray;
  readonly factors: Factors;
  readonly reference: Reference;
}

function trialOf(
  subject: KernelSubject,
  coo: TestedOperator['coo'],
  factors: Factors,
  special: readonly number[] = [],
): ComplexTrial {
  const { precision } = subject.precision;
  const { rows, cols } = coo.shape;
  const options = operationOptions(spmv, subject.kernel.options);
  const [read, written] = options['transpose'] === false ? [cols, rows] : [rows, cols];
  const random = (length: number, seed: number): ValueArray =>
    rounded(randomVector(numbersOf(precision, length), { seed }), precision);
  const x = random(read, 11);
  // The first, and one of twelve after it.
  for (let k = 0; k < read; k += 12) x.set(special, 2 * k);
  const [[alpha, alphaImaginary], [beta, betaImaginary]] = [pairOf(factors[0]), pairOf(factors[1])];
  const isUnread = beta === 0 && betaImaginary === 0;
  const y = isUnread
    ? valueArray(PRECISIONS[precision].host, numbersOf(precision, written)).fill(Number.NaN)
    : random(written, 23);
  const { y: reference } = spmv.reference({
    complex: asComplex(coo),
    options,
    sizes: {},
    layouts: {},
    buffers: { x, y },
    scalars: { alpha, alphaImaginary, beta, betaImaginary },
    precision,
    stored: precision,
  });
  return { x, y, factors, reference };
}

/** y after a product, or after a sequence of one. */
async function multiply(
  { backend, operator }: TestedOperator,
  { x, y, factors }: ComplexTrial,
  inSequence = false,
): Promise<ValueArray> {
  const made: Vector[] = [];
  try {
    for (const data of [x, y]) made.push(backend.vector(data.slice(), operator.precision));
    const [from, into] = made as [Vector, Vector];
    if (inSequence) {
      const sequence = await backend.sequence([product(operator, from, into, ...factors)]);
      sequence.run();
      await sequence.dispose();
    } else operator.apply(from, into, ...factors);
    return await into.read();
  } finally {
    for (const vector of made) await vector.dispose();
  }
}

function check(
  { precision }: KernelSubject,
  bound: TestedOperator,
  trial: ComplexTrial,
  result: ValueArray,
  recorder: Recorder,
): void {
  const report = judge(result, trial.reference, precision.accumulator);
  const part = (element: number): string => `${element % 2 === 0 ? 're' : 'im'} y[${element >> 1}]`;
  ensure(report.errorRatio <= 1, RESULT, () => `${part(report.row)} is ${report.got}, not ${report.expected}`, {
    ...bound.where,
    alpha: String(trial.factors[0]),
    beta: String(trial.factors[1]),
    'error ratio': report.errorRatio,
    bound: report.bound,
    'wrong parts': report.failures,
  });
  if (result.length > 0 && report.unjudged === result.length) return;
  if (trial.factors[0] !== 0 && bound.coo.values.length > 0) recorder.product(report.errorRatio);
  else recorder.compare(report.errorRatio);
}

/** Every operator at so many points, and its products. */
async function productsOn(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
  limits: PointLimits,
  make: (coo: TestedOperator['coo']) => readonly ComplexTrial[],
): Promise<void> {
  const trialsOf = oncePer(make);
  await eachOperator(subject, backend, matrix, recorder, limits, async (bound) => {
    for (const trial of trialsOf(bound.coo)) check(subject, bound, trial, await multiply(bound, trial), recorder);
  });
}

/** One product with the parameters that nobody chose. */
export async function complexOn(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  await productsOn(subject, matrix, backend, recorder, ONE_POINT, (coo) => [trialOf(subject, coo, [1, 0])]);
}

/** The same product again, and as a sequence: the same bits, unless the kernel promises none. */
async function repeats(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('power-law', 'one-full-row'), recorder, async (matrix) => {
    await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
      const trial = trialOf(subject, bound.coo, [[0.5, 1], -1]);
      const first = await multiply(bound, trial);
      check(subject, bound, trial, first, recorder);
      for (const inSequence of [false, true]) {
        const again = await multiply(bound, trial, inSequence);
        check(subject, bound, trial, again, recorder);
        const at = subject.kernel.reproducibility === 'none' ? -1 : firstDifference(again, first);
        ensure(at < 0, REPEATS, () => `number ${at} differs from the product before`, bound.where);
      }
    });
  });
}

const QUICK = ['wide', 'tall', 'middle-rows-empty', 'one-full-row', 'power-law', 'no-entries', 'no-columns', 'size-33'];

/** What a kernel promises of complex numbers: SpMV, transposed and conjugated as its options say. */
export function complexCases(subject: KernelSubject): readonly ConformanceCase[] {
  const quick = matricesById(...QUICK);
  const others = [...conformanceMatrices, ...subject.matrices].filter((matrix) => !quick.includes(matrix));
  const products = (matrix: TestMatrix, tier: TestMatrix['tier']): ConformanceCase =>
    kernelCase(subject, {
      id: `complex/${matrix.id}`,
      tier,
      run: (backend, recorder) =>
        productsOn(subject, matrix, backend, recorder, tier === 'quick' ? ALL_POINTS : FEW_POINTS, (coo) =>
          FACTORS.map((factors) => trialOf(subject, coo, factors)),
        ),
    });
  return [
    ...quick.map((matrix) => products(matrix, 'quick')),
    ...others.map((matrix) => products(matrix, matrix.tier === 'quick' ? 'full' : matrix.tier)),
    ...Object.entries(specialsOf(subject)).map(([name, special]) =>
      kernelCase(subject, {
        id: `complex/${name}`,
        needs: ['nonfinite'],
        run: (backend, recorder) =>
          tryOn(subject, matricesById('wide', 'power-law'), recorder, (matrix) =>
            productsOn(subject, matrix, backend, recorder, FEW_POINTS, (coo) =>
              [FACTORS[0], FACTORS[1], FACTORS[2]].map((factors) => trialOf(subject, coo, factors, special)),
            ),
          ),
      }),
    ),
    kernelCase(subject, { id: 'complex/repeats', run: (backend, recorder) => repeats(subject, backend, recorder) }),
  ];
}
