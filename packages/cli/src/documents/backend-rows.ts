import type { BackendDescriptor } from '@spmv/core';
import { problemOf } from '../cli-error.ts';
import { promised } from '../discovery/candidate.ts';
import { backendStep } from '../discovery/backend-step.ts';
import { withTimeout, PLUGIN_TIMEOUT_MS } from '../discovery/with-timeout.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';
import { OFFICIAL_BACKENDS } from '../discovery/official.ts';
import type { OpenedBackends } from '../engine/open-backends.ts';

/** One line of `spmv backends`. */
export interface BackendRow {
  readonly id: string;
  readonly package: string;
  readonly version: string | null;
  readonly status: 'available' | 'unavailable' | 'not installed';
  readonly device: string | null;
  readonly reason: string | null;
  readonly fix: string | null;
  /** What the device says of itself: driver version, memory, clocks; absent where that is not known without opening it. */
  readonly details?: Readonly<Record<string, string | number>>;
  /** Further devices, where there are several. */
  readonly devices: readonly string[];
  readonly targets: readonly string[];
  /** What it copies, read and written, where a report asked for it. */
  readonly copyGbPerSecond?: number;
}

const ABSENT = { device: null, devices: [], targets: [] } as const;

async function probed(descriptor: BackendDescriptor, installation: LoadedInstallation): Promise<State> {
  try {
    const step = backendStep(
      descriptor,
      installation,
      `Asking backend '${descriptor.id}' whether it can run here`,
      PLUGIN_TIMEOUT_MS,
    );
    const probe = await withTimeout(installation.link, step, () => descriptor.probe());
    if (probe.available)
      return {
        status: 'available',
        device: probe.devices[0] ?? null,
        ...(probe.details?.[0] ? { details: probe.details[0] } : {}),
        devices: probe.devices,
        reason: null,
        fix: null,
      };
    return { status: 'unavailable', device: null, devices: [], reason: probe.reason, fix: probe.fix };
  } catch (error) {
    const { reason, fix } = problemOf(error);
    return { status: 'unavailable', device: null, devices: [], reason, fix };
  }
}

type State = Pick<BackendRow, 'status' | 'device' | 'details' | 'devices' | 'reason' | 'fix'>;

/** What opening a backend already told; `undefined` for one that this run had no use for. */
function stateOf(id: string, { open, closed }: OpenedBackends): State | undefined {
  const info = open.find(({ descriptor }) => descriptor.id === id)?.backend.device;
  if (info)
    return {
      status: 'available',
      device: info.name,
      ...(info.details ? { details: info.details } : {}),
      devices: [info.name],
      reason: null,
      fix: null,
    };
  const problem = closed.find((backend) => backend.id === id);
  return problem && { status: 'unavailable', device: null, devices: [], reason: problem.reason, fix: problem.fix };
}

/**
 * Every backend there is or could be: installed ones probed, plugins that do not load, and official ones not installed.
 * With `opened`, nothing is probed, and installed ones that the run had no use for are left out.
 */
export async function backendRows(
  installation: LoadedInstallation,
  opened?: OpenedBackends,
): Promise<readonly BackendRow[]> {
  const rows: BackendRow[] = [];
  for (const descriptor of installation.registry.backends) {
    const state = opened ? stateOf(descriptor.id, opened) : await probed(descriptor, installation);
    if (!state) continue;
    const source = installation.sourceOf('backend', descriptor.id);
    rows.push({
      id: descriptor.id,
      package: source?.name ?? '',
      version: source?.version ?? null,
      ...state,
      targets: descriptor.targets,
    });
  }
  for (const { candidate, problem } of installation.unusable) {
    const named = promised(candidate, 'backends');
    const official = OFFICIAL_BACKENDS.find((backend) => backend.package === candidate.name);
    const ids = named ?? (official ? [official.id] : []);
    for (const id of ids) {
      rows.push({
        id,
        package: candidate.name,
        version: candidate.version,
        status: 'unavailable',
        ...ABSENT,
        reason: problem.reason,
        fix: problem.fix,
      });
    }
  }
  for (const { id, package: name } of OFFICIAL_BACKENDS) {
    if (rows.some((row) => row.id === id) || installation.registry.backends.some((backend) => backend.id === id))
      continue;
    rows.push({
      id,
      package: name,
      version: null,
      status: 'not installed',
      ...ABSENT,
      reason: `${name} is not installed.`,
      fix: `npm install ${name}`,
    });
  }
  return rows;
}
