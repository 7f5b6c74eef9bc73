import type { LoadedInstallation } from '../discovery/installation.ts';

/** Versions of the plugins that run, by package. Those without one are left out. */
export function versionsOf({ plugins }: Pick<LoadedInstallation, 'plugins'>): Readonly<Record<string, string>> {
  const listed = plugins.flatMap(({ candidate: { name, version } }) =>
    version === null ? [] : [[name, version] as const],
  );
  return Object.fromEntries(listed.sort(([a], [b]) => (a < b ? -1 : 1)));
}
