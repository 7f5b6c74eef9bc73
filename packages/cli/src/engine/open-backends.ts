import type { Backend, BackendDescriptor } from '@spmv/core';
import { isSpmvError, openBackend, suggestNames } from '@spmv/core';
import { problemOf, usageError } from '../cli-error.ts';
import { promised } from '../discovery/candidate.ts';
import { backendStep } from '../discovery/backend-step.ts';
import { withTimeout } from '../discovery/with-timeout.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';
import { OFFICIAL_BACKENDS, officialBackend } from '../discovery/official.ts';
import type { Stopwatch } from '../host/stopwatch.ts';
import { disposeAll } from './dispose-all.ts';
import type { Selection } from './selection.ts';

/** A backend that runs. */
export interface OpenBackend {
  readonly descriptor: BackendDescriptor;
  readonly backend: Backend;
}

/** A backend that was wanted and does not run. */
export interface ClosedBackend {
  readonly id: string;
  readonly code: string | null;
  readonly reason: string;
  readonly fix: string;
}

export interface OpenedBackends {
  readonly open: readonly OpenBackend[];
  readonly closed: readonly ClosedBackend[];
  dispose(): Promise<void>;
}

/** A device may have kernels to compile before it opens. */
const OPEN_TIMEOUT_MS = 60_000;

/** Opens at once; only one that fails without words of its own is asked what is missing. */
async function tryOpen(
  descriptor: BackendDescriptor,
  installation: LoadedInstallation,
  device: string | undefined,
): Promise<OpenBackend | ClosedBackend> {
  try {
    const step = backendStep(descriptor, installation, `Opening backend '${descriptor.id}'`, OPEN_TIMEOUT_MS);
    return {
      descriptor,
      backend: await withTimeout(installation.link, step, () =>
        openBackend(descriptor, device === undefined ? {} : { device }),
      ),
    };
  } catch (error) {
    const { id } = descriptor;
    if (isSpmvError(error)) return { id, ...problemOf(error) };
    const probe = await descriptor.probe().catch(() => undefined);
    return probe?.available === false
      ? { id, code: 'BACKEND.UNAVAILABLE', reason: probe.reason, fix: probe.fix }
      : { id, ...problemOf(error) };
  }
}

/** Why backend `id`, which no plugin that runs brings, is not there. Errors: usage, when nobody ever heard of it. */
function absentBackend(id: string, installation: LoadedInstallation): ClosedBackend {
  const unusable = installation.unusable.find(({ candidate }) => promised(candidate, 'backends')?.includes(id));
  const official = officialBackend(id);
  if (unusable) return { id, ...unusable.problem };
  const namedAfter = installation.unusable.find(({ candidate }) => candidate.name === official?.package);
  if (namedAfter) return { id, ...namedAfter.problem };
  if (official)
    return {
      id,
      code: 'BACKEND.NOT_INSTALLED',
      reason: `${official.package} is not installed.`,
      fix: `Run: npm install ${official.package}`,
    };
  const known = [
    ...installation.registry.backends.map((backend) => backend.id),
    ...OFFICIAL_BACKENDS.map((backend) => backend.id),
  ];
  throw usageError(`No installed plugin brings backend '${id}'.`, suggestNames(id, new Set(known)));
}

/** What `openBackends` is asked for: an absent list means every installed backend. */
export type WantedBackends = Pick<Selection, 'backends' | 'devices'>;

/** Opens the backends asked for, or every installed one. Each opens or says why not; none stops the others. Errors: usage. */
export async function openBackends(
  installation: LoadedInstallation,
  { backends: wanted, devices = {} }: WantedBackends,
  stopwatch: Stopwatch,
): Promise<OpenedBackends> {
  const { registry } = installation;
  const ids = wanted ?? registry.backends.map(({ id }) => id);
  const unknown = Object.keys(devices).find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw usageError(
      `A device was given for backend '${unknown}', which is not among those to run.`,
      suggestNames(unknown, ids),
    );
  const open: OpenBackend[] = [];
  const closed: ClosedBackend[] = [];
  for (const id of new Set(ids)) {
    const descriptor = registry.backends.find((backend) => backend.id === id);
    if (!descriptor) {
      closed.push(absentBackend(id, installation));
      continue;
    }
    const result = await stopwatch.during(`open ${id}`, () => tryOpen(descriptor, installation, devices[id]));
    if ('backend' in result) open.push(result);
    else closed.push(result);
  }
  return {
    open,
    closed,
    dispose: () => disposeAll(open.map(({ backend }) => backend)),
  };
}
