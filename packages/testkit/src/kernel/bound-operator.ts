import type { Backend, CooMatrix, Params, Operator, StoredMatrix, SpmvArguments, Workload } from '@spmv/core';
import { buildMatrix, formatParams, headerOf, kernelContext, launchContext, spmv, structureOf } from '@spmv/core';
import { choosePoints, spread } from '../case/choose-points.ts';
import type { CaseShare } from '../case/covering.ts';
import { coveringRows, shareOf } from '../case/covering.ts';
import type { FailureDetails } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePer } from '../case/once-per.ts';
import { recordRefusal, unlessRefused } from '../case/refusal.ts';
import { entriesIn } from '../matrices/complex-matrix.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { madeFor } from '../matrices/test-matrix.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { hostOf, subjectId } from './kernel-subject.ts';

/** An operator with what it was made from. */
export interface TestedOperator {
  readonly backend: Backend;
  readonly operator: Operator<SpmvArguments>;
  /** The entries; the real parts of those that are stored, where these are complex. */
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
  /** Which share of their combinations, where only pairs are covered. Default: all of them. */
  readonly part?: CaseShare | undefined;
  /** Numbers of trials that a visit chooses from. Default 1. */
  readonly trials?: number;
}

/** One of two cases that divide the combinations: of two points of a format and two of a kernel each is met. */
const HALF: CaseShare = { index: 0, count: 2 };

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

/** A test matrix and the ways in which the subject's format may store it. */
export interface StorageChoices {
  readonly coo: CooMatrix;
  readonly points: readonly Params[];
  /** Stored at this point, once; `undefined` where that is refused with a reason. */
  store(point: Params): StoredMatrix | undefined;
}

/** At most `most` points of the format's space for one test matrix; `undefined` where the subject has no format. */
export function storageChoices(
  subject: KernelSubject,
  matrix: TestMatrix,
  recorder: Recorder,
  most: number,
): StorageChoices | undefined {
  const { format } = subject;
  if (!format) return undefined;
  const { target } = subject.kernel;
  const { precision } = subject.precision;
  const coo = madeFor(matrix, precision);
  const structure = { ...structureOf(coo), target };
  const { points, rejected } = choosePoints(format.params, structure, `format '${format.id}'`, subject.params, most);
  for (const point of rejected) recorder.refuse(`${formatParams(point.params)}: ${point.rejected}`);
  const build = (params: Params): StoredMatrix | undefined =>
    unlessRefused(recorder, { format: format.id, matrix: matrix.id, params: formatParams(params) }, () =>
      buildMatrix(format, entriesIn(precision, coo), { params, valueType: hostOf(subject), target }),
    );
  return { coo, points: spread(points, most), store: oncePer(build) };
}

/** The stored matrices of the subject's format for one test matrix. */
export function* storedMatrices(
  subject: KernelSubject,
  matrix: TestMatrix,
  recorder: Recorder,
  most: number,
): Generator<{ readonly coo: CooMatrix; readonly stored: StoredMatrix }> {
  const choices = storageChoices(subject, matrix, recorder, most);
  for (const point of choices?.points ?? []) {
    const stored = choices?.store(point);
    if (choices && stored) yield { coo: choices.coo, stored };
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
): Promise<TestedOperator | undefined> {
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

/** The trials of each place: of rows `[...place, trial]`, the last by all others. */
export function* byPlace(
  rows: readonly (readonly number[])[],
): Generator<{ readonly place: readonly number[]; readonly trials: readonly number[] }> {
  const places = new Map<string, { readonly place: readonly number[]; readonly trials: number[] }>();
  for (const row of rows) {
    const place = row.slice(0, -1);
    const found = places.get(place.join()) ?? { place, trials: [] };
    found.trials.push(row.at(-1) as number);
    places.set(place.join(), found);
  }
  yield* places.values();
}

/**
 * Prepares the subject on `matrix` at every combination of points, or at the share of them that `limits` names, one after another, with the numbers
 * of the trials to make there; disposes of each operator after its visit.
 */
export async function eachOperator(
  subject: KernelSubject,
  backend: Backend,
  matrix: TestMatrix,
  recorder: Recorder,
  { format, kernel, part, trials: count = 1 }: PointLimits,
  visit: (bound: TestedOperator, trials: readonly number[]) => Promise<void>,
): Promise<void> {
  const choices = storageChoices(subject, matrix, recorder, format);
  if (!choices) return;
  const forms = choices.points.flatMap((point) => choices.store(point) ?? []);
  const launches = oncePer((stored: StoredMatrix) => launchPoints(subject, backend, stored, kernel));
  const most = Math.max(0, ...forms.map((stored) => launches(stored).length));
  // A case without a part takes half of its few combinations.
  const share = shareOf(recorder.coverage, part ?? HALF);
  for (const { place, trials } of byPlace(coveringRows([forms.length, most, count], share))) {
    const [form = 0, launch = 0] = place;
    const stored = forms[form];
    const points = launches(stored);
    const params = points[share ? launch % Math.max(1, points.length) : launch];
    const bound = params && (await bind(subject, backend, matrix.id, choices.coo, stored, params, recorder));
    if (!bound) continue;
    try {
      await visit(bound, trials);
    } finally {
      await bound.operator.dispose();
    }
  }
}
