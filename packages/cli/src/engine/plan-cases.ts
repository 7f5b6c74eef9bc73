import type {
  BackendDescriptor,
  LaunchContext,
  MatrixStructure,
  Params,
  Precision,
  Registry,
  SparseFormat,
  SpmvContext,
  SpmvKernel,
  StoragePlan,
  StoredMatrixHeader,
} from '@spmv/core';
import { kernelObstacle, planStorage, PRECISIONS } from '@spmv/core';
import type { CasePlan, CaseProblem, ExcludedCase, RunnableCase } from './case.ts';
import type { OpenBackend, OpenedBackends } from './open-backends.ts';
import type { SelectedPoint, Selection } from './selection.ts';
import { selectedPoints } from './selection.ts';
import { spmvKernels } from './spmv-kernels.ts';

export interface PlanInputs {
  readonly registry: Registry;
  readonly backends: OpenedBackends;
  readonly structure: MatrixStructure;
  readonly selection: Selection;
  /** Most bytes of one stored matrix. */
  readonly maxBytes: number;
}

const NONE: Params = {};

function refused(reason: string, fix: string, code: string | null = null): CaseProblem {
  return { status: 'refused', code, reason, fix };
}

function ofPoint({ refusal }: SelectedPoint): CaseProblem | undefined {
  return refusal && refused(refusal.reason, refusal.fix, refusal.code);
}

/** Header of the stored matrix a plan describes, before it is built. */
function headerOfPlan(plan: StoragePlan, structure: MatrixStructure): StoredMatrixHeader {
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

/** Precisions to try with a kernel: those asked for, else those that kernel and device share. */
function precisionsFor(kernel: SpmvKernel, opened: OpenBackend, selection: Selection): readonly Precision[] {
  if (selection.precisions) return selection.precisions;
  return kernel.precisions
    .map(({ precision }) => precision)
    .filter((precision) => opened.backend.device.precisions.includes(precision));
}

interface Place {
  readonly inputs: PlanInputs;
  readonly opened: OpenBackend;
  readonly format: SparseFormat;
  readonly kernel: SpmvKernel;
  readonly precision: Precision;
}

/** All launches of one kernel over one planned storage. */
function launches(place: Place, plan: StoragePlan): readonly (RunnableCase | ExcludedCase)[] {
  const { inputs, opened, format, kernel, precision } = place;
  const { device } = opened.backend;
  const arithmetic = kernel.precisions.find((p) => p.precision === precision) ?? { precision, accumulator: precision };
  const matrix = headerOfPlan(plan, inputs.structure);
  const context: SpmvContext = { matrix, device, precision: arithmetic };
  const launchContext: LaunchContext = { device, kernel: { id: kernel.id, target: kernel.target }, matrix };
  const { launchParams: launchSpace } = opened.descriptor;
  const base = {
    backend: opened.descriptor.id,
    device: device.name,
    format: format.id,
    formatParams: plan.params,
    kernel: kernel.id,
    precision,
  };
  const launchPoints = selectedPoints(launchSpace, launchContext, `backend '${base.backend}'`, inputs.selection);
  return selectedPoints(kernel.params, context, `kernel '${kernel.id}'`, inputs.selection).flatMap(
    (point): readonly (RunnableCase | ExcludedCase)[] => {
      const problem = ofPoint(point);
      // Whatever the launch would be.
      if (problem) return [{ ...base, kernelParams: point.params, launchParams: NONE, problem, predictedBytes: null }];
      return launchPoints.map((launch) => {
        const id = { ...base, kernelParams: point.params, launchParams: launch.params };
        const why = ofPoint(launch);
        return why
          ? { ...id, problem: why, predictedBytes: null }
          : {
              ...id,
              descriptor: opened.descriptor,
              opened,
              sparseFormat: format,
              spmvKernel: kernel,
              arithmetic,
              plan,
              listed: true,
            };
      });
    },
  );
}

/** All cases of one kernel on one backend in one precision. */
function casesOf(place: Place): readonly (RunnableCase | ExcludedCase)[] {
  const { inputs, opened, format, kernel, precision } = place;
  const id = {
    backend: opened.descriptor.id,
    device: opened.backend.device.name,
    format: format.id,
    kernel: kernel.id,
    kernelParams: NONE,
    launchParams: NONE,
    precision,
  };
  const obstacle = kernelObstacle(kernel, opened.descriptor, opened.backend.device, precision);
  if (obstacle)
    return [
      {
        ...id,
        formatParams: NONE,
        problem: refused(obstacle.message, obstacle.fix, obstacle.code),
        predictedBytes: null,
      },
    ];
  const structure = { ...inputs.structure, target: kernel.target };
  return selectedPoints(format.params, structure, `format '${format.id}'`, inputs.selection).flatMap(
    (point): readonly (RunnableCase | ExcludedCase)[] => {
      const problem = ofPoint(point);
      if (problem) return [{ ...id, formatParams: point.params, problem, predictedBytes: null }];
      const plan = planStorage(format, structure, point.params, PRECISIONS[precision].host, {
        maxBytes: inputs.maxBytes,
      });
      if (plan.refusal !== undefined) {
        const why = refused(plan.refusal, plan.fix, 'FORMAT.REFUSED');
        return [{ ...id, formatParams: plan.params, problem: why, predictedBytes: plan.bytes }];
      }
      return launches(place, plan);
    },
  );
}

function noKernel(descriptor: BackendDescriptor, device: string, format: SparseFormat): ExcludedCase {
  const problem = refused(
    `No installed kernel of format '${format.id}' is written for ${descriptor.targets.join(' or ')}.`,
    'Install a plugin that brings one, or choose another format.',
    'KERNEL.NONE',
  );
  return {
    backend: descriptor.id,
    device,
    format: format.id,
    formatParams: NONE,
    kernel: null,
    kernelParams: NONE,
    launchParams: NONE,
    precision: null,
    problem,
    predictedBytes: null,
  };
}

/** Every combination of the selection for one matrix: to run, or with the reason why not. Builds nothing. */
export function planCases(inputs: PlanInputs): CasePlan {
  const { registry, backends, selection } = inputs;
  const runnable: RunnableCase[] = [];
  const excluded: ExcludedCase[] = [];
  const formats = registry.formats.filter(({ id }) => selection.formats?.includes(id) ?? true);
  for (const { id, code, reason, fix } of backends.closed) {
    for (const format of formats) {
      const problem: CaseProblem = { status: 'unavailable', code, reason, fix };
      excluded.push({
        backend: id,
        device: null,
        format: format.id,
        formatParams: NONE,
        kernel: null,
        kernelParams: NONE,
        launchParams: NONE,
        precision: null,
        problem,
        predictedBytes: null,
      });
    }
  }
  for (const opened of backends.open) {
    for (const format of formats) {
      const { descriptor } = opened;
      const all = spmvKernels(registry, { format: format.id, targets: descriptor.targets });
      if (all.length === 0) excluded.push(noKernel(descriptor, opened.backend.device.name, format));
      for (const kernel of all) {
        if (selection.kernels && !selection.kernels.includes(kernel.id)) continue;
        for (const precision of precisionsFor(kernel, opened, selection)) {
          for (const found of casesOf({ inputs, opened, format, kernel, precision })) {
            if ('problem' in found) excluded.push(found);
            else runnable.push(found);
          }
        }
      }
    }
  }
  return { runnable, excluded };
}
