import type { Backend, CooMatrix, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { PRECISIONS } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePer } from '../case/once-per.ts';
import { randomVector } from '../generators/vectors.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { eachOperator, ONE_POINT } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { keepsSubnormals, tryOn } from './kernel-subject.ts';
import type { Trial } from './trial.ts';
import { checkProduct, createTrial, rounded } from './trial.ts';

const SMALL = 'Numbers below the smallest normal one, and zeros of either sign, are numbers like any other';

/** x and y of −0, then of numbers halfway between the smallest normal one and the smallest of all. */
function smallTrials(
  { precision: { precision } }: KernelSubject,
  matrix: TestMatrix,
  coo: CooMatrix,
): readonly Trial[] {
  const { smallestNormal, unitRoundoff } = PRECISIONS[precision];
  const of = (length: number, scale: number): ValueArray =>
    rounded(
      randomVector(length, { seed: length }).map((value) => scale * Math.abs(value)),
      precision,
    );
  const [zeros, tiny] = [-0, smallestNormal * Math.sqrt(unitRoundoff)].map((scale) => ({
    x: of(coo.shape.cols, scale),
    y: of(coo.shape.rows, scale),
  })) as [Pick<Trial, 'x' | 'y'>, Pick<Trial, 'x' | 'y'>];
  const scalars = { alpha: -0.5, beta: 0.75 };
  return [{ ...zeros, ...scalars }, { x: tiny.x }, { ...tiny, ...scalars }].map((parts) =>
    createTrial(matrix, coo, precision, parts),
  );
}

/** The reference for sums that lose no more below the smallest normal number than half of the smallest of all. */
function unflushed(reference: Reference): Reference {
  const { unitRoundoff } = PRECISIONS[reference.precision];
  return { ...reference, flush: reference.flush.map((units) => 2 * unitRoundoff * units) };
}

async function small(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  const keeps = keepsSubnormals(subject, backend.device);
  await tryOn(subject, matricesById('wide'), recorder, async (matrix) => {
    const trialsOf = oncePer((coo: CooMatrix) => smallTrials(subject, matrix, coo));
    await eachOperator(subject, backend, matrix, recorder, ONE_POINT, async (bound) => {
      for (const trial of trialsOf(bound.coo)) {
        const judged = keeps ? { ...trial, reference: unflushed(trial.reference) } : trial;
        await checkProduct(subject, bound, judged, SMALL, recorder);
      }
    });
  });
}

/** Operands that are as small as numbers are. */
export function magnitudeCases(subject: KernelSubject): readonly ConformanceCase[] {
  return [kernelCase(subject, { id: 'small-numbers', run: (backend, recorder) => small(subject, backend, recorder) })];
}
