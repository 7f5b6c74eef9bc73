import type { Registry } from '@spmv/core';
import { operationOptions } from '@spmv/core';
import type { RunnableCase } from './case.ts';
import type { OpenedBackends } from './open-backends.ts';
import type { PlanInputs } from './plan-cases.ts';
import { DEFAULT_OPERATION } from './kernels-of.ts';
import { planCases } from './plan-cases.ts';

/** What speed-ups are relative to: the papers' serial loop over CSR in TypeScript. */
export const BASELINE = { backend: 'serial', kernel: 'js/csr', format: 'csr' } as const;

/** Whether a combination is what speed-ups are relative to. */
export function isBaseline(id: { readonly backend: string; readonly kernel: string | null }): boolean {
  return id.backend === BASELINE.backend && id.kernel === BASELINE.kernel;
}

/** Whether the registry has what a baseline takes. */
function hasBaseline(registry: Registry): boolean {
  return (
    registry.backends.some(({ id }) => id === BASELINE.backend) &&
    registry.kernels({ format: BASELINE.format }).some(({ id }) => id === BASELINE.kernel)
  );
}

/** Whether the baseline computes what is asked for: not a variant, such as the transposed product. */
function isOfBaseline({ operation, options }: PlanInputs['workload'], registry: Registry): boolean {
  const own = operationOptions(operation, registry.kernel(BASELINE.kernel).options);
  return Object.entries(options).every(([name, value]) => own[name] === value);
}

/** The baseline in every precision that `cases` need and do not hold already: measured, not listed. */
export function missingBaselines(
  cases: readonly RunnableCase[],
  inputs: Omit<PlanInputs, 'selection'>,
  serial: OpenedBackends,
): readonly RunnableCase[] {
  const { registry, workload } = inputs;
  if (workload.operation.id !== DEFAULT_OPERATION || !hasBaseline(registry)) return [];
  if (!isOfBaseline(workload, registry)) return [];
  const present = new Set(cases.filter(isBaseline).map(({ precision }) => precision));
  const precisions = [...new Set(cases.map(({ precision }) => precision))].filter(
    (precision) => !present.has(precision),
  );
  if (precisions.length === 0) return [];
  const selection = {
    formats: [BASELINE.format],
    kernels: [BASELINE.kernel],
    precisions,
    params: {},
    points: 'default' as const,
  };
  return planCases({ ...inputs, backends: serial, selection }).runnable.map((current) => ({
    ...current,
    listed: false,
  }));
}
