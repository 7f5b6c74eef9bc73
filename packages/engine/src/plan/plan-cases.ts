import type {
  BackendDescriptor,
  MatrixStructure,
  Params,
  Registry,
  SparseFormat,
  Kernel,
  KernelPrecision,
  StoragePlan,
  Precision,
  StoredMatrixHeader,
  Workload,
} from '@spmv/core';
import {
  formatParams,
  headerOf,
  kernelContext,
  kernelObstacle,
  launchContext,
  NO_MATRIX,
  operandObstacle,
  planStorage,
  precisionOf,
  PRECISIONS,
  precisionsWith,
  SpmvError,
  storedPrecision,
  structureFor,
} from '@spmv/core';
import type { CasePlan, CaseProblem, ExcludedCase, PlannedStorage, RunnableCase } from './case.ts';
import type { OpenBackend, OpenedBackends } from './open-backends.ts';
import type { SelectedPoint, Selection } from './selection.ts';
import { selectedPoints } from './selection.ts';
import { DEFAULT_OPERATION, kernelsOf } from './kernels-of.ts';

/** What a plan is made of. */
export interface PlanInputs {
  readonly registry: Registry;
  readonly backends: OpenedBackends;
  readonly workload: Pick<Workload, 'operation' | 'options' | 'ownSizes' | 'layouts' | 'signature' | 'components'>;
  /** Of the stored matrix, where the operation has one. */
  readonly structure: MatrixStructure | undefined;
  readonly selection: Selection;
  /** Most bytes of one stored matrix. */
  readonly maxBytes: number;
}

export const NONE: Params = {};

export function refused(reason: string, fix: string, code: string | null = null): CaseProblem {
  return { status: 'refused', code, reason, fix };
}

export function ofPoint({ refusal }: SelectedPoint): CaseProblem | undefined {
  return refusal && refused(refusal.reason, refusal.fix, refusal.code);
}

/** Header of the stored matrix a plan describes, before it is built. */
export function headerOfPlan(plan: StoragePlan, structure: MatrixStructure): StoredMatrixHeader {
  const lengths = Object.fromEntries(Object.entries(plan.arrays).map(([name, { length }]) => [name, length]));
  return {
    format: plan.format,
    shape: structure.shape,
    nnz: structure.nnz,
    valueType: plan.valueType,
    params: plan.params,
    scalars: plan.scalars,
    lengths,
  };
}

/**
 * Arithmetics to try with a kernel: in the precisions asked for, else in those of numbers of so many components that kernel and device share. A kernel that is not written
 * for what is wanted comes back with it all the same: the reason why it does not run is the answer.
 */
export function arithmeticsFor(
  kernel: Pick<Kernel, 'precisions'>,
  opened: OpenBackend,
  selection: Selection,
  components: 1 | 2 = 1,
): readonly KernelPrecision[] {
  const { precisions, stored } = selection;
  const wanted = kernel.precisions.filter((one) =>
    stored ? stored.includes(storedPrecision(one)) : one.stored === undefined,
  );
  const among = (asked: readonly Precision[]): readonly KernelPrecision[] =>
    asked.flatMap((precision) => {
      const offered = wanted.filter((one) => one.precision === precision);
      return offered.length > 0 || stored ? offered : [{ precision, accumulator: precision }];
    });
  if (precisions) return among(precisions);
  const alike = wanted.filter(({ precision }) => PRECISIONS[precision].components === components);
  if (kernel.precisions.every(({ precision }) => PRECISIONS[precision].components !== components))
    return among([precisionOf('f64', components)]);
  return alike.filter(({ precision }) => opened.backend.device.precisions.includes(precision));
}

interface Pairing {
  readonly inputs: PlanInputs;
  readonly opened: OpenBackend;
  /** Null where the operation has no stored matrix. */
  readonly format: SparseFormat | null;
  readonly kernel: Kernel;
  readonly arithmetic: KernelPrecision;
}

/** What the cases of one kernel on one backend in one precision have in common. */
function identityOf({ inputs, opened, format, kernel, arithmetic }: Pairing) {
  return {
    operation: inputs.workload.operation.id,
    backend: opened.descriptor.id,
    device: opened.backend.device.name,
    format: format?.id ?? null,
    kernel: kernel.id,
    precision: arithmetic.precision,
    ...(arithmetic.stored === undefined ? {} : { stored: arithmetic.stored }),
  };
}

/** All launches of one kernel, over one planned storage where there is one. */
function launches(place: Pairing, storage: PlannedStorage | undefined): readonly (RunnableCase | ExcludedCase)[] {
  const { inputs, opened, kernel, arithmetic } = place;
  const { device } = opened.backend;
  const matrix = storage && inputs.structure ? headerOfPlan(storage.plan, inputs.structure) : headerOf(NO_MATRIX);
  const { operation, ownSizes: sizes, layouts } = inputs.workload;
  const context = kernelContext(operation, kernel, { matrix, device, precision: arithmetic, sizes, layouts });
  const base = { ...identityOf(place), formatParams: storage?.plan.params ?? NONE };
  const launchPoints = selectedPoints(
    opened.descriptor.launchParams,
    launchContext(operation, kernel, context),
    `backend '${base.backend}'`,
    inputs.selection,
  );
  return selectedPoints(kernel.params, context, `kernel '${kernel.id}'`, inputs.selection).flatMap(
    (point): readonly (RunnableCase | ExcludedCase)[] => {
      const problem = ofPoint(point);
      // Whatever the launch would be.
      if (problem) return [{ ...base, kernelParams: point.params, launchParams: NONE, problem, predictedBytes: null }];
      return launchPoints.map((launch) => {
        const id = { ...base, kernelParams: point.params, launchParams: launch.params };
        const why = ofPoint(launch);
        if (why) return { ...id, problem: why, predictedBytes: null };
        const { descriptor } = opened;
        return { ...id, descriptor, opened, implementation: kernel, arithmetic, storage, listed: true };
      });
    },
  );
}

/** Why numbers, real or complex, are not computed with in a precision: it is of the other kind. */
export function kindObstacle(components: 1 | 2, precision: Precision): SpmvError | undefined {
  if (PRECISIONS[precision].components === components) return undefined;
  const [is, other] = components === 2 ? ['complex', 'real'] : ['real', 'complex'];
  const alike = precisionsWith(components).join(', ');
  return new SpmvError('KERNEL.PRECISION_UNSUPPORTED', `The numbers are ${is}, and ${precision} is of ${other} ones.`, {
    fix:
      components === 2
        ? `Ask for one of: ${alike}.`
        : `Ask for one of: ${alike}; or for complex precisions alone, which take a real matrix as a complex one.`,
  });
}

/** All cases of one kernel on one backend in one precision. */
function casesOf(place: Pairing): readonly (RunnableCase | ExcludedCase)[] {
  const { inputs, opened, format, kernel, arithmetic } = place;
  const id = { ...identityOf(place), kernelParams: NONE, launchParams: NONE };
  const obstacle =
    kindObstacle(inputs.workload.components, arithmetic.precision) ??
    kernelObstacle(kernel, opened.descriptor, opened.backend.device, arithmetic.precision) ??
    operandObstacle(inputs.workload.signature, opened.backend.device, arithmetic.precision);
  if (obstacle) {
    const problem = refused(obstacle.message, obstacle.fix, obstacle.code);
    return [{ ...id, formatParams: NONE, problem, predictedBytes: null }];
  }
  if (!format || !inputs.structure) return launches(place, undefined);
  const structure = structureFor(inputs.structure, kernel.target);
  return selectedPoints(format.params, structure, `format '${format.id}'`, inputs.selection).flatMap(
    (point): readonly (RunnableCase | ExcludedCase)[] => {
      const problem = ofPoint(point);
      if (problem) return [{ ...id, formatParams: point.params, problem, predictedBytes: null }];
      const plan = planStorage(format, structure, point.params, storedPrecision(arithmetic), {
        maxBytes: inputs.maxBytes,
      });
      if (plan.refusal !== undefined) {
        const why = refused(plan.refusal, plan.fix, 'FORMAT.REFUSED');
        return [{ ...id, formatParams: plan.params, problem: why, predictedBytes: plan.bytes }];
      }
      return launches(place, { format, plan });
    },
  );
}

/** A format that no kernel can read on a backend, or an operation without a matrix that none computes there, whatever the parameters. */
function excludedFormat(
  inputs: PlanInputs,
  backend: string,
  device: string | null,
  format: SparseFormat | null,
  problem: CaseProblem,
): ExcludedCase {
  return {
    operation: inputs.workload.operation.id,
    backend,
    device,
    format: format?.id ?? null,
    formatParams: NONE,
    kernel: null,
    kernelParams: NONE,
    launchParams: NONE,
    precision: null,
    problem,
    predictedBytes: null,
  };
}

export function noKernel(
  { targets }: BackendDescriptor,
  { operation, options = {} }: Selection,
  format: SparseFormat | null,
): CaseProblem {
  const variant = formatParams(options);
  const what = format
    ? `format '${format.id}'`
    : `operation '${operation ?? ''}'${variant === '' ? '' : ` with ${variant}`}`;
  return refused(
    `No installed kernel of ${what} is written for ${targets.join(' or ')}.`,
    `Install a plugin that brings one, or choose another ${format ? 'format' : 'backend'}.`,
    'KERNEL.NONE',
  );
}

/**
 * The formats asked for; else all, or of another operation than SpMV those that some kernel of it reads. Null alone where the operation has
 * no stored matrix.
 */
function formatsOf({ registry, selection, structure }: PlanInputs): readonly (SparseFormat | null)[] {
  if (!structure) return [null];
  if (selection.formats) return registry.formats.filter(({ id }) => selection.formats?.includes(id));
  const isUsual = (selection.operation ?? DEFAULT_OPERATION) === DEFAULT_OPERATION && !selection.optionTexts;
  if (isUsual) return registry.formats;
  const read = new Set(kernelsOf(registry, selection).map(({ format }) => format));
  return registry.formats.filter(({ id }) => read.has(id));
}

/** Every combination of the selection for one problem: to run, or with the reason why not. Builds nothing. */
export function planCases(inputs: PlanInputs): CasePlan {
  const { registry, backends, selection } = inputs;
  const runnable: RunnableCase[] = [];
  const excluded: ExcludedCase[] = [];
  const formats = formatsOf(inputs);
  for (const { id, code, reason, fix } of backends.closed) {
    for (const format of formats) {
      excluded.push(excludedFormat(inputs, id, null, format, { status: 'unavailable', code, reason, fix }));
    }
  }
  for (const opened of backends.open) {
    for (const format of formats) {
      const { descriptor } = opened;
      const all = kernelsOf(registry, selection, {
        ...(format ? { format: format.id } : {}),
        targets: descriptor.targets,
      });
      if (all.length === 0) {
        const why = noKernel(descriptor, selection, format);
        excluded.push(excludedFormat(inputs, descriptor.id, opened.backend.device.name, format, why));
      }
      for (const kernel of all) {
        if (selection.kernels && !selection.kernels.includes(kernel.id)) continue;
        for (const arithmetic of arithmeticsFor(kernel, opened, selection, inputs.workload.components)) {
          for (const found of casesOf({ inputs, opened, format, kernel, arithmetic })) {
            if ('problem' in found) excluded.push(found);
            else runnable.push(found);
          }
        }
      }
    }
  }
  return { runnable, excluded };
}
