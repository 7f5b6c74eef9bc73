import type { CooMatrix, Precision, ValueArray } from '@spmv/core';
import type { ErrorReport, Reference } from '@spmv/core/oracle';
import { PRECISIONS, roundTo, valueArray } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import type { FailureDetails } from '../case/conformance-error.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePer } from '../case/once-per.ts';
import { randomVector } from '../generators/vectors.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { TestedOperator } from './bound-operator.ts';
import type { KernelSubject } from './kernel-subject.ts';

/** Operands of one product and its exact result. */
export interface Trial {
  readonly x: ValueArray;
  /** y before the product. */
  readonly y: ValueArray;
  readonly alpha: number;
  readonly beta: number;
  readonly reference: Reference;
}

export interface TrialParts {
  readonly x?: ValueArray;
  readonly y?: ValueArray;
  readonly alpha?: number;
  readonly beta?: number;
}

/** A finite number that no result comes near, for y where it must not be read. */
export function poisonOf(precision: Precision, sign: 1 | -1 = 1): number {
  return roundTo(precision, (sign * PRECISIONS[precision].largestFinite) / (sign > 0 ? 3 : 7));
}

/** A number as a text that no other has. */
export function exactText(value: number): string {
  return Object.is(value, -0) ? '-0' : `${value}`;
}

/** Inputs as the precision sees them, so that what is read back can be compared bit for bit. */
export function rounded(values: ValueArray, precision: Precision): ValueArray {
  const result = valueArray(PRECISIONS[precision].host, values.length);
  for (let k = 0; k < values.length; k++) result[k] = roundTo(precision, values[k]);
  return result;
}

/** x of a test matrix: random, or ones where the matrix wants them. */
export function operandX(matrix: TestMatrix, length: number, precision: Precision): ValueArray {
  const random = randomVector(length, { seed: 11 });
  return rounded(matrix.x === 'ones' ? random.fill(1) : random, precision);
}

const drawnTrials = oncePer((_coo: CooMatrix) => new Map<string, Trial>());

/** The operands given, random ones for the rest, y poisoned where it must not be read. All kernels share those without operands given. */
export function createTrial(matrix: TestMatrix, coo: CooMatrix, precision: Precision, parts: TrialParts = {}): Trial {
  const { alpha = 1, beta = 0 } = parts;
  const { rows, cols } = coo.shape;
  const known = parts.x || parts.y ? undefined : drawnTrials(coo);
  const key = [precision, matrix.x, exactText(alpha), exactText(beta)].join();
  const found = known?.get(key);
  if (found) return found;
  const x = parts.x ?? operandX(matrix, cols, precision);
  const fresh = randomVector(rows, { seed: 23 });
  const y = parts.y ?? rounded(beta === 0 ? fresh.fill(poisonOf(precision)) : fresh, precision);
  const trial = { x, y, alpha, beta, reference: spmvReference({ coo, x, y, alpha, beta }, precision) };
  known?.set(key, trial);
  return trial;
}

/** y after the product of a trial. */
async function multiply({ backend, operator }: TestedOperator, trial: Trial): Promise<ValueArray> {
  // Copies: a trial is used again, whatever a backend does to the host's arrays.
  const x = backend.vector(trial.x.slice(), operator.precision);
  const y = backend.vector(trial.y.slice(), operator.precision);
  try {
    operator.apply(x, y, trial.alpha, trial.beta);
    return await y.read();
  } finally {
    await x.dispose();
    await y.dispose();
  }
}

function details(bound: TestedOperator, trial: Trial, report: ErrorReport, seed: number): FailureDetails {
  const { alpha, beta } = trial;
  const { row, got, expected, bound: limit, errorRatio, failures } = report;
  return {
    ...bound.where,
    alpha,
    beta,
    seed,
    row,
    'y before': trial.y[row],
    got,
    expected,
    bound: limit,
    'error ratio': errorRatio,
    'wrong rows': failures,
  };
}

/** Judges a result by the oracle's bound, with the accumulator that the kernel states. Throws when a row is outside. */
export function checkResult(
  subject: KernelSubject,
  bound: TestedOperator,
  trial: Trial,
  result: ValueArray,
  promise: string,
  recorder: Recorder,
): void {
  const report = judge(result, trial.reference, subject.precision.accumulator);
  ensure(result.length === trial.y.length, promise, `y has ${result.length} elements`, bound.where);
  ensure(
    report.errorRatio <= 1,
    promise,
    () => `row ${report.row} is ${report.got}, not ${report.expected}`,
    details(bound, trial, report, recorder.seed),
  );
  // A result of which no element could be judged compares nothing; without entries or with alpha = 0 no kernel is asked.
  if (result.length > 0 && report.unjudged === result.length) return;
  if (trial.alpha !== 0 && bound.coo.values.length > 0) recorder.product(report.errorRatio);
  else recorder.compare(report.errorRatio);
}

/** Multiplies and judges. */
export async function checkProduct(
  subject: KernelSubject,
  bound: TestedOperator,
  trial: Trial,
  promise: string,
  recorder: Recorder,
): Promise<ValueArray> {
  const result = await multiply(bound, trial);
  checkResult(subject, bound, trial, result, promise, recorder);
  return result;
}
