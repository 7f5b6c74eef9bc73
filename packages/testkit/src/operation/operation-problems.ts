import type { Backend, DenseRequest, Operation, Operator, Params, Sizes, StoredMatrix, Workload } from '@spmv/core';
import { createWorkload, formatParams } from '@spmv/core';
import type { FailureDetails } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { recordRefusal } from '../case/refusal.ts';
import { launchPoints, storedMatrices } from '../kernel/bound-operator.ts';
import type { PointLimits } from '../kernel/bound-operator.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';
import { subjectId } from '../kernel/kernel-subject.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';

/** An operator of any operation with what it was made from. */
export interface BoundProblem {
  readonly backend: Backend;
  readonly operator: Operator;
  readonly workload: Workload;
  readonly stored: StoredMatrix | undefined;
  readonly params: Params;
  readonly where: FailureDetails;
}

/** Sizes of an operation's own to try: the defaults, then ones and uneven ones that fill no vector and no tile. */
function sizeSets(operation: Operation): readonly Sizes[] {
  const names = Object.keys(operation.sizes);
  if (names.length === 0) return [{}];
  const uneven = [3, 17, 5, 33, 7];
  const of = (value: (index: number) => number): Sizes =>
    Object.fromEntries(names.map((name, index) => [name, value(index)]));
  return [{}, of(() => 1), of((index) => uneven[index % uneven.length] as number), of((index) => 8 + 4 * index)];
}

/** Layouts of dense operands to try: by rows, and by columns with gaps. */
function layoutSets(workload: Workload): readonly Readonly<Record<string, DenseRequest>>[] {
  const dense = workload.signature.buffers.filter(({ role }) => role === 'dense');
  if (dense.length === 0) return [{}];
  const gapped = (order: 'row' | 'column'): Readonly<Record<string, DenseRequest>> =>
    Object.fromEntries(
      dense.map(({ name, layout }) => {
        const least = order === 'row' ? (layout?.cols ?? 0) : (layout?.rows ?? 0);
        return [name, { order, leadingDimension: least + 3 }];
      }),
    );
  return [{}, gapped('row'), gapped('column')];
}

interface Problem {
  readonly workload: Workload;
  readonly stored: StoredMatrix | undefined;
}

function* problems(subject: KernelSubject, matrix: TestMatrix, recorder: Recorder, most: number): Generator<Problem> {
  const { operation, kernel } = subject;
  const options = kernel.options ?? {};
  const make = function* (coo: Workload['coo'], stored: StoredMatrix | undefined): Generator<Problem> {
    for (const sizes of sizeSets(operation)) {
      const plain = createWorkload(operation, coo, { options, sizes });
      for (const layouts of layoutSets(plain)) {
        yield { workload: createWorkload(operation, coo, { options, sizes, layouts }), stored };
      }
    }
  };
  if (kernel.format === undefined) yield* make(undefined, undefined);
  else for (const { coo, stored } of storedMatrices(subject, matrix, recorder, most)) yield* make(coo, stored);
}

/** Prepares the subject on `matrix`, in all sizes and layouts at the chosen points, and disposes of each operator after its visit. */
export async function eachProblem(
  subject: KernelSubject,
  backend: Backend,
  matrix: TestMatrix,
  recorder: Recorder,
  limits: PointLimits,
  visit: (bound: BoundProblem) => Promise<void>,
): Promise<void> {
  const { operation, kernel, precision } = subject;
  for (const { workload, stored } of problems(subject, matrix, recorder, limits.format)) {
    for (const params of launchPoints(subject, backend, stored, limits.kernel, workload)) {
      const where = {
        kernel: subjectId(subject),
        matrix: matrix.id,
        sizes: formatParams(workload.sizes),
        params: [formatParams(stored?.params ?? {}), formatParams(params)].filter((text) => text !== '').join('; '),
      };
      let operator: Operator;
      try {
        operator = await backend.prepare({
          operation,
          kernel,
          precision: precision.precision,
          params,
          sizes: workload.ownSizes,
          layouts: workload.layouts,
          ...(stored ? { matrix: stored } : {}),
          ...(precision.stored === undefined ? {} : { stored: precision.stored }),
        });
      } catch (error) {
        recordRefusal(recorder, where, error);
        continue;
      }
      recorder.accept();
      try {
        await visit({ backend, operator, workload, stored, params, where });
      } finally {
        await operator.dispose();
      }
    }
  }
}
