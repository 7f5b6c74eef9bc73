import type { Backend, DenseRequest, Operation, Operator, Params, Sizes, StoredMatrix, Workload } from '@spmv/core';
import { createWorkload, formatParams } from '@spmv/core';
import type { FailureDetails } from '../case/conformance-error.ts';
import { coveringRows, shareOf } from '../case/covering.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePer } from '../case/once-per.ts';
import { recordRefusal } from '../case/refusal.ts';
import { byPlace, launchPoints, storageChoices } from '../kernel/bound-operator.ts';
import type { PointLimits } from '../kernel/bound-operator.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';
import { subjectId } from '../kernel/kernel-subject.ts';
import { entriesIn } from '../matrices/complex-matrix.ts';
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
  return [{}, of(() => 1), of((index) => uneven[index % uneven.length]), of((index) => 8 + 4 * index)];
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
export interface OperationProblem {
  readonly workload: Workload;
  readonly stored: StoredMatrix | undefined;
}

/** Whether all layouts are tried, one of each size, or only what nobody chose. */
export type Breadth = 'all' | 'one' | 'usual';

/** Sizes and layouts of the problems with a matrix, or with none. */
interface Variant {
  readonly sizes: Sizes;
  readonly layouts: Readonly<Record<string, DenseRequest>>;
}

function variantsOf({ operation, kernel }: KernelSubject, coo: Workload['coo'], breadth: Breadth): readonly Variant[] {
  if (breadth === 'usual') return [{ sizes: {}, layouts: {} }];
  const options = kernel.options ?? {};
  return sizeSets(operation).flatMap((sizes, s) => {
    const [usual = {}, ...others] = layoutSets(createWorkload(operation, coo, { options, sizes }));
    // All layouts at the default sizes, elsewhere the usual one and another; or one in all, another each time.
    const one = others[s % Math.max(1, others.length)] ?? usual;
    const all = s === 0 ? [usual, ...others] : others.length === 0 ? [usual] : [usual, one];
    return (breadth === 'all' ? all : [one]).map((layouts) => ({ sizes, layouts }));
  });
}

/** What the problems of one test matrix are made of: the ways of storing it, sizes with layouts, and the workload of each. */
interface ProblemChoices {
  /** One that is `undefined` where the operation has no matrix. */
  readonly forms: readonly (StoredMatrix | undefined)[];
  readonly variants: readonly Variant[];
  workload(variant: Variant): Workload;
}

function problemChoices(
  subject: KernelSubject,
  matrix: TestMatrix,
  recorder: Recorder,
  most: number,
  breadth: Breadth,
): ProblemChoices {
  const choices = storageChoices(subject, matrix, recorder, most);
  const coo = choices?.coo;
  const given = coo && entriesIn(subject.precision.precision, coo);
  const options = subject.kernel.options ?? {};
  return {
    forms: choices ? choices.points.flatMap((point) => choices.store(point) ?? []) : [undefined],
    variants: variantsOf(subject, coo, breadth),
    workload: oncePer((variant: Variant) => createWorkload(subject.operation, given, { options, ...variant })),
  };
}

/** The problems of one test matrix: in every stored form, all sizes, and layouts. */
export function* problemsOf(
  subject: KernelSubject,
  matrix: TestMatrix,
  recorder: Recorder,
  most: number,
  breadth: Breadth,
): Generator<OperationProblem> {
  const { forms, variants, workload } = problemChoices(subject, matrix, recorder, most, breadth);
  for (const stored of forms) for (const variant of variants) yield { workload: workload(variant), stored };
}

/**
 * Prepares the subject on `matrix`, in all sizes and layouts at the chosen points or in the share of these that `limits` names, with the numbers of
 * the trials to make there; disposes of each operator after its visit.
 */
export async function eachProblem(
  subject: KernelSubject,
  backend: Backend,
  matrix: TestMatrix,
  recorder: Recorder,
  limits: PointLimits & { readonly breadth?: Breadth },
  visit: (bound: BoundProblem, trials: readonly number[]) => Promise<void>,
): Promise<void> {
  const { operation, kernel, precision } = subject;
  const { breadth = 'one', part, trials: count = 1 } = limits;
  const { forms, variants, workload: workloadOf } = problemChoices(subject, matrix, recorder, limits.format, breadth);
  const share = shareOf(recorder.coverage, part);
  const known = new Map<string, readonly Params[]>();
  const launches = (form: number, variant: number): readonly Params[] => {
    const key = `${form}, ${variant}`;
    const workload = workloadOf(variants[variant]);
    const found = known.get(key) ?? launchPoints(subject, backend, forms[form], limits.kernel, workload);
    known.set(key, found);
    return found;
  };
  // How many points there are may depend on sizes. A share asks about one, and takes what comes closest at the others.
  const asked = share ? [0] : [...variants.keys()];
  const most = Math.max(0, ...forms.flatMap((_, form) => asked.map((variant) => launches(form, variant).length)));
  const rows = coveringRows([forms.length, variants.length, most, count], share);
  for (const { place, trials } of byPlace(rows)) {
    const [form = 0, variant = 0, launch = 0] = place;
    const stored = forms[form];
    const workload = workloadOf(variants[variant]);
    const points = launches(form, variant);
    const params = points[share ? launch % Math.max(1, points.length) : launch];
    if (!params) continue;
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
      await visit({ backend, operator, workload, stored, params, where }, trials);
    } finally {
      await operator.dispose();
    }
  }
}
