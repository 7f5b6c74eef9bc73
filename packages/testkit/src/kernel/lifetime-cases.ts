import type { Backend, ErrorCode, Operator, SpmvArguments, ValueArray, Vector } from '@spmv/core';
import { isSpmvError, openBackend, storageBytes, valueArray } from '@spmv/core';
import { firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { TestedOperator } from './bound-operator.ts';
import { bind, eachOperator, FEW_POINTS, ONE_POINT, storedMatrices } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { hostOf, tryOn } from './kernel-subject.ts';
import { checkProduct, checkResult, createTrial } from './trial.ts';

const OPERANDS = 'Wrong operands are refused before anything is written';
const DISPOSED = 'What was disposed of cannot be used, and disposing twice does nothing';
const MEMORY = 'bytesResident is what the operator holds';
const TIMING = 'time gives one duration per product and leaves y as after the last';

/** Fails unless `act` throws or rejects with this code. */
async function expectCode(
  promise: string,
  code: ErrorCode,
  what: string,
  where: TestedOperator['where'],
  act: () => unknown,
): Promise<void> {
  let outcome: unknown;
  try {
    outcome = await act();
  } catch (error) {
    outcome = error;
  }
  ensure(
    isSpmvError(outcome, code),
    promise,
    () =>
      `${what} gave ${isSpmvError(outcome) ? outcome.code : outcome instanceof Error ? outcome.message : 'no error'}, not ${code}`,
    where,
  );
}

/** Each wrong pair of operands, and y afterwards. */
async function operands(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('wide', 'equal-rows'), recorder, (matrix) =>
    operandsOf(subject, matrix, backend, recorder),
  );
}

async function operandsOf(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  const { precision } = subject.precision;
  await eachOperator(subject, backend, matrix, recorder, ONE_POINT, async (bound) => {
    const { rows, cols } = bound.coo.shape;
    const trial = createTrial(matrix, bound.coo, precision, { beta: 1 });
    const other = backend.device.precisions.find((one) => one !== precision);
    const foreign = await openBackend(subject.backend, subject.session.options);
    const made: Vector[] = [];
    const vector = (contents: number | ValueArray, wanted = precision): Vector => {
      const vector = backend.vector(contents, wanted);
      made.push(vector);
      return vector;
    };
    try {
      const [x, y] = [vector(trial.x), vector(trial.y)];
      const attempts: [string, ErrorCode, Vector, Vector][] = [
        ['x one too long', 'OPERAND.LENGTH', vector(cols + 1), y],
        ['y one too short', 'OPERAND.LENGTH', x, vector(rows - 1)],
        ['x of another backend', 'OPERAND.FOREIGN', foreign.vector(trial.x, precision), y],
        ['y of another backend', 'OPERAND.FOREIGN', x, foreign.vector(trial.y, precision)],
      ];
      // With a square matrix nothing but the memory is wrong, with another the lengths are.
      if (rows === cols) attempts.push(['y as x', 'OPERAND.ALIASED', y, y]);
      else
        attempts.push(
          ['x as long as y', 'OPERAND.LENGTH', vector(rows), y],
          ['x and y exchanged', 'OPERAND.LENGTH', y, x],
        );
      if (other !== undefined)
        attempts.push(
          ['x of another precision', 'OPERAND.TYPE', vector(cols, other), y],
          ['y of another precision', 'OPERAND.TYPE', x, vector(rows, other)],
        );
      for (const [what, code, first, second] of attempts) {
        await expectCode(OPERANDS, code, what, bound.where, () => bound.operator.apply(first, second, 1, 1));
        const row = firstDifference(await y.read(), trial.y);
        ensure(row < 0, OPERANDS, `y[${row}] was written although ${what}`, bound.where);
        recorder.compare();
      }
      await expectCode(OPERANDS, 'OPERAND.LENGTH', 'reading into a target too short', bound.where, () =>
        y.read(valueArray(hostOf(subject), rows - 1)),
      );
      await expectCode(OPERANDS, 'OPERAND.TYPE', 'writing an array of the other type', bound.where, () =>
        y.write(valueArray(hostOf(subject) === 'f64' ? 'f32' : 'f64', rows)),
      );
    } finally {
      for (const one of made) await one.dispose();
      await foreign.dispose();
    }
  });
}

async function expectDisposed(
  operator: Operator<SpmvArguments>,
  x: Vector,
  y: Vector,
  what: string,
  where: TestedOperator['where'],
): Promise<void> {
  await expectCode(DISPOSED, 'LIFETIME.DISPOSED', what, where, () => operator.apply(x, y));
}

/** Operator, vector and backend disposed of in turn, each twice; what is left must go on working. */
async function disposal(subject: KernelSubject, matrix: TestMatrix, recorder: Recorder): Promise<void> {
  const { precision } = subject.precision;
  const backend = await openBackend(subject.backend, subject.session.options);
  try {
    for (const { coo, stored } of storedMatrices(subject, matrix, recorder, ONE_POINT.format)) {
      const first = await bind(subject, backend, matrix.id, coo, stored, {}, recorder);
      const second = await bind(subject, backend, matrix.id, coo, stored, {}, recorder);
      if (!first || !second) return;
      const trial = createTrial(matrix, coo, precision);
      const [x, y, gone] = [
        backend.vector(trial.x, precision),
        backend.vector(trial.y, precision),
        backend.vector(trial.x, precision),
      ];
      await first.operator.dispose();
      await first.operator.dispose();
      await expectDisposed(first.operator, x, y, 'a product of a disposed operator', first.where);
      await gone.dispose();
      await gone.dispose();
      await expectDisposed(second.operator, gone, y, 'a product with a disposed x', first.where);
      await expectCode(DISPOSED, 'LIFETIME.DISPOSED', 'reading a disposed vector', first.where, () => gone.read());
      await checkProduct(subject, second, trial, DISPOSED, recorder);
      await Promise.all([backend.dispose(), backend.dispose()]);
      await backend.dispose();
      await expectDisposed(second.operator, x, y, 'a product after the backend was disposed of', second.where);
      await expectCode(DISPOSED, 'LIFETIME.DISPOSED', 'reading after the backend was disposed of', second.where, () =>
        y.read(),
      );
      await expectCode(DISPOSED, 'LIFETIME.DISPOSED', 'a new vector of a disposed backend', second.where, () =>
        backend.vector(3, precision),
      );
      await second.operator.dispose();
      await y.dispose();
      recorder.compare();
    }
  } finally {
    await backend.dispose();
  }
}

/** Slack for tables, alignment and scratch that do not grow with the matrix. */
const SLACK_BYTES = 64 * 2 ** 20;

async function memory(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('power-law', 'dense', 'no-entries'), recorder, async (matrix) => {
    await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async ({ operator, stored, where }) => {
      const { bytesResident } = operator;
      const bytes = storageBytes(stored);
      ensure(Number.isSafeInteger(bytesResident) && bytesResident >= 0, MEMORY, `it is ${bytesResident}`, where);
      // Half-precision values halve an array; nothing legitimate stores a matrix in less than a quarter.
      const least = stored.nnz === 0 ? 0 : bytes / 4;
      ensure(
        bytesResident >= least && bytesResident <= 8 * bytes + SLACK_BYTES,
        MEMORY,
        `it is ${bytesResident}, and the matrix has ${bytes} bytes`,
        where,
      );
      recorder.compare();
    });
  });
}

async function timing(subject: KernelSubject, matrix: TestMatrix, backend: Backend, recorder: Recorder): Promise<void> {
  const { precision } = subject.precision;
  await eachOperator(subject, backend, matrix, recorder, ONE_POINT, async (bound) => {
    const trial = createTrial(matrix, bound.coo, precision);
    const [x, y] = [backend.vector(trial.x, precision), backend.vector(trial.y, precision)];
    const times = await bound.operator.time([x, y], { runs: 3 });
    if (times === undefined) recorder.refuse('the backend has no device clock');
    else {
      ensure(
        times.length === 3 && times.every((ms) => ms >= 0 && ms < 60_000),
        TIMING,
        `3 runs gave [${times.join(', ')}] ms`,
        bound.where,
      );
      checkResult(subject, bound, trial, await y.read(), TIMING, recorder);
    }
    await x.dispose();
    await y.dispose();
  });
}

/** Operands, disposal, memory and timing of operators. */
export function lifetimeCases(subject: KernelSubject): readonly ConformanceCase[] {
  return [
    kernelCase(subject, { id: 'operands', run: (backend, recorder) => operands(subject, backend, recorder) }),
    kernelCase(subject, {
      id: 'disposal',
      run: (_backend, recorder) =>
        tryOn(subject, matricesById('wide'), recorder, (matrix) => disposal(subject, matrix, recorder)),
    }),
    kernelCase(subject, { id: 'memory', run: (backend, recorder) => memory(subject, backend, recorder) }),
    kernelCase(subject, {
      id: 'timing',
      run: (backend, recorder) =>
        tryOn(subject, matricesById('wide'), recorder, (matrix) => timing(subject, matrix, backend, recorder)),
    }),
  ];
}
