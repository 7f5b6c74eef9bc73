import type { PluginCandidate } from './candidate.ts';
import { installedPackage, nearestPackage, versionOf } from './package-folder.ts';

/** The copy of core that code in `folder` gets, or `undefined`. */
function coreOf(folder: string): { readonly folder: string; readonly version: string | null } | undefined {
  try {
    const found = installedPackage('@spmv/core', folder);
    return found && { folder: found.folder, version: versionOf(found.json) };
  } catch {
    return undefined;
  }
}

/**
 * Plugins that use another copy of core than this command. They work, as everything is recognised by shape and by interface version,
 * but errors and formats from two versions may differ, so it is said.
 */
export function coreWarnings(candidates: readonly PluginCandidate[], own: string): readonly string[] {
  const mine = coreOf(own);
  if (!mine) return [];
  return candidates.flatMap((candidate) => {
    const folder =
      candidate.folder && (candidate.file === undefined ? candidate.folder : nearestPackage(candidate.folder)?.folder);
    const theirs = folder === undefined || folder === '' ? undefined : coreOf(folder);
    if (!theirs || theirs.folder === mine.folder) return [];
    return [
      `${candidate.name} uses a second copy of @spmv/core (${theirs.version ?? '?'}, in ${theirs.folder}; spmv uses ${mine.version ?? '?'}). ` +
        'It works, but run `npm dedupe`, or align the versions, so that there is one copy.',
    ];
  });
}
