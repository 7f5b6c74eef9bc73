import type { Backend, ErrorCode, Vector, Workload } from '@spmv/core';
import { isSpmvError, openBackend, operandList, scalarValues, unreadOperands, writtenOperands } from '@spmv/core';
import { firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePer } from '../case/once-per.ts';
import { ALL_POINTS, FEW_POINTS, ONE_POINT } from '../kernel/bound-operator.ts';
import type { PointLimits } from '../kernel/bound-operator.ts';
import { kernelCase } from '../kernel/kernel-case.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';
import { tryOn } from '../kernel/kernel-subject.ts';
import { conformanceMatrices, matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { partOf } from '../matrices/test-matrix.ts';
import { eachProblem } from './operation-problems.ts';
import { drawnScalarsOf, scalarsOf } from './operation-scalars.ts';
import { ensureShared, saysParts } from './sharing-cases.ts';
import { checkTrial, computeTrial, createOperationTrial, placeTrial } from './operation-trial.ts';

const RESULT = 'Every operand that is written holds the result within the error bound, and nothing else changes';
const UNREAD = 'What is written and not to be read may hold anything before';
const REPRODUCIBLE = 'Results repeat as the kernel states';
const OPERANDS = 'Wrong operands are refused before anything is written';
const DISPOSED = 'What was disposed of cannot be used';

async function results(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  const { precision } = subject;
  const limits: PointLimits = matrix.tier === 'quick' ? ALL_POINTS : FEW_POINTS;
  const among = matricesFor(subject);
  const scalars = drawnScalarsOf(subject, recorder.seed, among.indexOf(matrix));
  const trialOf = oncePer((workload: Workload) =>
    oncePer((given: Readonly<Record<string, number>>) => createOperationTrial(workload, precision, given)),
  );
  const part = partOf(matrix, among);
  const share = { ...limits, breadth: 'all', part, trials: scalars.length } as const;
  await eachProblem(subject, backend, matrix, recorder, share, async ({ operator, workload, where }, trials) => {
    for (const chosen of trials) {
      const trial = trialOf(workload)(scalars[chosen] ?? {});
      checkTrial(trial, await computeTrial(backend, operator, trial), RESULT, where, recorder);
    }
  });
}

async function unread(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('wide', 'power-law'), recorder, async (matrix) => {
    await eachProblem(subject, backend, matrix, recorder, ONE_POINT, async (bound) => {
      const { workload } = bound;
      const seen = new Set<string>();
      for (const [s, scalars] of scalarsOf(subject).entries()) {
        const names = [...unreadOperands(workload, scalarValues(workload, scalars))];
        // The defaults show gaps, too; other products what the ones before did read.
        if (s > 0 && names.every((name) => seen.has(name))) continue;
        for (const name of names) seen.add(name);
        const trial = createOperationTrial(workload, subject.precision, scalars, 'nan');
        checkTrial(trial, await computeTrial(backend, bound.operator, trial), UNREAD, bound.where, recorder);
      }
    });
  });
}

/** The same product four times, at last as a sequence of one: the same bits, unless the kernel promises none. */
async function repeats(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('wide', 'power-law', 'one-full-row', 'one-column'), recorder, async (matrix) => {
    await eachProblem(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
      const trial = createOperationTrial(bound.workload, subject.precision);
      const first = await computeTrial(backend, bound.operator, trial);
      checkTrial(trial, first, REPRODUCIBLE, bound.where, recorder);
      for (let round = 0; round < 3; round++) {
        const again = await computeTrial(backend, bound.operator, trial, round === 2 ? 'sequence' : 'product');
        checkTrial(trial, again, REPRODUCIBLE, bound.where, recorder);
        if (subject.kernel.reproducibility === 'none') continue;
        for (const name of writtenOperands(bound.workload)) {
          const at = firstDifference(again[name], first[name]);
          ensure(at < 0, REPRODUCIBLE, () => `${name}[${at}] differs from the product before`, bound.where);
        }
      }
    });
  });
}

function codeOf(act: () => unknown): ErrorCode | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return isSpmvError(error) ? error.code : undefined;
  }
}

/** Operands too long, of another backend, written twice, or disposed of. */
async function operands(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  const { precision } = subject.precision;
  await tryOn(subject, matricesById('wide', 'equal-rows'), recorder, async (matrix) => {
    await eachProblem(subject, backend, matrix, recorder, ONE_POINT, async (bound) => {
      const { workload, operator, where } = bound;
      const trial = createOperationTrial(workload, subject.precision);
      const foreign = await openBackend(subject.backend, subject.session.options);
      const { handles, dispose } = await placeTrial(backend, trial);
      const made: Vector[] = [];
      const attempt = (what: string, code: ErrorCode, changed: Readonly<Record<string, Vector>>): void => {
        const list = operandList(workload, { ...handles, ...changed }, trial.scalars);
        const got = codeOf(() => operator.apply(...list));
        ensure(got === code, OPERANDS, `${what} gave ${got ?? 'no error'}, not ${code}`, where);
        recorder.compare();
      };
      try {
        for (const { name, length, layout, access } of workload.signature.buffers) {
          const longer = backend.vector(length + 1, precision);
          const other = layout
            ? foreign.dense(layout.rows, layout.cols, { ...layout, precision })
            : foreign.vector(length, precision);
          made.push(longer);
          attempt(`${name} one too long`, layout ? 'OPERAND.LAYOUT' : 'OPERAND.LENGTH', { [name]: longer });
          attempt(`${name} of another backend`, 'OPERAND.FOREIGN', { [name]: other });
          const twin = workload.signature.buffers.find(
            (slot) => slot.name !== name && slot.length === length && length > 0 && !slot.layout && !layout,
          );
          if (access !== 'read' && twin)
            attempt(`${twin.name} as ${name}`, 'OPERAND.ALIASED', { [name]: handles[twin.name] });
        }
        for (const [name, vector] of Object.entries(handles)) {
          const before = trial.buffers[name] as Float64Array;
          const at = firstDifference(await vector.read(), before);
          ensure(at < 0, OPERANDS, () => `${name}[${at}] was written although the call was refused`, where);
        }
        await operator.dispose();
        const list = operandList(workload, handles, trial.scalars);
        ensure(
          codeOf(() => operator.apply(...list)) === 'LIFETIME.DISPOSED',
          DISPOSED,
          'a product was computed',
          where,
        );
        recorder.compare();
      } finally {
        for (const vector of made) await vector.dispose();
        await dispose();
        await foreign.dispose();
      }
    });
  });
}

/** Matrices that an operation's products are checked on: every small one of the kit, or only one where there is no matrix. */
function matricesFor({ kernel }: KernelSubject): readonly TestMatrix[] {
  const small = conformanceMatrices.filter(({ tier }) => tier === 'quick');
  return kernel.format === undefined ? small.slice(0, 1) : small;
}

/** Everything a kernel promises that its operation says: for any operation. */
export function operationCases(subject: KernelSubject): readonly ConformanceCase[] {
  const make = (
    id: string,
    run: (subject: KernelSubject, backend: Backend, recorder: Recorder) => Promise<void>,
  ): ConformanceCase => kernelCase(subject, { id, run: (backend, recorder) => run(subject, backend, recorder) });
  return [
    ...matricesFor(subject).map((matrix) =>
      kernelCase(subject, {
        id: `operation/${matrix.id}`,
        tier: matrix.tier,
        run: (backend, recorder) => results(subject, matrix, backend, recorder),
      }),
    ),
    make('operation/unread', unread),
    make('operation/repeats', repeats),
    make('operation/operands', operands),
    ...(saysParts(subject)
      ? [make('operation/parts', async (one, _backend, recorder) => ensureShared(one, recorder))]
      : []),
  ];
}
