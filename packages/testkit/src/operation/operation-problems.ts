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

/** Sizes of an operation's own to try: the defaults, then what it names, or ones and uneven ones that fill no vector and no tile. */
function sizeSets(operation: Operation): readonly Sizes[] {
  if (operation.trials) return [{}, ...operation.trials];
  const names = Object.keys(operation.sizes);
  if (names.length === 0) return [{}];
  const uneven = [3, 17, 5, 33, 7];
  const of = (value: (index: number) => number): Sizes =>
    Object.fromEntries(names.map((name, index) => [name, value(index)]));
  return [{}, of(() => 1), of((index) => uneven[index % uneven.length] as number), of((index) => 8 + 4 * index)];
}

/** Layouts of dense operands to try: by rows without gaps, then every choice of orders, with gaps between rows, columns and matrices. */
function layoutSets(workload: Workload): readonly Readonly<Record<string, DenseRequest>>[] {
  const dense = workload.signature.buffers.flatMap(({ name, access, layout }) =>
    layout ? [{ name, access, layout }] : [],
  );
  const choices = Array.from({ length: dense.length === 0 ? 0 : 2 ** dense.length }, (_, choice) =>
    Object.fromEntries(
      dense.map(({ name, access, layout }, d): [string, DenseRequest] => {
        const isColumn = ((choice >> d) & 1) === 1;
        const [least, other] = isColumn ? [layout.rows, layout.cols] : [layout.cols, layout.rows];
        const leadingDimension = least + 3;
        // One of the orders reads the same matrix for the whole batch.
        const batchStride = access === 'read' && isColumn ? 0 : leadingDimension * other + 5;
        const order = isColumn ? 'column' : 'row';
        return [name, { order, leadingDimension, ...(layout.batch === 1 ? {} : { batchStride }) }];
      }),
    ),
  );
  return [{}, ...choices];
}

/** What a product is made of: a workload, and its matrix as stored where the operation has one. */
export interface Problem {
  readonly workload: Workload;
  readonly stored: StoredMatrix | undefined;
}

/** Whether all layouts are tried, or one of each size. */
export type Breadth = 'all' | 'one';

/** The problems of one test matrix: in every stored form, all sizes, and layouts. */
export function* problemsOf(
  subject: KernelSubject,
  matrix: TestMatrix,
  recorder: Recorder,
  most: number,
  breadth: Breadth,
): Generator<Problem> {
  const { operation, kernel } = subject;
  const options = kernel.options ?? {};
  const make = function* (coo: Workload['coo'], stored: StoredMatrix | undefined): Generator<Problem> {
    for (const [s, sizes] of sizeSets(operation).entries()) {
      const plain = createWorkload(operation, coo, { options, sizes });
      const [usual = {}, ...others] = layoutSets(plain);
      // All layouts at the default sizes, elsewhere the usual one and another; or one in all, another each time.
      const one = others[s % Math.max(1, others.length)] ?? usual;
      const all = s === 0 ? [usual, ...others] : others.length === 0 ? [usual] : [usual, one];
      for (const layouts of breadth === 'all' ? all : [one]) {
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
  { breadth = 'one', ...limits }: PointLimits & { readonly breadth?: Breadth },
  visit: (bound: BoundProblem) => Promise<void>,
): Promise<void> {
  const { operation, kernel, precision } = subject;
  for (const { workload, stored } of problemsOf(subject, matrix, recorder, limits.format, breadth)) {
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
