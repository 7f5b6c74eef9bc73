import type { Backend, CooMatrix, Params, Operator, StoredMatrix, SpmvArguments, Workload } from '@spmv/core';
import { buildMatrix, formatParams, headerOf, kernelContext, launchContext, spmv, structureOf } from '@spmv/core';
import { choosePoints, spread } from '../case/choose-points.ts';
import type { FailureDetails } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { recordRefusal, unlessRefused } from '../case/refusal.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { hostOf, subjectId } from './kernel-subject.ts';

/** An operator with what it was made from. */
export interface BoundOperator {
  readonly backend: Backend;
  readonly operator: Operator<SpmvArguments>;
  readonly coo: CooMatrix;
  readonly stored: StoredMatrix;
  /** Parameters given to `prepare`. */
  readonly params: Params;
  /** For messages. */
  readonly where: FailureDetails;
}

/** How much of the parameter spaces a case covers. */
export interface PointLimits {
  /** Most points of the format's space, and of the kernel's and backend's together. */
  readonly format: number;
  readonly kernel: number;
}

/** Everything small, corners of the rest. */
export const ALL_POINTS: PointLimits = { format: 8, kernel: 12 };
/** The defaults and the ends. */
export const FEW_POINTS: PointLimits = { format: 2, kernel: 2 };
/** Only the defaults. */
export const ONE_POINT: PointLimits = { format: 1, kernel: 1 };

/** Parameters to test the kernel with on this stored matrix: those of the kernel and of the backend together. */
export function launchPoints(
  subject: KernelSubject,
  backend: Backend,
  stored: StoredMatrix | undefined,
  most: number,
  { ownSizes: sizes, layouts }: Partial<Pick<Workload, 'ownSizes' | 'layouts'>> = {},
): readonly Params[] {
  const { operation, kernel, precision } = subject;
  const matrix = stored && headerOf(stored);
  const context = kernelContext(operation, kernel, {
    ...(matrix ? { matrix } : {}),
    device: backend.device,
    precision,
    ...(sizes ? { sizes } : {}),
    ...(layouts ? { layouts } : {}),
  });
  const kernelPoints = choosePoints(kernel.params, context, `kernel '${kernel.id}'`, subject.params, most).points;
  const backendPoints = choosePoints(
    subject.backend.launchParams,
    launchContext(operation, kernel, context),
    `backend '${backend.id}'`,
    subject.params,
    most,
  ).points;
  return spread(
    kernelPoints.flatMap((own) => backendPoints.map((shared) => ({ ...own, ...shared }))),
    most,
  );
}

/** The stored matrices of the subject's format for one test matrix. */
export function* storedMatrices(
  subject: KernelSubject,
  matrix: TestMatrix,
  recorder: Recorder,
  most: number,
): Generator<{ readonly coo: CooMatrix; readonly stored: StoredMatrix }> {
  const { format } = subject;
  if (!format) return;
  const valueType = hostOf(subject);
  const coo = matrix.make(subject.precision.precision);
  const structure = { ...structureOf(coo), target: subject.kernel.target };
  const { points, rejected } = choosePoints(format.params, structure, `format '${format.id}'`, subject.params, most);
  for (const point of rejected) recorder.refuse(`${formatParams(point.params)}: ${point.rejected}`);
  for (const params of spread(points, most)) {
    const where = { format: format.id, matrix: matrix.id, params: formatParams(params) };
    const stored = unlessRefused(recorder, where, () =>
      buildMatrix(format, coo, { params, valueType, target: subject.kernel.target }),
    );
    if (stored) yield { coo, stored };
  }
}

/** The operator of one point, or `undefined` where `prepare` refused it with a reason. */
export async function bind(
  subject: KernelSubject,
  backend: Backend,
  matrix: string,
  coo: CooMatrix,
  stored: StoredMatrix,
  params: Params,
  recorder: Recorder,
): Promise<BoundOperator | undefined> {
  const where = {
    kernel: subjectId(subject),
    matrix,
    shape: `${coo.shape.rows} x ${coo.shape.cols}`,
    nnz: coo.values.length,
    params: [formatParams(stored.params), formatParams(params)].filter((text) => text !== '').join('; '),
  };
  try {
    const operator = await backend.prepare({
      operation: spmv,
      matrix: stored,
      kernel: subject.kernel,
      precision: subject.precision.precision,
      params,
    });
    recorder.accept();
    return { backend, operator, coo, stored, params, where };
  } catch (error) {
    recordRefusal(recorder, where, error);
    return undefined;
  }
}

/** Prepares the subject on `matrix` at the chosen points, one after another, and disposes of each operator after its visit. */
export async function eachOperator(
  subject: KernelSubject,
  backend: Backend,
  matrix: TestMatrix,
  recorder: Recorder,
  limits: PointLimits,
  visit: (bound: BoundOperator) => Promise<void>,
): Promise<void> {
  for (const { coo, stored } of storedMatrices(subject, matrix, recorder, limits.format)) {
    for (const params of launchPoints(subject, backend, stored, limits.kernel)) {
      const bound = await bind(subject, backend, matrix.id, coo, stored, params, recorder);
      if (!bound) continue;
      try {
        await visit(bound);
      } finally {
        await bound.operator.dispose();
      }
    }
  }
}
