import { join } from 'node:path';
import type { Workspace, WorkspacePackage } from '../lint/workspace.ts';
import { has as isHere } from '../machine.ts';
import { addonBuild, missingForAddon } from './addon-build.ts';
import { platformPackages } from './platform-packages.ts';

/** Whether a package has an addon that can be compiled on this machine. */
export function compilesAddon(root: string, { folder }: WorkspacePackage): boolean {
  const build = addonBuild(join(root, folder));
  return build !== undefined && missingForAddon(build) === undefined;
}

/**
 * Extensions of the files that a package must carry, judged by its sources and by the compilers that are here; where it is to be
 * `complete`, as if all were.
 */
export function expectedKinds(
  root: string,
  workspace: Workspace,
  owner: WorkspacePackage,
  complete = false,
): readonly string[] {
  const has = (extension: string): boolean =>
    [...workspace.files.keys()].some((path) => path.startsWith(`${owner.folder}/src/`) && path.endsWith(extension));
  return [
    ...(workspace.exists(`${owner.folder}/assembly/index.ts`) ? ['wasm'] : []),
    ...(has('.wgsl') ? ['wgsl'] : []),
    ...(has('.cu') ? ['cu'] : []),
    ...(has('.cu') && (complete || isHere('nvcc')) ? ['ptx'] : []),
    // The addon is in the packages for single platforms, once there are some.
    ...(platformPackages(root, owner).length === 0 && compilesAddon(root, owner) ? ['node'] : []),
  ];
}
