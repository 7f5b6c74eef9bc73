import type { Kernel, Params, ParamSpace, Precision, StoragePlan } from '@spmv/core';
import {
  formatBytes,
  isRefusal,
  isSpmvError,
  kernelContext,
  kernelObstacle,
  launchContext,
  operandObstacle,
  precisionOf,
  PRECISIONS,
  resolveParams,
  storedPrecision,
  suggestNames,
  workOf,
} from '@spmv/core';
import type { Candidate } from './candidate.ts';
import type { Examined } from './examined.ts';
import type { EligibleKernel, OpenedBackend, SearchScope } from './places.ts';
import { unlikelyOf } from './unlikely.ts';

/** A combination that will not be, and why. */
export interface Refused {
  readonly backend: string;
  readonly format: string;
  /** Null where no kernel comes into question. */
  readonly kernel: string | null;
  readonly reason: string;
  readonly fix: string;
}

/** A candidate with what it is made of. */
export interface LiveCandidate extends EligibleKernel {
  readonly candidate: Candidate;
  readonly plan: StoragePlan;
}

/** Of what a device computes in numbers of the matrix in: the one asked for, else that of f64, else the first. */
function precisionFor({ backend }: OpenedBackend, { workload: { components }, wanted }: SearchScope): Precision {
  const best = precisionOf('f64', components);
  const alike = backend.device.precisions.filter((one) => PRECISIONS[one].components === components);
  return wanted.precision ?? (alike.includes(best) ? best : (alike[0] ?? best));
}

function headerOf({ format, valueType, params, scalars, arrays }: StoragePlan, { shape, nnz }: Examined['structure']) {
  const lengths = Object.fromEntries(Object.entries(arrays).map(([name, { length }]) => [name, length]));
  return { format, shape, nnz, valueType, params, scalars, lengths };
}

/** Of parameters given together those of each of the spaces. */
function shares(given: Params, spaces: readonly ParamSpace<never>[]): readonly Params[] {
  const placeOf = (name: string): number => spaces.findIndex(({ axes }) => Object.hasOwn(axes, name));
  return spaces.map((_, place) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => placeOf(name) === place)),
  );
}

/** One kernel on one backend at the point that its format, itself and the backend suggest. Errors: refusals. */
function candidateOf(
  { workload, examined, wanted, maxBytes }: SearchScope,
  { opened, format, kernel, arithmetic }: EligibleKernel,
): LiveCandidate | { readonly reason: string; readonly fix: string } {
  const { descriptor, backend } = opened;
  const { operation, ownSizes: sizes, layouts } = workload;
  const spaces: readonly ParamSpace<never>[] = [format.params, descriptor.launchParams, kernel.params];
  const names = spaces.flatMap(({ axes }) => Object.keys(axes));
  const astray = Object.keys(wanted.params ?? {}).find((name) => !names.includes(name));
  if (astray !== undefined)
    return {
      reason: `neither format '${format.id}' nor the kernel nor the backend has a parameter '${astray}'`,
      fix: names.length === 0 ? 'Leave it out.' : suggestNames(astray, names),
    };
  const [ofFormat = {}, ofBackend = {}, ofKernel = {}] = shares(wanted.params ?? {}, spaces);
  const plan = examined.planOf(format, kernel.target, storedPrecision(arithmetic), maxBytes, ofFormat);
  if (plan.refusal !== undefined) return { reason: plan.refusal, fix: plan.fix };
  // What takes stripes takes any matrix.
  const { maxBufferBytes = Infinity, maxStripeBytes } = backend.device.limits;
  if (maxStripeBytes === undefined && plan.bytes > maxBufferBytes * Object.keys(plan.arrays).length)
    return {
      reason: `needs ${formatBytes(plan.bytes)}, more than the device takes`,
      fix: `Choose a format that needs less memory${format.id === 'csr' ? '' : ', such as csr'}.`,
    };
  const context = kernelContext(operation, kernel, {
    matrix: headerOf(plan, examined.structure),
    device: backend.device,
    precision: arithmetic,
    sizes,
    layouts,
  });
  const kernelParams = resolveParams(kernel.params, ofKernel, context, `kernel '${kernel.id}'`);
  const launchParams = resolveParams(
    descriptor.launchParams,
    ofBackend,
    launchContext(operation, kernel, context),
    `backend '${descriptor.id}'`,
  );
  const { operandBytes } = workOf(workload, { alpha: 1, beta: 0 }, arithmetic.precision);
  return {
    opened,
    kernel,
    format,
    plan,
    arithmetic,
    candidate: {
      backend: descriptor.id,
      target: kernel.target,
      kernel: kernel.id,
      format: format.id,
      precision: arithmetic.precision,
      ...(arithmetic.stored === undefined ? {} : { stored: arithmetic.stored }),
      formatParams: plan.params,
      kernelParams,
      launchParams,
      bytes: plan.bytes + operandBytes,
      slots: plan.slots,
    },
  };
}

/** Why a kernel that was named did not come into question anywhere. */
function whyNot(kernel: Kernel, scope: SearchScope, opened: OpenedBackend): Pick<Refused, 'reason' | 'fix'> {
  const { registry, workload, wanted } = scope;
  const { descriptor, backend } = opened;
  const { id, operation, format } = kernel;
  if (operation !== workload.operation.id)
    return { reason: `Kernel '${id}' computes ${operation}`, fix: `Name a kernel of ${workload.operation.id}.` };
  if (format !== undefined && wanted.formats?.includes(format) === false)
    return {
      reason: `Kernel '${id}' takes ${format}, which is not among the formats that were named: ${wanted.formats.join(', ')}`,
      fix: `Name the format ${format}, or no format.`,
    };
  if (format !== undefined && !registry.formats.some((one) => one.id === format))
    return {
      reason: `Kernel '${id}' takes ${format}, which no plugin here brings`,
      fix: `Give the plugin of the package that brings ${format}, or name another kernel, or none.`,
    };
  const obstacle = kernelObstacle(kernel, descriptor, backend.device, precisionFor(opened, scope));
  if (obstacle) return { reason: obstacle.message, fix: obstacle.fix };
  return { reason: `Kernel '${id}' computes another variant of ${operation}`, fix: 'Name another kernel, or none.' };
}

/** Kernels that were named and are installed, but that no backend had among its own. */
function unconsidered(places: SearchScope, considered: ReadonlySet<string | null>): readonly Refused[] {
  const { registry, backends, wanted } = places;
  const [opened] = backends;
  if (!opened || !wanted.kernels) return [];
  return [...registry.kernels(), ...registry.orphans]
    .filter(({ id }) => wanted.kernels?.includes(id) && !considered.has(id))
    .map((kernel) => ({
      backend: opened.descriptor.id,
      format: kernel.format ?? '',
      kernel: kernel.id,
      ...whyNot(kernel, places, opened),
    }));
}

/** Every kernel of the workload's operation on every backend that may come into question, and what is refused without a look at the matrix. */
function askedOf(scope: SearchScope): {
  readonly asked: readonly EligibleKernel[];
  readonly refused: readonly Refused[];
} {
  const { registry, backends, workload, wanted } = scope;
  const asked: EligibleKernel[] = [];
  const refused: Refused[] = [];
  for (const opened of backends) {
    const { descriptor, backend } = opened;
    const precision = precisionFor(opened, scope);
    const { operation, options, signature } = workload;
    const room = operandObstacle(signature, backend.device, precision);
    for (const kernel of registry.kernels({ operation: operation.id, options, targets: descriptor.targets })) {
      if (kernel.format === undefined || wanted.kernels?.includes(kernel.id) === false) continue;
      if (wanted.formats?.includes(kernel.format) === false) continue;
      // A library is there to compare with, unless it is asked for by name.
      if (kernel.vendor === true && wanted.kernels === undefined) continue;
      const obstacle = kernelObstacle(kernel, descriptor, backend.device, precision) ?? room;
      const arithmetic = kernel.precisions.find((one) => one.precision === precision && one.stored === undefined);
      if (arithmetic && !obstacle) asked.push({ opened, kernel, format: registry.format(kernel.format), arithmetic });
      else
        refused.push({
          backend: descriptor.id,
          format: kernel.format,
          kernel: kernel.id,
          reason: obstacle?.message ?? `it does not compute in ${precision}`,
          fix: obstacle?.fix ?? 'Choose another kernel.',
        });
    }
  }
  return { asked, refused };
}

/** What can be made of kernels at the parameters that are suggested, but for formats that are given no chance. */
function plannedOf(
  places: SearchScope,
  asked: readonly EligibleKernel[],
  unlikely: ReturnType<typeof unlikelyOf>,
): { readonly possible: readonly LiveCandidate[]; readonly refused: readonly Refused[] } {
  const possible: LiveCandidate[] = [];
  const refused: Refused[] = [];
  for (const one of asked) {
    const { opened, kernel, format } = one;
    const no = ({ reason, fix }: { readonly reason: string; readonly fix: string }): void =>
      void refused.push({ backend: opened.descriptor.id, format: format.id, kernel: kernel.id, reason, fix });
    const expected = unlikely.get(format);
    if (expected) {
      no(expected);
      continue;
    }
    try {
      const found = candidateOf(places, one);
      if ('reason' in found) no(found);
      else possible.push(found);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      const isRefused = isSpmvError(error) && isRefusal(error);
      no({
        reason: isRefused ? words : `it failed: ${words}`,
        fix: isSpmvError(error) ? error.fix : 'Report it to the authors of its kernel or format.',
      });
    }
  }
  return { possible, refused };
}

/**
 * Every kernel of the workload's operation on every backend, at the parameters that are suggested for this matrix, and what is refused. Builds nothing. Kernels of
 * strangers are among them like any other: what is asked of them is what every plugin declares. Formats without a chance are planned where all others are refused.
 */
export function candidatesOf(places: SearchScope): {
  readonly possible: readonly LiveCandidate[];
  readonly refused: readonly Refused[];
} {
  const { asked, refused: early } = askedOf(places);
  const unlikely = unlikelyOf(asked, places);
  const likely = plannedOf(places, asked, unlikely);
  const isLeft = likely.possible.length > 0 || unlikely.size === 0;
  const { possible, refused: late } = isLeft ? likely : plannedOf(places, asked, new Map());
  const refused = [...early, ...late];
  const considered = new Set([...refused.map(({ kernel }) => kernel), ...possible.map(({ kernel }) => kernel.id)]);
  return { possible, refused: [...refused, ...unconsidered(places, considered)] };
}
