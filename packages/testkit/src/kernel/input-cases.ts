import type { Backend, StoredMatrix, ValueArray } from '@spmv/core';
import { changedElement, cooArrays, copyArrays, firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestedOperator } from './bound-operator.ts';
import { bind, eachOperator, FEW_POINTS, launchPoints, storedMatrices } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { tryOn } from './kernel-subject.ts';
import { checkProduct, createTrial } from './trial.ts';

const UNCHANGED = 'A, x and the host arrays are never modified';
const ONLY_Y = 'A product writes y and nothing else';
const COPIED = 'A is copied by prepare: the host arrays may be dropped';
const MATRICES = matricesById('wide', 'tall', 'middle-rows-empty', 'power-law');

function ensureSame(promise: string, name: string, now: ValueArray, before: ValueArray, bound: TestedOperator): void {
  const k = firstDifference(now, before);
  ensure(k < 0, promise, () => `${name}[${k}] was ${before[k]}, is ${now[k]}`, bound.where);
}

/** x, vectors beside y, and the host arrays of x and y, compared with copies after products. */
async function operandsUnchanged(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, MATRICES, recorder, async (matrix) => {
    await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
      const trial = createTrial(matrix, bound.coo, subject.precision.precision, { alpha: 0.5, beta: -1 });
      const host = { x: trial.x.slice(), y: trial.y.slice() };
      // Vectors made just before and after y are where a write out of bounds is likely to land.
      const made = [];
      for (const contents of [trial.y, trial.x, trial.y, trial.x])
        made.push(backend.vector(contents, bound.operator.precision));
      const [before, x, y, after] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0], (typeof made)[0]];
      try {
        for (const beta of [0, -1]) bound.operator.apply(x, y, 0.5, beta);
        ensureSame(UNCHANGED, 'x', await x.read(), host.x, bound);
        ensureSame(ONLY_Y, 'the vector before y', await before.read(), host.y, bound);
        ensureSame(ONLY_Y, 'the vector after y', await after.read(), host.x, bound);
        ensureSame(UNCHANGED, 'the host array of x', trial.x, host.x, bound);
        ensureSame(UNCHANGED, 'the host array of y', trial.y, host.y, bound);
        recorder.compare();
      } finally {
        for (const vector of made) await vector.dispose();
      }
    });
  });
}

/** The stored and the COO matrix compared with copies after preparing and multiplying. */
async function matrixUnchanged(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, MATRICES, recorder, async (matrix) => {
    for (const { coo, stored } of storedMatrices(subject, matrix, recorder, FEW_POINTS.format)) {
      const copies = copyArrays(stored.arrays);
      const entries = copyArrays(cooArrays(coo));
      for (const params of launchPoints(subject, backend, stored, FEW_POINTS.kernel)) {
        const bound = await bind(subject, backend, matrix.id, coo, stored, params, recorder);
        if (!bound) continue;
        try {
          await checkProduct(
            subject,
            bound,
            createTrial(matrix, coo, subject.precision.precision),
            UNCHANGED,
            recorder,
          );
        } finally {
          await bound.operator.dispose();
        }
        const changed = changedElement(stored.arrays, copies) ?? changedElement(cooArrays(coo), entries);
        ensure(
          changed === undefined,
          UNCHANGED,
          () => `array ${changed?.name}[${changed?.index}] of A changed`,
          bound.where,
        );
      }
    }
  });
}

function scribble(stored: StoredMatrix): void {
  for (const array of Object.values(stored.arrays)) array.fill(1);
}

/** The host arrays of A overwritten between preparing and multiplying. */
async function matrixCopied(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, MATRICES, recorder, async (matrix) => {
    for (const { coo, stored } of storedMatrices(subject, matrix, recorder, 1)) {
      const bound = await bind(subject, backend, matrix.id, coo, stored, {}, recorder);
      if (!bound) continue;
      scribble(stored);
      try {
        await checkProduct(subject, bound, createTrial(matrix, coo, subject.precision.precision), COPIED, recorder);
      } finally {
        await bound.operator.dispose();
      }
    }
  });
}

/** What a product and its preparation must leave alone. */
export function inputCases(subject: KernelSubject): readonly ConformanceCase[] {
  const make = (id: string, run: typeof operandsUnchanged): ConformanceCase =>
    kernelCase(subject, { id: `inputs/${id}`, run: (backend, recorder) => run(subject, backend, recorder) });
  return [make('operands', operandsUnchanged), make('matrix', matrixUnchanged), make('matrix-copied', matrixCopied)];
}
