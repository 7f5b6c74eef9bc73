import type { BackendDescriptor } from '@spmv/core';
import type { BackendRow, BackendState, OpenedBackends } from '@spmv/engine';
import { backendState } from '@spmv/engine';
import { problemOf } from '../cli-error.ts';
import { promised } from '../discovery/candidate.ts';
import { backendStep } from '../discovery/backend-step.ts';
import { withTimeout, PLUGIN_TIMEOUT_MS } from '../discovery/with-timeout.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';
import { OFFICIAL_BACKENDS } from '../discovery/official.ts';

const ABSENT = { device: null, devices: [], targets: [] } as const;

async function probed(descriptor: BackendDescriptor, installation: LoadedInstallation): Promise<BackendState> {
  try {
    const step = backendStep(
      descriptor,
      installation,
      `Asking backend '${descriptor.id}' whether it can run here`,
      PLUGIN_TIMEOUT_MS,
    );
    const probe = await withTimeout(installation.link, step, () => descriptor.probe({ withinMs: PLUGIN_TIMEOUT_MS }));
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
    const state = opened ? backendState(descriptor.id, opened) : await probed(descriptor, installation);
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
