import type { Axis, Backend, Params } from '@spmv/core';
import {
  enumerateParams,
  formatParams,
  headerOf,
  isSpmvError,
  kernelContext,
  NO_MATRIX,
  storedPrecision,
  usualValues,
} from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { checkAxes, checkId } from '../format/declaration-cases.ts';
import { spread } from '../case/choose-points.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { problemsOf } from '../operation/operation-problems.ts';
import { bind, ONE_POINT, storedMatrices } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { isPlainSpmv, subjectId, tryOn } from './kernel-subject.ts';
import { checkProduct, createTrial } from './trial.ts';

const DOCUMENTED = 'What is published is documented';
const DECLARED = 'A kernel declares what it is';
const REFUSED = 'Impossible parameters are refused with a reason';
const ORDINARY = 'A kernel multiplies an ordinary matrix with its default parameters';

function declaration(subject: KernelSubject, recorder: Recorder): void {
  const { kernel, format, backend, precision } = subject;
  const where = { kernel: kernel.id };
  checkId(kernel.id, 3, where);
  ensure(
    kernel.id.startsWith(`${kernel.target}/`),
    DECLARED,
    `the id does not begin with its target '${kernel.target}/'`,
    where,
  );
  ensure(kernel.title.trim() !== '', DOCUMENTED, 'the title is empty', where);
  ensure(kernel.format === format?.id, DECLARED, `it reads '${kernel.format}', not '${format?.id}'`, where);
  ensure(
    backend.targets.includes(kernel.target),
    DECLARED,
    `backend '${backend.id}' does not run ${kernel.target}`,
    where,
  );
  ensure(
    (['bitwise', 'run-to-run', 'none'] as readonly string[]).includes(kernel.reproducibility),
    DECLARED,
    `reproducibility is '${kernel.reproducibility}'`,
    where,
  );
  const same = kernel.precisions.filter(
    (one) => one.precision === precision.precision && storedPrecision(one) === storedPrecision(precision),
  );
  ensure(
    same.length === 1 && same[0]?.accumulator === precision.accumulator,
    DECLARED,
    `precision ${precision.precision} is declared ${same.length} times`,
    where,
  );
  checkAxes(kernel.params, where);
  recorder.compare();
}

/** Points that the kernel rejects, and names it does not have, given to `prepare`. */
async function refusals(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('wide'), recorder, (matrix) => refusalsOn(subject, matrix, backend, recorder));
}

async function refusalsOn(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  const { kernel, precision } = subject;
  for (const { workload, stored } of problemsOf(subject, matrix, recorder, 4, 'one')) {
    recorder.accept();
    const { ownSizes: sizes, layouts } = workload;
    const context = kernelContext(subject.operation, kernel, {
      matrix: headerOf(stored ?? NO_MATRIX),
      device: backend.device,
      precision,
      sizes,
      layouts,
    });
    const rejected = enumerateParams(kernel.params, context, `kernel '${kernel.id}'`).filter(
      (point) => point.rejected !== undefined,
    );
    const attempts = [
      { params: { 'no-such-parameter': 1 }, code: 'PARAM.UNKNOWN' },
      ...spread(rejected, 8).map(({ params }) => ({ params, code: 'PARAM.REJECTED' })),
    ];
    for (const { params, code } of attempts) {
      const outcome = await backend
        .prepare({
          operation: subject.operation,
          ...(stored ? { matrix: stored } : {}),
          kernel,
          precision: precision.precision,
          stored: storedPrecision(precision),
          sizes,
          layouts,
          params,
        })
        .then(
          async (operator) => operator.dispose(),
          (error: unknown) => error,
        );
      const where = { kernel: subjectId(subject), params: formatParams(params) };
      ensure(
        isSpmvError(outcome) && outcome.code === code,
        REFUSED,
        `prepare gave ${isSpmvError(outcome) ? outcome.code : 'an operator'}, not ${code}`,
        where,
      );
      recorder.compare();
    }
  }
}

async function ordinary(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('random'), recorder, (matrix) => ordinaryOn(subject, matrix, backend, recorder));
}

/** One product with the parameters that nobody chose, but for `params`. */
export async function ordinaryOn(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
  params: Params = {},
): Promise<void> {
  for (const { coo, stored } of storedMatrices(subject, matrix, recorder, ONE_POINT.format)) {
    const bound = await bind(subject, backend, matrix.id, coo, stored, params, recorder);
    if (!bound) continue;
    try {
      await checkProduct(subject, bound, createTrial(matrix, coo, subject.precision.precision), ORDINARY, recorder);
    } finally {
      await bound.operator.dispose();
    }
  }
}

/** Most points of {@link unusualPoints}. */
const MOST_UNUSUAL = 64;

/** Points that nobody tries unless they are named: every value of the axes that have usual ones, the other axes as suggested. */
function unusualPoints({ kernel, params }: KernelSubject): readonly Params[] {
  const axes = Object.entries<Axis>(kernel.params.axes).filter(
    ([name, { usual }]) => usual !== undefined && params[name] === undefined,
  );
  let points: Params[] = [{}];
  for (const [name, { values }] of axes)
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  const isUsual = (point: Params): boolean => axes.every(([name, axis]) => usualValues(axis).includes(point[name]));
  return spread(
    points.filter((point) => !isUsual(point)),
    MOST_UNUSUAL,
  );
}

/** One product at each unusual point. */
async function unusual(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  const points = unusualPoints(subject);
  await tryOn(subject, matricesById('random'), recorder, async (matrix) => {
    for (const point of points) await ordinaryOn(subject, matrix, backend, recorder, point);
  });
}

/** Declarations and parameters of a kernel. */
export function parameterCases(subject: KernelSubject): readonly ConformanceCase[] {
  return [
    defineCase({ id: `${subjectId(subject)}/declaration`, run: (recorder) => declaration(subject, recorder) }),
    ...(isPlainSpmv(subject)
      ? [kernelCase(subject, { id: 'ordinary', run: (backend, recorder) => ordinary(subject, backend, recorder) })]
      : []),
    ...(isPlainSpmv(subject) && unusualPoints(subject).length > 0
      ? [
          kernelCase(subject, {
            id: 'unusual-parameters',
            tier: 'full',
            run: (backend, recorder) => unusual(subject, backend, recorder),
          }),
        ]
      : []),
    kernelCase(subject, { id: 'refusals', run: (backend, recorder) => refusals(subject, backend, recorder) }),
  ];
}
