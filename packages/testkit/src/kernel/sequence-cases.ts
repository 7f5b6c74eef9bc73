import type { Backend, CooMatrix } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';
import { firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import { oncePer } from '../case/once-per.ts';
import type { Recorder } from '../case/define-case.ts';
import { integerVector } from '../generators/vectors.ts';
import { integers } from '../generators/numeric.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import { structuredIntegers } from '../matrices/structured.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { testMatrix } from '../matrices/test-matrix.ts';
import type { TestedOperator } from './bound-operator.ts';
import { integerProduct, onePiece } from './one-piece.ts';
import { bind, eachOperator, FEW_POINTS, ONE_POINT, storedMatrices } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { hostOf, tryOn } from './kernel-subject.ts';
import { checkProduct, checkResult, createTrial } from './trial.ts';

const REPEAT = 'A product can be repeated';
const ACCUMULATE = 'Repeated products with beta = 1 add up';
const ORDER = 'Products and writes are ordered';
const INDEPENDENT = 'Operators of one backend are independent';
const SQUARE = testMatrix('integers-square', () => integers({ rows: 40 }));

/** Whether repeated products of a matrix with small integers are exact in every precision: square, of few integers a row. */
function isExact(matrix: TestMatrix): boolean {
  if (matrix.tier !== 'quick') return false;
  const { shape, rowIndex, values } = matrix.make('f64');
  const sums = new Float64Array(shape.rows);
  values.forEach((value, k) => (sums[rowIndex[k]] = sums[rowIndex[k]] + Math.abs(value)));
  return (
    shape.rows === shape.cols && values.every((value) => Number.isInteger(value)) && sums.every((sum) => sum <= 20)
  );
}

/** The same product several times, each into a y that is poisoned anew. */
async function repeat(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('wide', 'power-law', 'one-full-row'), recorder, async (matrix) => {
    const trialsOf = oncePer((coo: CooMatrix) =>
      [{}, { alpha: -1, beta: 0.5 }].map((scalars) => createTrial(matrix, coo, subject.precision.precision, scalars)),
    );
    await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
      for (let round = 0; round < 3; round++)
        for (const trial of trialsOf(bound.coo)) await checkProduct(subject, bound, trial, REPEAT, recorder);
    });
  });
}

/** y + 5·A·x in integers, which is exact in every precision and order. */
async function accumulate(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  const type = hostOf(subject);
  await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
    const { rows, cols } = bound.coo.shape;
    const x = integerVector(cols, { type, seed: 3 });
    const start = integerVector(rows, { type, seed: 4 });
    const product = spmvReference({ coo: bound.coo, x, y: start, alpha: 1, beta: 0 }, bound.operator.precision).high;
    const vectors = [
      backend.vector(x, bound.operator.precision),
      backend.vector(start, bound.operator.precision),
    ] as const;
    try {
      for (let k = 0; k < 5; k++) bound.operator.apply(vectors[0], vectors[1], 1, 1);
      const found = await vectors[1].read();
      const row = found.findIndex((value, i) => value !== start[i] + 5 * product[i]);
      ensure(
        row < 0,
        ACCUMULATE,
        () => `row ${row} is ${found[row]}, not ${start[row]} + 5 x ${product[row]}`,
        bound.where,
      );
      recorder.product();
    } finally {
      for (const vector of vectors) await vector.dispose();
    }
  });
}

/** b ← Aa, then a ← Ab, then a new a while they may still be running: nothing awaited in between. */
async function order(subject: KernelSubject, matrix: TestMatrix, backend: Backend, recorder: Recorder): Promise<void> {
  const type = hostOf(subject);
  await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
    const { operator } = bound;
    const size = bound.coo.shape.rows;
    const start = integerVector(size, { type, seed: 5, most: 2 });
    const next = integerVector(size, { type, seed: 6, most: 2 });
    const [a, b, c] = [
      backend.vector(start, operator.precision),
      backend.vector(size, operator.precision),
      backend.vector(size, operator.precision),
    ];
    try {
      operator.apply(a, b);
      operator.apply(b, c);
      const written = a.write(next);
      operator.apply(a, b);
      const reads = [c.read(), b.read()] as const;
      await written;
      const [twice, once] = [await reads[0], await reads[1]];
      const expected = [integerProduct(bound, integerProduct(bound, start)), integerProduct(bound, next)] as const;
      for (const [name, found, wanted] of [
        ['A(Aa)', twice, expected[0]],
        ['A applied to the new a', once, expected[1]],
      ] as const) {
        const row = found.findIndex((value, i) => value !== wanted[i]);
        ensure(row < 0, ORDER, () => `row ${row} of ${name} is ${found[row]}, not ${wanted[row]}`, bound.where);
        recorder.product();
      }
    } finally {
      for (const vector of [a, b, c]) await vector.dispose();
    }
  });
}

async function bindDefault(
  subject: KernelSubject,
  backend: Backend,
  matrix: TestMatrix,
  recorder: Recorder,
): Promise<TestedOperator | undefined> {
  for (const { coo, stored } of storedMatrices(subject, matrix, recorder, ONE_POINT.format))
    return bind(subject, backend, matrix.id, coo, stored, {}, recorder);
  return undefined;
}

/** Pairs of operators of different shapes used in turn, and again after one of them and a vector have gone. */
async function twoOperators(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  let waiting: Operand | undefined;
  try {
    await tryOn(
      subject,
      matricesById('wide', 'tall', 'power-law', 'size-33', 'one-full-row', 'tridiagonal'),
      recorder,
      async (matrix) => {
        const bound = await bindDefault(subject, backend, matrix, recorder);
        if (!bound) return;
        const first = waiting;
        waiting = first ? undefined : { matrix, bound };
        if (first) await inTurn(subject, backend, first, { matrix, bound }, recorder);
      },
    );
  } finally {
    await waiting?.bound.operator.dispose();
  }
}

interface Operand {
  readonly matrix: TestMatrix;
  readonly bound: TestedOperator;
}

async function inTurn(
  subject: KernelSubject,
  backend: Backend,
  { matrix: firstMatrix, bound: first }: Operand,
  { matrix: secondMatrix, bound: second }: Operand,
  recorder: Recorder,
): Promise<void> {
  const { precision } = subject.precision;
  const trials = [
    createTrial(firstMatrix, first.coo, precision),
    createTrial(secondMatrix, second.coo, precision),
  ] as const;
  const vectors = [];
  for (const trial of trials) vectors.push(backend.vector(trial.x, precision), backend.vector(trial.y, precision));
  const [xFirst, yFirst, xSecond, ySecond] = vectors as [
    (typeof vectors)[0],
    (typeof vectors)[0],
    (typeof vectors)[0],
    (typeof vectors)[0],
  ];
  for (let round = 0; round < 2; round++) {
    first.operator.apply(xFirst, yFirst);
    second.operator.apply(xSecond, ySecond);
  }
  checkResult(subject, first, trials[0], await yFirst.read(), INDEPENDENT, recorder);
  checkResult(subject, second, trials[1], await ySecond.read(), INDEPENDENT, recorder);
  await first.operator.dispose();
  await xFirst.dispose();
  await checkProduct(subject, second, trials[1], INDEPENDENT, recorder);
  const kept = await yFirst.read();
  checkResult(subject, first, trials[0], kept, INDEPENDENT, recorder);
  for (const vector of vectors) await vector.dispose();
  await second.operator.dispose();
}

/** One matrix prepared twice: the second operator must not depend on the first being there. */
async function preparedTwice(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  for (const { coo, stored } of storedMatrices(subject, matrix, recorder, FEW_POINTS.format)) {
    const first = await bind(subject, backend, matrix.id, coo, stored, {}, recorder);
    const second = await bind(subject, backend, matrix.id, coo, stored, {}, recorder);
    if (!first || !second) continue;
    const trial = createTrial(matrix, coo, subject.precision.precision);
    const before = await checkProduct(subject, first, trial, INDEPENDENT, recorder);
    await first.operator.dispose();
    const after = await checkProduct(subject, second, trial, INDEPENDENT, recorder);
    await second.operator.dispose();
    const row = subject.kernel.reproducibility === 'none' ? -1 : firstDifference(after, before);
    ensure(row < 0, INDEPENDENT, () => `row ${row} differs between two operators of one matrix`, second.where);
  }
}

/** Several products on one backend. */
export function sequenceCases(subject: KernelSubject): readonly ConformanceCase[] {
  const make = (id: string, run: typeof repeat): ConformanceCase =>
    kernelCase(subject, { id: `sequence/${id}`, run: (backend, recorder) => run(subject, backend, recorder) });
  const on = (
    id: string,
    wanted: readonly TestMatrix[],
    run: typeof order,
    others?: () => readonly TestMatrix[],
  ): ConformanceCase =>
    make(id, (_subject, backend, recorder) =>
      tryOn(subject, wanted, recorder, (matrix) => run(subject, matrix, backend, recorder), others?.()),
    );
  const integral = (): readonly TestMatrix[] => [...subject.matrices.filter(isExact), ...structuredIntegers];
  return [
    make('repeat', repeat),
    on('accumulate', matricesById('integers'), accumulate, integral),
    on('order', [SQUARE], order, integral),
    on('one-piece', [SQUARE], onePiece, integral),
    make('two-operators', twoOperators),
    on('prepared-twice', matricesById('wide'), preparedTwice),
  ];
}
