import type { BackendDescriptor } from '@spmv/core';
import { suggestNames } from '@spmv/core';
import type { ClosedBackend, OpenBackend, OpenedBackends } from '@spmv/engine';
import type { Stopwatch } from '@spmv/engine/basics';
import { disposeAll, tryOpen } from '@spmv/engine';
import { problemOf, usageError } from '../cli-error.ts';
import { promised } from '../discovery/candidate.ts';
import { backendStep } from '../discovery/backend-step.ts';
import { withTimeout } from '../discovery/with-timeout.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';
import { OFFICIAL_BACKENDS, officialBackend } from '../discovery/official.ts';
import type { CommandSelection } from './selection.ts';

/** A device may have kernels to compile before it opens. */
const OPEN_TIMEOUT_MS = 60_000;

function opened(
  descriptor: BackendDescriptor,
  installation: LoadedInstallation,
  device: string | undefined,
  memoryBytes: number | undefined,
): Promise<OpenBackend | ClosedBackend> {
  const step = backendStep(descriptor, installation, `Opening backend '${descriptor.id}'`, OPEN_TIMEOUT_MS);
  const options = memoryBytes === undefined ? {} : { memoryBytes };
  return tryOpen(descriptor, {
    device,
    options,
    withinMs: OPEN_TIMEOUT_MS,
    problemOf,
    within: (work) => withTimeout(installation.link, step, work),
  });
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
export type WantedBackends = Pick<CommandSelection, 'backends' | 'devices' | 'memoryBytes'>;

/** Opens the backends asked for, or every installed one. Each opens or says why not; none stops the others. Errors: usage. */
export async function openBackends(
  installation: LoadedInstallation,
  { backends: wanted, devices = {}, memoryBytes = {} }: WantedBackends,
  stopwatch: Stopwatch,
): Promise<OpenedBackends> {
  const { registry } = installation;
  const ids = wanted ?? registry.backends.map(({ id }) => id);
  const unknown = Object.keys({ ...devices, ...memoryBytes }).find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw usageError(
      `A device, or its memory, was given for backend '${unknown}', which is not among those to run.`,
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
    const result = await stopwatch.during(`open ${id}`, () =>
      opened(descriptor, installation, devices[id], memoryBytes[id]),
    );
    if ('backend' in result) open.push(result);
    else closed.push(result);
  }
  return {
    open,
    closed,
    dispose: () => disposeAll(open.map(({ backend }) => backend)),
  };
}
