import type { AgreementReport } from '@spmv/core/oracle';
import { isSpmvError, operationOptions } from '@spmv/core';
import { createAgreement, errorBounds } from '@spmv/core/oracle';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { ONE_POINT } from '../kernel/bound-operator.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';
import { canRun } from '../kernel/kernel-subject.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { eachProblem } from '../operation/operation-problems.ts';
import type { OperationTrial } from '../operation/operation-trial.ts';
import { computeTrial, createOperationTrial } from '../operation/operation-trial.ts';

const AGREE = 'Kernels and backends agree with one another on every product';
const REFERENCE = 'The reference of an operation is what kernels and backends agree on';

/** Small ones: what is compared here is judged one by one in other cases. */
const MATRICES = matricesById('wide', 'power-law', 'one-full-row');

function ensureAgreed(matrix: string, { pairs, odd, suspected, unequalBits }: AgreementReport): void {
  const { first, elements } = suspected;
  ensure(
    first === undefined,
    REFERENCE,
    () => `all results have ${first?.got} in ${first?.operand}[${first?.element}], it says ${first?.exact}`,
    { matrix, elements, product: first?.product ?? '' },
  );
  const [far] = pairs.toSorted((a, b) => b.ratio - a.ratio);
  ensure(
    far === undefined || far.ratio <= 1,
    AGREE,
    () =>
      `${far?.members.join(' and ')} differ in ${far?.worst?.operand}[${far?.worst?.element}]: ${far?.worst?.hex.join(', ')}`,
    { matrix, ratio: far?.ratio ?? 0, 'odd one out': odd.join() },
  );
  const [unequal] = unequalBits;
  ensure(unequal === undefined, AGREE, () => `not the same bits, as promised: ${unequal?.join(' and ')}`, { matrix });
}

/** One product of every subject on one matrix, each compared with all others. */
async function agreeOn(subjects: readonly KernelSubject[], matrix: TestMatrix, recorder: Recorder): Promise<void> {
  const agreement = createAgreement();
  let trial: OperationTrial | undefined;
  for (const subject of subjects) {
    const { kernel, backend, precision } = subject;
    const by = `${kernel.id}@${backend.id}`;
    const compute = subject.session.use(async (used) => {
      if (!canRun(subject, used.device, [], recorder)) return;
      await eachProblem(subject, used, matrix, recorder, { ...ONE_POINT, breadth: 'usual' }, async (bound) => {
        // The first one's: contents and references are the same for all.
        trial ??= createOperationTrial(bound.workload, precision);
        const results = await computeTrial(used, bound.operator, trial);
        for (const [operand, reference] of Object.entries(trial.references)) {
          const result = results[operand];
          if (!result) continue;
          const bounds = errorBounds(reference, precision.accumulator);
          const sameBits = kernel.reproducibility === 'bitwise' ? { sameBits: kernel.id } : {};
          const compared = { member: by, by, ...sameBits, product: trial.name, operand, result, reference, bounds };
          agreement.add({ ...compared, elements: reference.elements?.length ?? result.length });
        }
        recorder.compare();
      });
    });
    await compute.catch((error: unknown) => {
      if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
      recorder.refuse(error.message);
    });
  }
  for (const report of agreement.report()) ensureAgreed(matrix.id, report);
}

/** For each operation, variant and precision that several subjects compute: their results against one another, and the reference against all of them. */
export function agreementCases(plugin: string, subjects: readonly KernelSubject[]): readonly ConformanceCase[] {
  const groups = new Map<string, KernelSubject[]>();
  for (const subject of subjects) {
    const { operation, kernel, precision } = subject;
    const options = Object.entries(operationOptions(operation, kernel.options)).map(
      ([name, value]) => `${name}=${value}`,
    );
    const stored = precision.stored === undefined ? '' : `-${precision.stored}`;
    const key = [operation.id, ...options, `${precision.precision}${stored}`].join('/');
    groups.set(key, [...(groups.get(key) ?? []), subject]);
  }
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .map(([key, group]) =>
      defineCase({
        id: `${plugin}/agreement/${key}`,
        async run(recorder) {
          const stores = group.some(({ format }) => format !== undefined);
          for (const matrix of stores ? MATRICES : MATRICES.slice(0, 1)) await agreeOn(group, matrix, recorder);
        },
      }),
    );
}
