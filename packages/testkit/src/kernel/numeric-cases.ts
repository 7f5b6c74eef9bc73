import type { Backend, CooMatrix, ValueArray } from '@spmv/core';
import { firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import { oncePer } from '../case/once-per.ts';
import type { Recorder } from '../case/define-case.ts';
import { cancellation } from '../generators/numeric.ts';
import { randomUniform } from '../generators/random-uniform.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import { structuredCancellation } from '../matrices/structured.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { testMatrix } from '../matrices/test-matrix.ts';
import { poolOf } from '../matrices/try-matrices.ts';
import { ALL_POINTS, eachOperator, FEW_POINTS } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { tryOn } from './kernel-subject.ts';
import { checkProduct, createTrial } from './trial.ts';

const ACCUMULATOR = 'Sums are kept in the accumulator that the kernel states';
const REPRODUCIBLE = 'Results repeat as the kernel states';

/** Rows in which sums of less precision lose what the bound of the stated accumulator asks for. */
const CANCELLING: readonly TestMatrix[] = [
  ...[3, 17, 64, 300].map((perRow) =>
    testMatrix(`cancellation-${perRow}`, (precision) => cancellation({ rows: 48, perRow, precision, seed: perRow }), {
      x: 'ones' as const,
    }),
  ),
  testMatrix('long-rows', () => randomUniform({ rows: 6, cols: 4096, density: 1 })),
];

async function accumulator(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(
    subject,
    CANCELLING,
    recorder,
    async (matrix) => {
      const trialsOf = oncePer((coo: CooMatrix) =>
        [{}, { alpha: 0.3, beta: -0.7 }].map((scalars) =>
          createTrial(matrix, coo, subject.precision.precision, scalars),
        ),
      );
      await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
        for (const trial of trialsOf(bound.coo)) await checkProduct(subject, bound, trial, ACCUMULATOR, recorder);
      });
    },
    [...structuredCancellation, ...poolOf(subject.matrices)],
  );
}

const REPEATS = 12;

/** Rows long enough that threads and atomics have something to reorder. */
const REPRODUCIBLE_ON: readonly TestMatrix[] = [
  ...matricesById('power-law', 'one-full-row'),
  testMatrix('long-rows', () => randomUniform({ rows: 40, cols: 700, density: 0.9 })),
];

/** Products repeated, by one operator and by operators of other parameters, compared bit for bit. */
async function reproducibility(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  const stated = subject.kernel.reproducibility;
  if (stated === 'none') {
    recorder.refuse('the kernel states that its results need not repeat');
    return;
  }
  await tryOn(subject, REPRODUCIBLE_ON, recorder, async (matrix) => {
    // Bitwise results are compared between all launch parameters, for each way of storing the matrix.
    const firsts = new Map<object, ValueArray>();
    const trialOf = oncePer((coo: CooMatrix) => createTrial(matrix, coo, subject.precision.precision));
    await eachOperator(subject, backend, matrix, recorder, { format: 2, kernel: ALL_POINTS.kernel }, async (bound) => {
      const trial = trialOf(bound.coo);
      let first: ValueArray | undefined = stated === 'bitwise' ? firsts.get(bound.stored) : undefined;
      for (let k = 0; k < REPEATS; k++) {
        const result = await checkProduct(subject, bound, trial, REPRODUCIBLE, recorder);
        first ??= result;
        const row = firstDifference(result, first);
        ensure(row < 0, REPRODUCIBLE, () => `row ${row} is ${result[row]}, and was ${first?.[row]} before`, {
          ...bound.where,
          stated,
        });
      }
      if (first) firsts.set(bound.stored, first);
    });
  });
}

/** What a kernel states of its arithmetic. */
export function numericCases(subject: KernelSubject): readonly ConformanceCase[] {
  return [
    kernelCase(subject, { id: 'accumulator', run: (backend, recorder) => accumulator(subject, backend, recorder) }),
    kernelCase(subject, {
      id: 'reproducibility',
      run: (backend, recorder) => reproducibility(subject, backend, recorder),
    }),
  ];
}
