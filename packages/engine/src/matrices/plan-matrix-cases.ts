import type { MatrixContext, MatrixKernel, Params, Registry, SparseFormat, StoredMatrixHeader } from '@spmv/core';
import {
  formatParams,
  kernelObstacle,
  operationOptions,
  planStorage,
  resolveParams,
  storedPrecision,
  structureFor,
  structureOf,
} from '@spmv/core';
import type { CasePlan, CaseProblem, ExcludedCase, PlannedStorage, RunnableCase } from '../plan/case.ts';
import type { OpenBackend, OpenedBackends } from '../plan/open-backends.ts';
import { arithmeticsFor, headerOfPlan, NONE, noKernel, ofPoint, refused } from '../plan/plan-cases.ts';
import type { Selection } from '../plan/selection.ts';
import { selectedPoints } from '../plan/selection.ts';
import type { MatricesProblem } from './matrices-problem.ts';
import { rolesOf } from './matrices-problem.ts';

/** What a plan is made of. */
export interface MatrixPlanInputs {
  readonly registry: Registry;
  readonly backends: OpenedBackends;
  readonly selection: Selection;
  /** Most bytes of one stored matrix. */
  readonly maxBytes: number;
}

/** A combination whose result is a stored matrix. */
export interface MatrixCase extends RunnableCase {
  readonly implementation: MatrixKernel;
  /** How each matrix that is read is stored, by the names of the operands. */
  readonly operands: Readonly<Record<string, PlannedStorage>>;
  /** Of the result. */
  readonly result: SparseFormat;
}

/** The kernels of a matrix operation in the variant that the selection asks for. */
export function matrixKernelsOf(
  registry: Registry,
  operation: MatricesProblem['operation'],
  options: Params,
): readonly MatrixKernel[] {
  const wanted = formatParams(operationOptions(operation, options));
  return registry
    .matrixKernels(operation.id)
    .filter((kernel) => formatParams(operationOptions(operation, kernel.options)) === wanted);
}

type Planned = Readonly<Record<string, PlannedStorage & { readonly header: StoredMatrixHeader }>>;

/** How a kernel has its operands stored, or why one of them cannot be. */
function storages(
  { registry, maxBytes }: MatrixPlanInputs,
  { matrices }: MatricesProblem,
  kernel: MatrixKernel,
  arithmetic: RunnableCase['arithmetic'],
): { readonly operands: Planned } | { readonly problem: CaseProblem; readonly predictedBytes: number } {
  const operands: Record<string, Planned[string]> = {};
  for (const [name, { coo }] of Object.entries(matrices)) {
    const format = registry.format(kernel.formats[name] ?? '');
    const structure = structureFor(structureOf(coo), kernel.target);
    const params = resolveParams(format.params, {}, structure, `format '${format.id}'`);
    const plan = planStorage(format, structure, params, storedPrecision(arithmetic), { maxBytes });
    if (plan.refusal !== undefined)
      return { problem: refused(`${name}: ${plan.refusal}`, plan.fix, 'FORMAT.REFUSED'), predictedBytes: plan.bytes };
    operands[name] = { format, plan, header: headerOfPlan(plan, structure) };
  }
  return { operands };
}

interface MatrixPairing {
  readonly inputs: MatrixPlanInputs;
  readonly problem: MatricesProblem;
  readonly opened: OpenBackend;
  readonly kernel: MatrixKernel;
  readonly arithmetic: RunnableCase['arithmetic'];
}

/** All cases of one kernel on one backend in one precision. */
function casesOf({
  inputs,
  problem,
  opened,
  kernel,
  arithmetic,
}: MatrixPairing): readonly (MatrixCase | ExcludedCase)[] {
  const { descriptor, backend } = opened;
  const { device } = backend;
  const { read, written } = rolesOf(problem.operation, problem.options);
  const [first = ''] = read;
  const id = {
    operation: problem.operation.id,
    backend: descriptor.id,
    device: device.name,
    format: kernel.formats[first] ?? null,
    formatParams: NONE,
    kernel: kernel.id,
    kernelParams: NONE,
    launchParams: NONE,
    precision: arithmetic.precision,
  };
  const obstacle = kernelObstacle(kernel, descriptor, device, arithmetic.precision);
  if (obstacle)
    return [{ ...id, problem: refused(obstacle.message, obstacle.fix, obstacle.code), predictedBytes: null }];
  const absent = Object.values(kernel.formats).find(
    (one) => !inputs.registry.formats.some((format) => format.id === one),
  );
  if (absent !== undefined) {
    const why = `Kernel '${kernel.id}' takes or makes format '${absent}', which no plugin here brings.`;
    return [
      { ...id, problem: refused(why, 'Install the plugin that brings it.', 'KERNEL.NONE'), predictedBytes: null },
    ];
  }
  const result = inputs.registry.format(kernel.formats[written] ?? '');
  const stored = storages(inputs, problem, kernel, arithmetic);
  if ('problem' in stored) return [{ ...id, ...stored }];
  const { operands } = stored;
  const headers = Object.fromEntries(Object.entries(operands).map(([name, { header }]) => [name, header]));
  const matrix = headers[first] as StoredMatrixHeader;
  const sizes = { ...matrix.shape, nnz: matrix.nnz };
  const maxWorkBytes = Number.POSITIVE_INFINITY;
  const context: MatrixContext = { matrix, matrices: headers, device, precision: arithmetic, sizes, maxWorkBytes };
  const launch = { device, kernel: { id: kernel.id, target: kernel.target }, matrix, flops: 0 };
  const launches = selectedPoints(descriptor.launchParams, launch, `backend '${descriptor.id}'`, inputs.selection);
  return selectedPoints(kernel.params, context, `kernel '${kernel.id}'`, inputs.selection).flatMap(
    (point): readonly (MatrixCase | ExcludedCase)[] => {
      const own = { ...id, kernelParams: point.params };
      const why = ofPoint(point);
      if (why) return [{ ...own, problem: why, predictedBytes: null }];
      return launches.map((one) => {
        const refusal = ofPoint(one);
        const placed = { ...own, launchParams: one.params };
        if (refusal) return { ...placed, problem: refusal, predictedBytes: null };
        const parts = { descriptor, opened, implementation: kernel, arithmetic, storage: undefined, listed: true };
        return { ...placed, ...parts, operands, result };
      });
    },
  );
}

/** Every combination of the selection for matrices that are made into one: to run, or with the reason why not. Builds nothing. */
export function planMatrixCases(
  problem: MatricesProblem,
  inputs: MatrixPlanInputs,
): CasePlan & { readonly runnable: readonly MatrixCase[] } {
  const { registry, backends, selection } = inputs;
  const { operation, options } = problem;
  const runnable: MatrixCase[] = [];
  const excluded: ExcludedCase[] = [];
  const none = (backend: string, device: string | null, why: CaseProblem): ExcludedCase => ({
    operation: operation.id,
    backend,
    device,
    format: null,
    formatParams: NONE,
    kernel: null,
    kernelParams: NONE,
    launchParams: NONE,
    precision: null,
    problem: why,
    predictedBytes: null,
  });
  for (const { id, code, reason, fix } of backends.closed)
    excluded.push(none(id, null, { status: 'unavailable', code, reason, fix }));
  const [first = ''] = rolesOf(operation, options).read;
  for (const opened of backends.open) {
    const { descriptor, backend } = opened;
    const all = matrixKernelsOf(registry, operation, options).filter(({ target }) =>
      descriptor.targets.includes(target),
    );
    if (all.length === 0)
      excluded.push(none(descriptor.id, backend.device.name, noKernel(descriptor, selection, null)));
    for (const kernel of all) {
      if (selection.kernels && !selection.kernels.includes(kernel.id)) continue;
      if (selection.formats && !selection.formats.includes(kernel.formats[first] ?? '')) continue;
      for (const arithmetic of arithmeticsFor(kernel, opened, selection)) {
        for (const found of casesOf({ inputs, problem, opened, kernel, arithmetic })) {
          if ('problem' in found) excluded.push(found);
          else runnable.push(found);
        }
      }
    }
  }
  return { runnable, excluded };
}
