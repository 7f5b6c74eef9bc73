import type { BackendDescriptor } from '@spmv/core';
import { problemOf } from '../cli-error.ts';
import { promised } from '../discovery/candidate.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';
import { OFFICIAL_BACKENDS } from '../discovery/official.ts';

/** One line of `spmv backends`. */
export interface BackendRow {
  readonly id: string;
  readonly package: string;
  readonly version: string | null;
  readonly status: 'available' | 'unavailable' | 'not installed';
  readonly device: string | null;
  readonly reason: string | null;
  readonly fix: string | null;
  /** Further devices, where there are several. */
  readonly devices: readonly string[];
  readonly targets: readonly string[];
}

const ABSENT = { device: null, devices: [], targets: [] } as const;

async function probed(descriptor: BackendDescriptor): Promise<Pick<BackendRow, 'status' | 'device' | 'devices' | 'reason' | 'fix'>> {
  try {
    const probe = await descriptor.probe();
    if (probe.available) return { status: 'available', device: probe.devices[0] ?? null, devices: probe.devices, reason: null, fix: null };
    return { status: 'unavailable', device: null, devices: [], reason: probe.reason, fix: probe.fix };
  } catch (error) {
    const { reason, fix } = problemOf(error);
    return { status: 'unavailable', device: null, devices: [], reason, fix };
  }
}

/** Every backend there is or could be: installed ones probed, plugins that do not load, and official ones not installed. */
export async function backendRows(installation: LoadedInstallation): Promise<readonly BackendRow[]> {
  const rows: BackendRow[] = [];
  for (const descriptor of installation.registry.backends) {
    const source = installation.sourceOf('backend', descriptor.id);
    rows.push({
      id: descriptor.id, package: source?.name ?? '', version: source?.version ?? null,
      ...(await probed(descriptor)), targets: descriptor.targets,
    });
  }
  for (const { candidate, problem } of installation.unusable) {
    const named = promised(candidate, 'backends');
    const official = OFFICIAL_BACKENDS.find((backend) => backend.package === candidate.name);
    const ids = named ?? (official ? [official.id] : []);
    for (const id of ids) {
      rows.push({ id, package: candidate.name, version: candidate.version, status: 'unavailable', ...ABSENT, reason: problem.reason, fix: problem.fix });
    }
  }
  for (const { id, package: name } of OFFICIAL_BACKENDS) {
    if (rows.some((row) => row.id === id)) continue;
    rows.push({ id, package: name, version: null, status: 'not installed', ...ABSENT, reason: `${name} is not installed.`, fix: `npm install ${name}` });
  }
  return rows;
}
